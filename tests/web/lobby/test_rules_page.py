"""The rules for players come first, with pictures of cards; then the complete rules with their ids."""

import pytest

from kschwert_env import GAMES
from kschwert_env.web.lobby.rules_page import rules_page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_for_players_come_first(game: str) -> None:
    html = rules_page(game)
    short, _, complete = html.partition("<hr>")
    for chapter in ("Aim", "Your turn", "Tips for the first game"):
        assert f">{chapter}</h2>" in short
    assert short.count('class="rule-card"') > 5
    assert "<svg" in short
    assert "src=" not in short
    assert "Seat 0" not in short
    assert ' id="T1"' in complete
    assert len(short) > 2000
