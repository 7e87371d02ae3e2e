"""Fixtures for all tests."""

from collections.abc import Iterator
from typing import Any

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.jit import background
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.importing import find_game
from tests.helpers.cases import CASES, OFTEN, Case


@pytest.fixture(autouse=True, scope="session")
def _wait_for_compilers() -> Iterator[None]:
    """Let single games wait for their code: later tests profit (`engine/jit/test_tiers.py` tests the other way)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(background, "request", lambda job, marker, is_urgent=True: False)
        yield


@pytest.hookimpl(tryfirst=True)  # before the option -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of rare cases as long."""
    for item in items:
        arguments: dict[str, Any] = item.callspec.params if hasattr(item, "callspec") else {}
        if any(isinstance(each, Case) and each in CASES and each not in OFTEN for each in arguments.values()):
            item.add_marker("long")


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Every game under every kind of rules."""
    result: Case = request.param
    return result


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compile the rules for two players, so that commands do not report compilation."""
    for game in GAMES:
        ensure_compiled(find_game(game)(2), *STAGES)
