"""Data structures of the compiled `kschwert_env.nn.networks.GraphNetwork`: layers, indices, activations and buffers.

Rows of fields are ordered by decision, then by field.
"""

from typing import NamedTuple

import numpy as np

from kschwert_env.nn.backprop.layers import Layer, to_numpy
from kschwert_env.nn.networks import GraphNetwork

NOWHERE = -1
"""No field, or no partner."""


class Layers(NamedTuple):
    """Layers of the network under the same names, or their gradients."""

    field_encoder: Layer  # entries of a field to its units
    global_encoder: Layer  # global entries to the global part
    global_to_field: Layer  # global part to all fields
    self_layers: Layer  # one per round, from a field to itself
    message_layers: Layer  # one per round, from the sum over the neighbours to a field
    readout: Layer  # global part and mean of all fields to the readout
    field_hidden: Layer  # hidden layer of a field, before `field_logits`
    readout_to_field: Layer  # readout to `field_hidden`
    field_logits: Layer  # logits of a field
    global_logits: Layer  # logits of actions without a field
    value: Layer  # readout to the values


class Indices(NamedTuple):
    """Indices and factors, for F fields with C entries each; int64, factors float32."""

    field_entries: np.ndarray  # (F, C), entries of an observation that belong to each field
    field_scale: np.ndarray  # (C,), factors of these
    global_entries: np.ndarray  # (R,), other entries
    global_scale: np.ndarray  # (R,), factors of these
    neighbour_index: np.ndarray  # neighbours of all fields, concatenated
    neighbour_offsets: np.ndarray  # (F + 1,), start and end of the neighbours of each field
    field: np.ndarray  # (A,), field of each action, or NOWHERE
    column: np.ndarray  # (A,), column in the scores of its field, or in `choices`
    partner: np.ndarray  # (A,), partner field, or NOWHERE
    partner_column: np.ndarray  # (A,), column in the scores of the partner
    width: np.ndarray  # (2,), units of the global part and of a field, without padding


class SavedActivations(NamedTuple):
    """Activations of the forward pass that the backward pass needs. A leading axis, if present, is that of groups."""

    globals: np.ndarray  # float32 (n, U), global part
    fields: np.ndarray  # float32 (rounds + 1, n F, V), units of fields after each round
    joined: np.ndarray  # float32 (n, U + V), global part and mean of the fields
    summary: np.ndarray  # float32 (n, U), readout


class Workspace(NamedTuple):
    """Buffers for n decisions, float32 unless stated. Names in `_grads` hold gradients."""

    rows: np.ndarray  # int64 (n F,), rows of fields on which an action is legal
    scored_index: np.ndarray  # int64 (n F,), index in `rows` of each row, or NOWHERE
    channels: np.ndarray  # (n F, C padded), scaled entries of fields
    messages: np.ndarray  # (n F, V), messages: sums over neighbours
    broadcast: np.ndarray  # (n, V), input from the global part or the readout to all fields
    seen: np.ndarray  # (n F, V), units of the fields in `rows`; the next three likewise
    hidden: np.ndarray  # (n F, V), hidden layer before the scores
    scores: np.ndarray  # (n F, kinds padded), or their gradient
    hidden_grads: np.ndarray  # (n F, V)
    choices: np.ndarray  # (n, choices padded), or their gradient
    value: np.ndarray  # (n, P padded), values, or their gradient
    field_grads: np.ndarray  # (2, n F, V), alternating between rounds
    broadcast_grads: np.ndarray  # (n, V)
    summary_grads: np.ndarray  # (n, U)
    joined_grads: np.ndarray  # (n, U + V)
    global_grads: np.ndarray  # (n, U)


def indices_of(network: GraphNetwork) -> Indices:
    """Return the indices of a network."""
    fields, beside = network.num_fields, to_numpy(network.neighbour_index)
    indices = [_field_and_column(network, to_numpy(scores)) for scores in (network.score_index, network.partner_index)]
    return Indices(
        to_numpy(network.field_entries).reshape(fields, -1),
        to_numpy(network.field_scale),
        to_numpy(network.global_entries),
        to_numpy(network.global_scale),
        beside,
        np.append(to_numpy(network.neighbour_offsets), len(beside)),
        *indices[0],
        *indices[1],
        np.array([network.shape.width, network.shape.field_width]),
    )


def _field_and_column(network: GraphNetwork, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return fields and columns of scores: columns of the field, or of the actions without a field."""
    kinds = network.field_logits.out_features
    field, column = np.divmod(scores, kinds)
    own = field < network.num_fields
    return np.where(own, field, NOWHERE), np.where(own, column, scores - network.num_fields * kinds)


def new_activations(layers: Layers, indices: Indices, groups: int, size: int) -> SavedActivations:
    """Return uninitialized activations of this many groups of decisions."""
    own, units = layers.field_hidden.weights.shape[0], layers.value.weights.shape[0]
    rounds, joined = 1 + len(layers.self_layers.bias), layers.readout.weights.shape[0]
    shapes = (size, units), (rounds, size * len(indices.field_entries), own), (size, joined), (size, units)
    return SavedActivations(*(np.empty((groups, *shape), np.float32) for shape in shapes))


def new_workspace(layers: Layers, indices: Indices, size: int) -> Workspace:
    """Return buffers for one group of decisions."""
    rows, own, units = size * len(indices.field_entries), *layers.readout_to_field.weights.shape[::-1]

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    return Workspace(
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        zeros(rows, len(layers.field_encoder.weights)),
        zeros(rows, own),
        zeros(size, own),
        zeros(rows, own),
        zeros(rows, own),
        zeros(rows, len(layers.field_logits.bias)),
        zeros(rows, own),
        zeros(size, len(layers.global_logits.bias)),
        zeros(size, len(layers.value.bias)),
        zeros(2, rows, own),
        zeros(size, own),
        zeros(size, units),
        zeros(size, len(layers.readout.weights)),
        zeros(size, units),
    )
