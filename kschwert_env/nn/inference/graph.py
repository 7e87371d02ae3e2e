"""The forward pass of `kschwert_env.nn.networks.GraphNetwork`, for one decision or for n together."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.graph_layers import NOWHERE, new_workspace, weights_of
from kschwert_env.nn.inference.layers import add_entries, affine, clear, copy, fill, rectify
from kschwert_env.nn.inference.matmul import add_products, add_rows, add_transposed_products

__all__ = ["forward", "new_workspace", "weights_of"]


@compiled
def forward(weights, workspace, observation, logits, values):
    """Write the logits of all actions, float32 (A,), and values, float32 (P,), for an observation, int8 (N,)."""
    layers, indices, saved, buffers = weights.layers, weights.indices, workspace.activations, workspace.buffers
    encode(layers, indices, saved, buffers, observation.reshape((1, observation.shape[0])))
    score(layers, indices, saved, buffers, 1, buffers.rows.shape[0])
    copy(buffers.outputs[0, : values.shape[0]], values)
    for action in range(logits.shape[0]):
        logits[action] = logit(indices, buffers, 0, action)


@compiled
def encode(layers, indices, saved, buffers, observations):
    """Write all activations: encoders, rounds of message passing, and readout."""
    n, fields = observations.shape[0], indices.offsets.shape[0] - 1
    encoders(layers, indices, saved, buffers, observations)
    rounds = layers.self_layers.bias.shape[0]
    for i in range(rounds):
        x, following, messages = (
            saved.fields[i][: n * fields],
            saved.fields[i + 1][: n * fields],
            buffers.messages[: n * fields],
        )
        sum_over(indices.neighbours, indices.offsets, x, messages)
        affine(x, layers.self_layers.weights[i], layers.self_layers.bias[i], following)
        add_products(messages, layers.message_layers.weights[i], following)
        rectify(following)
    total, summary = saved.total[:n], saved.summary[:n]
    sum_over_fields(buffers, saved.fields[rounds][: n * fields], fields, total)
    affine(saved.globals[:n], layers.readout.weights, layers.readout.bias, summary)
    add_products(total, layers.fields_to_readout.weights, summary)
    rectify(summary)


@compiled
def encoders(layers, indices, saved, buffers, observations):
    """Write the global part and the fields before the first round."""
    n, fields = observations.shape[0], indices.offsets.shape[0] - 1
    rest, broadcast = saved.globals[:n], buffers.broadcast[:n]
    fill(layers.global_encoder.bias, rest)
    for i in range(n):
        add_entries(observations[i], indices.global_entries, layers.global_encoder.weights, rest[i])
    rectify(rest)
    affine(rest, layers.global_to_field.weights, layers.field_encoder.bias, broadcast)
    for i in range(n):
        own = saved.fields[0][i * fields : (i + 1) * fields]
        fill(broadcast[i], own)
        read_channels(indices, observations[i], buffers.channels)
        add_transposed_products(buffers.channels, layers.field_encoder.weights, own)
    rectify(saved.fields[0][: n * fields])


@compiled
def read_channels(indices, observation, channels):
    """Write the entries of all fields, (C, F)."""
    for i in range(channels.shape[0]):
        first = indices.channels[i]
        own, row = packed(observation[first : first + channels.shape[1]]), packed(channels[i])
        for field in range(row.shape[0]):
            row[field] = own[field]


@compiled
def sum_over(index, offsets, x, out):
    """Write for each field of each decision the sum over other fields, (n F, V): those at its part of `index`."""
    fields = offsets.shape[0] - 1
    clear(out)
    for first in range(0, x.shape[0], fields):
        for field in range(fields):
            add_rows(x, index, offsets[field], offsets[field + 1], first, out[first + field])


@compiled
def sum_over_fields(buffers, x, fields, out):
    """Write for each decision the sum of the rows of its fields into out (n, V)."""
    clear(out)
    for i in range(out.shape[0]):
        add_rows(x, buffers.every, i * fields, (i + 1) * fields, 0, out[i])


@compiled
def score(layers, indices, saved, buffers, n, scored):
    """Write the scores of the first `scored` rows in `buffers.rows`, values, and scores of actions without a field."""
    affine(saved.summary[:n], layers.outputs.weights, layers.outputs.bias, buffers.outputs[:n])
    hidden_of_fields(layers, indices, saved, buffers, n, scored)
    affine(buffers.hidden[:scored], layers.field_logits.weights, layers.field_logits.bias, buffers.scores[:scored])


@compiled
def hidden_of_fields(layers, indices, saved, buffers, n, scored):
    """Write the hidden layer before the scores, for the rows that are scored."""
    fields, last = indices.offsets.shape[0] - 1, saved.fields[saved.fields.shape[0] - 1]
    broadcast, seen, hidden = buffers.broadcast[:n], buffers.seen[:scored], buffers.hidden[:scored]
    affine(saved.summary[:n], layers.readout_to_field.weights, layers.field_hidden.bias, broadcast)
    for k in range(scored):
        copy(last[buffers.rows[k]], seen[k])
        copy(broadcast[buffers.rows[k] // fields], hidden[k])
    add_products(seen, layers.field_hidden.weights, hidden)
    rectify(hidden)


@inlined
def logit(indices, buffers, i, action):
    """Return the logit of an action whose field and partner are scored."""
    first, column = i * (indices.offsets.shape[0] - 1), indices.column[action]
    field, partner = indices.field[action], indices.partner[action]
    found = (
        buffers.outputs[i, column] if field == NOWHERE else buffers.scores[buffers.scored_index[first + field], column]
    )
    return (
        found
        if partner == NOWHERE
        else found + buffers.scores[buffers.scored_index[first + partner], indices.partner_column[action]]
    )
