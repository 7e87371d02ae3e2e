"""`heuristic`: a heuristic player, for games with a module `agents/heuristics/<game>`.

Such a module has the compiled function `choose_action(state, board, mask, stream) -> action`. It reads from `state`
only what the deciding seat knows. It chooses among the nonzero entries of `mask`, which may be a subset of the legal
actions (search asks for the best of those not yet tried), and changes only the stream.

The module may also have a value function, for `greedy` and so that search can stop before the end of the game: the
compiled `evaluate(state, board, weights, workspace, returns)`. It reads everything in a determinization and writes the
expected return of each seat. Search calls it at the start of a turn or when the game is over, `greedy` after any
action. For `heuristics.value_network`, to which it
passes `weights` and `workspace`, the module has `NUM_FEATURES`, and `VALUE_PATH`, the file of the weights.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.opponents import compile_opponents, draw_worlds
from kschwert_env.agents.random import sample_legal_actions
from kschwert_env.engine.compiled.rng import (
    CHOICE,
    MAX_SEED,
    SEARCH,
    STREAMS_SHAPE,
    derived_seeds,
    seed_streams,
    seeded_streams_each,
)
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled, entry_point


def has_heuristic(game: str) -> bool:
    """Return whether a game has a heuristic."""
    return find_spec(f"kschwert_env.agents.heuristics.{game}") is not None


def heuristic_module(game: str) -> ModuleType:
    """Return the heuristic module of a game. Raises ValueError if it does not exist."""
    if not has_heuristic(game):
        raise ValueError(f"no heuristic for {game}: module kschwert_env.agents.heuristics.{game} does not exist")
    return import_module(f"kschwert_env.agents.heuristics.{game}")


def has_value_function(game: str) -> bool:
    """Return whether the heuristic module of a game has a value function."""
    return has_heuristic(game) and hasattr(heuristic_module(game), "evaluate")


class HeuristicAgent(Agent):
    """Plays by the heuristic of the game (`agents/heuristics/<game>`) in one determinization."""

    games_at_once = 256

    public_options: ClassVar[Mapping[str, float]] = {"errors": 1}
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

    is_light = True
    """A decision costs no more than a forward pass of a network (`agents.base.is_light`)."""

    plain_options = ""
    """Options for a decision in plain Python (`agents.base.plain_options`)."""

    def __init__(self, rules: GameRules, errors: float = 0.0) -> None:
        """Set the option.

        Args:
            rules: rules of the game.
            errors: probability that an action is chosen at random instead, so that the heuristic plays worse.

        Raises:
            ValueError: the game has no heuristic, or `errors` is not a probability.
        """
        check("errors", errors, 0 <= errors <= 1, "from 0 to 1")
        heuristic_module(rules.package)
        self._errors = errors
        ensure_agent_compiled(rules, "heuristic", self.act)

    def compile_opponent(self, rules: GameRules) -> tuple[Callable[..., Any], Any] | None:
        """Return a loop as `agents.opponents` does, and its last argument; None with errors and for subclasses."""
        if type(self) is not HeuristicAgent or self._errors:
            return None
        workspace = _Workspace(np.zeros(1, rules.state_dtype), np.zeros(STREAMS_SHAPE, np.uint32))
        part = heuristic_module(rules.package).__name__
        return compile_opponents(rules, "heuristic", __name__, part, workspace), workspace

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the heuristic's choice in one determinization of each decision."""
        worlds, actions = decisions.worlds(1).reshape(-1), np.zeros(len(decisions), np.int64)
        streams = seeded_streams_each(decisions.seeds, 1, SEARCH)[:, 0]
        rules = decisions.rules
        _bind(rules.package)(worlds, streams, rules.board, decisions.masks, actions)
        if self._errors == 0:
            return actions
        draws = derived_seeds(decisions.seeds, np.zeros(len(decisions), np.int64))
        others = sample_legal_actions(
            decisions.masks, derived_seeds(decisions.seeds, np.ones(len(decisions), np.int64))
        )
        return np.where(draws < self._errors * MAX_SEED, others, actions)


class _Workspace(NamedTuple):
    """Buffers of `decide`."""

    worlds: np.ndarray  # structured (1,), the determinization
    streams: np.ndarray  # uint32 (1, 2, 4)


@compiled
def decide(rules, heuristic, state, board, mask, world_seed, seed, workspace):
    """Return the heuristic's action in one determinization (`agents.opponents`)."""
    draw_worlds(rules, state, board, world_seed, workspace.worlds, workspace.streams)
    seed_streams(workspace.streams[0], seed, 0, SEARCH)
    return heuristic.choose_action(workspace.worlds[0], board, mask, workspace.streams[0, CHOICE])


@cache
def _bind(game: str) -> Callable[..., Any]:
    player = heuristic_module(game)

    @entry_point(agent_code_folder(game))
    def choose_all(worlds, streams, board, masks, actions):
        """Choose one action in every world."""
        for i in range(worlds.shape[0]):
            actions[i] = player.choose_action(worlds[i], board[0], masks[i], streams[i, CHOICE])

    return choose_all
