"""What searches have in common: a budget, a tree that grows within it, and what has been found out in the end."""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.search.tree import NODE, NONE, ROOT
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import SEARCH, seeded_streams
from kschwert_env.engine.rules import GameRules

BLOCK = 8
"""Simulations between two looks at the clock, and between two chances for Ctrl-C."""

MAX_NODES = 1 << 20
"""Nodes of the largest tree; a full one is searched on without growing."""

DEFAULT_SIMULATIONS = 400
"""Where no budget is named."""

OTHERS = ("search", "model")
"""What the other seats do in the tree: what is best for them by the search, or what a player does whom it knows."""

_FIRST = 1  # the first node to grow


class SearchResult(NamedTuple):
    """What a search has found out about the k actions of its root that were tried; arrays (k,) are in the same order.

    Attributes:
        actions: int64 (k,), by their numbers.
        visits: int64 (k,), simulations that went on with each.
        values: float64 (k,), mean returns of the deciding seat.
        errors: float64 (k,), standard errors of these.
        nodes: the whole tree, `kschwert_env.agents.search.tree.NODE`.
        decisions: the number of those taken in all simulations together.
    """

    actions: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    errors: np.ndarray
    nodes: np.ndarray
    decisions: int

    def best(self, caution: float) -> int:
        """The action looked at most; of several, the one with the highest value.

        With caution, rather the action tried first, which the player of the playouts would take: unless the other is
        better by so many standard errors.
        """
        most = int(np.lexsort((self.values, self.visits))[-1])
        if caution == 0:
            return int(self.actions[most])
        first = int(np.flatnonzero(self.actions == self.nodes["action"][_FIRST])[0])
        error = np.hypot(self.errors[most], self.errors[first])
        better = self.values[most] - self.values[first] >= caution * error
        return int(self.actions[most if better else first])


class TreeSearch(Agent):
    """Searches for each decision until its budget is spent; where there is but one action, it takes that.

    A subclass sets `_simulate`, which simulates, and `_weights` and `_options`, which it is handed.
    """

    games_at_once = 1

    _simulate: Callable[..., int]
    _weights: Any
    _options: tuple[Any, ...]

    def __init__(
        self,
        rules: GameRules,
        sims: int | None,
        seconds: float | None,
        c: float,
        others: str,
        caution: float,
        nodes_per_simulation: int,
    ) -> None:
        """A budget of simulations, or of seconds; with both, whichever is spent first. Without one, `DEFAULT_SIMULATIONS`.

        `c` and `others` as of the searches, `caution` as of `SearchResult.best`; a simulation adds at most `nodes_per_simulation` nodes.
        Raises ValueError, naming the option, for a wrong value.
        """
        check("sims", sims, sims is None or sims >= 1, "at least 1")
        check("seconds", seconds, seconds is None or 0 < seconds < math.inf, "more than 0, and finite")
        check("c", c, c >= 0, "at least 0")
        check("others", others, others in OTHERS, " or ".join(OTHERS))
        check("caution", caution, caution >= 0, "at least 0")
        self._rules = rules
        self._sims = DEFAULT_SIMULATIONS if sims is None and seconds is None else sims
        self._seconds = seconds
        self._caution = float(caution)
        self._nodes_per_simulation = nodes_per_simulation

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """The best action of a search for each decision; where only one is legal, that one."""
        forced = np.count_nonzero(decisions.masks, axis=1) == 1
        actions = np.argmax(decisions.masks, axis=1)
        roots = decisions.worlds(1)
        for i in np.flatnonzero(~forced):
            actions[i] = self.choose(self.search(roots[i], int(decisions.seeds[i])))
        return actions

    def choose(self, found: SearchResult) -> int:
        """The action that is taken by what a search has found."""
        return found.best(self._caution)

    def search(self, roots: np.ndarray, seed: int) -> SearchResult:
        """Search for the deciding seat of a world, a structured array of length 1.

        It comes to the same for every world that the seat can't tell from this one, unless the clock decides.
        """
        deadline = None if self._seconds is None else perf_counter() + self._seconds
        most = MAX_NODES if self._sims is None else min(MAX_NODES, self._nodes_per_simulation * self._sims + 1)
        nodes, used, streams = np.zeros(most, NODE), np.ones(1, np.int64), seeded_streams(seed, 1, SEARCH)
        left, decisions, room = self._sims, 0, self._new_workspace()
        known, fixed = (roots, streams, self._rules.board, self._weights), self._simulation_options(roots)
        while left != 0:
            block = BLOCK if left is None else min(BLOCK, left)
            decisions += self._simulate(*known, block, *fixed, nodes, used, *room)
            left = None if left is None else left - block
            if deadline is not None and perf_counter() >= deadline:
                break
        return _summarize(nodes[: used[0]], decisions)

    def _simulation_options(self, roots: np.ndarray) -> tuple[Any, ...]:
        """The options of a search from `roots[0]`, as the compiled simulations take them."""
        return self._options

    def _new_workspace(self) -> tuple[Any, ...]:
        """Room for the simulations of one search: several threads may search at once."""
        raise NotImplementedError


def _summarize(nodes: np.ndarray, decisions: int) -> SearchResult:
    children, child = [], int(nodes["first"][ROOT])
    while child != NONE:
        if nodes["visits"][child]:
            children.append(child)
        child = int(nodes["next"][child])
    found = nodes[children]
    visits, values = found["visits"], found["total"] / found["visits"]
    squares = (found["squares"] + 1) / visits  # one more return that lies 1 off: a single visit proves nothing
    return SearchResult(found["action"], visits, values, np.sqrt((squares - values**2) / visits), nodes, decisions)
