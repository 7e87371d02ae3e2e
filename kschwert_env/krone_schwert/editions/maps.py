"""Maps whose fields are listed individually: shape, terrain, coordinates, neighbours.

Every map that passes validation can be drawn: fields have a minimum distance, and the lines between the centres of
neighbours neither cross nor pass close to a third field.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.io.edition import TomlTable
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.kernel.components import MAX_PLAYERS, MIN_PLAYERS, Terrain
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS, NUM_DIRECTIONS

SHAPES = ("octagon", "square")
MOST_COORDINATE = 10_000
MOST_SPREAD = 40  # upper bound of width and height, as a multiple of the smallest distance between fields
LEAST_APART = 0.001  # minimum distance of fields
_KEYS = ("shape", "terrain", "at", "neighbours")


class Field(NamedTuple):
    """One field of a map.

    Attributes:
        shape: "octagon" or "square".
        terrain: a `Terrain`.
        at: x to the right and y downwards, in an arbitrary unit.
        neighbours: indices of the adjacent fields.
    """

    shape: str
    terrain: int
    at: tuple[float, float]
    neighbours: tuple[int, ...]


# -- reading ----------------------------------------------------------------------------------------------------


def read_maps(maps: TomlTable) -> dict[int, tuple[Field, ...]]:
    """Return the fields of the map for each number of parts."""
    numbers = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    maps.only(*map(str, numbers))
    return {number: _map(maps, str(number)) for number in numbers}


def _map(maps: TomlTable, key: str) -> tuple[Field, ...]:
    value = maps.value(key)
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_FIELDS:
        given = f"{len(value)} fields" if isinstance(value, list) else value
        maps.fail(key, given, f"an array of 2 to {MAX_FIELDS} tables")
    tables = [TomlTable(maps.source, f"{maps.place}.{key}[{i}]", entry) for i, entry in enumerate(value)]
    fields = [_field(table, number, len(tables)) for number, table in enumerate(tables)]
    for number, (field, table) in enumerate(zip(fields, tables, strict=True)):
        if number and (fields[number - 1].shape, field.shape) == ("square", "octagon"):
            table.fail("shape", field.shape, "square, for the field before it is one: octagons come first")
        for other in field.neighbours:
            if number not in fields[other].neighbours:
                table.fail("neighbours", other, f"a field that has {number} among its neighbours, too")
    if not any(field.neighbours for field in fields):
        maps.fail(key, "a map without neighbours", "fields that lie beside each other")
    _check_places(maps, key, fields)
    return tuple(fields)


def _field(table: TomlTable, number: int, num_fields: int) -> Field:
    table.only(*_KEYS)
    terrains = names_of(Terrain)
    for name, known in (("shape", SHAPES), ("terrain", terrains)):
        if table.value(name) not in known:
            table.fail(name, table.value(name), f"one of {', '.join(known)}")
    at, neighbours = table.value("at"), table.value("neighbours")
    if not isinstance(at, list) or len(at) != 2 or not all(map(_is_coordinate, at)):
        table.fail("at", at, f"[x, y], two numbers from -{MOST_COORDINATE} to {MOST_COORDINATE}")
    if not isinstance(neighbours, list) or len(neighbours) > NUM_DIRECTIONS:
        given = f"{len(neighbours)} neighbours" if isinstance(neighbours, list) else neighbours
        table.fail("neighbours", given, f"a list of at most {NUM_DIRECTIONS} numbers of fields")
    for i, other in enumerate(neighbours):
        if type(other) is not int or not 0 <= other < num_fields:
            table.fail("neighbours", other, f"the number of a field, from 0 to {num_fields - 1}")
        if other == number:
            table.fail("neighbours", other, "another field: none lies beside itself")
        if other in neighbours[:i]:
            table.fail("neighbours", other, "there once")
    return Field(table.value("shape"), terrains.index(table.value("terrain")), (at[0], at[1]), tuple(neighbours))


def _is_coordinate(value: Any) -> bool:
    return type(value) in (int, float) and -MOST_COORDINATE <= value <= MOST_COORDINATE


# -- coordinates ------------------------------------------------------------------------------------------------


def _check_places(maps: TomlTable, key: str, fields: Sequence[Field]) -> None:
    """Check that the map can be drawn: fields apart, lines between neighbours apart from other fields and lines."""
    coordinates = np.array([field.at for field in fields], float)
    lines = np.array([(i, j) for i, field in enumerate(fields) for j in field.neighbours if i < j]).reshape(-1, 2)
    least = max(np.ptp(coordinates, axis=0).max() / MOST_SPREAD, LEAST_APART)
    points = np.arange(len(fields)).repeat(2).reshape(-1, 2)  # a field is a line of length 0
    for ends, what in ((points, "field {0}"), (lines, "the line between the neighbours {0} and {1}")):
        apart = distances(coordinates, ends)
        line, field = np.unravel_index(apart.argmin(), apart.shape)
        if apart[line, field] < least:
            given = f"{what.format(*ends[line])} only {apart[line, field]:.3g} from field {field}"
            right = f"{LEAST_APART}, or 1/{MOST_SPREAD} of the map's width or height, whichever is most"
            maps.fail(key, given, f"at least {least:.3g}: {right}")
    _check_crossings(maps, key, coordinates, lines)


def distances(coordinates: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return the distance of every field from every line, (lines, fields); infinite for the ends of the line.

    Fields are given by `coordinates`, float (fields, 2), and lines by the indices of their ends, int (lines, 2).
    """
    begin, along = coordinates[lines[:, 0]][:, None], (coordinates[lines[:, 1]] - coordinates[lines[:, 0]])[:, None]
    length = np.maximum((along**2).sum(axis=2), np.finfo(float).tiny)
    share = np.clip(((coordinates - begin) * along).sum(axis=2) / length, 0, 1)
    distances: np.ndarray = np.hypot(*np.moveaxis(coordinates - begin - share[..., None] * along, 2, 0))
    distances[np.arange(len(lines))[:, None], lines] = np.inf
    return distances


