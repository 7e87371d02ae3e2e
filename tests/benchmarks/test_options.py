"""Rules of the benchmarks."""

import pytest
import typer

from benchmarks.options import rules_of
from kschwert_env import GAMES


def test_games_are_for_four_where_they_are_for_as_many() -> None:
    found = {game: rules_of(game, None).num_players for game in GAMES}
    assert found == {"krone_schwert": 4, "two_crowns": 2, "politics_and_intrigue": 2}
    assert rules_of("krone_schwert", 5).num_players == 5


@pytest.mark.parametrize(
    ("game", "players", "reason"),
    [("chess", None, "unknown game 'chess'"), ("politics_and_intrigue", 4, "num_players must be 2, not 4")],
)
def test_what_nobody_can_play_is_refused(game: str, players: int | None, reason: str) -> None:
    with pytest.raises(typer.BadParameter, match=reason):
        rules_of(game, players)
