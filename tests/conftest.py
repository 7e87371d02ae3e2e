"""Fixtures for all tests."""

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.importing import import_game
from tests.helpers.cases import CASES, Case


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Every game under every kind of rules."""
    result: Case = request.param
    return result


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile the rules for two players, so that commands do not report compilation."""
    for game in GAMES:
        ensure_compiled(import_game(game).Rules(2), *STAGES)
