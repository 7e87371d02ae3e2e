"""The forward pass of `kschwert_env.nn.networks.Mlp`."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.nn.inference import AnyNetwork, network_arrays
from kschwert_env.nn.inference.layers import add_entries, affine, fill, rectify
from kschwert_env.nn.inference.matmul import padded


class Weights(NamedTuple):
    """Weights of the network: float32, with units padded to U; entries are int64."""

    entries: np.ndarray  # (N,), all entries of an observation
    first: np.ndarray  # (N, U), first layer, scaled by the factors of the observation
    first_bias: np.ndarray  # (U,)
    hidden: np.ndarray  # (layers - 1, U, U), further layers
    hidden_bias: np.ndarray  # (layers - 1, U)
    last: np.ndarray  # (U, A + P padded), logits, then the values
    last_bias: np.ndarray  # (A + P padded,)


class Workspace(NamedTuple):
    """Buffers of the layers, float32."""

    units: np.ndarray  # (2, 1, U), hidden layers, alternating
    outputs: np.ndarray  # (1, A + P padded), last layer


def weights_of(network: AnyNetwork) -> Weights:
    """Return the weights of a network."""
    parts = network_arrays(network)
    further = [i for i in range(1, len(parts)) if f"hidden.{i}.bias" in parts]
    units = len(parts["hidden.0.bias"])
    return Weights(
        np.arange(len(parts["scale"])),
        padded(parts["hidden.0.weight"].T * parts["scale"][:, None]),
        padded(parts["hidden.0.bias"]),
        padded(np.array([parts[f"hidden.{i}.weight"].T for i in further]).reshape(-1, units, units), axes=2),
        padded(np.array([parts[f"hidden.{i}.bias"] for i in further]).reshape(-1, units)),
        padded(np.concatenate([parts["policy.weight"], parts["value.weight"]]).T, axes=2),
        padded(np.concatenate([parts["policy.bias"], parts["value.bias"]])),
    )


def new_workspace(weights: Weights) -> Workspace:
    """Return buffers for `forward`."""
    units, outputs = weights.last.shape
    return Workspace(np.zeros((2, 1, units), np.float32), np.zeros((1, outputs), np.float32))


@compiled
def forward(weights, workspace, observation, logits, values):
    """Write the logits of all actions, float32 (A,), and values, float32 (P,), for an observation, int8 (N,)."""
    x = workspace.units[0]
    fill(weights.first_bias, x)
    add_entries(observation, weights.entries, weights.first, x[0])
    rectify(x)
    for i in range(weights.hidden.shape[0]):
        following = workspace.units[(i + 1) % 2]
        affine(x, weights.hidden[i], weights.hidden_bias[i], following)
        x = following
        rectify(x)
    affine(x, weights.last, weights.last_bias, workspace.outputs)
    for action in range(logits.shape[0]):
        logits[action] = workspace.outputs[0, action]
    for seat in range(values.shape[0]):
        values[seat] = workspace.outputs[0, logits.shape[0] + seat]
