"""The graph network over any number of decisions, a group of them at a time: what it needs stays in a core's cache."""

from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.nn.backprop import FOLDER, graph_backward, graph_forward
from kschwert_env.nn.backprop.graph import Kept

SIZE = 16
"""Decisions of a group."""


@entry_point(FOLDER)
def judge(layers, places, kept, room, observations, masks, logits, values, start, end):
    """Groups from one to before another. What is kept of one goes over that of an earlier one where room is short."""
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        of_group = one_of(kept, i % kept.rest.shape[0])
        graph_forward.judge(layers, places, of_group, room, observations[a:b], masks[a:b], logits[a:b], values[a:b])


@entry_point(FOLDER)
def descend(layers, places, kept, room, observations, masks, of_logits, of_values, slopes, start, end):
    """Groups from one to before another, all of which were kept: add to the slopes what gradients make of them."""
    for i in range(start, end):
        a, b = i * SIZE, min((i + 1) * SIZE, observations.shape[0])
        seen, given = (observations[a:b], masks[a:b]), (of_logits[a:b], of_values[a:b])
        graph_backward.descend(layers, places, one_of(kept, i), room, seen[0], seen[1], given[0], given[1], slopes)


@compiled
def one_of(kept, i):
    """What is kept of one of the groups."""
    return Kept(kept.rest[i], kept.fields[i], kept.joined[i], kept.summary[i])
