"""The forward pass of `kschwert_env.nn.networks.GraphNetwork`."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference import parts_of
from kschwert_env.nn.inference.layers import add_entries, affine, fill, rectify
from kschwert_env.nn.inference.matmul import add_products, padded

if TYPE_CHECKING:
    from kschwert_env.nn.networks import GraphNetwork


class Weights(NamedTuple):
    """What the network has learned: float32, U units for what belongs to no field, V for each of F fields, both padded.

    Places are int64. Of actions they are places in `Room.scores`.
    """

    field_entries: np.ndarray  # (F, C), what of an observation belongs to each field
    rest_entries: np.ndarray  # (R,), the others
    beside: np.ndarray  # neighbours of all fields, one after another
    offsets: np.ndarray  # (F + 1,), where those of each field begin and end
    first: np.ndarray  # (A,), of each action its score, or its field's
    second: np.ndarray  # (A,), its partner's, or a zero
    from_field: np.ndarray  # (C, V), with the scale of the entries
    from_rest: np.ndarray  # (R, U), likewise
    rest_to_field: np.ndarray  # (U, V)
    stay: np.ndarray  # (layers, V, V)
    hear: np.ndarray  # (layers, V, V)
    sum_up_rest: np.ndarray  # (U, U)
    sum_up_fields: np.ndarray  # (V, U), of their sum
    field_to_score: np.ndarray  # (V, V)
    sum_to_score: np.ndarray  # (U, V)
    score: np.ndarray  # (V, kinds padded)
    choice: np.ndarray  # (U, choices + 2 padded), of the value, of actions without a field, and of a zero
    from_field_bias: np.ndarray  # (V,), of that; the others likewise
    from_rest_bias: np.ndarray  # (U,)
    stay_bias: np.ndarray  # (layers, V)
    sum_up_bias: np.ndarray  # (U,)
    field_to_score_bias: np.ndarray  # (V,)
    score_bias: np.ndarray  # (kinds padded,)
    choice_bias: np.ndarray  # (choices + 2 padded,)


class Room(NamedTuple):
    """Where layers write, float32."""

    channels: np.ndarray  # (F, C), what belongs to fields
    fields: np.ndarray  # (2, F, V), layers over them in turn
    heard: np.ndarray  # (F, V), sums over neighbours
    rest: np.ndarray  # (1, U), what belongs to no field
    told: np.ndarray  # (1, V), what all fields hear
    sum: np.ndarray  # (1, V), over all fields
    summary: np.ndarray  # (1, U), of everything
    scores: np.ndarray  # flat, all of the following two
    of_fields: np.ndarray  # (F, kinds padded), a view of the first part
    of_choices: np.ndarray  # (1, choices + 2 padded), a view of the second; the value, choices, and a zero


def weights_of(network: "GraphNetwork") -> Weights:
    """Those of a network."""
    parts = parts_of(network)
    fields, units = len(parts["offsets"]), len(parts["from_rest.bias"])
    sum_up, nothing = parts["sum_up.weight"].T, np.zeros_like(parts["value.weight"])
    return Weights(
        parts["field_entries"].reshape(fields, -1),
        parts["rest_entries"],
        parts["beside"],
        np.append(parts["offsets"], len(parts["beside"])),
        _places(parts, "first"),
        _places(parts, "second"),
        padded(parts["from_field.weight"].T * parts["field_scale"][:, None]),
        padded(parts["from_rest.weight"].T * parts["rest_scale"][:, None]),
        padded(parts["rest_to_field.weight"].T, axes=2),
        padded(_by_layer(parts, "stay", "weight").transpose(0, 2, 1), axes=2),
        padded(_by_layer(parts, "hear", "weight").transpose(0, 2, 1), axes=2),
        padded(sum_up[:units], axes=2),
        padded(sum_up[units:] / fields, axes=2),
        padded(parts["field_to_score.weight"].T, axes=2),
        padded(parts["sum_to_score.weight"].T, axes=2),
        padded(parts["score.weight"].T, axes=2),
        padded(np.concatenate([parts["value.weight"], parts["choice.weight"], nothing]).T, axes=2),
        padded(parts["from_field.bias"]),
        padded(parts["from_rest.bias"]),
        padded(_by_layer(parts, "stay", "bias")),
        padded(parts["sum_up.bias"]),
        padded(parts["field_to_score.bias"]),
        padded(parts["score.bias"]),
        padded(np.concatenate([parts["value.bias"], parts["choice.bias"], nothing[:, 0]])),
    )


def _by_layer(parts: dict[str, np.ndarray], name: str, kind: str) -> np.ndarray:
    count = sum(part.startswith(f"{name}.") and part.endswith(f".{kind}") for part in parts)
    return np.array([parts[f"{name}.{i}.{kind}"] for i in range(count)])


def _places(parts: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Those of the network, moved on by the columns that are padded and by the value, which stands before choices."""
    fields, kinds = len(parts["offsets"]), len(parts["score.weight"])
    columns = padded(parts["score.bias"]).size
    field, kind = np.divmod(parts[name], kinds)
    return np.where(field < fields, field * columns + kind, fields * (columns - kinds) + 1 + parts[name])


