"""What a worker sends the learner of each decision, in as few bytes as it takes to lose nothing."""

from typing import NamedTuple

import numpy as np
import torch

from kschwert_env.training.rollout.buffer import Sample


class Packed(NamedTuple):
    """A `Sample` of n decisions on its way: N + ceil(A / 8) + 14 bytes for each, with N entries and A actions.

    Attributes:
        observations: int8 (n, N).
        masks: uint8 (n, ceil(A / 8)), a bit for each action.
        actions: int16 (n,).
        log_chances: float32 (n,), as the next two.
        advantages: of the decisions.
        returns: likewise.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    log_chances: np.ndarray
    advantages: np.ndarray
    returns: np.ndarray


def pack(sample: Sample) -> Packed:
    """A sample on a CPU, to be sent. There are at most 2,040 actions, which int16 holds."""
    arrays = [tensor.numpy() for tensor in vars(sample).values()]
    observations, masks, actions, *floats = arrays
    return Packed(observations, np.packbits(masks, axis=1), actions.astype(np.int16), *floats)


def unpack(packed: Packed, num_actions: int, device: torch.device) -> Sample:
    """The sample that was sent, on a device."""
    masks = np.unpackbits(packed.masks, axis=1, count=num_actions).view(np.int8)
    arrays = packed._replace(masks=masks, actions=packed.actions.astype(np.int64))
    return Sample(*(torch.tensor(array, device=device) for array in arrays))
