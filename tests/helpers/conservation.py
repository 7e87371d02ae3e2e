"""Random games in a batch, for tests of invariants that every decision keeps."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.batch import Batch


def under_way(rules: Any) -> Batch[Any]:
    """Return a batch of two hundred random games after 20 decisions each."""
    batch: Batch[Any] = Batch(rules, 200, seed=17, observations=False)
    batch.rollout(20)
    return batch


def steps(batch: Batch[Any], count: int = 250) -> Iterator[np.ndarray]:
    """Yield the states after each of `count` decisions in all games, and the final states of games that ended."""
    for _ in range(count):
        _, terminated, truncated = batch.step(batch.random_actions())
        yield np.concatenate([batch.states, batch.final_states[terminated | truncated]])