def room_of(weights: Weights) -> Room:
    """Room for `forward`."""
    (num_fields, channels), (units, choices) = weights.field_entries.shape, weights.choice.shape
    own, kinds = weights.score.shape

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    scores = zeros(num_fields * kinds + choices)
    return Room(
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
def forward(weights, room, observation, logits):
    """Write the logits of all actions, float32 (A,), for an observation, int8 (N,); the value."""
    look(weights, room, observation)
    fields = room.fields[0]
    for i in range(weights.stay.shape[0]):
        following = room.fields[(i + 1) % 2]
        affine(fields, weights.stay[i], weights.stay_bias[i], following)
        sum_beside(weights, fields, room.heard)
        add_products(room.heard, weights.hear[i], following)
        fields = following
        rectify(fields)
    sum_up(weights, room, fields)
    affine(room.summary, weights.sum_to_score, weights.field_to_score_bias, room.told)
    affine(fields, weights.field_to_score, room.told[0], room.heard)
    rectify(room.heard)
    affine(room.heard, weights.score, weights.score_bias, room.of_fields)
    affine(room.summary, weights.choice, weights.choice_bias, room.of_choices)
    for action in range(logits.shape[0]):
        logits[action] = room.scores[weights.first[action]] + room.scores[weights.second[action]]
    return room.of_choices[0, 0]


@compiled
def look(weights, room, observation):
    """The first layers, over the observation."""
    fill(weights.from_rest_bias, room.rest)
    add_entries(observation, weights.rest_entries, weights.from_rest, room.rest)
    rectify(room.rest)
    for field in range(room.channels.shape[0]):
        for channel in range(room.channels.shape[1]):
            room.channels[field, channel] = observation[weights.field_entries[field, channel]]
    affine(room.rest, weights.rest_to_field, weights.from_field_bias, room.told)
    affine(room.channels, weights.from_field, room.told[0], room.fields[0])
    rectify(room.fields[0])


@compiled
def sum_beside(weights, fields, out):
    """For each field the sum over its neighbours, (F, V)."""
    for field in range(fields.shape[0]):
        row = packed(out[field])
        for j in range(row.shape[0]):
            row[j] = 0
        for place in range(weights.offsets[field], weights.offsets[field + 1]):
            add(fields[weights.beside[place]], row)


@compiled
def sum_up(weights, room, fields):
    """The layer over the rest and the mean of all fields."""
    total = packed(room.sum[0])
    for j in range(total.shape[0]):
        total[j] = 0
    for field in range(fields.shape[0]):
        add(fields[field], total)
    affine(room.rest, weights.sum_up_rest, weights.sum_up_bias, room.summary)
    add_products(room.sum, weights.sum_up_fields, room.summary)
    rectify(room.summary)


@inlined
def add(x, out):
    """Add one row to another."""
    x = packed(x)
    for j in range(out.shape[0]):
        out[j] += x[j]
