"""Defaults of games in one file: positions, texts and pictures from the names of fields, actions and pieces."""

import json
from xml.etree import ElementTree

import pytest

from kschwert_env.adapters.text import TextGame
from kschwert_env.custom.rules import CustomRules
from kschwert_env.engine.contract.rules import load_class
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.importing import find_game
from kschwert_env.rendering.viewers import PUBLIC
from tests.custom.conftest import WriteGame


def connect_four(*columns: int) -> Game[CustomRules]:
    rules = find_game("connect_four")(2)
    game = game_type(rules)(rules, 1)
    for column in columns:
        game.step(column)
    return game


@pytest.fixture
def bidding(write_game: WriteGame) -> Game[CustomRules]:
    """Return a game of the page in which seat 0 has laid the card 4 face down."""
    rules = load_class(str(write_game("bidding")))()
    game = game_type(rules)(rules, 1)
    game.step(3)
    return game


def test_a_position_has_a_key_for_each_field() -> None:
    position = connect_four(3, 3, 2).position()
    assert list(position) == ["format", "rules", "player", "phase", "turn", "truncated", "scores", "cells"]
    assert position["format"] == "connect_four.position.v1"
    assert position["cells"][5] == [0, 0, 1, 1, 0, 0, 0]
    assert position["cells"][4] == [0, 0, 0, 2, 0, 0, 0]
    assert json.loads(json.dumps(position)) == position


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("cells", [[3] * 7] * 6, r"cells\[0\]\[0\].* 0 to 2"),
        ("cells", [[0] * 7] * 5, "cells"),
        ("player", 2, "player.* 0 to 1"),
        ("phase", "night", "phase.*play"),
        ("scores", [0, 2], r"scores\[1\].* -1 to 1"),
        ("cells", [[1] * 7] * 6, "the numbers of discs don't fit the turn.*player: it doesn't fit"),
        ("cells", [[1] + [0] * 6] + [[0] * 7] * 5, "a disc has no disc below it"),
        ("truncated", True, "truncated: only a game that is over is truncated"),
        ("turn", "one", "turn"),
    ],
)
def test_a_position_out_of_range_is_refused(key: str, value: object, reason: str) -> None:
    game = connect_four(3)
    with pytest.raises(ValueError, match=reason):
        type(game).from_position({**game.position(), key: value})


def test_a_game_adds_contradictions_of_its_own() -> None:
    rules = find_game("kuhn_poker")(2)
    game = game_type(rules)(rules, 1)
    with pytest.raises(ValueError, match="cards: both seats have the same one"):
        type(game).from_position({**game.position(), "cards": [1, 1]})


def test_a_board_is_drawn_in_texts_and_pictures() -> None:
    game = connect_four(3, 2)
    assert game.text().splitlines()[-1] == " . . 1 0 . . ."
    picture = ElementTree.fromstring(game.svg())
    squares = [part for part in picture.iter() if part.get("data-target", "").startswith("square ")]
    assert len(squares) == 42
    assert game.rules.target(game.rules.actions.decode(3), game.position()) == "square 3"


def test_a_seat_reads_what_it_observes_and_a_spectator_all(bidding: Game[CustomRules]) -> None:
    assert "bid: 3" in bidding.text()
    assert "hand: 1 1 1 1" in bidding.text(1)
    assert "other: 1 1 1 1" in bidding.text(1)
    assert "bid" not in bidding.text(1).replace("last action", "")
    assert "hand" not in bidding.rules.draw_text(bidding.position(), PUBLIC, None)


def test_hidden_actions_are_not_told(bidding: Game[CustomRules]) -> None:
    rules, last = bidding.rules, bidding.rules.actions.decode(3)
    before = {**bidding.position(), "player": 0}
    assert rules.tell(before, last, bidding.position(), 1) == ["Seat 0 decides"]
    assert rules.tell(before, last, bidding.position(), 0) == ["Seat 0: bid 4"]
    for viewer, is_shown in ((None, True), (0, False), (1, False)):
        assert ("last action: bid 4" in bidding.text(viewer, 3)) == is_shown
        assert ("Last action: bid 4" in bidding.svg(viewer, 3)) == is_shown


def test_questions_labels_and_rules_come_from_names(bidding: Game[CustomRules]) -> None:
    rules, position = bidding.rules, bidding.position()
    question = rules.question(position)
    assert question is not None
    assert (question.words, question.ask) == ("Seat 1 decides: play", "Your decision: play")
    assert rules.phrase(rules.actions.decode(0), position) == "Bid 1"
    text = TextGame(rules, 1)
    assert "Both seats have the cards 1 to 4." in text.rules()
    assert "decides: play.\n" in text.prompt(0)
    bidding.step(0)
    with pytest.raises(ValueError, match=r"action 3, bid\(choice=4\), is illegal: it is not legal now"):
        bidding.step(3)
