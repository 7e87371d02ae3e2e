"""Counts held against exact chances."""

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

FALSE_ALARM = 1e-6  # of each test; seeds are fixed


def chisquare(counts: Counter[Any], chances: dict[Any, float]) -> float:
    """The p-value of counts under exact chances; 0 where something impossible came up."""
    if set(counts) - {outcome for outcome, chance in chances.items() if chance > 0}:
        return 0.0
    possible = [outcome for outcome, chance in chances.items() if chance > 0]
    expected = np.array([chances[outcome] for outcome in possible])
    return float(stats.chisquare([counts[o] for o in possible], expected / expected.sum() * counts.total()).pvalue)
