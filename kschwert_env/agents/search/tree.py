"""Search tree as one array of nodes: a node is a sequence of actions from the root.

Hidden information and chance can let different seats decide after the same sequence. A node therefore has children by
seat and action, and their statistics are returns of that seat.
"""

import math

import numpy as np

from kschwert_env.engine.jit.compiling import compiled

ROOT = 0
"""Index of the root."""

NONE = 0
"""No child or no sibling: the root is never a child."""

NODE = np.dtype(
    [
        ("parent", np.int64),
        ("first", np.int64),  # child, or NONE
        ("next", np.int64),  # sibling, or NONE
        ("seat", np.int64),  # seat that took the action
        ("action", np.int64),
        ("prior", np.float64),  # probability by the network when it was added, in PUCT
        ("visits", np.int64),  # simulations through this node
        ("available", np.int64),  # simulations in which the action was legal
        ("total", np.float64),  # sum of the seat's returns
        ("squares", np.float64),  # sum of their squares
    ]
)
"""Structured dtype of a node: links, the action that leads to it, and statistics."""


@compiled
def select(nodes, node, seat, mask, c, widening, may_expand):
    """Return the child to visit for the deciding seat, or NONE if an action left in `mask` should be expanded.

    UCB1 over the children that are legal now, by availability (Cowling, Powley and Whitehouse 2012, section IV).
    Progressive widening: a node with v earlier visits has up to (v + 1)**widening children. With exponent 1 all are
    tried before one is repeated; with less, fewer are explored more deeply (Coulom, "Computing Elo ratings of move
    patterns in the game of Go", ICGA Journal 30(4), 2007). Entries of `mask` that have a child are set to 0.
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
    """Return the UCB1 bound, with availability in place of the parent's visits."""
    return child.total / child.visits + c * math.sqrt(math.log(child.available) / child.visits)


@compiled
def expand(nodes, used, node, seat, action):
    """Add a child in the next free node; return its index."""
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

_TINY = 1e-300  # avoids division by zero

EXPANDED = 2
"""Mask value, in place of 1, of a legal action that has a child."""


@compiled
def mark_expanded(nodes, node, seat, mask):
    """Mark the legal actions for which the seat has a child; return their number."""
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
    """Add an unvisited child, with its prior, for each legal action that has none, as long as there are free nodes."""
    for action in range(mask.shape[0]):
        if mask[action] == 1 and used[0] < nodes.shape[0]:
            child = expand(nodes, used, node, seat, action)
            nodes[child].prior = probabilities[action]
            nodes[child].available = 0


@compiled
def select_puct(nodes, node, seat, mask, c):
    """Return the child to visit for the deciding seat, by PUCT (Silver et al., Nature 550, 2017) over legal children.

    Priors are normalized over the children that are legal now, and availability replaces the parent's visits. An
    unvisited child has the mean value of the visited ones. There must be a child; one is returned whatever the numbers
    are.
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
    """Add to every action on the path the return of the seat that took it (max^n: Luckhardt and Irani, AAAI 1986)."""
    while node != ROOT:
        nodes[node].visits += 1
        gained = returns[nodes[node].seat]
        nodes[node].total += gained
        nodes[node].squares += gained * gained
        node = nodes[node].parent
    nodes[ROOT].visits += 1
