"""Logits of a network for many decisions, evaluated one after another, for agents."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.nn import inference

if TYPE_CHECKING:
    from kschwert_env.nn.networks import Network

_FOLDER = f"forward-{sources_digest(Path(__file__).parent)}"  # computed on import, as in the engine


class LogitsFunction:
    """Evaluates the logits of a network with its current weights. Several threads may call it at once."""

    def __init__(self, network: "Network") -> None:
        """Copy the weights; compile if the code is not cached."""
        kind = inference.module_name(network.shape.kind)
        module = inference.module_for(kind)
        self._network = network  # keep it alive for callbacks
        self._sizes, self._forward = network.sizes, _bind(kind)
        self._weights, self._new_workspace = module.weights_of(network), module.new_workspace
        with compiling(_FOLDER, kind, f"{kind} networks, for playing") as first_time:
            if first_time:
                self(np.zeros((0, self._sizes[0]), np.int8))

    def __call__(self, observations: np.ndarray) -> np.ndarray:
        """Return logits of all A actions, legal or not, float32 (n, A), for observations, int8 (n, N).

        Raises ValueError for observations of another size or dtype, and any exception of a user's network.
        """
        size, num_actions, num_seats = self._sizes
        if observations.dtype != np.int8 or observations.shape[1:] != (size,):
            raise ValueError(
                f"observations must be int8 (n, {size}), as in training, not {observations.dtype} {observations.shape}"
            )
        logits, values = np.empty((len(observations), num_actions), np.float32), np.empty(num_seats, np.float32)
        writable = np.require(observations, requirements=["C", "W"])  # Numba would compile again for a read-only array
        self._forward(self._weights, self._new_workspace(self._weights), writable, logits, values)
        inference.raise_error()
        return logits

    def __reduce__(self) -> tuple[Any, ...]:
        return LogitsFunction, (self._network,)


@cache
def _bind(kind: str) -> Callable[..., Any]:
    network = inference.module_for(kind)

    @entry_point(_FOLDER)
    def forward(weights, workspace, observations, logits, values):
        """Write the logits for each observation; `values` is a buffer."""
        for i in range(observations.shape[0]):
            network.forward(weights, workspace, observations[i], logits[i], values)

    return forward
