"""Rule coverage: what views and positions show of the rules."""

from collections.abc import Callable

from tests.referee.politics_and_intrigue.land import (
    borders,
    brothels_in,
    count_working,
    fleets,
    has_own,
    knights,
    place_of,
    strength,
)
from tests.referee.politics_and_intrigue.positions.position import SEATS, Json, Position

OF_VIEW: dict[str, Callable[[Json], object]] = {
    "N1 view": lambda position: True,
    "N1 view of a die that went wrong": lambda position: (position["pending"] or {}).get("backfire"),
    "N1 view of what goes on after trimming": lambda position: (position["pending"] or {}).get("resume"),
    "N1 view of a card that a holy place may bury": lambda position: position["phase"] == "holy",
    "N2 view of hidden hands": lambda position: all(position["hands"]),
    "N3 view of marks": lambda position: any(any(c["seen"]) for stack in position["stacks"] for c in stack),
    "N4 view of known cards": lambda position: any(position["known"]),
    "N5 view of what is looked at": lambda position: position["phase"] in ("search_take", "builder_take"),
    "W1 view of the end": lambda position: position["phase"] == "over",
}


def shares_a_region(p: Position) -> bool:
    """P2: two cities border one region."""
    for land in p.principalities:
        cities = [place for place, kind in enumerate(land.places) if kind != "settlement"]
        if any(borders(land, a) & borders(land, b) for a in cities for b in cities if a < b):
            return True
    return False


def weakened(p: Position) -> bool:
    """F21: a knight in a place with a brothel of the enemy."""
    return any(
        brothels_in(p, seat, place_of(p.principalities[seat], slot)) for seat in SEATS for _, slot in knights(p, seat)
    )


OF_POSITION: dict[str, Callable[[Position], object]] = {
    "C3 a city on a settlement": lambda p: any("city" in land.places for land in p.principalities),
    "P1 a place at the left end": lambda p: any(land.row[0] != 0 for land in p.principalities),
    "P2 two cities share regions": shares_a_region,
    "P4 units in the metropolis": lambda p: any(any(land.slots[28:]) for land in p.principalities),
    "F0 an alliance works": lambda p: any(land.alliance is not None for land in p.principalities),
    "F1 a higher limit": lambda p: any(count_working(p, s, "abbey", "library", "theater") for s in SEATS),
    "F6 a knight's strength": lambda p: any(strength(p, seat) for seat in SEATS),
    "F12 a harbour and a fleet": lambda p: any(count_working(p, s, "harbor") and fleets(p, s) for s in SEATS),
    "F14 a marketplace": lambda p: any(has_own(p, seat, "marketplace", "merchant_guild") for seat in SEATS),
    "F10 a cathedral at a feast": lambda p: p.phase == "gain" and any(count_working(p, s, "cathedral") for s in SEATS),
    "F21 knights beside a brothel": weakened,
    "B9 points of figures": lambda p: strength(p, 0) != strength(p, 1),
    "B10 nobody has the knight": lambda p: strength(p, 0) == strength(p, 1) > 0,
    "E4 progress": lambda p: p.phase == "gain" and p.events.discard["progress"],
    "E10 a feast": lambda p: p.phase == "gain" and p.events.discard["church_feast"],
    "D5 an event": lambda p: bool(p.dice and p.dice["event"] == "event"),
    "Q7 the enemy is asked in one's turn": lambda p: p.player == p.enemy,
    "L2 a hand above nine cards": lambda p: any(hand.total() > 9 for hand in p.hands),
    "L4 two bans": lambda p: len(p.bans) > 1,
    "A2 asked for an answer": lambda p: p.phase == "react",
    "H6 a played card is discarded": lambda p: any(p.discards),
}
