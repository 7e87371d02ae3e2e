"""Counts held against exact chances, such as those of what is dealt anew."""

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from kschwert_env.engine.contract import Position
from kschwert_env.engine.game import Game

FALSE_ALARM = 1e-6  # of each test; seeds are fixed
DEALS = 4000


def chisquare(counts: Counter[Any], chances: dict[Any, float]) -> float:
    """The p-value of counts under exact chances; 0 where something impossible came up."""
    if set(counts) - {outcome for outcome, chance in chances.items() if chance > 0}:
        return 0.0
    possible = [outcome for outcome, chance in chances.items() if chance > 0]
    expected = np.array([chances[outcome] for outcome in possible])
    return float(stats.chisquare([counts[o] for o in possible], expected / expected.sum() * counts.total()).pvalue)


def resampled(game: Game[Any], seat: int, deals: int = DEALS) -> list[Position]:
    """Positions that may be this one for all that the seat knows."""
    return [game.resample(seat, seed).position() for seed in range(deals)]
