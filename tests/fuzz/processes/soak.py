"""Soak test: long random play of every kind of game keeps all states reachable and memory constant."""

import resource
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import CASES

_SIZE = 64
_DECISIONS = 500  # per game and round
_WARM = 3  # rounds until all caches are filled
_MOST_GROWN = 32 << 10  # KiB


@cache
def _rules() -> list[Any]:
    """Return one set of rules per kind of record."""
    return list({(case.rules.package, *case.rules.record_kind): case.rules for case in CASES}.values())


def soak(rng: np.random.Generator, seconds: float) -> int:
    """Play random games until the time is over; return the number of decisions."""
    seed = int(rng.integers(2**63))
    batches = [Batch(rules, _SIZE, seed) for rules in _rules()]
    end, rounds, warm = perf_counter() + seconds, 0, 0
    while perf_counter() < end or not rounds:
        for batch in batches:
            batch.rollout(_DECISIONS)
            for i in rng.integers(_SIZE, size=4):
                assert batch.rules.is_sound(batch.states[i]), f"seed {seed}: a game is in an unreachable state"
        rounds += 1
        warm = _resident() if rounds == _WARM else warm
    grown = _resident() - warm if warm else 0
    assert grown <= _MOST_GROWN, f"seed {seed}: memory has grown by {grown:,} KiB in {rounds:,} rounds"
    return rounds * _DECISIONS * _SIZE * len(batches)


def _resident() -> int:
    """Return the peak memory of the process in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
