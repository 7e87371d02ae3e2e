"""The tiling of octagons and squares (C2), computed anew from shape, row and column."""

from collections import defaultdict

from .position import Json

Place = tuple[str, int, int]

PART_ROWS, PART_COLUMNS = 3, 4  # C4


def place_of(field: Json) -> Place:
    """A field is known by its shape and its octagon's lattice point (C2)."""
    return field["shape"], field["row"], field["column"]


def places_beside(place: Place) -> list[Place]:
    """C2: what an octagon or a square would touch on an endless board."""
    shape, row, column = place
    if shape == "square":
        return [("octagon", row + down, column + right) for down in (0, 1) for right in (0, 1)]
    octagons = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    squares = [(row - up, column - left) for up in (0, 1) for left in (0, 1)]
    return [("octagon", *point) for point in octagons] + [("square", *point) for point in squares]


def neighbours(fields: list[Json]) -> list[list[int]]:
    """Per field its neighbours in ascending order; nothing lies beyond the edge (C2)."""
    ids = {place_of(field): number for number, field in enumerate(fields)}
    return [sorted(ids[beside] for beside in places_beside(place_of(field)) if beside in ids) for field in fields]


def cut_into_parts(fields: list[Json]) -> list[list[Json]] | None:
    """The parts the board is laid of, or None if it is not laid of whole parts without gaps inside them.

    Parts are equal upright rectangles (C4), so the first octagon not yet covered, read row by row, is always
    the upper left corner of one.
    """
    by_point: dict[tuple[int, int], list[Json]] = defaultdict(list)
    for field in fields:
        by_point[field["row"], field["column"]].append(field)
    parts = []
    while by_point:
        top, left = min(by_point)
        points = [(top + down, left + right) for down in range(PART_ROWS) for right in range(PART_COLUMNS)]
        if any(shapes_at(by_point, point) != ["octagon", "square"] for point in points):
            return None
        parts.append([field for point in points for field in by_point.pop(point)])
    return parts


def shapes_at(by_point: dict[tuple[int, int], list[Json]], point: tuple[int, int]) -> list[str]:
    """The shapes of the fields that belong to one lattice point."""
    return sorted(field["shape"] for field in by_point.get(point, ()))


def clumps(fields: list[Json]) -> int:
    """How many connected groups these fields form."""
    left, count = {place_of(field) for field in fields}, 0
    while left:
        count += 1
        border = [left.pop()]
        while border:
            reached = left.intersection(places_beside(border.pop()))
            left -= reached
            border.extend(reached)
    return count


def city_sites(part: list[Json]) -> int:
    """C4: the adjacent pairs of a plain octagon and a plain square within one part."""
    plains = {place_of(field) for field in part if field["terrain"] == "plain"}
    squares = [place for place in plains if place[0] == "square"]
    return sum(beside in plains for square in squares for beside in places_beside(square))
