"""Editions with a starting position: games begin there, and wrong positions and options are refused."""

from pathlib import Path

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.editions import written
from tests.krone_schwert.conftest import STANDARD

LAST_TURN = Path(__file__).parents[3] / "training" / "ground_truth" / "last_turn_3.toml"


def test_games_begin_at_the_start() -> None:
    game = Game(Rules(3, str(LAST_TURN), shuffle_parts=False, max_rounds=2), 5)
    assert (game.phase, game.player, game.turn_player) == ("action", 0, 0)
    position = game.position()
    assert (position["turn"], position["king"], position["action_points"]) == (5, 1, 1)
    assert [position["owner"].count(seat) for seat in range(3)] == [2, 2, 4]
    assert Game.from_position(position).position() == position
    assert "revolt" in {game.rules.actions.decode(action).kind for action in game.legal_actions()}


START = """
[starts.2]
turn = 2
action_points = 3
king = 1
scores = [0, 0]
fields = [[0, 1], [21, 20]]
castles = [0, 21]
small_cities = [1, 20]
large_cities = []
cathedrals = []
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("king = 1", "king = 2", r"starts.2.king: 2 is wrong; it must be an integer from -1 to 1"),
        ("king = 1", "king = -1", "seat 0 has a castle and a city, so there is a king"),
        ("castles = [0, 21]", "castles = [0, 20]", "starts.2 is wrong"),
        ("[21, 20]]", "[1, 20]]", "a number from 0 to 47, in one list only"),
        ("scores = [0, 0]", "scores = [0]", "a list of 2 of integers"),
        ("large_cities = []", "large_cities = [[0, 1]]", "an octagon and a square beside it"),
        ("cathedrals = []", "cathedrals = [5]", "the octagon of one of large_cities"),
        ("[starts.2]", "[starts.9]", "unknown key; expected 2, 3, 4, 5"),
    ],
)
def test_wrong_starts_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in START
    Rules(2, written(tmp_path, STANDARD + START), shuffle_parts=False)
    with pytest.raises(ValueError, match=message):
        Rules(2, written(tmp_path, STANDARD + START.replace(old, new)), shuffle_parts=False)


@pytest.mark.parametrize(("option", "value"), [("shuffle_parts", True), ("start_player", "random"), ("max_rounds", 1)])
def test_options_that_contradict_a_start_are_refused(tmp_path: Path, option: str, value: object) -> None:
    options = {"shuffle_parts": False, option: value}
    with pytest.raises(ValueError, match=option):
        Rules(2, written(tmp_path, STANDARD + START), **options)  # type: ignore[arg-type]
