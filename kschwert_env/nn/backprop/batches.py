"""Forward and backward pass over any number of decisions, in groups whose data fit into the cache of a core."""

from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.nn.backprop import FOLDER, graph
from kschwert_env.nn.inference.graph import encode, logit, score
from kschwert_env.nn.inference.graph_layers import Activations
from kschwert_env.nn.inference.layers import copy
from kschwert_env.nn.networks import ILLEGAL

SIZE = 16
"""Number of decisions in a group."""


@entry_point(FOLDER)
def forward(weights, saved, buffers, observations, masks, logits, values, start, end):
    """Evaluate groups `start` to `end` - 1: logits, ILLEGAL where masked, and values.

    If `saved` has fewer groups, later activations overwrite earlier ones. Only fields with a legal action are scored.
    """
    layers, indices = weights.layers, weights.indices
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        activations = of_group(saved, i % saved.globals.shape[0])
        encode(layers, indices, activations, buffers, observations[a:b])
        score(layers, indices, activations, buffers, b - a, graph.find_scored_rows(indices, masks[a:b], buffers))
        for k in range(a, b):
            copy(buffers.outputs[k - a, : values.shape[1]], values[k])
            for action in range(logits.shape[1]):
                logits[k, action] = logit(indices, buffers, k - a, action) if masks[k, action] else ILLEGAL


@entry_point(FOLDER)
def backward(weights, transposed, saved, buffers, work, observations, masks, slopes, gradients, start, end):
    """Add to `gradients` the contributions of groups `start` to `end` - 1, all of which must be in `saved`."""
    logit_slopes, value_slopes = slopes
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        graph.backward(
            weights.layers,
            transposed,
            weights.indices,
            of_group(saved, i),
            buffers,
            work,
            observations[a:b],
            masks[a:b],
            (logit_slopes[a:b], value_slopes[a:b]),
            gradients,
        )


@compiled
def of_group(saved, i):
    """Return the activations of one group."""
    return Activations(saved.globals[i], saved.fields[i], saved.total[i], saved.summary[i])
