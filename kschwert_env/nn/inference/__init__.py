"""Trained networks evaluated inside compiled code, one position at a time: for search, and for who plays by them.

A module for each kind of network has `weights_of(network)`, the numbers in the order in which they are needed,
`room_of(weights)`, where to work, and the compiled `judge(weights, room, observation, logits)`, which writes the logits
of all actions, legal or not, and returns the value. They are those of `kschwert_env.nn.networks` but for rounding,
in single precision, and the same bits on every machine.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network


def module_for(kind: str) -> ModuleType:
    """The module for a kind of network."""
    return import_module(f"{__name__}.{kind}")


def parts_of(network: "Network") -> dict[str, np.ndarray]:
    """All weights and places of a network, float64 and int64 on the CPU, by their names in it."""
    tensors = {**network.state_dict(), **dict(network.named_buffers())}
    return {name: (each.double() if each.is_floating_point() else each).cpu().numpy() for name, each in tensors.items()}
