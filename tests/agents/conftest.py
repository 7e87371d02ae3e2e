"""Positions of Two Crowns for agents to decide in."""

import numpy as np
import pytest

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules
from kschwert_env.two_crowns import Rules

COUNT = 24


def positions(rules: GameRules, count: int = COUNT) -> np.ndarray:
    """Positions from random games, at all times of a game, none of them over: structured (count,)."""
    batch, found = Batch(rules, count, seed=3, observations=False), []
    for i in range(count):
        batch.rollout(7)
        found.append(batch.states[i].copy())
    return np.array(found, rules.state_dtype)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return Rules()


@pytest.fixture(scope="session")
def states(rules: Rules) -> np.ndarray:
    return positions(rules)
