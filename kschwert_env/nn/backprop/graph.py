"""`kschwert_env.nn.networks.GraphNetwork` as compiled code has it: its layers, and where it works.

Rows of fields are those of one decision after another.
"""

from typing import NamedTuple

import numpy as np

from kschwert_env.nn.backprop.layers import Layer, to_numpy
from kschwert_env.nn.inference.matmul import LANES
from kschwert_env.nn.networks import GraphNetwork

NOWHERE = -1
"""For an action without a field, or without a partner."""


class Layers(NamedTuple):
    """Those of the network by the same names, or their gradients."""

    field_encoder: Layer  # over what belongs to a field
    global_encoder: Layer  # over the other entries of an observation
    global_to_field: Layer  # what all fields hear of these
    self_layers: Layer  # by rounds, what a field makes of itself
    message_layers: Layer  # by rounds, what it makes of the sum of its neighbours
    readout: Layer  # over the other entries and the mean of all fields
    field_hidden: Layer  # the layer before `score`, of a field
    readout_to_field: Layer  # its part of what was summed up
    field_logits: Layer  # logits of a field
    global_logits: Layer  # logits of actions without a field
    value: Layer  # the value


class Indices(NamedTuple):
    """What belongs where, for F fields with C entries each; int64 but for scales, float32."""

    field_entries: np.ndarray  # (F, C), what of an observation belongs to each field
    field_scale: np.ndarray  # (C,), of these
    global_entries: np.ndarray  # (R,), the others
    global_scale: np.ndarray  # (R,), of these
    neighbour_index: np.ndarray  # neighbours of all fields, one after another
    neighbour_offsets: np.ndarray  # (F + 1,), where those of each field begin and end
    field: np.ndarray  # (A,), of each action, or NOWHERE
    column: np.ndarray  # (A,), its score in the row of its field, or else among choices
    partner: np.ndarray  # (A,), a field, or NOWHERE
    partner_column: np.ndarray  # (A,), as `column`
    width: np.ndarray  # (2,), units of the rest and of a field, without padding


class SavedActivations(NamedTuple):
    """What going back needs to know of going ahead; one axis more has it of many groups of decisions."""

    globals: np.ndarray  # float32 (n, U), units of what belongs to no field
    fields: np.ndarray  # float32 (rounds + 1, n F, V), units of fields, round after round
    joined: np.ndarray  # float32 (n, U + V), `rest` and the mean of fields
    summary: np.ndarray  # float32 (n, U), what was made of these


class Workspace(NamedTuple):
    """Where to work on n decisions; float32, and int64 as broadcast. `of_` is a gradient."""

    rows: np.ndarray  # int64 (n F,), those of fields on which an action is legal, with `indices` of the others
    scored_index: np.ndarray  # int64 (n F,), of each row its index in `rows`, or NOWHERE
    channels: np.ndarray  # (n F, C padded), what belongs to fields
    messages: np.ndarray  # (n F, V), sums over neighbours
    broadcast: np.ndarray  # (n, V), what all fields hear
    seen: np.ndarray  # (n F, V), units of fields in `rows`, as the next three
    hidden: np.ndarray  # (n F, V), the layer before scores
    scores: np.ndarray  # (n F, kinds padded), or their gradient
    hidden_grads: np.ndarray  # (n F, V)
    choices: np.ndarray  # (n, choices padded), or their gradient
    value: np.ndarray  # (n, LANES), likewise
    field_grads: np.ndarray  # (2, n F, V), round by round in turn
    broadcast_grads: np.ndarray  # (n, V)
    summary_grads: np.ndarray  # (n, U)
    joined_grads: np.ndarray  # (n, U + V)
    global_grads: np.ndarray  # (n, U)


def indices_of(network: GraphNetwork) -> Indices:
    """Those of a network."""
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
    """Where these are among the scores of fields, or else among choices."""
    kinds = network.field_logits.out_features
    field, column = np.divmod(scores, kinds)
    own = field < network.num_fields
    return np.where(own, field, NOWHERE), np.where(own, column, scores - network.num_fields * kinds)


def new_activations(layers: Layers, indices: Indices, groups: int, size: int) -> SavedActivations:
    """Of that many groups of decisions, with anything in it."""
    own, units = layers.field_hidden.weights.shape[0], layers.value.weights.shape[0]
    rounds, joined = 1 + len(layers.self_layers.bias), layers.readout.weights.shape[0]
    shapes = (size, units), (rounds, size * len(indices.field_entries), own), (size, joined), (size, units)
    return SavedActivations(*(np.empty((groups, *shape), np.float32) for shape in shapes))


def new_workspace(layers: Layers, indices: Indices, size: int) -> Workspace:
    """For a group of decisions."""
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
        zeros(size, LANES),
        zeros(2, rows, own),
        zeros(size, own),
        zeros(size, units),
        zeros(size, len(layers.readout.weights)),
        zeros(size, units),
    )
