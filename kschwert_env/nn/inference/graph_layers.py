"""Data of `kschwert_env.nn.networks.GraphNetwork` in compiled code: layers, indices, activations and buffers.

Rows of fields are ordered by decision, then by field. U are units of the global part, V those of a field, both padded
with zeros to a multiple of `matmul.LANES`; units of padding stay 0.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.nn.inference import AnyNetwork, network_arrays
from kschwert_env.nn.inference.matmul import LANES

NOWHERE = -1
"""No field, or no partner."""


class Layer(NamedTuple):
    """A layer with k inputs and m outputs, float32; with a leading axis, one for each round."""

    weights: np.ndarray  # (k, m)
    bias: np.ndarray  # (m,), or empty


class Layers(NamedTuple):
    """Layers of the network, or their gradients."""

    field_encoder: Layer  # (C, V), entries of a field to its units; includes the factors of the entries
    global_encoder: Layer  # (R, U), global entries to the global part; likewise
    global_to_field: Layer  # (U, V), global part to all fields, without bias
    self_layers: Layer  # (rounds, V, V), from a field to itself
    message_layers: Layer  # (rounds, V, V), from the sum over the neighbours to a field, without bias
    readout: Layer  # (U, U), global part to the readout
    fields_to_readout: Layer  # (V, U), sum of all fields to the readout, without bias
    field_hidden: Layer  # (V, V), hidden layer of a field, before `field_logits`
    readout_to_field: Layer  # (U, V), readout to `field_hidden`, without bias
    field_logits: Layer  # (V, kinds padded), scores of a field
    outputs: Layer  # (U, values and choices padded), readout to the values, then to the actions without a field


class Indices(NamedTuple):
    """Indices of F fields with C entries each, int64."""

    channels: np.ndarray  # (C,), entries of the first field in an observation; those of the others follow
    global_entries: np.ndarray  # (R,), other entries
    neighbours: np.ndarray  # neighbours of all fields, concatenated
    offsets: np.ndarray  # (F + 1,), start and end of the neighbours of each field
    sources: np.ndarray  # fields whose neighbour a field is, concatenated
    source_offsets: np.ndarray  # (F + 1,), their start and end
    field: np.ndarray  # (A,), field of each action, or NOWHERE
    column: np.ndarray  # (A,), column in the scores of its field, or in `outputs`
    partner: np.ndarray  # (A,), partner field, or NOWHERE
    partner_column: np.ndarray  # (A,), column in the scores of the partner


class Weights(NamedTuple):
    """A network."""

    layers: Layers
    indices: Indices


class Activations(NamedTuple):
    """Activations of n decisions, float32. A leading axis, if present, is that of groups of decisions."""

    globals: np.ndarray  # (n, U), global part
    fields: np.ndarray  # (rounds + 1, n F, V), units of fields after each round
    total: np.ndarray  # (n, V), sum of the fields
    summary: np.ndarray  # (n, U), readout


class Buffers(NamedTuple):
    """Buffers for n decisions, float32 unless stated."""

    every: np.ndarray  # int64 (n F,), the numbers from 0 on
    rows: np.ndarray  # int64 (n F,), rows of fields that are scored: at first all
    scored_index: np.ndarray  # int64 (n F,), index in `rows` of each row, or NOWHERE
    channels: np.ndarray  # (C, F), entries of the fields of one decision
    messages: np.ndarray  # (n F, V), messages: sums over neighbours
    broadcast: np.ndarray  # (n, V), input from the global part or the readout to all fields
    seen: np.ndarray  # (n F, V), units of the fields in `rows`; the next two likewise
    hidden: np.ndarray  # (n F, V), hidden layer before the scores
    scores: np.ndarray  # (n F, kinds padded)
    outputs: np.ndarray  # (n, values and choices padded)


class Workspace(NamedTuple):
    """Activations and buffers, which `forward` writes."""

    activations: Activations
    buffers: Buffers


class Piece(NamedTuple):
    """Where the weights of a linear layer of PyTorch are in `Layers`.

    Attributes:
        name: name of the layer in PyTorch.
        inputs: which of its inputs.
        layer: the layer in `Layers`.
        round: round of that layer; empty if it has only one.
        column: column of its first output.
        factor: factor of the weights, by input or of all.
    """

    name: str
    inputs: slice
    layer: str
    round: tuple[int, ...] = ()
    column: int = 0
    factor: Any = 1


def pieces(parts: Mapping[str, np.ndarray]) -> Iterator[Piece]:
    """Yield all pieces of a network, given its arrays by name (`network_arrays`)."""
    every, units, values = slice(None), len(parts["global_encoder.bias"]), len(parts["value.bias"])
    yield Piece("field_encoder", every, "field_encoder", factor=parts["field_scale"][:, None])
    yield Piece("global_encoder", every, "global_encoder", factor=parts["global_scale"][:, None])
    for name in ("self_layers", "message_layers"):
        for i in range(_rounds(parts)):
            yield Piece(f"{name}.{i}", every, name, (i,))
    yield Piece("readout", slice(units), "readout")
    yield Piece("readout", slice(units, None), "fields_to_readout", factor=1 / len(parts["neighbour_offsets"]))
    for name in ("global_to_field", "field_hidden", "readout_to_field", "field_logits"):
        yield Piece(name, every, name)
    yield Piece("value", every, "outputs")
    yield Piece("global_logits", every, "outputs", column=values)


def _rounds(parts: Mapping[str, np.ndarray]) -> int:
    return sum(name.startswith("self_layers.") and name.endswith(".bias") for name in parts)


def zero_layers(parts: Mapping[str, np.ndarray], *leading: int) -> Layers:
    """Return layers of zeros, padded, with these leading axes."""
    (own, channels), (units, rest) = parts["field_encoder.weight"].shape, parts["global_encoder.weight"].shape
    v, u, kinds = _padded(own), _padded(units), _padded(len(parts["field_logits.bias"]))
    outputs, rounds = _padded(len(parts["value.bias"]) + len(parts["global_logits.bias"])), (_rounds(parts),)

    def layer(k: int, m: int, axes: tuple[int, ...] = (), has_bias: bool = True) -> Layer:
        sizes = (*axes, k, m), (*axes, m if has_bias else 0)
        return Layer(*(np.zeros((*leading, *size), np.float32) for size in sizes))

    return Layers(
        field_encoder=layer(channels, v),
        global_encoder=layer(rest, u),
        global_to_field=layer(u, v, has_bias=False),
        self_layers=layer(v, v, rounds),
        message_layers=layer(v, v, rounds, has_bias=False),
        readout=layer(u, u),
        fields_to_readout=layer(v, u, has_bias=False),
        field_hidden=layer(v, v),
        readout_to_field=layer(u, v, has_bias=False),
        field_logits=layer(v, kinds),
        outputs=layer(u, outputs),
    )


def _padded(units: int) -> int:
    return -(-units // LANES) * LANES


def weights_of(network: AnyNetwork) -> Weights:
    """Return the current weights of a network."""
    return weights_from(network_arrays(network))


def weights_from(parts: Mapping[str, np.ndarray]) -> Weights:
    """Return the weights of a network, given its arrays by name."""
    layers = zero_layers(parts)
    for piece in pieces(parts):
        learned, layer = parts[f"{piece.name}.weight"].T[piece.inputs] * piece.factor, getattr(layers, piece.layer)
        inputs, outputs = slice(len(learned)), slice(piece.column, piece.column + learned.shape[1])
        layer.weights[piece.round][inputs, outputs] = learned
        if layer.bias.size:
            layer.bias[piece.round][outputs] = parts[f"{piece.name}.bias"]
    return Weights(layers, _indices(parts))


def transpose(layers: Layers) -> Layers:
    """Return layers with transposed weights, for the backward pass."""
    return Layers(*(Layer(np.ascontiguousarray(np.swapaxes(each.weights, -2, -1)), each.bias) for each in layers))


def torch_gradients(parts: Mapping[str, np.ndarray], gradients: Layers) -> dict[str, np.ndarray]:
    """Return the gradients of the parameters in PyTorch by name; `parts` are the arrays of the network."""
    found = dict[str, np.ndarray]()
    for piece in pieces(parts):
        name, layer = f"{piece.name}.weight", getattr(gradients, piece.layer)
        (m, k), columns = parts[name].shape, slice(piece.column, piece.column + len(parts[name]))
        its = found.setdefault(name, np.empty((m, k), np.float32)).T[piece.inputs]
        its[:] = layer.weights[piece.round][: len(its), columns] * piece.factor
        if layer.bias.size:
            found[f"{piece.name}.bias"] = layer.bias[piece.round][columns]
    return found


def _indices(parts: Mapping[str, np.ndarray]) -> Indices:
    """Return the indices of a network."""
    fields, neighbours = len(parts["neighbour_offsets"]), parts["neighbour_index"]
    offsets = np.append(parts["neighbour_offsets"], len(neighbours))
    by_target = np.argsort(neighbours, kind="stable")
    sources = np.repeat(np.arange(fields), np.diff(offsets))[by_target]
    return Indices(
        parts["field_entries"].reshape(fields, -1)[0].copy(),
        parts["global_entries"],
        neighbours,
        offsets,
        sources,
        np.searchsorted(neighbours[by_target], np.arange(fields + 1)),
        *_field_and_column(parts, "score_index"),
        *_field_and_column(parts, "partner_index"),
    )


def _field_and_column(parts: Mapping[str, np.ndarray], name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return fields and columns of scores: columns of the field, or in `outputs`, where values precede the choices."""
    fields, kinds = len(parts["neighbour_offsets"]), len(parts["field_logits.bias"])
    field, column = np.divmod(parts[name], kinds)
    own = field < fields
    beside = parts[name] - fields * kinds + len(parts["value.bias"])
    return np.where(own, field, NOWHERE), np.where(own, column, beside)


