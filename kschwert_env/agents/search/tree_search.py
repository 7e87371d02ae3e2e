"""Base class of tree searches: budget, tree, and search result."""

import math
from collections.abc import Mapping
from time import perf_counter
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.search.tree import NODE, NONE, ROOT
from kschwert_env.engine.compiled.rng import SEARCH, seeded_streams
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules

BLOCK = 8
"""Number of simulations between two checks of the clock and for Ctrl-C."""

MAX_NODES = 1 << 20
"""Maximum number of nodes; a full tree is searched without expansion."""

DEFAULT_SIMULATIONS = 400
"""Budget in simulations if none is given."""

OTHERS = ("search", "model")
"""Behaviour of the other seats in the tree: maximize their own returns ("search"), or play as a known player does
("model").
"""

_FIRST = 1  # the first expanded node


class SearchResult(NamedTuple):
    """Result of a search: statistics of the k visited actions of the root; arrays (k,) are in the same order.

    Attributes:
        actions: int64 (k,), ids of the actions.
        visits: int64 (k,), number of simulations through each action.
        values: float64 (k,), mean returns of the deciding seat.
        errors: float64 (k,), standard errors of the values.
        nodes: the whole tree, with dtype `kschwert_env.agents.search.tree.NODE`.
        decisions: number of decisions in all simulations.
    """

    actions: np.ndarray
    visits: np.ndarray
    values: np.ndarray
    errors: np.ndarray
    nodes: np.ndarray
    decisions: int

    def best(self, caution: float) -> int:
        """Return the most visited action; ties go to the higher value.

        With `caution` above 0, return the action expanded first, which the rollout player prefers, unless the most
        visited one is better by `caution` standard errors.
        """
        most = int(np.lexsort((self.values, self.visits))[-1])
        if caution == 0:
            return int(self.actions[most])
        first = int(np.flatnonzero(self.actions == self.nodes["action"][_FIRST])[0])
        error = np.hypot(self.errors[most], self.errors[first])
        better = self.values[most] - self.values[first] >= caution * error
        return int(self.actions[most if better else first])


class TreeSearch(Agent):
    """Searches at each decision until the budget is spent; a forced action is taken without search.

    A subclass sets `_weights` and `_options`, which are arguments of its simulations.
    """

    games_at_once = 1

    public_options: ClassVar[Mapping[str, float | tuple[str, ...]]] = {
        "sims": 5_000,  # simulations that play whole games take up to 4 ms each
        "seconds": 20,
        "c": math.inf,
        "others": OTHERS,
    }
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

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
        """Set the budget in simulations, in seconds, or both: the search stops when the first is spent.

        Without a budget it is `DEFAULT_SIMULATIONS`. `c` and `others` are options of the searches, `caution` that of
        `SearchResult.best`; a simulation adds at most `nodes_per_simulation` nodes. Raises ValueError, naming the
        option, for an invalid value.
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
        """Return the best action of a search for each decision; forced actions need no search."""
        forced = np.count_nonzero(decisions.masks, axis=1) == 1
        actions = np.argmax(decisions.masks, axis=1)
        roots = decisions.worlds(1)
        for i in np.flatnonzero(~forced):
            actions[i] = self.choose(self.search(roots[i], int(decisions.seeds[i])))
        return actions

    def choose(self, result: SearchResult) -> int:
        """Return the action to take, given the result of a search."""
        return result.best(self._caution)

    def search(self, roots: np.ndarray, seed: int) -> SearchResult:
        """Search for the deciding seat of a world, a structured array of length 1.

        The result is the same for every world that the seat cannot distinguish from this one, unless time limits the
        search.
        """
        deadline = None if self._seconds is None else perf_counter() + self._seconds
        most = MAX_NODES if self._sims is None else min(MAX_NODES, self._nodes_per_simulation * self._sims + 1)
        nodes, used, streams = np.zeros(most, NODE), np.ones(1, np.int64), seeded_streams(seed, 1, SEARCH)
        left, decisions, room = self._sims, 0, self._new_workspace()
        inputs, fixed = (roots, streams, self._rules.board, self._weights), self._simulation_options(roots)
        while left != 0:
            block = BLOCK if left is None else min(BLOCK, left)
            decisions += self._simulate(*inputs, block, *fixed, nodes, used, *room)
            left = None if left is None else left - block
            if deadline is not None and perf_counter() >= deadline:
                break
        return _summarize(nodes[: used[0]], decisions)

    def _simulate(self, *arguments: Any) -> int:
        """Run compiled simulations; return the number of decisions in them."""
        raise NotImplementedError

    def _simulation_options(self, roots: np.ndarray) -> tuple[Any, ...]:
        """Return the options of a search from `roots[0]` as arguments of the compiled simulations."""
        return self._options

    def _new_workspace(self) -> tuple[Any, ...]:
        """Return the buffers of one search: several threads may search at once."""
        raise NotImplementedError


def _summarize(nodes: np.ndarray, decisions: int) -> SearchResult:
    children, child = [], int(nodes["first"][ROOT])
    while child != NONE:
        if nodes["visits"][child]:
            children.append(child)
        child = int(nodes["next"][child])
    visited = nodes[children]
    visits, values = visited["visits"], visited["total"] / visited["visits"]
    squares = (visited["squares"] + 1) / visits  # one more return, with an error of 1: a single visit is not certain
    return SearchResult(visited["action"], visits, values, np.sqrt((squares - values**2) / visits), nodes, decisions)
