"""What constructed positions share: principalities, and how they are played on."""

from typing import Any

from tests.referee.policies import Policy, weighted

from .policies import by_card, shy
from .position import Json
from .world import land

Made = tuple[Json, Policy]

HOME = {0: "church", 2: "town_hall", 4: "library", 6: "abbey"}
CITIES = "city, city"
EAGER = shy(by_card({}, play=90.0, build=30.0, ally=30.0), "end_turn", "demolish", "trade", "pass")
CALM = weighted(end_turn=900.0, done=1.0, search=9.0)
ANSWERING = by_card({"bishop": 9.0, "physician": 9.0}, play=900.0, end_turn=30.0)
TAKING = weighted(search=90.0, done=0.5, end_turn=90.0)
ENDING = weighted(end_turn=900.0, draw=90.0, done=9.0)


def rich(seat: int, **facts: Any) -> Json:
    """A principality with all that it can hold."""
    lots: Json = {"stock": 3, "places": CITIES}
    return land(seat, **lots | facts)
