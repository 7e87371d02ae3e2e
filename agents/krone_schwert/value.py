"""What a position is worth to every seat: a small network, fitted to games of the heuristic player (`fit`).

It sees each seat's features apart from the others' and gives it a score, by one layer of hidden units (ReLU); win
shares are the softmax of the scores.
"""

import math
from functools import cache
from pathlib import Path

import numpy as np

from kschwert_env.agents.krone_schwert.features import NUM_FEATURES, describe
from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.returns import win_return

HIDDEN = 32
BIAS, OUTPUT = NUM_FEATURES, NUM_FEATURES + 1  # rows of the weights behind those of the features
PATH = Path(__file__).with_name("value.npz")


def value_weights(rules: GameRules) -> np.ndarray:
    """For this number of players, float64 (NUM_FEATURES + 2, HIDDEN): by feature, then biases, then of the output."""
    return _weights(rules.num_players)


@cache
def _weights(num_players: int) -> np.ndarray:
    with np.load(PATH) as tables:
        weights = tables[str(num_players)].astype(np.float64)
    weights.flags.writeable = False
    return weights


def value_room(rules: GameRules) -> np.ndarray:
    """Room for `evaluate` to work in."""
    return np.zeros((rules.num_players, NUM_FEATURES + HIDDEN))


@compiled
def evaluate(state, board, weights, room, returns):
    """Write what every seat can expect at the start of a turn, or has got, as returns of the kind "win"."""
    seats = state.scores.shape[0]
    if state.player < 0:
        for seat in range(seats):
            returns[seat] = win_return(state.scores, seat)
        return
    describe(state, board, room)
    highest, total = -math.inf, 0.0
    for seat in range(seats):
        returns[seat] = score(room[seat, :NUM_FEATURES], room[seat, NUM_FEATURES:], weights)
        highest = max(highest, returns[seat])
    for seat in range(seats):
        returns[seat] = math.exp(returns[seat] - highest)
        total += returns[seat]
    for seat in range(seats):
        returns[seat] = (returns[seat] / total * seats - 1.0) / (seats - 1)


@compiled
def score(features, hidden, weights):
    """The network's output for one seat."""
    for unit in range(HIDDEN):
        hidden[unit] = weights[BIAS, unit]
    for feature in range(NUM_FEATURES):
        if features[feature] != 0.0:
            for unit in range(HIDDEN):
                hidden[unit] += features[feature] * weights[feature, unit]
    total = 0.0
    for unit in range(HIDDEN):
        total += max(hidden[unit], 0.0) * weights[OUTPUT, unit]
    return total
