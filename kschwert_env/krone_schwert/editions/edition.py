"""Editions: the map, the cards and the people as data (C1 to C7), read from TOML and checked.

Three facts of the game were printed only as pictures: the map, the black shields and the people cards. Who owns the
game can write an edition with what is printed on it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from kschwert_env.engine.edition import Shelf, Table, fingerprint, read_toml
from kschwert_env.krone_schwert.kernel.board import Board, Cell
from kschwert_env.krone_schwert.kernel.components import (
    CARD_NAMES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_ACTION_CARDS,
    Card,
    Supply,
    Terrain,
)
from kschwert_env.krone_schwert.kernel.setup import HAND
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS, MAX_PARTS

FOLDER = Path(__file__).parent
LETTERS = {"P": Terrain.PLAIN, "M": Terrain.MOUNTAIN, "F": Terrain.FOREST}
MOST_CARDS, MOST_POINTS, MOST_SHIELDS = 99, 9999, 3


@dataclass(frozen=True)
class Part:
    """One part of the map: terrain of its octagons and then of its squares, row by row."""

    name: str
    rows: int
    columns: int
    terrain: tuple[int, ...]

    @property
    def open_land(self) -> int:
        """Plain and forest fields (E3)."""
        return sum(terrain != Terrain.MOUNTAIN for terrain in self.terrain)


@dataclass(frozen=True)
class Edition:
    """All that an edition says: cards in the order of `Card`, slots and thresholds by number of parts and players."""

    source: str = field(compare=False)
    copies: tuple[int, ...]
    combat: tuple[int, ...]
    shields: tuple[int, ...]
    crowns: int
    swords: int
    thresholds: dict[int, int]
    markers: int
    supply: tuple[int, ...]
    slots: dict[int, tuple[Cell, ...]]
    parts: tuple[Part, ...]

    @property
    def fingerprint(self) -> str:
        """Hexadecimal SHA-256 of the contents, wherever the file lies."""
        return fingerprint(self)

    @cached_property
    def boards(self) -> dict[int, Board]:
        """The lattices by number of parts."""
        rows, columns = self.parts[0].rows, self.parts[0].columns
        return {number: Board(corners, rows, columns) for number, corners in self.slots.items()}


def parse(text: str, source: str) -> Edition:
    """The edition written in `text`; `source` names it in errors."""
    top = read_toml(text, source)
    top.only("cards", "people", "thresholds", "supplies", "slots", "parts")
    copies, combat, shields = _cards(top.table("cards"))
    people, thresholds, supplies = top.table("people"), top.table("thresholds"), top.table("supplies")
    people.only("crowns", "swords")
    players = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    thresholds.only(*map(str, players))
    kinds = [kind.name.lower() for kind in Supply]
    supplies.only("markers", *kinds)
    edition = Edition(
        source,
        copies,
        combat,
        shields,
        people.integer("crowns", 0, MOST_CARDS),
        people.integer("swords", 0, MOST_CARDS),
        {n: thresholds.integer(str(n), 1, MOST_POINTS) for n in players},
        supplies.integer("markers", 2, MAX_FIELDS),
        tuple(supplies.integer(kind, 0, MAX_FIELDS) for kind in kinds),
        _slots(top.table("slots")),
        _parts(top),
    )
    _check_map(top, edition)
    return edition


def _cards(cards: Table) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """C6: copies, combat values and black shields of every card; events have neither of the last two."""
    cards.only(*CARD_NAMES)
    copies, combat, shields = [], [], []
    for card in Card:
        entry = cards.table(CARD_NAMES[card])
        is_event = card >= NUM_ACTION_CARDS
        entry.only("copies", *(() if is_event else ("combat", "shields")))
        only_one = card == Card.GAME_END
        copies.append(entry.integer("copies", int(only_one), 1 if only_one else MOST_CARDS))
        combat.append(0 if is_event else entry.integer("combat", 0, MOST_CARDS))
        shields.append(0 if is_event else entry.integer("shields", 0, MOST_SHIELDS))
    needed, dealt = MAX_PLAYERS * HAND, sum(copies[:NUM_ACTION_CARDS])
    if dealt < needed:
        cards.fail("", f"{dealt} action cards in all", f"at least {needed}, so that all players can be dealt {HAND}")
    return tuple(copies), tuple(combat), tuple(shields)


def _slots(slots: Table) -> dict[int, tuple[Cell, ...]]:
    """C4: for each number of parts the upper left corners of the slots on the lattice."""
    numbers = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    slots.only(*map(str, numbers))
    return {number: _corners(slots, number) for number in numbers}


def _corners(slots: Table, number: int) -> tuple[Cell, ...]:
    value = slots.value(str(number))
    good = isinstance(value, list) and len(value) == number and all(_is_cell(corner) for corner in value)
    if not good:
        slots.fail(str(number), value, f"a list of {number} corners [row, column], integers from 0 to {MAX_FIELDS}")
    return tuple((row, column) for row, column in value)


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(x) is int and 0 <= x <= MAX_FIELDS for x in value)


def _parts(top: Table) -> tuple[Part, ...]:
    """The parts, all of one size and of different names."""
    value = top.value("parts")
    if not isinstance(value, list) or not MAX_PLAYERS <= len(value) <= MAX_PARTS:
        given = f"{len(value)} parts" if isinstance(value, list) else value
        top.fail("parts", given, f"an array of {MAX_PLAYERS} to {MAX_PARTS} tables")
    parts: list[Part] = []
    for i, entry in enumerate(value):
        table = Table(top.source, f"parts[{i}]", entry)
        table.only("name", "map")
        part = _part(table)
        if part.name in [other.name for other in parts]:
            table.fail("name", part.name, "a name that no other part has")
        if parts and (part.rows, part.columns) != (parts[0].rows, parts[0].columns):
            size = f"{part.rows} rows of {part.columns} octagons"
            table.fail("map", size, f"{parts[0].rows} rows of {parts[0].columns}, as in the first part")
        parts.append(part)
    return tuple(parts)


def _part(table: Table) -> Part:
    """A part from its drawing: a line of octagons (capitals), a line of the squares at their lower right, and so on."""
    name, drawing = table.text("name"), table.text("map")
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    if not lines or len(lines) % 2:
        table.fail("map", f"{len(lines)} lines", "one or more pairs of lines, octagons above squares")
    for i, line in enumerate(lines):
        letters = "".join(LETTERS) if i % 2 == 0 else "".join(LETTERS).lower()
        for letter in line:
            if letter not in letters or len(letter) != 1:
                shape = "octagons are P (plain), M (mountain), F (forest)" if i % 2 == 0 else "squares are p, m or f"
                table.fail("map", f"{letter!r} in line {i + 1}", f"a terrain: {shape}, with spaces between")
        if len(line) != len(lines[0]):
            table.fail("map", f"{len(line)} fields in line {i + 1}", f"{len(lines[0])} in each line, as in the first")
    terrain = [LETTERS[letter.upper()] for half in (lines[::2], lines[1::2]) for line in half for letter in line]
    return Part(name, len(lines) // 2, len(lines[0]), tuple(map(int, terrain)))


def _check_map(top: Table, edition: Edition) -> None:
    """The slots fit together, and every board has room for the setup and not too many fields."""
    slots = Table(top.source, "slots", {})
    for number, corners in edition.slots.items():
        board = edition.boards[number]
        if board.num_fields > MAX_FIELDS:
            top.fail("parts", f"{board.num_fields} fields on {number} parts", f"at most {MAX_FIELDS}")
        if len(board.octagons) < len(board.cells):
            slots.fail(str(number), list(map(list, corners)), "slots that do not overlap")
        if not _in_one_piece(board):
            slots.fail(str(number), list(map(list, corners)), "slots that touch, so that the board is in one piece")
    land = sorted(part.open_land for part in edition.parts)
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        fewest_parts = players - 1 if players >= 4 else players  # V1
        if sum(land[:fewest_parts]) <= 2 * players:
            given = f"{sum(land[:fewest_parts])} plain and forest fields on {fewest_parts} parts"
            top.fail("parts", given, f"more than {2 * players}, so that there is room for the setup of {players}")


def _in_one_piece(board: Board) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        for neighbour in map(int, board.neighbours[waiting.pop()]):
            if neighbour >= 0 and neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return len(reached) == board.num_fields


_shelf = Shelf(FOLDER, parse)


def load(name: str) -> Edition:
    """The edition of that name, or in the file of that path. Raises EditionError for the first thing wrong in it."""
    return _shelf.load(name)
