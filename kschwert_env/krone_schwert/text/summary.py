"""Where the points of a finished game came from."""

from collections import Counter
from collections.abc import Iterable

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.text.final_scoring import final_scoring, points_gained

_BY_ACTION = {"tax": "Tax", "draw": "City scoring"}


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
