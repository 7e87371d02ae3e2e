"""`kschwert_env.nn.networks.GraphNetwork` as compiled code has it: its layers, and where it works.

Rows of fields are those of one decision after another.
"""

from typing import NamedTuple

import numpy as np

from kschwert_env.nn.backprop.layers import Layer, Linears, numbers
from kschwert_env.nn.inference.matmul import LANES
from kschwert_env.nn.networks import GraphNetwork

NOWHERE = -1
"""For an action without a field, or without a partner."""


class Layers(NamedTuple):
    """Those of the network by the same names, or their slopes.

    Attributes:
        from_field: over what belongs to a field.
        from_rest: over the other entries of an observation.
        rest_to_field: what all fields hear of these.
        stay: by rounds, what a field makes of itself.
        hear: by rounds, what it makes of the sum of its neighbours.
        sum_up: over the other entries and the mean of all fields.
        field_to_score: the layer before `score`, of a field.
        sum_to_score: its part of what was summed up.
        score: logits of a field.
        choice: logits of actions without a field.
        value: the value.
    """

    from_field: Layer
    from_rest: Layer
    rest_to_field: Layer
    stay: Layer
    hear: Layer
    sum_up: Layer
    field_to_score: Layer
    sum_to_score: Layer
    score: Layer
    choice: Layer
    value: Layer


class Places(NamedTuple):
    """What belongs where, for F fields with C entries each; int64 but for scales, float32.

    Attributes:
        field_entries: (F, C), what of an observation belongs to each field.
        field_scale: (C,), of these.
        rest_entries: (R,), the others.
        rest_scale: (R,), of these.
        beside: neighbours of all fields, one after another.
        offsets: (F + 1,), where those of each field begin and end.
        field: (A,), of each action, or NOWHERE.
        column: (A,), its score in the row of its field, or else among choices.
        partner: (A,), a field, or NOWHERE.
        partner_column: (A,), as `column`.
        width: (2,), units of the rest and of a field, without padding.
    """

    field_entries: np.ndarray
    field_scale: np.ndarray
    rest_entries: np.ndarray
    rest_scale: np.ndarray
    beside: np.ndarray
    offsets: np.ndarray
    field: np.ndarray
    column: np.ndarray
    partner: np.ndarray
    partner_column: np.ndarray
    width: np.ndarray


class Kept(NamedTuple):
    """What going back needs to know of going ahead; one axis more has it of many groups of decisions.

    Attributes:
        rest: float32 (n, U), units of what belongs to no field.
        fields: float32 (rounds + 1, n F, V), units of fields, round after round.
        joined: float32 (n, U + V), `rest` and the mean of fields.
        summary: float32 (n, U), what was made of these.
    """

    rest: np.ndarray
    fields: np.ndarray
    joined: np.ndarray
    summary: np.ndarray


class Room(NamedTuple):
    """Where to work on n decisions; float32, and int64 as told. `of_` is a gradient.

    Attributes:
        rows: int64 (n F,), those of fields on which an action is legal, with `places` of the others.
        places: int64 (n F,), of each row its place among `rows`, or NOWHERE.
        channels: (n F, C padded), what belongs to fields.
        heard: (n F, V), sums over neighbours.
        told: (n, V), what all fields hear.
        seen: (n F, V), units of fields in `rows`, as the next three.
        hidden: (n F, V), the layer before scores.
        scores: (n F, kinds padded), or their gradient.
        of_hidden: (n F, V).
        choices: (n, choices padded), or their gradient.
        value: (n, LANES), likewise.
        of_fields: (2, n F, V), round by round in turn.
        of_told: (n, V).
        of_summary: (n, U).
        of_joined: (n, U + V).
        of_rest: (n, U).
    """

    rows: np.ndarray
    places: np.ndarray
    channels: np.ndarray
    heard: np.ndarray
    told: np.ndarray
    seen: np.ndarray
    hidden: np.ndarray
    scores: np.ndarray
    of_hidden: np.ndarray
    choices: np.ndarray
    value: np.ndarray
    of_fields: np.ndarray
    of_told: np.ndarray
    of_summary: np.ndarray
    of_joined: np.ndarray
    of_rest: np.ndarray


def linears_of(network: GraphNetwork) -> list[Linears]:
    """Torch's layers, in the order of `Layers`."""
    return [getattr(network, name) for name in Layers._fields]


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
