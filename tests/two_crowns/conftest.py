"""Fixtures for tests of this game; the shared fixtures are in tests/conftest.py."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.editions import written
from tests.two_crowns.scenes import COPIES


@pytest.fixture
def edition(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes an edition with these copies, filled up with knights of 3, and returns its path."""

    def write(**copies: int) -> str:
        deck = {**dict.fromkeys(COPIES, 0), **copies}
        deck["knight_3"] += 53 - sum(deck.values())
        return written(tmp_path, "[cards]\n" + "".join(f"{card} = {count}\n" for card, count in deck.items()))

    return write
