"""Where the points of a finished game came from."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_title
from kschwert_env.politics_and_intrigue import editions
from kschwert_env.politics_and_intrigue.editions.edition import CENTRE_NAMES, Edition
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES
from kschwert_env.politics_and_intrigue.text.names import SEATS


def point_sources(decisions: Iterable[tuple[Position, Any, Position]]) -> list[dict[str, int]]:
    """Return the points of each seat by source; `decisions` are positions before and after all actions of a game.

    Points are always those of what stands, so the last position suffices.
    """
    last: Position | None = None
    for _, _, after in decisions:
        last = after
    return [] if last is None else [_sources(last, seat) for seat in SEATS]


def _sources(position: Position, seat: int) -> dict[str, int]:
    edition: Edition = editions.load(position["rules"]["edition"])
    principality, found = position["principalities"][seat], Counter[str]()
    for place in principality["places"]:
        kind = place if place in CENTRE_NAMES else "city"
        found[{"settlement": "Settlements", "city": "Cities"}[kind]] += edition.centre_points[CENTRE_NAMES.index(kind)]
        if place not in CENTRE_NAMES:
            found[card_title(place)] += edition.points[CARD_NAMES.index(place)]
    for card in filter(None, principality["slots"]):
        found[card_title(card)] += edition.points[CARD_NAMES.index(card)]
    for figure in ("knight", "windmill"):
        found[f"{card_title(figure)} figure"] += int(position[figure] == seat)
    return {source: points for source, points in found.items() if points}


def assets(position: Position, seat: int) -> dict[str, int]:
    """Return what a seat has, by name, to compare positions."""
    own = position["principalities"][seat]
    return {
        "points": position["scores"][seat],
        "resources": sum(region["stock"] for region in own["regions"]),
        "buildings": sum(card is not None for card in own["slots"]),
        "cards": sum(position["hands"][seat].values()),
    }
