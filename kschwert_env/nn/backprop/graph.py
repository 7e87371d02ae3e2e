"""Backward pass of the graph network, from gradients of logits and values to gradients of the weights."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.nn.backprop.layers import add_entry_gradients, add_gradients, input_gradients, relu_backward
from kschwert_env.nn.inference.graph import hidden_of_fields, read_channels, sum_over, sum_over_fields
from kschwert_env.nn.inference.graph_layers import NOWHERE, Layer, Weights
from kschwert_env.nn.inference.layers import add, clear, copy
from kschwert_env.nn.inference.matmul import add_products, add_rows, add_transposed_products


class GradientBuffers(NamedTuple):
    """Gradients of activations, float32, for n decisions with F fields each."""

    fields: np.ndarray  # (2, n F, V), alternating between rounds
    hidden: np.ndarray  # (n F, V), of the rows that are scored
    broadcast: np.ndarray  # (n, V)
    globals: np.ndarray  # (n, U)
    summary: np.ndarray  # (n, U)


def new_gradient_buffers(weights: Weights, size: int) -> GradientBuffers:
    """Return buffers for `size` decisions."""
    rows, (units, own) = size * (len(weights.indices.offsets) - 1), weights.layers.readout_to_field.weights.shape
    shapes = (2, rows, own), (rows, own), (size, own), (size, units), (size, units)
    return GradientBuffers(*(np.zeros(shape, np.float32) for shape in shapes))


@inlined
def layer_of(layers, i):
    """Return one of several layers."""
    return Layer(layers.weights[i], layers.bias[i])


@compiled
def backward(layers, transposed, indices, saved, buffers, work, observations, masks, slopes, gradients):
    """Add to `gradients`, layers, the contribution of decisions.

    `transposed` are layers with transposed weights, `work` the gradients of activations, `slopes` the gradients of
    logits, float32 (n, A), and values, (n, P).
    """
    n = observations.shape[0]
    rows, rounds = n * (indices.offsets.shape[0] - 1), layers.self_layers.bias.shape[0]
    of_last, messages, every = work.fields[rounds % 2][:rows], buffers.messages[:rows], buffers.every
    heads_backward(layers, transposed, indices, saved, buffers, work, masks, slopes, gradients, of_last)
    readout_backward(transposed, indices, saved, buffers, work, n, gradients, of_last)
    for i in range(rounds - 1, -1, -1):
        x, of_x, gradient = saved.fields[i][:rows], work.fields[i % 2][:rows], work.fields[(i + 1) % 2][:rows]
        relu_backward(saved.fields[i + 1][:rows], gradient)
        add_gradients(layer_of(gradients.self_layers, i), every, x, gradient)
        sum_over(indices.neighbours, indices.offsets, x, messages)
        add_transposed_products(messages, gradient, gradients.message_layers.weights[i])
        sum_over(indices.sources, indices.source_offsets, gradient, messages)
        input_gradients(transposed.self_layers.weights[i], gradient, of_x)
        add_products(messages, transposed.message_layers.weights[i], of_x)
    relu_backward(saved.fields[0][:rows], work.fields[0][:rows])
    encoders_backward(transposed, indices, saved, buffers, work, observations, gradients)


@compiled
def heads_backward(layers, transposed, indices, saved, buffers, work, masks, slopes, gradients, of_fields):
    """Write the gradients of the fields after the last round, of outputs, and of the input of all fields."""
    n, fields = masks.shape[0], indices.offsets.shape[0] - 1
    scored = find_scored_rows(indices, masks, buffers)
    hidden_of_fields(layers, indices, saved, buffers, n, scored)
    scatter_slopes(indices, buffers, masks, slopes, scored)
    seen, hidden, of_hidden = buffers.seen[:scored], buffers.hidden[:scored], work.hidden[:scored]
    add_gradients(gradients.field_logits, buffers.every, hidden, buffers.scores[:scored])
    input_gradients(transposed.field_logits.weights, buffers.scores[:scored], of_hidden)
    relu_backward(hidden, of_hidden)
    add_gradients(gradients.field_hidden, buffers.every, seen, of_hidden)
    clear(work.broadcast[:n])
    for k in range(scored):
        add(of_hidden[k], work.broadcast[buffers.rows[k] // fields])
    input_gradients(transposed.field_hidden.weights, of_hidden, seen)
    clear(of_fields)
    for k in range(scored):
        copy(seen[k], of_fields[buffers.rows[k]])


@compiled
def find_scored_rows(indices, masks, buffers):
    """Write the rows of fields on which an action is legal; return their number."""
    fields, count = indices.offsets.shape[0] - 1, 0
    buffers.scored_index[: masks.shape[0] * fields] = NOWHERE
    for i in range(masks.shape[0]):
        for action in range(masks.shape[1]):
            if masks[i, action]:
                for field in (indices.field[action], indices.partner[action]):
                    row = i * fields + field
                    if field != NOWHERE and buffers.scored_index[row] == NOWHERE:
                        buffers.scored_index[row], buffers.rows[count] = count, row
                        count += 1
    return count


@compiled
def scatter_slopes(indices, buffers, masks, slopes, scored):
    """Write the gradients of scores and outputs, given those of logits and values."""
    n, fields, (of_logits, of_values) = masks.shape[0], indices.offsets.shape[0] - 1, slopes
    clear(buffers.scores[:scored])
    clear(buffers.outputs[:n])
    for i in range(n):
        copy(of_values[i], buffers.outputs[i, : of_values.shape[1]])
        for action in range(masks.shape[1]):
            if masks[i, action]:
                gradient, column = of_logits[i, action], indices.column[action]
                field, partner = indices.field[action], indices.partner[action]
                if field == NOWHERE:
                    buffers.outputs[i, column] += gradient
                else:
                    buffers.scores[buffers.scored_index[i * fields + field], column] += gradient
                if partner != NOWHERE:
                    row = buffers.scored_index[i * fields + partner]
                    buffers.scores[row, indices.partner_column[action]] += gradient


@compiled
def readout_backward(transposed, indices, saved, buffers, work, n, gradients, of_fields):
    """Write the gradients of the readout and of the global part, and add to those of the fields."""
    fields, outputs, of_broadcast = indices.offsets.shape[0] - 1, buffers.outputs[:n], work.broadcast[:n]
    summary, of_summary = saved.summary[:n], work.summary[:n]
    add_gradients(gradients.outputs, buffers.every, summary, outputs)
    add_transposed_products(summary, of_broadcast, gradients.readout_to_field.weights)
    input_gradients(transposed.outputs.weights, outputs, of_summary)
    add_products(of_broadcast, transposed.readout_to_field.weights, of_summary)
    relu_backward(summary, of_summary)
    add_gradients(gradients.readout, buffers.every, saved.globals[:n], of_summary)
    add_transposed_products(saved.total[:n], of_summary, gradients.fields_to_readout.weights)
    input_gradients(transposed.readout.weights, of_summary, work.globals[:n])
    input_gradients(transposed.fields_to_readout.weights, of_summary, of_broadcast)
    for row in range(n * fields):
        add(of_broadcast[row // fields], of_fields[row])


@compiled
def encoders_backward(transposed, indices, saved, buffers, work, observations, gradients):
    """Add the gradients of the encoders, given those of fields and of the global part."""
    n, fields = observations.shape[0], indices.offsets.shape[0] - 1
    rest, of_rest, of_broadcast = saved.globals[:n], work.globals[:n], work.broadcast[:n]
    of_fields = work.fields[0][: n * fields]
    for i in range(n):
        read_channels(indices, observations[i], buffers.channels)
        own = of_fields[i * fields : (i + 1) * fields]
        add_products(buffers.channels, own, gradients.field_encoder.weights)
    sum_over_fields(buffers, of_fields, fields, of_broadcast)
    add_rows(of_broadcast, buffers.every, 0, n, 0, gradients.field_encoder.bias)
    add_transposed_products(rest, of_broadcast, gradients.global_to_field.weights)
    add_products(of_broadcast, transposed.global_to_field.weights, of_rest)
    relu_backward(rest, of_rest)
    for i in range(n):
        add_entry_gradients(gradients.global_encoder, observations[i], indices.global_entries, of_rest[i])
