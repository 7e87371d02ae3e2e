"""Starting positions: where games of an edition begin, if not with the setup (chapter 2)."""

from dataclasses import dataclass
from typing import Any

from kschwert_env.engine.io.edition import TomlTable
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.kernel.components import NOBODY, Building
from kschwert_env.krone_schwert.kernel.turn import ACTION_POINTS

_KEYS = ("turn", "action_points", "king", "scores", "fields", "castles", "small_cities", "large_cities", "cathedrals")
_MOST_TURNS, _MOST_POINTS = 9999, 999


@dataclass(frozen=True)
class Start:
    """Starting position in the turn of seat 0, before its first action. Hands are dealt as in the setup.

    Attributes:
        turn: number of the turn, from 0; the next turns have the next numbers. The cap on rounds counts all of them.
        action_points: 1 to 3, of the first turn.
        king: seat, or NOBODY.
        scores: victory points by seat.
        owners: seat by field, or NOBODY.
        buildings: kind of `Building` by field.
        partners: for each large city its octagon and its square.
    """

    turn: int
    action_points: int
    king: int
    scores: tuple[int, ...]
    owners: tuple[int, ...]
    buildings: tuple[int, ...]
    partners: tuple[tuple[int, int], ...]


def read_starts(starts: TomlTable, boards: dict[int, Board]) -> dict[int, Start]:
    """Return the starting positions by number of players; boards without one begin with the setup."""
    for key in starts.entries:
        if key not in map(str, boards):
            starts.fail(key, starts.entries[key], f"left out: unknown key; expected {', '.join(map(str, boards))}")
    return {number: _start(starts.table(str(number)), number, boards[number]) for number in map(int, starts.entries)}


def _start(table: TomlTable, seats: int, board: Board) -> Start:
    table.only(*_KEYS)
    fields = board.num_fields
    owners = [NOBODY] * fields
    for seat, own in enumerate(_lists(table, "fields", seats)):
        for field in own:
            if type(field) is not int or not 0 <= field < fields or owners[field] != NOBODY:
                table.fail("fields", field, f"a number from 0 to {fields - 1}, in one list only")
            owners[field] = seat
    sites = _pairs(table, board)
    return Start(
        table.integer("turn", 0, _MOST_TURNS),
        table.integer("action_points", 1, ACTION_POINTS),
        table.integer("king", NOBODY, seats - 1),
        _numbers(table, "scores", seats, 0, _MOST_POINTS),
        tuple(owners),
        _buildings(table, fields, sites),
        sites,
    )


def _buildings(table: TomlTable, fields: int, sites: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the kind of building by field; `sites` are those of large cities. No field has two buildings."""
    buildings = [int(Building.NONE)] * fields

    def build(key: str, kind: Building, field: int) -> None:
        if buildings[field] != Building.NONE:
            table.fail(key, field, "a field without another building")
        buildings[field] = kind

    for site in sites:
        for field in site:
            build("large_cities", Building.LARGE_CITY, field)
    for kind, key in ((Building.CASTLE, "castles"), (Building.SMALL_CITY, "small_cities")):
        for field in _numbers(table, key, None, 0, fields - 1):
            build(key, kind, field)
    squares = dict(sites)
    for octagon in _numbers(table, "cathedrals", None, 0, fields - 1):
        if octagon not in squares or buildings[octagon] == Building.CATHEDRAL:
            table.fail("cathedrals", octagon, "the octagon of one of large_cities, once")
        buildings[octagon] = buildings[squares[octagon]] = Building.CATHEDRAL
    return tuple(buildings)


def _pairs(table: TomlTable, board: Board) -> tuple[tuple[int, int], ...]:
    """Return the octagon and the square of each large city."""
    pairs: Any = table.value("large_cities")
    if not isinstance(pairs, list):
        table.fail("large_cities", pairs, "a list of pairs of an octagon and a square")
    for pair in pairs:
        is_pair = isinstance(pair, list) and all(type(field) is int for field in pair)
        if not is_pair or tuple(pair) not in board.city_sites:
            table.fail("large_cities", pair, "an octagon and a square beside it, as numbers of fields")
    return tuple((octagon, square) for octagon, square in pairs)


def _lists(table: TomlTable, key: str, length: int) -> list[list[Any]]:
    """Return a list of `length` lists."""
    value = table.value(key)
    if not isinstance(value, list) or len(value) != length or not all(isinstance(each, list) for each in value):
        table.fail(key, value, f"{length} lists, one for each seat")
    return value


def _numbers(table: TomlTable, key: str, length: int | None, low: int, high: int) -> tuple[int, ...]:
    """Return a list of integers from `low` to `high`, of this length if given."""
    value = table.value(key)
    if not isinstance(value, list) or length not in (None, len(value)):
        table.fail(key, value, "a list" + (f" of {length}" if length is not None else "") + " of integers")
    for each in value:
        if type(each) is not int or not low <= each <= high:
            table.fail(key, each, f"a list of integers from {low} to {high}")
    return tuple(value)
