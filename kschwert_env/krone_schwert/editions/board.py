"""The map as a graph (C2): fields, their coordinates and neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from kschwert_env.krone_schwert.kernel.state import NUM_DIRECTIONS

Coordinates = tuple[float, float]  # row and column


class Slot(NamedTuple):
    """Slot of a map part: upper left corner on the lattice that all parts share, and size in octagons."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def size(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return self.rows, self.columns

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Coordinates of the octagons, row by row."""
        rows, columns = range(self.row, self.row + self.rows), range(self.column, self.column + self.columns)
        return [(row, column) for row in rows for column in columns]


@dataclass(frozen=True, eq=False)
class Board:
    """A map of F fields: O octagons, followed by the squares.

    Attributes:
        num_octagons: O. The octagons are the fields 0 to O - 1.
        coordinates: row and column of every field. On a lattice, octagons have integer coordinates. A square has the
            coordinates of the octagon whose lower right corner it touches.
        neighbours: int16 (F, 8): north, north-east, ... north-west; -1 for no neighbour. Read-only.
        slots: slots of the parts; empty if the fields are listed individually.
        slot_fields: for each slot the fields of its part, octagons before squares, row by row.
        terrain: terrain of every field if the fields are listed individually; otherwise empty, as parts define it.
    """

    num_octagons: int
    coordinates: tuple[Coordinates, ...]
    neighbours: np.ndarray
    slots: tuple[Slot, ...] = ()
    slot_fields: tuple[tuple[int, ...], ...] = ()
    terrain: tuple[int, ...] = ()

    @property
    def num_fields(self) -> int:
        """F, the number of octagons and squares."""
        return len(self.coordinates)

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """Neighbours of each field in ascending order."""
        return [sorted(int(other) for other in row if other >= 0) for row in self.neighbours]

    def terrain_with(self, parts: Sequence[Sequence[int]]) -> list[int]:
        """Return the terrain of every field, given the terrain of the part in each slot."""
        terrain = list(self.terrain) or [0] * self.num_fields
        for fields, part in zip(self.slot_fields, parts, strict=True):
            for field, kind in zip(fields, part, strict=True):
                terrain[field] = kind
        return terrain

    @property
    def cut_off(self) -> int | None:
        """A field that is not connected to field 0; None if the board is connected."""
        reached, waiting = {0}, [0]
        while waiting:
            beside = [other for other in self.adjacent[waiting.pop()] if other not in reached]
            reached.update(beside)
            waiting += beside
        return next((field for field in range(self.num_fields) if field not in reached), None)

    @cached_property
    def city_sites(self) -> tuple[tuple[int, int], ...]:
        """All pairs of an octagon and a square beside it, by octagon (B1)."""
        return tuple(
            (octagon, int(square))
            for octagon in range(self.num_octagons)
            for square in self.neighbours[octagon]
            if square >= self.num_octagons
        )


def lattice(slots: Sequence[Slot]) -> Board:
    """Return the board made of parts in these slots. Slots must not overlap.

    Octagons are numbered row by row over the whole board; the square of octagon f is field f + O.
    """
    cells = sorted(cell for slot in slots for cell in slot.cells)
    octagons = {cell: i for i, cell in enumerate(cells)}
    neighbours = np.full((2 * len(cells), NUM_DIRECTIONS), -1, np.int16)
    for (row, column), octagon in octagons.items():
        straight = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
        for quarter, (down, right) in enumerate(straight):
            other = octagons.get((row + down, column + right))
            if other is not None:
                neighbours[octagon, 2 * quarter] = other
        corners = ((-1, 0), (0, 0), (0, -1), (-1, -1))  # whose squares lie north-east, south-east, ...
        for quarter, (down, right) in enumerate(corners):
            other = octagons.get((row + down, column + right))
            if other is not None:
                square = other + len(cells)
                neighbours[octagon, 2 * quarter + 1] = square
                neighbours[square, (2 * quarter + 5) % NUM_DIRECTIONS] = octagon
    neighbours.flags.writeable = False
    inside = [[octagons[cell] for cell in slot.cells] for slot in slots]
    slot_fields = tuple((*part, *(octagon + len(cells) for octagon in part)) for part in inside)
    return Board(len(cells), (*cells, *cells), neighbours, tuple(slots), slot_fields)