def new_activations(weights: Weights, size: int, *leading: int) -> Activations:
    """Return uninitialized activations of `size` decisions, with these leading axes."""
    fields, (units, own) = len(weights.indices.offsets) - 1, weights.layers.readout_to_field.weights.shape
    rounds = 1 + len(weights.layers.self_layers.bias)
    shapes = (size, units), (rounds, size * fields, own), (size, own), (size, units)
    return Activations(*(np.empty((*leading, *shape), np.float32) for shape in shapes))


def new_buffers(weights: Weights, size: int) -> Buffers:
    """Return buffers for `size` decisions."""
    layers, fields = weights.layers, len(weights.indices.offsets) - 1
    rows, own = size * fields, layers.field_hidden.weights.shape[1]

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    return Buffers(
        every=np.arange(rows),
        rows=np.arange(rows),
        scored_index=np.arange(rows),
        channels=zeros(len(weights.indices.channels), fields),
        messages=zeros(rows, own),
        broadcast=zeros(size, own),
        seen=zeros(rows, own),
        hidden=zeros(rows, own),
        scores=zeros(rows, layers.field_logits.weights.shape[1]),
        outputs=zeros(size, layers.outputs.weights.shape[1]),
    )


def new_workspace(weights: Weights, size: int = 1) -> Workspace:
    """Return buffers for `size` decisions."""
    return Workspace(new_activations(weights, size), new_buffers(weights, size))
