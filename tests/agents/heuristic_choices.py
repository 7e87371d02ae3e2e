"""Heuristic players' choices in a given game."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from kschwert_env.agents.base import DecisionBatch
from kschwert_env.agents.heuristics.base import HeuristicAgent
from kschwert_env.engine.simulation.game import Game


def chosen(game: Game[Any], seed: int = 0, among: Iterable[int] | None = None) -> int:
    """Return the heuristic's choice in a game among all legal actions, or among some; it sees the true position."""
    rules, states = game.rules, np.array([game.state])
    masks, unread = np.zeros((1, rules.num_actions), np.int8), np.zeros((1, 0), np.int8)
    masks[0, game.legal_actions() if among is None else list(among)] = 1
    decision = DecisionBatch(rules, unread, masks, np.array([seed]), lambda count: states.reshape(1, 1))
    return int(HeuristicAgent(rules).act(decision)[0])
