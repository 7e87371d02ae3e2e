"""Boards of an edition of one's own, read from its file: what a start must have (C2, C3, C4)."""

import math
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

from .geometry import neighbours, place_of
from .position import Json

TERRAIN = {"P": "plain", "M": "mountain", "F": "forest"}
OCTANT = math.tau / 8


@cache
def read(path: str) -> Json:
    """The edition in that file."""
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def own_board_faults(position: Json) -> list[str]:
    """What is wrong with the board of a start."""
    rules = position["rules"]
    edition, number = read(rules["edition"]), str(rules["num_players"] - rules["fewer_parts"])
    if "maps" in edition:
        return listed_faults(position, edition["maps"][number])
    return parts_faults(position, edition["parts"], edition["slots"][number])


# -- fields listed one by one -----------------------------------------------------------------------------------


def listed_faults(position: Json, listed: list[Json]) -> list[str]:
    """No parts, and every field as the edition lists it."""
    faults = [f"C4: there are no parts, but {position['parts']}"] if position["parts"] else []
    expected = [
        {
            **{"id": number, "shape": field["shape"], "terrain": field["terrain"]},
            **{"row": field["at"][1], "column": field["at"][0], "neighbours": sorted(field["neighbours"])},
        }
        for number, field in enumerate(listed)
    ]
    if position["fields"] != expected:
        faults.append("C2, C3: the fields are not those of the edition")
    return faults


def direction(fields: list[Json], place: int, other: int) -> int:
    """1 (north) to 8 (north-west): where `other` lies of the neighbours of a field, which have one direction each.

    They keep their order, and turn as little as can be, by squares; of equal ways that with the first directions.
    """
    here, beside = fields[place], fields[place]["neighbours"]
    bearings = {name: _bearing(here, fields[name]) for name in beside}
    clockwise = sorted(beside, key=bearings.__getitem__)
    ways = []
    for chosen in combinations(range(8), len(beside)):
        for first in range(len(beside)):
            way = dict(zip(clockwise, chosen[first:] + chosen[:first], strict=True))
            turned = sum(
                min((way[name] - bearings[name]) % 8, (bearings[name] - way[name]) % 8) ** 2 for name in beside
            )
            ways.append((round(turned, 5), chosen, way[other]))
    return 1 + min(ways)[2]


def _bearing(here: Json, there: Json) -> float:
    """Clockwise from north, in eighths of the circle."""
    right, up = there["column"] - here["column"], here["row"] - there["row"]
    return round((math.pi / 2 - math.atan2(up, right)) / OCTANT % 8, 5) % 8


# -- parts of differing size ------------------------------------------------------------------------------------


def parts_faults(position: Json, parts: list[Json], slots: list[list[int]]) -> list[str]:
    """A part of its size in every slot, each at most once, and without shuffling the first of them."""
    names: list[str] = position["parts"]
    drawn = {part["name"]: drawing(part) for part in parts}
    if len(names) != len(slots) or not drawn.keys() >= set(names):
        return [f"C4: the parts {names} are not one of the edition's for each of {len(slots)} slots"]
    faults = [f"C4: {name} lies on the board {n} times" for name, n in Counter(names).items() if n > 1]
    expected = {}
    for name, (top, left, rows, columns) in zip(names, slots, strict=True):
        if size_of(drawn[name]) != (rows, columns):
            faults.append(f"C4: {name} is not of {rows} x {columns} octagons")
        for (shape, row, column), terrain in drawn[name].items():
            expected[shape, top + row, left + column] = terrain
    found = {place_of(field): field["terrain"] for field in position["fields"]}
    if found != expected or len(position["fields"]) != len(expected):
        faults.append("C2, C3: the fields are not those of the parts")
    if not position["rules"]["shuffle_parts"]:
        left_over = list(drawn)
        for name in names:
            same_size = [other for other in left_over if size_of(drawn[other]) == size_of(drawn[name])]
            if name in left_over and name != same_size[0]:
                faults.append(f"C4: {name} lies there, but {same_size[0]} comes first")
            left_over = [other for other in left_over if other != name]
    for number, (field, beside) in enumerate(zip(position["fields"], neighbours(position["fields"]), strict=True)):
        if field["id"] != number or field["neighbours"] != beside:
            faults.append(f"C2: field {number} is {field}, and should have the neighbours {beside}")
    return faults


def drawing(part: Json) -> dict[tuple[str, int, int], str]:
    """Terrain by shape, row and column."""
    lines = [line.split() for line in part["map"].split("\n") if line.strip()]
    return {
        (("octagon", "square")[number % 2], number // 2, column): TERRAIN[letter.upper()]
        for number, line in enumerate(lines)
        for column, letter in enumerate(line)
    }


def size_of(places: dict[tuple[str, int, int], str]) -> tuple[int, int]:
    """Rows and columns of octagons."""
    return 1 + max(row for _, row, _ in places), 1 + max(column for _, _, column in places)
