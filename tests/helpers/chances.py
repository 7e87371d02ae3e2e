"""Statistical tests of counts against exact probabilities, for example of resampled cards."""

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.simulation.game import Game

FALSE_ALARM = 1e-6  # false-alarm rate per test; seeds are fixed
DEALS = 1500
LEAST_EXPECTED = 20


def chisquare(counts: Counter[Any], chances: dict[Any, float]) -> float:
    """Return the p-value of counts under exact probabilities; 0 if an impossible outcome occurred."""
    if set(counts) - {outcome for outcome, chance in chances.items() if chance > 0}:
        return 0.0
    possible = [outcome for outcome, chance in chances.items() if chance > 0]
    if len(possible) == 1:
        return 1.0
    expected = np.array([chances[outcome] for outcome in possible])
    return float(stats.chisquare([counts[o] for o in possible], expected / expected.sum() * counts.total()).pvalue)


def alike(first: Counter[Any], second: Counter[Any]) -> float:
    """Return the p-value of two counts under equal, unknown probabilities. Rare outcomes are counted together."""
    both = first + second
    common = [outcome for outcome, number in both.items() if number >= LEAST_EXPECTED]
    columns = [[counts[outcome] for outcome in common] for counts in (first, second)]
    for column, counts in zip(columns, (first, second), strict=True):
        if sum(both.values()) > sum(both[outcome] for outcome in common):
            column.append(counts.total() - sum(column))
    return float(stats.chi2_contingency(columns, correction=False).pvalue) if len(columns[0]) > 1 else 1.0


def resampled(game: Game[Any], seat: int, deals: int = DEALS) -> list[Position]:
    """Return positions that are possible given the knowledge of the seat."""
    return [game.resample(seat, seed).position() for seed in range(deals)]
