"""Editions: the map, the cards and the people as data (C1 to C7), read from TOML and validated.

The original game prints three facts only as pictures: the map, the black shields and the people cards. Owners of the
game can write an edition from these pictures.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from kschwert_env.engine.io.edition import EditionFolder, TomlTable, fingerprint, read_toml
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.editions.maps import Field, board_from_fields, read_maps
from kschwert_env.krone_schwert.editions.parts import (
    Part,
    SlotEntry,
    board_from_slots,
    least_open_land,
    read_parts,
    read_slots,
)
from kschwert_env.krone_schwert.editions.starts import Start, read_starts
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
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS

FOLDER = Path(__file__).parent
PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
MOST_CARDS, MOST_POINTS, MOST_SHIELDS = 99, 9999, 3


@dataclass(frozen=True)
class Edition:
    """Contents of an edition: cards in the order of `Card`, maps and thresholds by number of parts and players.

    A map consists of `parts` in `slots`; otherwise `maps` lists its fields. `starts` are starting positions by number
    of players; without one, games begin with the setup. `source` is the text of its file.
    """

    source: str = field(compare=False)
    copies: tuple[int, ...]
    combat: tuple[int, ...]
    shields: tuple[int, ...]
    crowns: int
    swords: int
    thresholds: dict[int, int]
    markers: int
    supply: tuple[int, ...]
    slots: dict[int, tuple[SlotEntry, ...]]
    parts: tuple[Part, ...]
    maps: dict[int, tuple[Field, ...]]
    starts: dict[int, Start] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Hexadecimal SHA-256 of the contents, independent of the file's location."""
        return fingerprint(self)

    @cached_property
    def boards(self) -> dict[int, Board]:
        """Boards by number of parts. For maps with listed fields: by number of players."""
        if self.maps:
            return {number: board_from_fields(fields) for number, fields in self.maps.items()}
        return {number: board_from_slots(slots, self.parts) for number, slots in self.slots.items()}

    def first_parts(self, number: int) -> list[int]:
        """Return the indices of the parts on a board without shuffling: the first parts of each slot's size (C4)."""
        chosen: list[int] = []
        for slot in self.boards[number].slots:
            fitting = (i for i, part in enumerate(self.parts) if part.size == slot.size and i not in chosen)
            chosen.append(next(fitting))
        return chosen


def parse(text: str, name: str) -> Edition:
    """Return the edition written in `text`; `name` names it in errors. Raises EditionError for the first error."""
    top = read_toml(text, name)
    has_maps = "maps" in top.entries
    if has_maps and ("slots" in top.entries or "parts" in top.entries):
        top.fail(
            "maps", "a map beside parts and slots", "left out, or parts and slots must: fields come from one of both"
        )
    has_starts = "starts" in top.entries
    keys = (("maps",) if has_maps else ("slots", "parts")) + (("starts",) if has_starts else ())
    top.only("cards", "people", "thresholds", "supplies", *keys)
    copies, combat, shields = _cards(top.table("cards"))
    people, thresholds, supplies = top.table("people"), top.table("thresholds"), top.table("supplies")
    people.only("crowns", "swords")
    thresholds.only(*map(str, PLAYERS))
    kinds = names_of(Supply)
    supplies.only("markers", *kinds)
    parts = () if has_maps else read_parts(top)
    edition = Edition(
        text,
        copies,
        combat,
        shields,
        people.integer("crowns", 0, MOST_CARDS),
        people.integer("swords", 0, MOST_CARDS),
        {n: thresholds.integer(str(n), 1, MOST_POINTS) for n in PLAYERS},
        supplies.integer("markers", 2, MAX_FIELDS),
        tuple(supplies.integer(kind, 0, MAX_FIELDS) for kind in kinds),
        {} if has_maps else read_slots(top, parts),
        parts,
        read_maps(top.table("maps")) if has_maps else {},
    )
    for number in edition.boards:
        _check_board(top, edition, number)
    return replace(edition, starts=read_starts(top.table("starts"), edition.boards)) if has_starts else edition


def _cards(cards: TomlTable) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return copies, combat values and black shields of every card (C6); both values are 0 for events."""
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


def _check_board(top: TomlTable, edition: Edition, number: int) -> None:
    """Check that a map is connected and has more open land than the setup places markers (S2)."""
    board = edition.boards[number]
    if board.cut_off is not None:
        if edition.maps:
            given = f"field {board.cut_off}, to which no neighbours lead from field 0"
            top.fail(f"maps.{number}", given, "a map in one piece")
        slots = [list(slot) for slot in edition.slots[number]]
        top.fail(f"slots.{number}", slots, "slots that touch, so that the board is in one piece")
    players = max(n for n in PLAYERS if number in (n, n - 1 if n >= 4 else n))  # V1
    is_open = [terrain != Terrain.MOUNTAIN for terrain in board.terrain]
    land = sum(is_open) if edition.maps else least_open_land(board, edition.parts)
    if land <= 2 * players:
        key, where = (f"maps.{number}", "") if edition.maps else ("parts", f" on {number} parts")
        right = f"more than {2 * players}, so that there is room for the setup of {players}"
        top.fail(key, f"{land} plain and forest fields{where}", right)


load = EditionFolder(FOLDER, parse).load
"""Return the edition with this name or file path. Raises EditionError for the first error in it."""
