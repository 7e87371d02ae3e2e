"""`ismcts`: information-set Monte Carlo tree search, for any number of players.

Single-observer ISMCTS of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions
on Computational Intelligence and AI in Games 4(2), 2012: one tree for what the deciding seat knows, a world dealt anew
for each simulation, UCB1 by availability.
"""

import math
from collections.abc import Callable
from functools import cache
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents import outcome, search, uniform
from kschwert_env.agents.cache import ensure
from kschwert_env.agents.heuristic import has_knowledge_of, knowledge_of
from kschwert_env.agents.protocol import Decisions
from kschwert_env.agents.tree import NODE, NONE, ROOT
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.options import check
from kschwert_env.engine.streams import SEARCH, seeded

_SIMULATIONS = 400  # where no budget is named
_NEVER = 1 << 62  # a turn that no game comes to
_FIRST = 1  # the first node to grow

WHOLE = 0
"""The depth of simulations that play to the end of the game."""

BLOCK = 8
"""Simulations between two looks at the clock."""

MOST_NODES = 1 << 17
"""Nodes of the tree where only the clock ends a search; a full tree is searched on without growing."""


class Usual(NamedTuple):
    """What serves well with a kind of playouts.

    Attributes:
        depth: turns that a simulation goes on for, or `WHOLE`; like the others as the option of `Ismcts` of that name.
        c: weight of exploration, in units of the return.
        widening: above 0, up to 1; the less, the fewer actions are looked at.
        caution: standard errors by which an action must be better than the first.
    """

    depth: int
    c: float
    widening: float
    caution: float


USUAL = {
    "random": Usual(depth=WHOLE, c=1.0, widening=1.0, caution=0.0),
    "heuristic": Usual(depth=WHOLE, c=1.0, widening=0.3, caution=1.5),
    "valued": Usual(depth=8, c=0.2, widening=0.3, caution=1.0),
}
"""A heuristic has an opinion of its own: few other actions are worth a look, and it is not given up lightly. Where its
playouts stop at a position that is valued, returns are far less spread than those of whole games."""


