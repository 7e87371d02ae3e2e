"""The final scoring broken down for display (E4), read off the position of a finished game."""

from typing import NamedTuple

from kschwert_env.engine.rules import Position
from kschwert_env.krone_schwert.kernel.components import AREA_POINTS
from kschwert_env.krone_schwert.kernel.end import KING_POINTS


class FinalScore(NamedTuple):
    """Where the points of one seat come from; `before` are those from before the end."""

    before: int
    buildings: int
    areas: int
    king: int
    total: int


def final_scoring(position: Position) -> list[FinalScore]:
    """The final scoring by seat. The position must be that of a finished game."""
    areas = area_points(position)
    rows = []
    for seat, total in enumerate(position["scores"]):
        own = [b for b in position["buildings"] if position["owner"][b["fields"][0]] == seat]
        buildings = len(own) + sum(building["cathedral"] for building in own)
        king = KING_POINTS * (position["king"] == seat)
        rows.append(FinalScore(total - buildings - areas[seat] - king, buildings, areas[seat], king, total))
    return rows


def points_gained(before: Position, after: Position) -> list[int]:
    """What each seat gained by an action, apart from a final scoring."""
    now = after["scores"]
    if after["phase"] == "over":
        now = [score.before for score in final_scoring(after)]
    return [new - old for new, old in zip(now, before["scores"], strict=True)]


def point_list(points: list[int]) -> str:
    """Who got how many points."""
    gains = [f"seat {seat} +{gain} VP" for seat, gain in enumerate(points) if gain]
    return ", ".join(gains) or "nobody gets a point"


def area_points(position: Position) -> list[int]:
    """What each seat gets for largest and second largest areas."""
    areas = area_sizes(position)
    sizes = sorted({size for sizes in areas for size in sizes}, reverse=True)
    worth = list(zip(sizes, AREA_POINTS, strict=False))
    return [sum(points for size, points in worth if size in own) for own in areas]


def area_sizes(position: Position) -> list[list[int]]:
    """The sizes of each seat's connected areas, largest first."""
    owner, fields = position["owner"], position["fields"]
    sizes: list[list[int]] = [[] for _ in position["scores"]]
    seen: set[int] = set()
    for start, seat in enumerate(owner):
        if seat is None or start in seen:
            continue
        area, waiting = {start}, [start]
        while waiting:
            touching = {f for f in fields[waiting.pop()]["neighbours"] if owner[f] == seat} - area
            area |= touching
            waiting += touching
        seen |= area
        sizes[seat].append(len(area))
    return [sorted(own, reverse=True) for own in sizes]
