"""Tests of editions: reading, checks, play, and agreement with the rules page."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kschwert_env.politics_and_intrigue import Game, Rules
from kschwert_env.politics_and_intrigue.editions.edition import LETTERS, Edition
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, CARD_TYPES, EVENT_NAMES, CardType
from tests.docs.generators.rules_page import RulesPage
from tests.helpers.cases import BUSY
from tests.helpers.editions import check_refused, check_told_apart, check_wrong, standard, written
from tests.politics_and_intrigue.scenes import Scene

STANDARD: Edition = Rules().edition_data
COLUMNS = {"VP": "points", "S": "strength", "T": "tournament", "M": "trade"}


def cells(row: str) -> list[str]:
    return [cell.strip().strip("`") for cell in row.strip("|").split("|")]


def printed() -> list[dict[str, str]]:
    """The rows of both tables of cards on the rules page, by column."""
    chapter = RulesPage("politics_and_intrigue").text().partition("**C5**")[2].partition("**C6**")[0]
    rows = []
    for table in re.findall(r"^\| card \|.*?(?:\n\n|\Z)", chapter, re.MULTILINE | re.DOTALL):
        head, _, *lines = table.strip().splitlines()
        rows += [dict(zip(cells(head), cells(line), strict=True)) for line in lines]
    return rows


def cost(card: int) -> str:
    return " ".join(f"{n}{letter}" for n, letter in zip(STANDARD.costs[card], LETTERS, strict=True) if n)


def test_the_card_tables_agree_with_the_edition() -> None:
    """C5: in table order, both tables together, with every number printed on a card."""
    rows = printed()
    assert [row["card"] for row in rows] == list(CARD_NAMES)
    for card, row in enumerate(rows):
        assert row["type"] == CardType(CARD_TYPES[card]).name.lower()
        assert int(row["copies"]) == STANDARD.copies[card]
        assert row["card"] == "bribery" or row["cost"].replace("none", "") == cost(card), row
        if row["card"] in ("brewery", "metropolis"):
            continue
        for column, field in COLUMNS.items():
            assert int(row.get(column) or 0) == getattr(STANDARD, field)[card], (row, field)
    brewery, metropolis = CARD_NAMES.index("brewery"), CARD_NAMES.index("metropolis")
    assert (STANDARD.strength[brewery], STANDARD.trade[brewery], STANDARD.points[metropolis]) == (2, 2, 0)


def test_regions_and_events_agree_with_the_page() -> None:
    """C4, C6: in the order of their numbers."""
    text = " ".join(RulesPage("politics_and_intrigue").text().split())
    kinds = ("lumber", "brick", "wool", "grain", "ore", "gold")
    stack = ", ".join(f"{kinds[kind]} {number}" for kind, number in STANDARD.region_stack)
    assert f"numbered from 0 to 10: {stack}." in text
    for seat, regions in enumerate(STANDARD.start_regions):
        assert f"| {seat} | " + " | ".join(f"{kinds[kind]} {number}" for kind, number in regions) + " |" in text
    told = text.partition("**C6**")[2].partition("## 2")[0]
    assert [(name, int(n)) for name, n in re.findall(r"`(\w+)` (\d)", told)] == list(
        zip(EVENT_NAMES, STANDARD.events, strict=True)
    )


def test_centre_cards_cost_and_count() -> None:
    """C3."""
    assert STANDARD.centre_costs == ((1, 2, 0, 0, 0, 0), (1, 1, 1, 1, 0, 0), (0, 0, 0, 2, 3, 0))
    assert STANDARD.centre_points == (0, 1, 2)


def test_a_custom_edition_is_played() -> None:
    """C5: its numbers are on the board of its games."""
    rules = Rules(edition=BUSY)
    assert rules.board["cost"][0].sum(axis=1).max() == 2
    game = Game(rules, 1)
    for _ in range(30):
        game.step(game.legal_actions()[0])
    assert Game.from_position(game.position()) == game


def changed(folder: Path, old: str, new: str) -> str:
    """Return the path of the standard edition with one change."""
    text = standard("politics_and_intrigue")
    assert old in text
    return written(folder, text.replace(old, new, 1))


def test_where_nothing_can_be_left_out_nobody_is_asked(tmp_path: Path) -> None:
    """F16, T3: of a holy building that costs nothing."""
    edition = changed(
        tmp_path, 'name = "Abbey", copies = 2, cost = "1B 1G 1O"', 'name = "Abbey", copies = 2, cost = ""'
    )
    game = Scene(edition=edition).lay(0, {0: "mission"}).hand(0, abbey=1).play().build("abbey")
    assert (game.phase, game.pending["card"]) == ("place", "abbey")
    assert game.do("pick", slot=2).slots(0) == {0: "mission", 2: "abbey"}


def test_knights_may_have_trade_points(tmp_path: Path) -> None:
    """B10: trade points are those of own cards, of whatever type; here both figures are his (B9)."""
    edition = changed(tmp_path, "strength = 1, tournament = 2 }", "strength = 1, tournament = 2, trade = 3 }")
    game = Scene(edition=edition).lay(0, {0: "knight_arno"}).play()
    assert (game.scores, game.position["windmill"]) == ([4, 2], 0)


def test_the_gate_may_be_open_at_the_start(tmp_path: Path) -> None:
    """B12: it is checked whenever a seat is about to be asked, the first time included."""
    game = Game(Rules(edition=changed(tmp_path, "points = 1 }\ncity", "points = 2 }\ncity")))
    position = game.position()
    assert (position["scores"], position["gate_open"]) == ([4, 4], True)
    assert Game.from_position(position) == game
    assert not Game(Rules()).position()["gate_open"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("copies = 3 }", "copies = 4 }", r"cards: '59 cards of the card game, .*' is wrong; it must be 58"),
        ('"Mission", copies = 1', '"Mission", copies = 2', r"cards: '28 cards of the set' is wrong; it must be 27"),
        ('"Church", copies = 2', '"Church", copies = 3', r"cards.church.copies: 3 is wrong; it must be 2"),
        ('"Brewery", copies = 1', '"Brewery", copies = 2', r"cards.brewery.copies: 2 .* an integer from 0 to 1"),
        ('"Mint", copies = 1', '"Mint", copies = 2', r"cards.mint.copies: 2 .* an integer from 0 to 1"),
        ('"Brothel", copies = 1', '"Brothel", copies = 2', r"cards.brothel.copies: 2 .* an integer from 0 to 1"),
        ('cost = "2B 1L"', 'cost = "2B L"', r"centre.road.cost: '2B L' is wrong; it must be a text such as"),
        ('cost = "2B 1L"', 'cost = "2B 1B"', r"centre.road.cost: '2B 1B' is wrong"),
        ('cost = "2B 1L"', "cost = 3", r"centre.road.cost: 3 is wrong"),
        ('cost = "2B 1G 1O", points', 'cost = "1B", points', r"cards.church.cost: '1B' is wrong; .* so that every"),
        ('"Bribery", copies = 2', '"Bribery", copies = 2, cost = "3A"', r"cards.bribery.cost: '3A' .* left out"),
        ('"Abbey", copies = 2,', '"Abbey", copies = 2, strength = 1,', r"cards.abbey.strength: 1 .* left out"),
        ('"Metropolis", copies = 2', '"Metropolis", copies = 2, cost = "1L"', r"metropolis.cost: '1L' .* left out"),
        ('name = "Abbey"', 'name = " "', r"cards.abbey.name: ' ' is wrong; it must be a non-empty string"),
        ("points = 1 }\ncity", "points = 7 }\ncity", r"centre.settlement.points: 7 .* an integer from 0 to 6"),
        ('"gold 4"', '"gold 7"', r"regions.start: 'gold 7' is wrong; it must be 6 regions such as"),
        ('"gold 3"', '"iron 3"', r"regions.stack: 'iron 3' is wrong; it must be 11 regions"),
        ("new_year = 1", "new_year = 0", r"events.new_year: 0 is wrong; it must be 1"),
        ("\nraid = 1", "\nraid = 2", r"events: '14 events in all' is wrong; it must be 13"),
        ("\nspy = 2", "\nspy = 1", r"tournament.deck: '32 in all' is wrong; it must be 33 cards"),
        ("\nspy = 2", "\nspy = 4", r"tournament.deck.spy: 4 is wrong; it must be an integer from 1 to 3"),
        ("raid = 1, church", "plague = 1, church", r"tournament.events\[0\].plague: 1 is wrong; it must be left out"),
        ("raid = 1, church", "church", r"tournament.events\[0\]: '3 in all' is wrong; it must be 4 events"),
        ("[events]", "[event]", r"events is missing"),
        ("[cards]", "[cards", r"invalid TOML"),
    ],
)
def test_a_wrong_edition_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    """C3 to C6, S3, E3, M1, M7, F21, W4: with file, key, value and what is right."""
    check_wrong(Rules, tmp_path, old, new, message)


def test_rules_differ_by_the_contents_of_their_edition(tmp_path: Path) -> None:
    """C5: not by the path of the file; a pickle of rules whose file has changed is refused."""
    check_told_apart(Rules, tmp_path, 'cost = "2B 1L"', 'cost = "1B 1L"')


# -- options that belong to an edition ------------------------------------------------------------------------


def deck(**cards: int) -> dict[str, int]:
    """Return the default deck with changed counts."""
    rules = Rules(game="tournament")
    return {card: n for card, n in {**rules.options()["decks"][0], **cards}.items() if n}


def test_custom_decks_and_events() -> None:
    """M1, M7: the default is the edition's; `Rules` have the decks and events in use."""
    own = deck(spy=1, marketplace=1)
    rules = Rules(game="tournament", decks=[own, deck()])
    assert rules.options()["decks"] == [own, deck()]
    assert rules == Rules.from_options(rules.options())
    assert hash(rules) == hash(Rules.from_options(rules.options()))
    assert rules != Rules(game="tournament") == Rules(game="tournament", decks=[deck(), deck()])
    assert Rules().options()["decks"] is None
    both = rules.board["events"][0].tolist()
    assert both == [2, 2, 1, 2, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "duel"}, "game must be one of extended, tournament, not 'duel'"),
        ({"decks": [{}, {}]}, "decks must be None in the extended game"),
        ({"events": []}, "events must be None in the extended game"),
        ({"game": "tournament", "decks": [{}]}, "decks must be 2 dicts, one for each seat, or None"),
        ({"game": "tournament", "decks": [deck(), {}]}, r"decks\[1\] must be 33 cards \(M1\), not '0 in all'"),
        (
            {"game": "tournament", "decks": [deck(spy=4), deck()]},
            r"decks\[0\].spy must be an integer from 1 to 3, not 4",
        ),
        ({"game": "tournament", "decks": [deck(dragon=1), deck()]}, r"decks\[0\].dragon must be left out"),
        ({"game": "tournament", "events": [{"new_year": 1}, {}]}, r"events\[0\].new_year must be left out"),
        ({"max_rounds": 0}, "max_rounds must be an integer of at least 1, or None, not 0"),
    ],
)
def test_a_wrong_option_is_refused(options: Mapping[str, Any], message: str) -> None:
    """M1, M7, W2."""
    with pytest.raises(ValueError, match=message):
        Rules(**options)


def test_numbers_on_cards_are_not_too_many_together(tmp_path: Path) -> None:
    """C5, B10: the total of a seat fits into one byte."""
    text = standard("politics_and_intrigue")
    for name in ("Abbey", "Garrison", "Fire Brigade", "Marketplace", "Bath House"):
        text = text.replace(f'"{name}", copies = 2, ', f'"{name}", copies = 2, trade = 9, ').replace(
            ", trade = 1 }", " }"
        )
    check_refused(Rules, tmp_path, text, r"cards: 'trade of 95 on all cards together' is wrong; it must be at most 80")
