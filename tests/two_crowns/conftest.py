"""Fixtures of this game's tests; docs/adding_a_game.md, step 5, describes those of all games."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.editions import written
from tests.two_crowns.scenes import COPIES


@pytest.fixture
def edition(tmp_path: Path) -> Callable[..., str]:
    """Writes an edition with these copies, `edition(knight_1=5)`, knights of 3 filling it up; returns its path."""

    def write(**copies: int) -> str:
        deck = {**dict.fromkeys(COPIES, 0), **copies}
        deck["knight_3"] += 53 - sum(deck.values())
        return written(tmp_path, "[cards]\n" + "".join(f"{card} = {count}\n" for card, count in deck.items()))

    return write
