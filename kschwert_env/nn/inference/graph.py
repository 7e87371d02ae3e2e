"""The forward pass of `kschwert_env.nn.networks.GraphNetwork`."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference import AnyNetwork, network_arrays
from kschwert_env.nn.inference.layers import add_entries, affine, fill, rectify
from kschwert_env.nn.inference.matmul import add_products, padded


class Weights(NamedTuple):
    """Weights of the network: float32, with padded units: U for the global part, V for each of F fields.

    Indices are int64. Those of actions are indices into `Workspace.scores`.
    """

    field_entries: np.ndarray  # (F, C), entries of an observation that belong to each field
    global_entries: np.ndarray  # (R,), other entries
    neighbour_index: np.ndarray  # neighbours of all fields, concatenated
    neighbour_offsets: np.ndarray  # (F + 1,), start and end of the neighbours of each field
    score_index: np.ndarray  # (A,), score of each action, or of its field
    partner_index: np.ndarray  # (A,), score of its partner, or a zero
    field_encoder: np.ndarray  # (C, V), scaled by the factors of the entries
    global_encoder: np.ndarray  # (R, U), scaled likewise
    global_to_field: np.ndarray  # (U, V)
    self_layers: np.ndarray  # (layers, V, V)
    message_layers: np.ndarray  # (layers, V, V)
    readout_global: np.ndarray  # (U, U)
    readout_fields: np.ndarray  # (V, U), applied to the sum of all fields
    field_hidden: np.ndarray  # (V, V)
    readout_to_field: np.ndarray  # (U, V)
    field_logits: np.ndarray  # (V, kinds padded)
    global_logits: np.ndarray  # (U, P + choices + 1 padded), values, actions without a field, zero
    field_encoder_bias: np.ndarray  # (V,), bias, as below
    global_encoder_bias: np.ndarray  # (U,)
    self_bias: np.ndarray  # (layers, V)
    readout_bias: np.ndarray  # (U,)
    field_hidden_bias: np.ndarray  # (V,)
    field_logits_bias: np.ndarray  # (kinds padded,)
    global_logits_bias: np.ndarray  # (P + choices + 1 padded,)


class Workspace(NamedTuple):
    """Buffers of the layers, float32."""

    channels: np.ndarray  # (F, C), entries of fields
    fields: np.ndarray  # (2, F, V), units of fields, alternating between rounds
    messages: np.ndarray  # (F, V), sums over neighbours
    globals: np.ndarray  # (1, U), global part
    broadcast: np.ndarray  # (1, V), input from the global part to all fields
    sum: np.ndarray  # (1, V), sum over all fields
    summary: np.ndarray  # (1, U), readout
    scores: np.ndarray  # flat buffer of the following two
    field_outputs: np.ndarray  # (F, kinds padded), view of the first part
    global_outputs: np.ndarray  # (1, P + choices + 1 padded), view of the second part: values, choices, zero


def weights_of(network: AnyNetwork) -> Weights:
    """Return the weights of a network."""
    parts = network_arrays(network)
    fields, units = len(parts["neighbour_offsets"]), len(parts["global_encoder.bias"])
    sum_up, nothing = parts["readout.weight"].T, np.zeros_like(parts["value.weight"][:1])
    return Weights(
        parts["field_entries"].reshape(fields, -1),
        parts["global_entries"],
        parts["neighbour_index"],
        np.append(parts["neighbour_offsets"], len(parts["neighbour_index"])),
        _score_indices(parts, "score_index"),
        _score_indices(parts, "partner_index"),
        padded(parts["field_encoder.weight"].T * parts["field_scale"][:, None]),
        padded(parts["global_encoder.weight"].T * parts["global_scale"][:, None]),
        padded(parts["global_to_field.weight"].T, axes=2),
        padded(_by_layer(parts, "self_layers", "weight").transpose(0, 2, 1), axes=2),
        padded(_by_layer(parts, "message_layers", "weight").transpose(0, 2, 1), axes=2),
        padded(sum_up[:units], axes=2),
        padded(sum_up[units:] / fields, axes=2),
        padded(parts["field_hidden.weight"].T, axes=2),
        padded(parts["readout_to_field.weight"].T, axes=2),
        padded(parts["field_logits.weight"].T, axes=2),
        padded(np.concatenate([parts["value.weight"], parts["global_logits.weight"], nothing]).T, axes=2),
        padded(parts["field_encoder.bias"]),
        padded(parts["global_encoder.bias"]),
        padded(_by_layer(parts, "self_layers", "bias")),
        padded(parts["readout.bias"]),
        padded(parts["field_hidden.bias"]),
        padded(parts["field_logits.bias"]),
        padded(np.concatenate([parts["value.bias"], parts["global_logits.bias"], nothing[:, 0]])),
    )


def _by_layer(parts: dict[str, np.ndarray], name: str, kind: str) -> np.ndarray:
    count = sum(part.startswith(f"{name}.") and part.endswith(f".{kind}") for part in parts)
    return np.array([parts[f"{name}.{i}.{kind}"] for i in range(count)])


def _score_indices(parts: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Return the indices of a network, shifted by the padding and by the values, which precede the choices."""
    fields, kinds = len(parts["neighbour_offsets"]), len(parts["field_logits.weight"])
    values = len(parts["value.bias"])
    columns = padded(parts["field_logits.bias"]).size
    field, kind = np.divmod(parts[name], kinds)
    return np.where(field < fields, field * columns + kind, fields * (columns - kinds) + values + parts[name])


