"""Backward pass of the graph network, from gradients of logits and values to gradients of the weights."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.nn.backprop.graph import NOWHERE
from kschwert_env.nn.backprop.graph_forward import (
    field_hidden_forward,
    find_scored_rows,
    split,
    sum_over_fields,
    sum_over_neighbours,
)
from kschwert_env.nn.backprop.layers import (
    add,
    clear,
    copy,
    input_grad,
    relu_backward,
    select_gradients,
    select_layer,
    sparse_weight_grad,
    weight_grad,
)


@compiled
def backward(layers, indices, saved, workspace, observations, masks, logit_grads, value_grads, gradients):
    """Add to `gradients` the contribution of the gradients of logits, float32 (n, A), and values, (n, P)."""
    n = observations.shape[0]
    rows = n * indices.field_entries.shape[0]
    last = layers.self_layers.bias.shape[0]
    heads_backward(
        layers,
        indices,
        saved,
        workspace,
        masks,
        logit_grads,
        value_grads,
        gradients,
        workspace.field_grads[last % 2][:rows],
    )
    readout_backward(layers, indices, saved, workspace, n, gradients, workspace.field_grads[last % 2][:rows])
    for i in range(last - 1, -1, -1):
        x, messages = saved.fields[i][:rows], workspace.messages[:rows]
        gradient, before = workspace.field_grads[(i + 1) % 2][:rows], workspace.field_grads[i % 2][:rows]
        relu_backward(saved.fields[i + 1][:rows], gradient)
        weight_grad(select_gradients(gradients.self_layers, i), x, gradient)
        sum_over_neighbours(indices, x, messages)
        weight_grad(select_gradients(gradients.message_layers, i), messages, gradient)
        scatter_to_neighbours(indices, gradient, messages)
        clear(before)
        input_grad(select_layer(layers.self_layers, i), gradient, before)
        input_grad(select_layer(layers.message_layers, i), messages, before)
    relu_backward(saved.fields[0][:rows], workspace.field_grads[0][:rows])
    encoders_backward(layers, indices, saved, workspace, observations, gradients, workspace.field_grads[0][:rows])


@compiled
def heads_backward(layers, indices, saved, workspace, masks, logit_grads, value_grads, gradients, field_grads):
    """Backpropagate from logits and values to fields and readout."""
    n, fields = masks.shape[0], indices.field_entries.shape[0]
    scored = find_scored_rows(indices, masks, workspace)
    field_hidden_forward(layers, indices, saved, workspace, n, scored)
    scatter_logit_gradients(indices, workspace, masks, logit_grads, value_grads, scored)
    hidden, hidden_grads, scores = workspace.hidden[:scored], workspace.hidden_grads[:scored], workspace.scores[:scored]
    weight_grad(gradients.field_logits, hidden, scores)
    clear(hidden_grads)
    input_grad(layers.field_logits, scores, hidden_grads)
    relu_backward(hidden, hidden_grads)
    weight_grad(gradients.field_hidden, workspace.seen[:scored], hidden_grads)
    clear(workspace.broadcast_grads[:n])
    for k in range(scored):
        add(hidden_grads[k], workspace.broadcast_grads[workspace.rows[k] // fields])
    clear(workspace.seen[:scored])
    input_grad(layers.field_hidden, hidden_grads, workspace.seen[:scored])
    clear(field_grads)
    for k in range(scored):
        copy(workspace.seen[k], field_grads[workspace.rows[k]])


@compiled
def scatter_logit_gradients(indices, workspace, masks, logit_grads, value_grads, scored):
    """Scatter the gradients of logits to scores and choices."""
    n, fields = masks.shape[0], indices.field_entries.shape[0]
    clear(workspace.scores[:scored])
    clear(workspace.choices[:n])
    for i in range(n):
        for j in range(workspace.value.shape[1]):
            workspace.value[i, j] = value_grads[i, j] if j < value_grads.shape[1] else 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                gradient, column = logit_grads[i, action], indices.column[action]
                field, partner = indices.field[action], indices.partner[action]
                if field == NOWHERE:
                    workspace.choices[i, column] += gradient
                else:
                    workspace.scores[workspace.scored_index[i * fields + field], column] += gradient
                if partner != NOWHERE:
                    workspace.scores[workspace.scored_index[i * fields + partner], indices.partner_column[action]] += (
                        gradient
                    )


@compiled
def readout_backward(layers, indices, saved, workspace, n, gradients, field_grads):
    """Backpropagate from the readout to fields and the global part."""
    fields, (width, own) = indices.field_entries.shape[0], indices.width
    summary, summary_grads, joined_grads = saved.summary[:n], workspace.summary_grads[:n], workspace.joined_grads[:n]
    weight_grad(gradients.global_logits, summary, workspace.choices[:n])
    weight_grad(gradients.value, summary, workspace.value[:n])
    weight_grad(gradients.readout_to_field, summary, workspace.broadcast_grads[:n])
    clear(summary_grads)
    input_grad(layers.global_logits, workspace.choices[:n], summary_grads)
    input_grad(layers.value, workspace.value[:n], summary_grads)
    input_grad(layers.readout_to_field, workspace.broadcast_grads[:n], summary_grads)
    relu_backward(summary, summary_grads)
    weight_grad(gradients.readout, saved.joined[:n], summary_grads)
    clear(joined_grads)
    input_grad(layers.readout, summary_grads, joined_grads)
    for i in range(n):
        for j in range(width):
            workspace.global_grads[i, j] = joined_grads[i, j]
        for j in range(own):
            workspace.broadcast_grads[i, j] = joined_grads[i, width + j] / fields
    scatter_to_fields(workspace.broadcast_grads[:n], fields, field_grads)


@compiled
def scatter_to_neighbours(indices, x, out):
    """Write for each field the sum over the fields whose neighbour it is."""
    fields = indices.field_entries.shape[0]
    clear(out)
    for first in range(0, x.shape[0], fields):
        for field in range(fields):
            for j in range(indices.neighbour_offsets[field], indices.neighbour_offsets[field + 1]):
                add(x[first + field], out[first + indices.neighbour_index[j]])


@compiled
def scatter_to_fields(broadcast, fields, out):
    """Add a row per decision, (n, V), to the rows of all its fields."""
    for i in range(broadcast.shape[0]):
        for row in range(i * fields, (i + 1) * fields):
            add(broadcast[i], out[row])


@compiled
def encoders_backward(layers, indices, saved, workspace, observations, gradients, field_grads):
    """Backpropagate from fields and the global part to the weights of the encoders."""
    n, fields = observations.shape[0], indices.field_entries.shape[0]
    rest, global_grads = saved.globals[:n], workspace.global_grads[:n]
    split(indices, observations, workspace.channels)
    weight_grad(gradients.field_encoder, workspace.channels[: n * fields], field_grads)
    sum_over_fields(field_grads, fields, workspace.broadcast_grads[:n])
    weight_grad(gradients.global_to_field, rest, workspace.broadcast_grads[:n])
    input_grad(layers.global_to_field, workspace.broadcast_grads[:n], global_grads)
    relu_backward(rest, global_grads)
    for i in range(n):
        sparse_weight_grad(
            observations[i], indices.global_entries, indices.global_scale, gradients.global_encoder, global_grads[i]
        )
