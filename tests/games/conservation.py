"""Random games of many tables at once, for tests of what no decision may lose or add."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kschwert_env.engine.batch import Batch


def under_way(rules: Any) -> Batch[Any]:
    """Two hundred random games, each some way on."""
    batch: Batch[Any] = Batch(rules, 200, seed=17, observations=False)
    batch.rollout(20)
    return batch


def steps(batch: Batch[Any], count: int = 250) -> Iterator[np.ndarray]:
    """Positions after each of `count` decisions in all games, and the last positions of all that ended."""
    for _ in range(count):
        _, terminated, truncated = batch.step(batch.random_actions())
        yield np.concatenate([batch.states, batch.final_states[terminated | truncated]])
