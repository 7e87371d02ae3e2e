"""Fixtures for all tests."""

import pytest

from tests.games import CASES, Case


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Every game under every kind of rules."""
    result: Case = request.param
    return result
