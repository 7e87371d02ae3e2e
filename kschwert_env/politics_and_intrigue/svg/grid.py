"""Where the cells of a principality are: columns and rows fill the room, so that few places get large cells."""

from typing import NamedTuple

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.svg.parts import Size

_REGION_SHARE = 0.72  # width of a column of regions, relative to that of a place
_WIDEST = 196  # width of a place, in pixels
_MIDDLE_SHARE = 0.135  # height of the row of places, of the whole with far rows
_FAR_SHARE = 0.205  # height of each far row
_GAP = 2  # between cells


class Grid(NamedTuple):
    """Columns and rows of a principality.

    Attributes:
        lefts: left end of each column, in pixels; one more than columns.
        tops: upper end of each of five rows, in pixels; one more than rows. Without far slots, far rows have no height.
    """

    lefts: tuple[float, ...]
    tops: tuple[float, ...]

    @property
    def width(self) -> float:
        """Width of all columns, in pixels."""
        return self.lefts[-1]

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return self.lefts[column], self.tops[row]

    def size(self, column: int, row: int) -> Size:
        """Return the size of a cell, without the gap to the next one."""
        width, height = self.lefts[column + 1] - self.lefts[column], self.tops[row + 1] - self.tops[row]
        return Size(round(width - _GAP, 1), round(height - _GAP, 1))


def grid_of(position: Position, seat: int, width: float, height: float) -> Grid:
    """Return the cells of a principality in an area; columns of places and of regions take turns, regions first."""
    own = position["principalities"][seat]
    number, has_far = len(own["row"]), any(place != "settlement" for place in own["places"])
    place = min(_WIDEST, width / (number + _REGION_SHARE * (number + 1)))
    widths = [place * _REGION_SHARE, *(number * (place, place * _REGION_SHARE))]
    if has_far:
        middle, far = _MIDDLE_SHARE * height, _FAR_SHARE * height
    else:
        middle, far = height / 4, 0.0
    near = (height - middle) / 2 - far
    return Grid(_sums(widths), _sums([far, near, middle, near, far]))


def _sums(extents: list[float]) -> tuple[float, ...]:
    return tuple(round(sum(extents[:i]), 1) for i in range(len(extents) + 1))