def _check_crossings(maps: TomlTable, key: str, coordinates: np.ndarray, lines: np.ndarray) -> None:
    """Check that no two lines cross: the ends of each lie on different sides of the other."""
    along, away = (
        (coordinates[lines[:, 1]] - coordinates[lines[:, 0]])[:, None],
        coordinates - coordinates[lines[:, 0]][:, None],
    )
    sides = np.sign(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0])  # of lines; 0 for own ends
    parted = sides[:, lines[:, 0]] * sides[:, lines[:, 1]] < 0
    crossing = np.argwhere(parted & parted.T)
    if len(crossing):
        one, other = (" and ".join(map(str, lines[i])) for i in crossing[0])
        maps.fail(key, f"lines between the neighbours {one}, and {other}, that cross", "a map without such lines")


# -- the board --------------------------------------------------------------------------------------------------


def board_from_fields(fields: Sequence[Field]) -> Board:
    """Return the board of these fields. `directions` chooses the direction of each neighbour."""
    neighbours = np.full((len(fields), NUM_DIRECTIONS), -1, np.int16)
    for number, field in enumerate(fields):
        angles = {other: _angle(field.at, fields[other].at) for other in field.neighbours}
        clockwise = sorted(angles, key=angles.__getitem__)
        neighbours[number, directions([angles[other] for other in clockwise])] = clockwise
    neighbours.flags.writeable = False
    return Board(
        sum(field.shape == "octagon" for field in fields),
        tuple((y, x) for x, y in (field.at for field in fields)),
        neighbours,
        terrain=tuple(field.terrain for field in fields),
    )


def _angle(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Return the angle clockwise from north in eighths of a turn, rounded to be equal on all processors."""
    angle = math.atan2(there[0] - here[0], here[1] - there[1]) * NUM_DIRECTIONS / math.tau
    return round(angle, 6) % NUM_DIRECTIONS


def directions(angles: Sequence[float]) -> np.ndarray:
    """Return distinct directions, 0 (north) to 7 (north-west), for at most eight ascending angles.

    The directions keep the order of the angles and minimize the sum of squared differences from them.
    """
    choices = _direction_choices(len(angles))
    turned = (choices - np.array(angles) + NUM_DIRECTIONS / 2) % NUM_DIRECTIONS - NUM_DIRECTIONS / 2
    costs = (turned**2).sum(axis=1).round(6)
    best: np.ndarray = choices[costs.argmin()]
    return best


@cache
def _direction_choices(number: int) -> np.ndarray:
    """Return all choices of `number` directions, clockwise from any of them, int (choices, number)."""
    chosen = combinations(range(NUM_DIRECTIONS), number)
    choices = [way[i:] + way[:i] for way in chosen for i in range(max(1, number))]
    return np.array(choices, int).reshape(len(choices), number)
