"""Editions: read from TOML, validated, and played. The rules page describes them correctly."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kschwert_env.two_crowns import Game, Rules
from tests.docs.generators.rules_page import RulesPage
from tests.helpers.editions import check_told_apart, check_wrong
from tests.two_crowns.scenes import COPIES


def test_a_custom_edition_is_played(edition: Callable[..., str]) -> None:
    """C2: with nothing but knights there is nothing else in any hand."""
    game = Game(Rules(edition=edition()), 1)
    assert game.position()["hands"] == [{"knight_3": 7}] * 2
    while not game.is_over:
        game.step(game.legal_actions()[0])
    assert Game.from_position(game.position()) == game


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("knight_1 = 12", "knight_1 = 13", r"cards: '54 cards in all' is wrong; it must be 53"),
        ("vassal = 5", "vassal = -1", r"cards.vassal: -1 .* an integer from 0 to 53"),
        ("vassal = 5", "vassal = 5.0", r"cards.vassal: 5.0 .* an integer"),
        ("vassal = 5", "", r"cards.vassal is missing"),
        ("vassal = 5", "vassal = 5\ndragon = 1", r"cards.dragon: 1 is wrong; it must be left out"),
        ("[cards]", "[kards]", r"cards is missing"),
        ("[cards]", "[cards", r"invalid TOML"),
    ],
)
def test_a_wrong_edition_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    """C1, C2: with file, key, value and what is right."""
    check_wrong(Rules, tmp_path, old, new, message)


def test_rules_are_distinguished_by_the_contents_of_their_edition(tmp_path: Path) -> None:
    """C2: not by where the file lies; a pickle of rules whose file has changed is refused."""
    check_told_apart(Rules, tmp_path, "gold_1 = 4\ngold_2 = 3", "gold_1 = 3\ngold_2 = 4")


def test_the_card_table_agrees_with_the_edition() -> None:
    """C2."""
    rows = re.findall(r"^\|[^|]*\| `(\w+)` \| (\d+) \|", RulesPage("two_crowns").text(), re.MULTILINE)
    assert {card: int(count) for card, count in rows} == COPIES
    assert Rules().edition_data.copies == tuple(COPIES.values())
