"""Estimate the expected returns of a position with a small network, fitted by `training/fit_value.py`.

The network computes a score for each seat from the features of that seat, with one hidden layer (ReLU). Win shares are
the softmax of the scores.
"""

import math
from enum import IntEnum
from functools import cache
from pathlib import Path

import numpy as np

from kschwert_env.engine.jit.compiling import compiled

HIDDEN = 32
"""Units of the hidden layer."""

BIAS = -2
"""Row of the weights with the biases of the hidden units, after those of the features."""

OUTPUT = -1
"""Last row of the weights: the output layer."""


class Features(IntEnum):
    """Base class of a game's features, which are numbered from 0."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count


@cache
def read_weights(path: Path, players: int) -> np.ndarray:
    """Return the weights for a number of players, float64 (features + 2, HIDDEN): features, biases, output."""
    with np.load(path) as tables:
        weights = tables[str(players)].astype(np.float64)
    weights.flags.writeable = False
    return weights


@compiled
def predict_returns(workspace, weights, returns):
    """Write the expected returns of every seat, for the reward "win".

    `workspace` (seats, features + HIDDEN) holds the features, followed by a buffer for the hidden units.
    """
    seats, features = returns.shape[0], workspace.shape[1] - HIDDEN
    highest, total = -math.inf, 0.0
    for seat in range(seats):
        returns[seat] = score(workspace[seat, :features], workspace[seat, features:], weights)
        highest = max(highest, returns[seat])
    for seat in range(seats):
        returns[seat] = math.exp(returns[seat] - highest)
        total += returns[seat]
    for seat in range(seats):
        returns[seat] = (returns[seat] / total * seats - 1.0) / (seats - 1)


@compiled
def score(features, hidden, weights):
    """Return the output of the network for one seat."""
    for unit in range(HIDDEN):
        hidden[unit] = weights[BIAS, unit]
    for feature in range(features.shape[0]):
        if features[feature] != 0.0:
            for unit in range(HIDDEN):
                hidden[unit] += features[feature] * weights[feature, unit]
    total = 0.0
    for unit in range(HIDDEN):
        total += max(hidden[unit], 0.0) * weights[OUTPUT, unit]
    return total
