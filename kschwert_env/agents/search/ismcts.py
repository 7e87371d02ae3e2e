"""`ismcts`: information-set Monte Carlo tree search, for any number of players.

Single-observer ISMCTS of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions
on Computational Intelligence and AI in Games 4(2), 2012. One tree represents what the deciding seat knows; every
simulation uses a new determinization; selection is UCB1 by availability.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents import random
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.heuristics.base import has_heuristic, has_value_function, heuristic_module
from kschwert_env.agents.heuristics.value_network import HIDDEN, read_weights
from kschwert_env.agents.search import tree
from kschwert_env.agents.search.tree import NONE, ROOT
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.engine.compiled.rng import CHANCE, CHOICE
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.importing import find_game

_NO_LAST_TURN = 1 << 62  # beyond the last turn of any game

ROLLOUTS = ("random", "heuristic")
"""Players of the rollouts."""

FULL_GAME = 0
"""Depth of simulations that play to the end of the game."""


class SearchDefaults(NamedTuple):
    """Default options of `IsmctsAgent` for a kind of rollout.

    Attributes:
        depth: turns per simulation, or `FULL_GAME`.
        c: weight of exploration, in units of the return.
        widening: exponent of progressive widening, above 0, up to 1; smaller values explore fewer actions.
        caution: standard errors by which an action must be better than the first.
    """

    depth: int
    c: float
    widening: float
    caution: float


DEFAULTS = {
    "random": SearchDefaults(depth=FULL_GAME, c=1.0, widening=1.0, caution=0.0),
    "heuristic": SearchDefaults(depth=FULL_GAME, c=1.0, widening=0.3, caution=1.5),
    "valued": SearchDefaults(depth=8, c=0.2, widening=0.3, caution=1.0),
}
"""Defaults by kind of rollout (playout). A heuristic is a strong prior: few other actions are explored, and they must
be clearly better. With "valued" rollouts, which stop at a position and evaluate it, returns vary far less than those of
whole games.
"""


class IsmctsAgent(TreeSearch):
    """Tree search whose simulations continue below the tree with rollouts (playouts) by a simple player."""

    public_options: ClassVar[Mapping[str, float | tuple[str, ...]]] = {
        **TreeSearch.public_options,
        "rollout": ROLLOUTS,
        "depth": 10_000,
        "widening": 1,
        "caution": math.inf,
    }

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
        others: str = "search",
    ) -> None:
        """Set the options; those left out come from `DEFAULTS`.

        Args:
            rules: rules of the game.
            sims: budget in simulations per decision, as in `TreeSearch`.
            seconds: budget in seconds per decision, as in `TreeSearch`.
            rollout: player of the rollouts, "random" or "heuristic"; by default "heuristic" if the game has one.
            depth: turns, the current one included, after which a simulation stops and the value network of the game
                evaluates the position; 0 plays to the end.
            c: weight of exploration, in units of the return.
            widening: exponent of progressive widening, above 0, up to 1; smaller values explore fewer actions
                (`tree.select`).
            caution: standard errors by which an action must be better than that of the rollout player
                (`SearchResult.best`), because over a game many small losses by chance add up.
            others: behaviour of the other seats in the tree. "search" maximizes their returns; "model" plays as the
                rollout player does, so that the search approximates a best response to it.

        Raises:
            ValueError: an option has an invalid value, or the game has no heuristic or no value network.
        """
        if rollout is None:
            rollout = "heuristic" if has_heuristic(rules.package) else "random"
        check("rollout", rollout, rollout in ROLLOUTS, " or ".join(ROLLOUTS))
        is_valued = (
            rollout == "heuristic" and has_value_function(rules.package) if depth is None else depth != FULL_GAME
        )
        defaults = DEFAULTS["valued" if is_valued else rollout]
        depth = defaults.depth if depth is None else depth
        c = defaults.c if c is None else c
        widening = defaults.widening if widening is None else widening
        caution = defaults.caution if caution is None else caution
        super().__init__(rules, sims, seconds, c, others, caution, nodes_per_simulation=1)
        check("depth", depth, depth >= 0, "at least 0")
        check("widening", widening, 0 < widening <= 1, "above 0, up to 1")
        if is_valued and not has_value_function(rules.package):
            raise ValueError(f"depth must be 0, not {depth}: there is no value network for {rules.package}")
        self._depth = depth
        self._options = float(c), float(widening), others == "model"
        self._weights, self._value_shape = np.zeros((0, 0)), (0, 0)
        if is_valued:
            value_module = heuristic_module(rules.package)
            self._weights = read_weights(value_module.VALUE_PATH, rules.num_players)
            self._value_shape = rules.num_players, value_module.NUM_FEATURES + HIDDEN
        self._rollout, self._is_valued = rollout, is_valued
        if rollout == "heuristic":
            heuristic_module(rules.package)
        kind = f"search-{rollout}-{'valued' if is_valued else 'whole'}"
        ensure_agent_compiled(rules, kind, lambda decisions: self.search(decisions.worlds(1)[0], 0))

    def _simulate(self, *arguments: Any) -> int:
        decisions: int = _bind(self._rules.package, self._rollout, self._is_valued)(*arguments)
        return decisions

    def _new_workspace(self) -> tuple[np.ndarray, ...]:
        rules = self._rules
        worlds, mask = np.zeros(1, rules.state_dtype), np.zeros(rules.num_actions, np.int8)
        return worlds, mask, np.zeros(rules.num_players), np.zeros(self._value_shape)

    def _simulation_options(self, roots: np.ndarray) -> tuple[Any, ...]:
        turns = _NO_LAST_TURN if self._depth == FULL_GAME else self._depth
        last = min(_NO_LAST_TURN, int(roots["turn"][0]) + turns)
        return last, *self._options


@cache
def _bind(game: str, rollout: str, is_valued: bool) -> Callable[..., Any]:
    """Return simulations whose rollouts use `rollout_module.choose_action`; `value_module.evaluate` evaluates their
    ends.
    """
    rollout_module: ModuleType = heuristic_module(game) if rollout == "heuristic" else random
    value_module: ModuleType = heuristic_module(game) if is_valued else random
    rules: ModuleType = find_game(game).kernel

    @entry_point(agent_code_folder(game))
    def simulate(
        roots,
        streams,
        board,
        weights,
        simulations,
        last,
        c,
        widening,
        is_modelled,
        nodes,
        used,
        worlds,
        mask,
        returns,
        workspace,
    ):
        """Run `simulations` simulations; return the number of decisions in them.

        Each simulation resamples what is hidden from the deciding seat of `roots[0]`, selects children that are legal
        in this determinization, and expands one child, in the order of the rollout player's preference. Then a rollout
        continues until turn `last` begins or the game ends, and returns are backpropagated. Other seats, if modelled,
        play as the rollout player does, and their actions have no nodes. A full tree is not expanded. `worlds`, `mask`,
        `returns` and `workspace` are buffers.
        """
        decisions, me = 0, roots[0].player
        for _ in range(simulations):
            worlds[0] = roots[0]
            state = worlds[0]
            rules.resample(state, streams[0, CHANCE], board[0], state.player)
            node, in_tree = ROOT, True
            while in_tree and state.player >= 0 and state.turn < last:
                seat, may_expand = state.player, used[0] < nodes.shape[0]
                rules.legal_mask(state, board[0], mask)
                if is_modelled and seat != me:
                    action = rollout_module.choose_action(state, board[0], mask, streams[0, CHOICE])
                else:
                    child = tree.select(nodes, node, seat, mask, c, widening, may_expand)
                    if child == NONE:
                        in_tree = False
                        if not may_expand:
                            break
                        action = rollout_module.choose_action(state, board[0], mask, streams[0, CHOICE])
                        child = tree.expand(nodes, used, node, seat, action)
                    node, action = child, nodes[child].action
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            while state.player >= 0 and state.turn < last:
                rules.legal_mask(state, board[0], mask)
                action = rollout_module.choose_action(state, board[0], mask, streams[0, CHOICE])
                rules.step(state, streams[0, CHANCE], board[0], action)
                decisions += 1
            if is_valued:  # a constant: Numba leaves out the other branch
                value_module.evaluate(state, board[0], weights, workspace, returns)
            else:
                rules.returns(state, board[0], returns)
            tree.backpropagate(nodes, node, returns)
        return decisions

    return simulate
