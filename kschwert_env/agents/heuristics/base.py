"""`heuristic`: a player who knows the game, where `agents/heuristics/<game>` has one.

Such a module has the compiled function `choose_action(state, board, mask, stream) -> action`. It reads of
`state` only what the deciding seat knows, chooses among the nonzero entries of `mask`, which may be only some of the
legal actions (search asks for the best of those it has not tried), and changes nothing but the stream.

It may also value positions, for search, which then need not play every game to its end: with the compiled function
`evaluate(state, board, weights, room, returns)`, called at the start of a turn or when the game is over, which reads
all of a world that was dealt anew and writes what each seat can expect. For `heuristics.value_network`, whose `weights`
and `room` it is handed, it has `NUM_FEATURES`, and `VALUE_PATH`, a file with the weights.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.rng import CHOICE, SEARCH, seeded_streams_each
from kschwert_env.engine.rules import GameRules


def has_heuristic(game: str) -> bool:
    """Whether there is a module that plays a game with knowledge."""
    return find_spec(f"kschwert_env.agents.heuristics.{game}") is not None


def heuristic_module(game: str) -> ModuleType:
    """That module. Raises ValueError where there is none."""
    if not has_heuristic(game):
        raise ValueError(f"there is no heuristic for {game}: no module kschwert_env.agents.heuristics.{game}")
    return import_module(f"kschwert_env.agents.heuristics.{game}")


def has_value_function(game: str) -> bool:
    """Return whether the game's module values positions."""
    return has_heuristic(game) and hasattr(heuristic_module(game), "evaluate")


class HeuristicAgent(Agent):
    """Play by knowledge of the game (`agents/heuristics/<game>`) in one resampled world."""

    games_at_once = 256

    def __init__(self, rules: GameRules) -> None:
        """Raises ValueError where the game has no such module."""
        self._choose = _bind(rules.package)
        ensure_agent_compiled(rules, "heuristic", self.act)

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """What the game's module chooses, in one world of each decision."""
        worlds, actions = decisions.worlds(1).reshape(-1), np.zeros(len(decisions), np.int64)
        streams = seeded_streams_each(decisions.seeds, 1, SEARCH)[:, 0]
        self._choose(worlds, streams, decisions.rules.board, decisions.masks, actions)
        return actions


@cache
def _bind(game: str) -> Callable[..., Any]:
    player = heuristic_module(game)

    @entry_point(agent_code_folder(game))
    def choose_all(worlds, streams, board, masks, actions):
        """One action in every world."""
        for i in range(worlds.shape[0]):
            actions[i] = player.choose_action(worlds[i], board[0], masks[i], streams[i, CHOICE])

    return choose_all
