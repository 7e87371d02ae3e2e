"""The final scoring by source (E4), from the position of a finished game."""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import plain
from kschwert_env.krone_schwert.kernel import end
from kschwert_env.krone_schwert.kernel.components import NOBODY
from kschwert_env.krone_schwert.text.drawing import holdings


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
