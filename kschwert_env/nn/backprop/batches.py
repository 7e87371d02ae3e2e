"""Forward and backward pass over any number of decisions, in groups whose data fit into the cache of a core."""

from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.nn.backprop import FOLDER, graph_backward, graph_forward
from kschwert_env.nn.backprop.graph import SavedActivations

SIZE = 16
"""Number of decisions in a group."""


@entry_point(FOLDER)
def forward(layers, indices, saved, workspace, observations, masks, logits, values, start, end):
    """Evaluate groups `start` to `end` - 1. If `saved` has fewer groups, later activations overwrite earlier ones."""
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        of_group = select_group(saved, i % saved.globals.shape[0])
        graph_forward.forward(
            layers, indices, of_group, workspace, observations[a:b], masks[a:b], logits[a:b], values[a:b]
        )


@entry_point(FOLDER)
def backward(layers, indices, saved, workspace, observations, masks, logit_grads, value_grads, gradients, start, end):
    """Add to `gradients` the contributions of groups `start` to `end` - 1, all of which must be in `saved`."""
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        seen, given = (observations[a:b], masks[a:b]), (logit_grads[a:b], value_grads[a:b])
        graph_backward.backward(
            layers, indices, select_group(saved, i), workspace, seen[0], seen[1], given[0], given[1], gradients
        )


@compiled
def select_group(saved, i):
    """Return the saved activations of one group."""
    return SavedActivations(saved.globals[i], saved.fields[i], saved.joined[i], saved.summary[i])
