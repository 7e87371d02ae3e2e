"""Positions of Two Crowns for agents to decide in, and networks for `policy` that have not learned anything."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.agents import policy
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.two_crowns import Rules
from tests.games.cases import ONE_EACH

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


@pytest.fixture(scope="session")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one for every game."""
    folder = tmp_path_factory.mktemp("trained")
    for case in ONE_EACH:
        rules = case.rules
        shape = Shape("graph" if len(rules.neighbours) else "mlp", width=16, field_width=8)
        table = folder / f"{rules.package}_{rules.num_players}"
        table.mkdir(exist_ok=True)
        serialization.save(table / "v1.npz", new_network(rules, shape, seed=0), rules, {})
    return folder


@pytest.fixture(scope="module", autouse=True)
def as_if_they_came_along(networks: Path) -> Iterator[None]:
    """Undone after each module: other tests of the same process mean the networks that have learned."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy, "TRAINED", networks)
        yield
