"""The drawings show every field in its position, and the state of every seat."""

import re

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.text.drawing import (
    LEGEND,
    SIGNS,
    SUPPLIES,
    TEXTURES,
    board_glyphs,
    draw_board,
    draw_table,
    holdings,
)
from tests.krone_schwert.played import PLAYERS, games, start

pytestmark = pytest.mark.needs_jit


# -- the board ------------------------------------------------------------------------------------------------


def drawn_fields(position: Position) -> dict[int, tuple[str, str]]:
    """Return texture and holding of every drawn field: the characters above and below its number."""
    lines = board_glyphs(position)
    fields = {}
    for y, line in enumerate(lines):
        numbers = "".join(glyph.char if glyph.tone == "id" else " " for glyph in line)
        for number in re.finditer(r"\d+", numbers):
            field = position["fields"][int(number[0])]
            octagon = field["shape"] == "octagon"
            middle = number.start() + (len(number[0]) - 1) // 2
            # the line of an octagon has seven characters, of a square three
            reach = 3 if octagon else 1
            below = lines[y + 1][middle - reach : middle + reach + 1]
            holding = "".join(glyph.char for glyph in below if glyph.tone.startswith("seat"))
            assert int(number[0]) not in fields
            fields[int(number[0])] = lines[y - 1][middle].char, holding
    return fields


@pytest.mark.parametrize("players", PLAYERS)
def test_every_field_is_drawn_once_with_its_terrain(players: int) -> None:
    position = start(players)
    assert sorted(map(int, re.findall(r"\d+", draw_board(position).removesuffix("\n".join(LEGEND))))) == list(
        range(len(position["fields"]))
    )
    drawn = drawn_fields(position)
    for field in position["fields"]:
        assert drawn[field["id"]] == (TEXTURES[field["terrain"]], "")


@pytest.mark.parametrize("players", PLAYERS)
def test_owners_and_buildings_stand_on_their_fields(players: int) -> None:
    for game in games(players):
        position = game[-1][2]
        signs = {
            field: SIGNS[building["kind"]] + ("+" if building["cathedral"] else "")
            for building in position["buildings"]
            for field in building["fields"]
        }
        drawn = drawn_fields(position)
        for field, owner in enumerate(position["owner"]):
            expected = "" if owner is None else f"{owner}{signs.get(field, '')}"
            assert drawn[field][1] == expected, field


def test_a_large_city_is_open_between_its_two_fields_and_nowhere_else() -> None:
    position = start()
    whole = board_glyphs(position)
    for square in position["fields"]:
        for octagon in square["neighbours"] if square["shape"] == "square" else ():
            position["buildings"] = [{"kind": "large_city", "fields": [octagon, square["id"]], "cathedral": False}]
            opened = [
                (x, y)
                for y, (old, new) in enumerate(zip(whole, board_glyphs(position), strict=True))
                for x in range(len(old))
                if old[x] != new[x]
            ]
            other = position["fields"][octagon]
            middle = (8 * (square["column"] + 1), 5 * (square["row"] + 1) + 0.5)
            right, below = other["column"] > square["column"], other["row"] > square["row"]
            assert len(opened) == 2
            assert all((x > middle[0], y > middle[1]) == (right, below) for x, y in opened)


def test_without_ids_an_empty_board_shows_no_digits() -> None:
    assert not re.search(r"\d", draw_board(start(), ids=False).removesuffix("\n".join(LEGEND)))


@pytest.mark.parametrize("players", PLAYERS)
def test_board_and_table_fit_into_100_columns(players: int) -> None:
    for game in games(players):
        for _, _, after in game[:: len(game) // 10]:
            lines = draw_board(after).splitlines() + draw_table(after).splitlines()
            assert max(map(len, lines)) <= 100


# -- the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_shows_every_seats_state(players: int) -> None:
    position = games(players)[0][100][2]
    table = draw_table(position)
    for seat in range(players):
        castles, small, large, cathedrals = holdings(position, seat)
        (line,) = re.findall(rf"^{seat}(?: king)? .*", table, re.MULTILINE)
        fields = position["owner"].count(seat)
        expected = [position["scores"][seat], fields, 28 - fields, castles, small + large, cathedrals]
        assert list(map(int, re.findall(r" (\d+)(?= )", line.split("  -  ")[0].split("  open  ")[0] + " "))) == expected
        assert ("king" in line) == (position["king"] == seat)
        hand = position["hands"][seat]
        assert f"  {sum(hand.values())}" in line
    assert f"round {position['turn'] // players + 1}, turn {position['turn'] + 1}" in table


def test_the_table_shows_the_supply() -> None:
    position = start()
    position["owner"][:6] = [0, 0, 0, 0, 1, 1]
    position["buildings"] = [
        {"kind": "castle", "fields": [0], "cathedral": False},
        {"kind": "large_city", "fields": [1, 37], "cathedral": True},
        {"kind": "small_city", "fields": [4], "cathedral": False},
        {"kind": "large_city", "fields": [5, 41], "cathedral": False},
    ]
    left = ", ".join(f"{number} {kind}" for number, kind in zip((25, 27, 8, 9), SUPPLIES, strict=True))
    assert f"Supply   {left}" in draw_table(position)
