"""`kschwert_env.nn.networks.GraphNetwork` as compiled code has it: its layers, and where it works.

Rows of fields are those of one decision after another.
"""

from typing import NamedTuple

import numpy as np

from kschwert_env.nn.backprop.layers import Layer, numbers
from kschwert_env.nn.inference.matmul import LANES
from kschwert_env.nn.networks import GraphNetwork

NOWHERE = -1
"""For an action without a field, or without a partner."""


class Layers(NamedTuple):
    """Those of the network by the same names, or their slopes."""

    from_field: Layer  # over what belongs to a field
    from_rest: Layer  # over the other entries of an observation
    rest_to_field: Layer  # what all fields hear of these
    stay: Layer  # by rounds, what a field makes of itself
    hear: Layer  # by rounds, what it makes of the sum of its neighbours
    sum_up: Layer  # over the other entries and the mean of all fields
    field_to_score: Layer  # the layer before `score`, of a field
    sum_to_score: Layer  # its part of what was summed up
    score: Layer  # logits of a field
    choice: Layer  # logits of actions without a field
    value: Layer  # the value


class Places(NamedTuple):
    """What belongs where, for F fields with C entries each; int64 but for scales, float32."""

    field_entries: np.ndarray  # (F, C), what of an observation belongs to each field
    field_scale: np.ndarray  # (C,), of these
    rest_entries: np.ndarray  # (R,), the others
    rest_scale: np.ndarray  # (R,), of these
    beside: np.ndarray  # neighbours of all fields, one after another
    offsets: np.ndarray  # (F + 1,), where those of each field begin and end
    field: np.ndarray  # (A,), of each action, or NOWHERE
    column: np.ndarray  # (A,), its score in the row of its field, or else among choices
    partner: np.ndarray  # (A,), a field, or NOWHERE
    partner_column: np.ndarray  # (A,), as `column`
    width: np.ndarray  # (2,), units of the rest and of a field, without padding


class Kept(NamedTuple):
    """What going back needs to know of going ahead; one axis more has it of many groups of decisions."""

    rest: np.ndarray  # float32 (n, U), units of what belongs to no field
    fields: np.ndarray  # float32 (rounds + 1, n F, V), units of fields, round after round
    joined: np.ndarray  # float32 (n, U + V), `rest` and the mean of fields
    summary: np.ndarray  # float32 (n, U), what was made of these


class Room(NamedTuple):
    """Where to work on n decisions; float32, and int64 as told. `of_` is a gradient."""

    rows: np.ndarray  # int64 (n F,), those of fields on which an action is legal, with `places` of the others
    places: np.ndarray  # int64 (n F,), of each row its place among `rows`, or NOWHERE
    channels: np.ndarray  # (n F, C padded), what belongs to fields
    heard: np.ndarray  # (n F, V), sums over neighbours
    told: np.ndarray  # (n, V), what all fields hear
    seen: np.ndarray  # (n F, V), units of fields in `rows`, as the next three
    hidden: np.ndarray  # (n F, V), the layer before scores
    scores: np.ndarray  # (n F, kinds padded), or their gradient
    of_hidden: np.ndarray  # (n F, V)
    choices: np.ndarray  # (n, choices padded), or their gradient
    value: np.ndarray  # (n, LANES), likewise
    of_fields: np.ndarray  # (2, n F, V), round by round in turn
    of_told: np.ndarray  # (n, V)
    of_summary: np.ndarray  # (n, U)
    of_joined: np.ndarray  # (n, U + V)
    of_rest: np.ndarray  # (n, U)


def places_of(network: GraphNetwork) -> Places:
    """Those of a network."""
    fields, beside = network.num_fields, numbers(network.beside)
    places = [_field_and_column(network, numbers(scores)) for scores in (network.first, network.second)]
    return Places(
        numbers(network.field_entries).reshape(fields, -1),
        numbers(network.field_scale),
        numbers(network.rest_entries),
        numbers(network.rest_scale),
        beside,
        np.append(numbers(network.offsets), len(beside)),
        *places[0],
        *places[1],
        np.array([network.shape.width, network.shape.field_width]),
    )


def _field_and_column(network: GraphNetwork, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where these are among the scores of fields, or else among choices."""
    kinds = network.score.out_features
    field, column = np.divmod(scores, kinds)
    own = field < network.num_fields
    return np.where(own, field, NOWHERE), np.where(own, column, scores - network.num_fields * kinds)


def kept_of(layers: Layers, places: Places, groups: int, size: int) -> Kept:
    """Of that many groups of decisions, with anything in it."""
    own, units = layers.field_to_score.weights.shape[0], layers.value.weights.shape[0]
    rounds, joined = 1 + len(layers.stay.bias), layers.sum_up.weights.shape[0]
    shapes = (size, units), (rounds, size * len(places.field_entries), own), (size, joined), (size, units)
    return Kept(*(np.empty((groups, *shape), np.float32) for shape in shapes))


def room_of(layers: Layers, places: Places, size: int) -> Room:
    """For a group of decisions."""
    rows, own, units = size * len(places.field_entries), *layers.sum_to_score.weights.shape[::-1]

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    return Room(
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        zeros(rows, len(layers.from_field.weights)),
        zeros(rows, own),
        zeros(size, own),
        zeros(rows, own),
        zeros(rows, own),
        zeros(rows, len(layers.score.bias)),
        zeros(rows, own),
        zeros(size, len(layers.choice.bias)),
        zeros(size, LANES),
        zeros(2, rows, own),
        zeros(size, own),
        zeros(size, units),
        zeros(size, len(layers.sum_up.weights)),
        zeros(size, units),
    )
