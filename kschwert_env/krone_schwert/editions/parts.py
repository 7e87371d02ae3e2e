"""Maps made of parts (C4): terrain of the parts, and the slots that hold them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kschwert_env.engine.io.edition import TomlTable
from kschwert_env.engine.text.phrases import brief
from kschwert_env.krone_schwert.editions.board import Board, Slot, lattice
from kschwert_env.krone_schwert.kernel.components import MAX_PLAYERS, MIN_PLAYERS, Terrain
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS, MAX_PARTS

LETTERS = {"P": Terrain.PLAIN, "M": Terrain.MOUNTAIN, "F": Terrain.FOREST}
SlotEntry = tuple[int, ...]  # a slot in the edition file: row and column, then its size if parts differ in size


@dataclass(frozen=True)
class Part:
    """One part of the map: terrain of its octagons, then of its squares, row by row."""

    name: str
    rows: int
    columns: int
    terrain: tuple[int, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of rows and columns of octagons."""
        return self.rows, self.columns

    @property
    def board(self) -> Board:
        """Board that consists of this part alone."""
        return lattice([Slot(0, 0, *self.size)])

    @property
    def open_land(self) -> int:
        """Number of plain and forest fields (E3)."""
        return sum(terrain != Terrain.MOUNTAIN for terrain in self.terrain)


# -- parts ------------------------------------------------------------------------------------------------------


def read_parts(top: TomlTable) -> tuple[Part, ...]:
    """Read the parts and check that their names are unique."""
    value = top.value("parts")
    if not isinstance(value, list) or not MAX_PLAYERS <= len(value) <= MAX_PARTS:
        given = f"{len(value)} parts" if isinstance(value, list) else value
        top.fail("parts", given, f"an array of {MAX_PLAYERS} to {MAX_PARTS} tables")
    parts: list[Part] = []
    for i, entry in enumerate(value):
        table = TomlTable(top.source, f"parts[{i}]", entry)
        table.only("name", "map")
        part = _part(table)
        if part.name in [other.name for other in parts]:
            table.fail("name", part.name, "a name that no other part has")
        parts.append(part)
    return tuple(parts)


def _part(table: TomlTable) -> Part:
    """Parse a part from its drawing: lines of octagons (capitals) and of the squares at their lower right alternate."""
    name, drawing = table.text("name"), table.text("map")
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    if not lines or len(lines) % 2:
        table.fail("map", f"{len(lines)} lines", "one or more pairs of lines, octagons above squares")
    for i, line in enumerate(lines):
        letters = "".join(LETTERS) if i % 2 == 0 else "".join(LETTERS).lower()
        for letter in line:
            if letter not in letters or len(letter) != 1:
                shape = "octagons are P (plain), M (mountain), F (forest)" if i % 2 == 0 else "squares are p, m or f"
                table.fail("map", f"{brief(letter)} in line {i + 1}", f"a terrain: {shape}, with spaces between")
        if len(line) != len(lines[0]):
            table.fail("map", f"{len(line)} fields in line {i + 1}", f"{len(lines[0])} in each line, as in the first")
    terrain = [LETTERS[letter.upper()] for half in (lines[::2], lines[1::2]) for line in half for letter in line]
    return Part(name, len(lines) // 2, len(lines[0]), tuple(map(int, terrain)))


def shared_size(parts: Sequence[Part]) -> tuple[int, int] | None:
    """Return the size of all parts, or None if sizes differ."""
    sizes = {part.size for part in parts}
    return sizes.pop() if len(sizes) == 1 else None


# -- slots ------------------------------------------------------------------------------------------------------


def read_slots(top: TomlTable, parts: Sequence[Part]) -> dict[int, tuple[SlotEntry, ...]]:
    """Return the slots for each number of parts: corners on the lattice, and sizes if parts differ in size.

    Check that parts of every size suffice, that slots do not overlap, and that the board is not too large.
    """
    slots, numbers = top.table("slots"), range(MIN_PLAYERS, MAX_PLAYERS + 1)
    slots.only(*map(str, numbers))
    return {number: _slots(top, slots, number, parts) for number in numbers}


def _slots(top: TomlTable, slots: TomlTable, number: int, parts: Sequence[Part]) -> tuple[SlotEntry, ...]:
    key, value, size = str(number), slots.value(str(number)), shared_size(parts)
    lengths = (2, 4) if size else (4,)
    if not isinstance(value, list) or len(value) != number or not all(_is_slot(slot, lengths) for slot in value):
        form = "corners [row, column]" if size else "slots [row, column, rows, columns], as the parts differ in size"
        slots.fail(key, value, f"a list of {number} {form}, integers from 0 to {MAX_FIELDS}")
    placed = with_sizes(value, parts)
    there = Counter(part.size for part in parts)
    for (rows, columns), wanted in Counter(slot.size for slot in placed).items():
        if wanted > there[rows, columns]:
            sizes = ", ".join(f"{count} of {rows} x {columns}" for (rows, columns), count in there.items())
            given = f"{wanted} slots of {rows} x {columns} octagons"
            slots.fail(key, given, f"no more than there are parts of that size ({sizes})")
    num_fields = 2 * sum(slot.rows * slot.columns for slot in placed)
    if num_fields > MAX_FIELDS:
        top.fail("parts", f"{num_fields} fields on {number} parts", f"at most {MAX_FIELDS}")
    cells = [cell for slot in placed for cell in slot.cells]
    if len(set(cells)) < len(cells):
        slots.fail(key, value, "slots that do not overlap")
    return tuple(tuple(slot[:2]) if size else tuple(slot) for slot in value)


def _is_slot(value: Any, lengths: Sequence[int]) -> bool:
    if not isinstance(value, list) or len(value) not in lengths:
        return False
    return all(type(x) is int and 0 <= x <= MAX_FIELDS for x in value)


def with_sizes(slots: Sequence[Sequence[int]], parts: Sequence[Part]) -> list[Slot]:
    """Return the slots with their sizes. Entries may omit the size if all parts have the same size."""
    return [Slot(*slot[:2], *(slot[2:] or parts[0].size)) for slot in slots]


# -- both -------------------------------------------------------------------------------------------------------


def board_from_slots(slots: Sequence[SlotEntry], parts: Sequence[Part]) -> Board:
    """Return the board that these slots make."""
    return lattice(with_sizes(slots, parts))


def least_open_land(board: Board, parts: Sequence[Part]) -> int:
    """Return the number of plain and forest fields (E3) with the parts that have the fewest of them."""
    least = 0
    for size, count in Counter(slot.size for slot in board.slots).items():
        least += sum(sorted(part.open_land for part in parts if part.size == size)[:count])
    return least
