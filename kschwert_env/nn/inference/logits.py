"""Logits of a network for many decisions, evaluated one after another, for agents."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.nn import inference

_FOLDER = f"forward-{sources_digest(Path(__file__).parent)}"  # computed on import, as in the engine


class LogitsFunction:
    """Evaluates the logits of a network with its current weights. Several threads may call it at once.

    Attributes:
        kind: name of the network's module (`inference.module_name`).
    """

    def __init__(self, network: inference.AnyNetwork) -> None:
        """Copy the weights; compile if the code is not cached."""
        self.kind = kind = inference.module_name(network.shape.kind)
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
        return self.with_values(observations)[0]

    def with_values(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits, and values of all seats, the deciding seat first, float32 (n, P). Raises as a call does."""
        size, num_actions, num_seats = self._sizes
        if observations.dtype != np.int8 or observations.shape[1:] != (size,):
            raise ValueError(
                f"observations must be int8 (n, {size}), as in training, not {observations.dtype} {observations.shape}"
            )
        count = len(observations)
        logits, values = np.empty((count, num_actions), np.float32), np.empty((count, num_seats), np.float32)
        writable = np.require(observations, requirements=["C", "W"])  # Numba would compile again for a read-only array
        self._forward(self._weights, self._new_workspace(self._weights), writable, logits, values)
        inference.raise_error()
        return logits, values

    def new_inputs(self) -> tuple[Any, Any]:
        """Return the weights and new buffers, for `forward` of the network's module."""
        return self._weights, self._new_workspace(self._weights)

    def __reduce__(self) -> tuple[Any, ...]:
        return LogitsFunction, (self._network,)


@cache
def _bind(kind: str) -> Callable[..., Any]:
    network = inference.module_for(kind)

    @entry_point(_FOLDER)
    def forward(weights, workspace, observations, logits, values):
        """Write logits and values for each observation."""
        for i in range(observations.shape[0]):
            network.forward(weights, workspace, observations[i], logits[i], values[i])

    return forward
