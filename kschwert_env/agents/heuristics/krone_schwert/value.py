"""What a position is worth to every seat (`kschwert_env.agents.heuristics.value_network`)."""

from pathlib import Path

import numpy as np

from kschwert_env.agents.heuristics.krone_schwert.features import NUM_FEATURES, describe
from kschwert_env.agents.heuristics.value_network import HIDDEN, expect, read_weights
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.returns import win_return
from kschwert_env.engine.rules import GameRules

VALUE_PATH = Path(__file__).with_name("value.npz")
"""Where the numbers are that `training/fit_value.py` makes."""


def value_weights(rules: GameRules) -> np.ndarray:
    """For this number of players, float64 (NUM_FEATURES + 2, HIDDEN)."""
    return read_weights(VALUE_PATH, rules.num_players)


def value_room(rules: GameRules) -> np.ndarray:
    """Room for `evaluate` to work in."""
    return np.zeros((rules.num_players, NUM_FEATURES + HIDDEN))


@compiled
def evaluate(state, board, weights, room, returns):
    """Write what every seat can expect at the start of a turn, or has got, as returns of the kind "win"."""
    if state.player < 0:
        for seat in range(state.scores.shape[0]):
            returns[seat] = win_return(state.scores, seat)
        return
    describe(state, board, room)
    expect(room, weights, returns)
