"""Trained networks evaluated inside compiled code, one position at a time: for search, and for who plays by them.

A module for each kind of network has `weights_of(network)`, the numbers in the order in which they are needed,
`room_of(weights)`, where to work, and the compiled `forward(weights, room, observation, logits)`, which writes the
logits of all actions, legal or not, and returns the value. They are those of `kschwert_env.nn.networks` but for
rounding, in single precision, and the same bits on every machine.
"""

from importlib import import_module
from threading import local
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network


def module_for(kind: str) -> ModuleType:
    """Return the module that `module_name` names."""
    return import_module(f"{__name__}.{module_name(kind)}")


def module_name(kind: str) -> str:
    """Return the name of the module for a kind of network: its own, or `callback` for classes of users."""
    return "callback" if "." in kind else kind


_thread = local()


def note_error(error: BaseException) -> None:
    """Keep the first error of a callback: compiled code, on the same thread, cannot pass it on."""
    if getattr(_thread, "error", None) is None:
        _thread.error = error


def raise_error() -> None:
    """Raise the error that a callback on this thread has noted since the last time, if any."""
    error = getattr(_thread, "error", None)
    _thread.error = None
    if error is not None:
        raise error


def network_arrays(network: "Network") -> dict[str, np.ndarray]:
    """All weights and places of a network, float64 and int64 on the CPU, by their names in it."""
    tensors = {**network.state_dict(), **dict(network.named_buffers())}
    return {name: (each.double() if each.is_floating_point() else each).cpu().numpy() for name, each in tensors.items()}
