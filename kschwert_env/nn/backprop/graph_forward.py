"""Forward pass of the graph network, from observations to logits and values. Only fields with a legal action are
scored.
"""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.nn.backprop.graph import NOWHERE
from kschwert_env.nn.backprop.layers import add, clear, copy, layer_forward, select_layer, sparse_forward
from kschwert_env.nn.inference.layers import affine, rectify
from kschwert_env.nn.inference.matmul import add_products
from kschwert_env.nn.networks import ILLEGAL


@compiled
def forward(layers, indices, saved, workspace, observations, masks, logits, values):
    """Write logits, float32 (n, A), ILLEGAL where masked, and values (n, P)."""
    n = observations.shape[0]
    rows = n * indices.field_entries.shape[0]
    encoders(layers, indices, saved, workspace, observations)
    last = layers.self_layers.bias.shape[0]
    for i in range(last):
        x, following, messages = saved.fields[i][:rows], saved.fields[i + 1][:rows], workspace.messages[:rows]
        sum_over_neighbours(indices, x, messages)
        layer_forward(select_layer(layers.self_layers, i), x, following)
        add_products(messages, layers.message_layers.weights[i], following)
        rectify(following)
    readout(layers, indices, saved, workspace, n)
    layer_forward(layers.global_logits, saved.summary[:n], workspace.choices[:n])
    layer_forward(layers.value, saved.summary[:n], workspace.value[:n])
    scored = find_scored_rows(indices, masks, workspace)
    field_hidden_forward(layers, indices, saved, workspace, n, scored)
    layer_forward(layers.field_logits, workspace.hidden[:scored], workspace.scores[:scored])
    for i in range(n):
        copy(workspace.value[i, : values.shape[1]], values[i])
        for action in range(logits.shape[1]):
            logits[i, action] = logit(indices, workspace, i, action) if masks[i, action] else ILLEGAL


@compiled
def encoders(layers, indices, saved, workspace, observations):
    """Evaluate the encoders of the observations."""
    n, fields = observations.shape[0], indices.field_entries.shape[0]
    rest, x, broadcast = saved.globals[:n], saved.fields[0][: n * fields], workspace.broadcast[:n]
    for i in range(n):
        sparse_forward(observations[i], indices.global_entries, indices.global_scale, layers.global_encoder, rest[i])
    rectify(rest)
    affine(rest, layers.global_to_field.weights, layers.field_encoder.bias, broadcast)
    split(indices, observations, workspace.channels)
    for i in range(n):
        for row in range(i * fields, (i + 1) * fields):
            copy(broadcast[i], x[row])
    add_products(workspace.channels[: n * fields], layers.field_encoder.weights, x)
    rectify(x)


@compiled
def split(indices, observations, channels):
    """Write the scaled entries of fields."""
    fields, count = indices.field_entries.shape
    for i in range(observations.shape[0]):
        for field in range(fields):
            for j in range(count):
                entry = observations[i, indices.field_entries[field, j]]
                channels[i * fields + field, j] = entry * indices.field_scale[j]


@compiled
def sum_over_neighbours(indices, x, out):
    """Write the sum over the neighbours of each field (message passing)."""
    fields = indices.field_entries.shape[0]
    clear(out)
    for first in range(0, x.shape[0], fields):
        for field in range(fields):
            for j in range(indices.neighbour_offsets[field], indices.neighbour_offsets[field + 1]):
                add(x[first + indices.neighbour_index[j]], out[first + field])


@compiled
def readout(layers, indices, saved, workspace, n):
    """Evaluate the readout of the global part and the mean of all fields."""
    fields, (width, own) = indices.field_entries.shape[0], indices.width
    sum_over_fields(saved.fields[saved.fields.shape[0] - 1], fields, workspace.broadcast[:n])
    for i in range(n):
        for j in range(width):
            saved.joined[i, j] = saved.globals[i, j]
        for j in range(own):
            saved.joined[i, width + j] = workspace.broadcast[i, j] / fields
        for j in range(width + own, saved.joined.shape[1]):
            saved.joined[i, j] = 0
    layer_forward(layers.readout, saved.joined[:n], saved.summary[:n])
    rectify(saved.summary[:n])


@compiled
def sum_over_fields(x, fields, out):
    """Write for each decision the sum of the rows of its fields into out (n, V)."""
    clear(out)
    for i in range(out.shape[0]):
        for row in range(i * fields, (i + 1) * fields):
            add(x[row], out[i])


@compiled
def find_scored_rows(indices, masks, workspace):
    """Note the rows of fields on which an action is legal; return their number."""
    fields, count = indices.field_entries.shape[0], 0
    workspace.scored_index[: masks.shape[0] * fields] = NOWHERE
    for i in range(masks.shape[0]):
        for action in range(masks.shape[1]):
            if masks[i, action]:
                for field in (indices.field[action], indices.partner[action]):
                    row = i * fields + field
                    if field != NOWHERE and workspace.scored_index[row] == NOWHERE:
                        workspace.scored_index[row], workspace.rows[count] = count, row
                        count += 1
    return count


@compiled
def field_hidden_forward(layers, indices, saved, workspace, n, scored):
    """Evaluate the hidden layer before the scores, for the noted rows."""
    fields = indices.field_entries.shape[0]
    last = saved.fields[saved.fields.shape[0] - 1]
    affine(saved.summary[:n], layers.readout_to_field.weights, layers.field_hidden.bias, workspace.broadcast[:n])
    for k in range(scored):
        copy(last[workspace.rows[k]], workspace.seen[k])
        copy(workspace.broadcast[workspace.rows[k] // fields], workspace.hidden[k])
    add_products(workspace.seen[:scored], layers.field_hidden.weights, workspace.hidden[:scored])
    rectify(workspace.hidden[:scored])


@inlined
def logit(indices, workspace, i, action):
    """Return the logit of a legal action."""
    first = i * indices.field_entries.shape[0]
    field, partner, column = indices.field[action], indices.partner[action], indices.column[action]
    found = (
        workspace.choices[i, column]
        if field == NOWHERE
        else workspace.scores[workspace.scored_index[first + field], column]
    )
    return (
        found
        if partner == NOWHERE
        else found + workspace.scores[workspace.scored_index[first + partner], indices.partner_column[action]]
    )
