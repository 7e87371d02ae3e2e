"""Forward pass of any PyTorch network for compiled code, by a callback into Python, one position at a time.

Networks without a module of their own, such as users' classes, use it; the interface is the same. A callback takes the
time of PyTorch for one position, plus a microsecond.
"""

import ctypes
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, intrinsic
from kschwert_env.nn import inference

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network

_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

_callbacks: "WeakKeyDictionary[Network, Any]" = WeakKeyDictionary()
"""Callbacks, which must live as long as their networks: compiled code holds only their addresses."""

_lock = Lock()  # otherwise a second callback could free the first while its address is in use


def weights_of(network: "Network") -> np.ndarray:
    """Return the address of a callback that evaluates a network, int64 (1,). Keep the network alive meanwhile."""
    with _lock:
        callback = _callbacks.setdefault(network, _SIGNATURE(_Evaluation(network)))
    return np.array([ctypes.cast(callback, ctypes.c_void_p).value], np.int64)


def new_workspace(weights: np.ndarray) -> np.ndarray:
    """Return the buffers of `forward`, which needs none."""
    return np.zeros(0, np.float32)


class _Evaluation:
    """Evaluates a network for one position, given the addresses of its observation, logits and values."""

    def __init__(self, network: "Network") -> None:
        self._network = ref(network)  # the dictionary of callbacks must not keep it alive

    def __call__(self, observation: int, logits: int, values: int) -> None:
        try:
            network = self._network()
            assert network is not None  # the caller keeps the network alive
            _evaluate(network, observation, logits, values)
        except BaseException as error:
            inference.note_error(error)


def _evaluate(network: "Network", observation: int, logits: int, values: int) -> None:
    import torch  # takes seconds

    size, *counts = network.sizes
    seen = np.ctypeslib.as_array((ctypes.c_int8 * size).from_address(observation))
    found = [
        np.ctypeslib.as_array((ctypes.c_float * count).from_address(address))
        for count, address in zip(counts, (logits, values), strict=True)
    ]
    for array in found:
        array[:] = np.nan
    was_training = network.training
    network.eval()
    try:
        with torch.inference_mode():
            device = next(network.parameters()).device
            evaluated = network.logits_and_values(torch.from_numpy(seen[None].copy()).to(device))
    finally:
        network.train(was_training)
    for array, tensor in zip(found, evaluated, strict=True):
        array[:] = tensor[0, : len(array)].float().cpu().numpy()  # without auxiliary values


@intrinsic("kschwert_env.nn.inference.intrinsics.call")
def _call(address: int, observation: np.ndarray, logits: np.ndarray, values: np.ndarray) -> None:
    """Call the callback at an address."""
    _SIGNATURE(address)(observation.ctypes.data, logits.ctypes.data, values.ctypes.data)


@compiled
def forward(weights, workspace, observation, logits, values):
    """Write the logits of all actions, float32 (A,), and values, float32 (P,), for an observation, int8 (N,)."""
    _call(weights[0], observation, logits, values)
