"""The tree of a search, as one array of nodes: a node is a sequence of actions since the root.

The same sequence can lead to different seats being asked, by what is hidden or by chance; so a node has children by
seat and action, and those of a seat tell only what that seat has gained by them.
"""

import math

import numpy as np

from kschwert_env.engine.jit.compiling import compiled

ROOT = 0
"""The index of the node from which all others have grown."""

NONE = 0
"""In place of a child or a sibling where there is none: the root is nobody's child, nor anybody's sibling."""

NODE = np.dtype(
    [
        ("parent", np.int64),
        ("first", np.int64),  # child, or NONE
        ("next", np.int64),  # sibling, or NONE
        ("seat", np.int64),  # who took the action that leads here
        ("action", np.int64),
        ("prior", np.float64),  # its probability when it was added, where search has a network
        ("visits", np.int64),  # simulations that came through
        ("available", np.int64),  # simulations in which the seat could choose this
        ("total", np.float64),  # of the seat's returns in all visits
        ("squares", np.float64),  # of them, summed up
    ]
)
"""A node, a structured dtype: its place in the tree, the action that leads to it, and what came of that."""


@compiled
def select(nodes, node, seat, mask, c, widening, may_expand):
    """The child to go to for the seat that is asked, or NONE if a new one is due, for an entry left in `mask`.

    UCB1 over the children that are legal now, by how often they were (Cowling, Powley and Whitehouse 2012, section IV).
    With v earlier visits a node has up to (v + 1)**widening of them: with exponent 1 all are tried before one is tried
    again, with less the first ones are looked at more closely (Coulom, "Computing Elo ratings of move patterns in the
    game of Go", ICGA Journal 30(4), 2007). Entries of `mask` that have a child are set to 0.
    """
    best, highest, tried = NONE, -math.inf, 0
    child = nodes[node].first
    while child != NONE:
        if nodes[child].seat == seat and mask[nodes[child].action]:
            mask[nodes[child].action] = 0
            nodes[child].available += 1
            tried += 1
            bound = upper_bound(nodes[child], c)
            if bound > highest:
                best, highest = child, bound
        child = nodes[child].next
    if may_expand and tried < (nodes[node].visits + 1) ** widening and mask.any():
        return NONE
    return best


@compiled
def upper_bound(child, c):
    """UCB1 with availability in place of the parent's visits."""
    return child.total / child.visits + c * math.sqrt(math.log(child.available) / child.visits)


@compiled
def expand(nodes, used, node, seat, action):
    """A new child, in the next node that is free."""
    child = used[0]
    used[0] += 1
    nodes[child].parent = node
    nodes[child].next = nodes[node].first
    nodes[node].first = child
    nodes[child].seat = seat
    nodes[child].action = action
    nodes[child].available = 1
    return child


# -- with priors ---------------------------------------------------------------------------------------------------

_TINY = 1e-300  # a sum of priors that may be 0

EXPANDED = 2
"""In place of 1 in the mask of legal actions: there is a child for this one."""


@compiled
def mark_expanded(nodes, node, seat, mask):
    """Mark the legal actions that the seat has a child for; how many it has."""
    expanded = 0
    child = nodes[node].first
    while child != NONE:
        if nodes[child].seat == seat and mask[nodes[child].action]:
            mask[nodes[child].action] = EXPANDED
            expanded += 1
        child = nodes[child].next
    return expanded


@compiled
def expand_all(nodes, used, node, seat, mask, probabilities):
    """A child without visits for each legal action that has none, by its chance, as long as there are free nodes."""
    for action in range(mask.shape[0]):
        if mask[action] == 1 and used[0] < nodes.shape[0]:
            child = expand(nodes, used, node, seat, action)
            nodes[child].prior = probabilities[action]
            nodes[child].available = 0


@compiled
def select_puct(nodes, node, seat, mask, c):
    """The child to go to for the seat that is asked, by PUCT (Silver et al., Nature 550, 2017) over legal children.

    Priors are in proportion among those that are legal now, and availability stands in place of the parent's visits.
    What was not visited yet counts as the mean of what was. There must be one, and it is one whatever the numbers are.
    """
    priors, visits, total = 0.0, 0, 0.0
    child = nodes[node].first
    while child != NONE:
        if nodes[child].seat == seat and mask[nodes[child].action]:
            nodes[child].available += 1
            priors += nodes[child].prior
            visits += nodes[child].visits
            total += nodes[child].total
        child = nodes[child].next
    expected = total / visits if visits else 0.0
    best, highest = NONE, -math.inf
    child = nodes[node].first
    while child != NONE:
        if nodes[child].seat == seat and mask[nodes[child].action]:
            tried = nodes[child].visits
            value = nodes[child].total / tried if tried else expected
            prior = nodes[child].prior / max(priors, _TINY)
            bound = value + c * prior * math.sqrt(nodes[child].available) / (1 + tried)
            if best == NONE or bound > highest:
                best, highest = child, bound
        child = nodes[child].next
    return best


@compiled
def backpropagate(nodes, node, returns):
    """Max^n (Luckhardt and Irani, AAAI 1986): to every action on the way, the return of the seat that took it."""
    while node != ROOT:
        nodes[node].visits += 1
        gained = returns[nodes[node].seat]
        nodes[node].total += gained
        nodes[node].squares += gained * gained
        node = nodes[node].parent
    nodes[ROOT].visits += 1