def new_workspace(weights: Weights) -> Workspace:
    """Return buffers for `forward`."""
    (num_fields, channels), (units, choices) = weights.field_entries.shape, weights.global_logits.shape
    own, kinds = weights.field_logits.shape

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    scores = zeros(num_fields * kinds + choices)
    return Workspace(
        zeros(num_fields, channels),
        zeros(2, num_fields, own),
        zeros(num_fields, own),
        zeros(1, units),
        zeros(1, own),
        zeros(1, own),
        zeros(1, units),
        scores,
        scores[: num_fields * kinds].reshape(num_fields, kinds),
        scores[num_fields * kinds :].reshape(1, choices),
    )


@compiled
def forward(weights, workspace, observation, logits, values):
    """Write the logits of all actions, float32 (A,), and values, float32 (P,), for an observation, int8 (N,)."""
    encoders(weights, workspace, observation)
    fields = workspace.fields[0]
    for i in range(weights.self_layers.shape[0]):
        following = workspace.fields[(i + 1) % 2]
        affine(fields, weights.self_layers[i], weights.self_bias[i], following)
        sum_over_neighbours(weights, fields, workspace.messages)
        add_products(workspace.messages, weights.message_layers[i], following)
        fields = following
        rectify(fields)
    readout(weights, workspace, fields)
    affine(workspace.summary, weights.readout_to_field, weights.field_hidden_bias, workspace.broadcast)
    affine(fields, weights.field_hidden, workspace.broadcast[0], workspace.messages)
    rectify(workspace.messages)
    affine(workspace.messages, weights.field_logits, weights.field_logits_bias, workspace.field_outputs)
    affine(workspace.summary, weights.global_logits, weights.global_logits_bias, workspace.global_outputs)
    for action in range(logits.shape[0]):
        logits[action] = workspace.scores[weights.score_index[action]] + workspace.scores[weights.partner_index[action]]
    for seat in range(values.shape[0]):
        values[seat] = workspace.global_outputs[0, seat]


@compiled
def encoders(weights, workspace, observation):
    """Evaluate the encoders of the observation."""
    fill(weights.global_encoder_bias, workspace.globals)
    add_entries(observation, weights.global_entries, weights.global_encoder, workspace.globals)
    rectify(workspace.globals)
    for field in range(workspace.channels.shape[0]):
        for channel in range(workspace.channels.shape[1]):
            workspace.channels[field, channel] = observation[weights.field_entries[field, channel]]
    affine(workspace.globals, weights.global_to_field, weights.field_encoder_bias, workspace.broadcast)
    affine(workspace.channels, weights.field_encoder, workspace.broadcast[0], workspace.fields[0])
    rectify(workspace.fields[0])


@compiled
def sum_over_neighbours(weights, fields, out):
    """Write the sum over the neighbours of each field (message passing), (F, V)."""
    for field in range(fields.shape[0]):
        row = packed(out[field])
        for j in range(row.shape[0]):
            row[j] = 0
        for place in range(weights.neighbour_offsets[field], weights.neighbour_offsets[field + 1]):
            add(fields[weights.neighbour_index[place]], row)


@compiled
def readout(weights, workspace, fields):
    """Evaluate the readout of the global part and the mean of all fields."""
    total = packed(workspace.sum[0])
    for j in range(total.shape[0]):
        total[j] = 0
    for field in range(fields.shape[0]):
        add(fields[field], total)
    affine(workspace.globals, weights.readout_global, weights.readout_bias, workspace.summary)
    add_products(workspace.sum, weights.readout_fields, workspace.summary)
    rectify(workspace.summary)


@inlined
def add(x, out):
    """Add one row to another."""
    x = packed(x)
    for j in range(out.shape[0]):
        out[j] += x[j]
