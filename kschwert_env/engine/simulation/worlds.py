"""Determinizations (worlds): positions in which everything hidden from a seat is resampled."""

from collections.abc import Callable

import numpy as np

from kschwert_env.engine.compiled.rng import RESAMPLE, seeded_streams_each
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.warmup import RESAMPLE_STAGE, ensure_compiled

WorldSampler = Callable[[int], np.ndarray]
"""Function from a number k to structured worlds (n, k) for n decisions."""


def make_world_sampler(rules: GameRules, states: np.ndarray, seeds: np.ndarray) -> WorldSampler:
    """Return a sampler of determinizations (worlds) for the deciding seats of true positions, structured (n,).

    Its caller learns nothing else about the positions. `seeds`, int64 (n,), determine the worlds; those of a decision
    depend on its seed only.
    """
    states = states.copy()  # the games continue

    def worlds(count: int) -> np.ndarray:
        ensure_compiled(rules, RESAMPLE_STAGE)
        seats = np.repeat(states["player"], count)
        resampled, streams = np.repeat(states, count), seeded_streams_each(seeds, count, RESAMPLE).reshape(-1, 2, 4)
        for seat in np.unique(seats):
            of_seat = np.flatnonzero(seats == seat)
            part, its_streams = resampled[of_seat], streams[of_seat]
            rules.loops.resample(part, its_streams, rules.board, int(seat))
            resampled[of_seat] = part
        return resampled.reshape(len(states), count)

    return worlds
