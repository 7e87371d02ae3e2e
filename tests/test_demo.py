"""The demo runs."""

import pytest
from typer.testing import CliRunner

from kschwert_env.demo import app

pytestmark = pytest.mark.needs_jit


def test_the_demo_tells_a_game_and_plays_many() -> None:
    result = CliRunner().invoke(app, ["--games", "40", "--seed", "3", "--players", "2"])
    assert result.exit_code == 0, result.output
    for words in (
        "One random game of 3 players, seed 3",
        "The board before the first marker",
        "The game is over",
        "Final scoring",
        "40 random games of krone_schwert, 2 players",
        "In a game",
        "How games ended",
        "revolts called off",
        "seat 1",
    ):
        assert words in result.output
    assert "Stopped early" not in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 100


def test_the_demo_refuses_a_wrong_number_of_players() -> None:
    assert CliRunner().invoke(app, ["--players", "6"]).exit_code == 2