class Search(NamedTuple):
    """What a search has found out about the k actions of its root that were tried; arrays (k,) are in the same order.

    Attributes:
        actions: int64 (k,), by their numbers.
        visits: int64 (k,), simulations that went on with each.
        values: float64 (k,), mean returns of the deciding seat.
        errors: float64 (k,), standard errors of these.
        nodes: the whole tree, `kschwert_env.agents.tree.NODE`.
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
        first = int(np.flatnonzero(self.actions == self.nodes["action"][_FIRST])[0])
        error = np.hypot(self.errors[most], self.errors[first])
        better = self.values[most] - self.values[first] >= caution * error
        return int(self.actions[most if better or caution == 0 else first])


class Ismcts:
    """Searches for each decision until its budget is spent; where there is but one action, it takes that."""

    games_at_once: ClassVar[int] = 1
    """Told by `kschwert_env.agents.protocol.Agent`."""

    def __init__(
        self,
        rules: GameRules,
        sims: int | None = None,
        seconds: float | None = None,
        rollout: str | None = None,
        depth: int | None = None,
        c: float | None = None,
        widening: float | None = None,
        caution: float | None = None,
    ) -> None:
        """A budget of simulations, or of seconds; with both, whichever is spent first. Without one, 400 simulations.

        `rollout`: how simulations go on below the tree, "random" or "heuristic"; as usual "heuristic" where the game
        has one. `depth`: turns, that under way included, after which a simulation stops at a position that the game's
        module values; 0 plays to the end. `c`: the weight of exploration, in units of the return. `widening`: above 0,
        up to 1; the less, the fewer actions are looked at (`tree.descend`). `caution`: standard errors by which an
        action must be better than the rollout player's own (`Search.best`): over a game, many small losses by chance
        add up. All are as in `USUAL` where they are not named.

        Raises ValueError, naming the option, for any other value, and where the game has no heuristic or no value.
        """
        if rollout is None:
            rollout = "heuristic" if has_knowledge_of(rules.package) else "random"
        check("rollout", rollout, rollout in ("random", "heuristic"), "random or heuristic")
        is_valued = rollout == "heuristic" and has_value(rules.package) if depth is None else depth != WHOLE
        usual = USUAL["valued" if is_valued else rollout]
        depth = usual.depth if depth is None else depth
        c = usual.c if c is None else c
        widening = usual.widening if widening is None else widening
        caution = usual.caution if caution is None else caution
        check("sims", sims, sims is None or sims >= 1, "at least 1")
        check("seconds", seconds, seconds is None or 0 < seconds < math.inf, "more than 0, and finite")
        check("depth", depth, depth >= 0, "at least 0")
        check("c", c, c >= 0, "at least 0")
        check("widening", widening, 0 < widening <= 1, "above 0, up to 1")
        check("caution", caution, caution >= 0, "at least 0")
        if is_valued and not has_value(rules.package):
            raise ValueError(f"depth must be 0, not {depth}: no module agents/{rules.package} values positions")
        self._rules = rules
        self._caution = float(caution)
        self._sims = _SIMULATIONS if sims is None and seconds is None else sims
        self._seconds = seconds
        self._depth = depth
        self._shape = float(c), float(widening)
        judge = knowledge_of(rules.package) if is_valued else outcome
        self._weights, self._room = judge.value_weights(rules), judge.value_room(rules)
        self._simulate = _bind(rules.package, rollout, is_valued)
        kind = f"search-{rollout}-{'valued' if is_valued else 'whole'}"
        ensure(rules, kind, lambda decisions: self.search(decisions.worlds(1)[0], 0))

    def act(self, decisions: Decisions) -> np.ndarray:
        """The best action of a search for each decision; where only one is legal, that one."""
        forced = np.count_nonzero(decisions.masks, axis=1) == 1
        actions = np.argmax(decisions.masks, axis=1)
        roots = decisions.worlds(1)
        for i in np.flatnonzero(~forced):
            actions[i] = self.search(roots[i], int(decisions.seeds[i])).best(self._caution)
        return actions

    def search(self, roots: np.ndarray, seed: int) -> Search:
        """Search for the deciding seat of a world, a structured array of length 1.

        It comes to the same for every world that the seat can't tell from this one, unless the clock decides.
        """
        deadline = None if self._seconds is None else perf_counter() + self._seconds
        nodes = np.zeros(MOST_NODES if self._sims is None else self._sims + 1, NODE)
        streams, used = seeded(seed, 1, SEARCH), np.ones(1, np.int64)
        room = (
            np.zeros(1, self._rules.state_dtype),
            np.zeros(self._rules.num_actions, np.int8),
            np.zeros(self._rules.num_players),
            self._room.copy(),
        )
        last = _NEVER if self._depth == WHOLE else int(roots["turn"][0]) + self._depth
        left, decisions = self._sims, 0
        while left != 0:
            block = BLOCK if left is None else left if deadline is None else min(BLOCK, left)
            decisions += self._simulate(
                roots, streams, self._rules.board, self._weights, block, last, *self._shape, nodes, used, *room
            )
            left = None if left is None else left - block
            if deadline is not None and perf_counter() >= deadline:
                break
        return _summary(nodes[: used[0]], decisions)


def _summary(nodes: np.ndarray, decisions: int) -> Search:
    children, child = [], int(nodes["first"][ROOT])
    while child != NONE:
        children.append(child)
        child = int(nodes["next"][child])
    found = nodes[children]
    visits, values = found["visits"], found["total"] / found["visits"]
    squares = (found["squares"] + 1) / visits  # one more return that lies 1 off: a single visit proves nothing
    return Search(found["action"], visits, values, np.sqrt((squares - values**2) / visits), nodes, decisions)


def has_value(game: str) -> bool:
    """Whether the game's module values positions."""
    return has_knowledge_of(game) and hasattr(knowledge_of(game), "evaluate")


@cache
def _bind(game: str, rollout: str, is_valued: bool) -> Callable[..., Any]:
    player: ModuleType = knowledge_of(game) if rollout == "heuristic" else uniform
    judge: ModuleType = knowledge_of(game) if is_valued else outcome
    return search.bind(game, import_module(f"kschwert_env.{game}.kernel"), player, judge)
