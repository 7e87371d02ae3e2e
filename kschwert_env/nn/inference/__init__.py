"""Inference of trained networks in compiled code, one position at a time: for search, and for agents that play by a
network.

A module for each kind of network has three functions. `weights_of(network)` returns the weights in the layout of the
compiled code; the network is one of PyTorch, or `LoadedNetwork`. `new_workspace(weights)` returns buffers. The compiled
`forward(weights, workspace, observation, logits, values)` writes the logits of all actions, legal or not, and the
values of all seats, the deciding seat first. Results equal those of `kschwert_env.nn.networks` up to rounding, in
single precision, and are bitwise equal on every machine.
"""

from importlib import import_module
from threading import local
from types import ModuleType
from typing import TYPE_CHECKING, Union

import numpy as np

from kschwert_env.nn.architecture import LoadedNetwork

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network

AnyNetwork = Union["Network", LoadedNetwork]
"""A network of PyTorch, or one that is only played."""


def module_for(kind: str) -> ModuleType:
    """Return the module for a kind of network."""
    return import_module(f"{__name__}.{module_name(kind)}")


def module_name(kind: str) -> str:
    """Return the name of the module for a kind of network: its own, or `callback` for users' classes."""
    return "callback" if "." in kind else kind


_thread = local()


def note_error(error: BaseException) -> None:
    """Store the first error of a callback: compiled code on the same thread cannot propagate it."""
    if getattr(_thread, "error", None) is None:
        _thread.error = error


def raise_error() -> None:
    """Raise and clear the error that a callback on this thread has stored, if any."""
    error = getattr(_thread, "error", None)
    _thread.error = None
    if error is not None:
        raise error


def network_arrays(network: AnyNetwork) -> dict[str, np.ndarray]:
    """Return all weights and indices of a network on the CPU, by name. They may share its memory."""
    if isinstance(network, LoadedNetwork):
        return dict(network.arrays)
    indices = {name: buffer for name, buffer in network.named_buffers() if not buffer.is_floating_point()}
    return {name: each.cpu().numpy() for name, each in {**network.state_dict(), **indices}.items()}
