"""Positions of Two Crowns to decide in, and untrained networks for `policy`."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.agents import policy
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.two_crowns import Rules
from tests.helpers.cases import ONE_EACH

COUNT = 24


def positions(rules: GameRules, count: int = COUNT) -> np.ndarray:
    """Return unfinished positions from random games, from all stages of a game: structured (count,)."""
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
    """Return a folder with a network for every game."""
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
    """Use the untrained networks as bundled ones; undone after each module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy, "TRAINED", networks)
        yield
