"""The rollout buffer: decisions of the current network, with what PPO learns from them."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Sample:
    """Decisions of the current self.

    Attributes:
        observations: int8 (n, N).
        masks: int8 (n, A).
        actions: int64 (n,).
        log_chances: float32 (n,), logarithms of the probabilities with which they were chosen.
        advantages: float32 (n,).
        returns: float32 (n,), what values are fitted to.
    """

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_chances: Tensor
    advantages: Tensor
    returns: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    @classmethod
    def of_all(cls, parts: Sequence["Sample"]) -> "Sample":
        """The decisions of several, one after another."""
        return cls(*map(torch.cat, zip(*(vars(part).values() for part in parts), strict=True)))

    def part(self, places: Tensor) -> "Sample":
        """The decisions at some places, int64 (k,)."""
        return Sample(*(tensor.index_select(0, places) for tensor in vars(self).values()))
