"""Where the points of a finished game came from; the final scoring by source (E4)."""

from collections import Counter
from collections.abc import Iterable
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.krone_schwert.kernel import end
from kschwert_env.krone_schwert.kernel.components import NOBODY
from kschwert_env.krone_schwert.text.drawing import holdings

_BY_ACTION = {"tax": "Tax", "draw": "City scoring"}


class FinalScore(NamedTuple):
    """Points of one seat by source; `before` are the points before the final scoring."""

    before: int
    buildings: int
    areas: int
    king: int
    total: int


def final_scoring(position: Position) -> list[FinalScore]:
    """Return the final scoring of a finished game by seat."""
    areas = area_points(position)
    rows = []
    for seat, total in enumerate(position["scores"]):
        buildings = sum(holdings(position, seat))
        king = end.KING_POINTS * (position["king"] == seat)
        rows.append(FinalScore(total - buildings - areas[seat] - king, buildings, areas[seat], king, total))
    return rows


def points_gained(before: Position, after: Position) -> list[int]:
    """Return the points that each seat gained by an action, without a final scoring."""
    now = after["scores"]
    if after["phase"] == "over":
        now = [score.before for score in final_scoring(after)]
    return [new - old for new, old in zip(now, before["scores"], strict=True)]


def point_list(points: list[int]) -> str:
    """Return a text with the points of each seat."""
    gains = [f"[{seat}] +{gain} VP" for seat, gain in enumerate(points) if gain]
    return ", ".join(gains) or "nobody gets a point"


def point_sources(decisions: Iterable[tuple[Position, Action, Position]]) -> list[dict[str, int]]:
    """Return the points of each seat by source; `decisions` are positions before and after all actions of a game."""
    sources: list[Counter[str]] = []
    for before, action, after in decisions:
        sources = sources or [Counter({"At the start": score}) for score in before["scores"]]
        source = "Revolts" if before["revolt"] else _BY_ACTION.get(action.kind, "First tax as king")
        for seat, gained in enumerate(points_gained(before, after)):
            sources[seat][source] += gained
        if after["phase"] == "over":
            for seat, score in enumerate(final_scoring(after)):
                sources[seat].update({"Buildings": score.buildings, "Areas": score.areas, "Crown": score.king})
    return [{source: points for source, points in found.items() if points} for found in sources]


def area_points(position: Position) -> list[int]:
    """Return the points of each seat for largest and second largest areas."""
    state, board = _map_of(position)
    plain(end.score_areas)(state, board)
    points: list[int] = state.scores.tolist()
    return points


def _map_of(position: Position) -> tuple[SimpleNamespace, SimpleNamespace]:
    """Return the fields of state and board that the kernel accesses to score areas."""
    owner = np.array([NOBODY if seat is None else seat for seat in position["owner"]])
    state = SimpleNamespace(owner=owner, area=np.zeros_like(owner), scores=np.zeros(len(position["scores"]), int))
    return state, SimpleNamespace(neighbours=[field["neighbours"] for field in position["fields"]])


def assets(position: Position, seat: int) -> dict[str, int]:
    """Return what a seat has, by name, to compare positions; "the ..." is a thing that only one seat can have."""
    return {
        "points": position["scores"][seat],
        "fields": position["owner"].count(seat),
        "buildings": sum(position["owner"][building["fields"][0]] == seat for building in position["buildings"]),
        "cards": sum(position["hands"][seat].values()),
        "the crown": int(position["king"] == seat),
    }
