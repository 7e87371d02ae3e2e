"""Fixtures for training tests: Two Crowns, which compiles fastest, and small networks."""

from pathlib import Path
from typing import Any

import pytest
import torch

from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.two_crowns import Rules

SMALL = Shape("mlp", width=16, layers=1)


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def rules() -> Rules:
    return Rules()


@pytest.fixture
def network(rules: Rules) -> Network:
    return new_network(rules, SMALL, seed=1)


def same_weights(one: Network, other: Network) -> bool:
    """Return whether all weights are equal bit for bit."""
    pairs = zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def without_seconds(path: Path) -> list[dict[str, Any]]:
    """Read a JSON Lines file without the durations."""
    from kschwert_env.training.runs.report import lines

    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines(path)]
