"""The map as a graph (C2): slots, fields, and who touches whom."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kschwert_env.krone_schwert.kernel.state import NUM_DIRECTIONS

Cell = tuple[int, int]  # row and column on the lattice that all parts share


@dataclass(frozen=True)
class Board:
    """The lattice under `slots` parts of `rows` x `columns` octagons, each with the square at its lower right.

    Octagons are the fields 0 to F/2 - 1, row by row; the square of octagon f is field f + F/2.
    """

    slots: tuple[Cell, ...]  # upper left corner of each slot
    rows: int
    columns: int

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Lattice place of each octagon and of its square."""
        return tuple(sorted(cell for slot in range(len(self.slots)) for cell in self.slot_cells(slot)))

    def slot_cells(self, slot: int) -> list[Cell]:
        """The places of one slot, row by row."""
        top, left = self.slots[slot]
        return [(top + row, left + column) for row in range(self.rows) for column in range(self.columns)]

    @property
    def num_fields(self) -> int:
        """F, octagons and squares together."""
        return 2 * self.rows * self.columns * len(self.slots)

    @cached_property
    def octagons(self) -> dict[Cell, int]:
        """The numbers of the octagons, by lattice place."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> np.ndarray:
        """Int16 (fields, 8): north, north-east, ... north-west; -1 where there is none. Squares touch octagons only."""
        neighbours = np.full((self.num_fields, NUM_DIRECTIONS), -1, np.int16)
        for (row, column), octagon in self.octagons.items():
            straight = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
            for quarter, (down, right) in enumerate(straight):
                other = self.octagons.get((row + down, column + right))
                if other is not None:
                    neighbours[octagon, 2 * quarter] = other
            corners = ((-1, 0), (0, 0), (0, -1), (-1, -1))  # whose squares lie north-east, south-east, ...
            for quarter, (down, right) in enumerate(corners):
                cell = self.octagons.get((row + down, column + right))
                if cell is not None:
                    square = cell + len(self.cells)
                    neighbours[octagon, 2 * quarter + 1] = square
                    neighbours[square, (2 * quarter + 5) % NUM_DIRECTIONS] = octagon
        neighbours.flags.writeable = False
        return neighbours

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The neighbours of each field in ascending order."""
        return [sorted(int(other) for other in row if other >= 0) for row in self.neighbours]

    @cached_property
    def city_sites(self) -> tuple[tuple[int, int], ...]:
        """Every octagon with every square beside it (B1)."""
        return tuple(
            (octagon, int(square))
            for octagon in range(self.num_fields // 2)
            for square in self.neighbours[octagon, 1::2]
            if square >= 0
        )

    @cached_property
    def slot_fields(self) -> list[int]:
        """Slot after slot: the field for each field of a part, octagons before squares, row by row."""
        fields = []
        for slot in range(len(self.slots)):
            octagons = [self.octagons[cell] for cell in self.slot_cells(slot)]
            fields += octagons + [octagon + len(self.cells) for octagon in octagons]
        return fields
