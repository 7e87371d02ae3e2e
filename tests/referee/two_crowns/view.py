"""What a seat may know of a position (P1)."""

from typing import Any

from .cards import SEATS
from .position import Json

# What everybody sees as it is; the known minimum of either hand is common knowledge.
PUBLIC = (
    "rules",
    "phase",
    "turn",
    "turn_player",
    "player",
    "start_player",
    "castles",
    "discards",
    "resting",
    "known",
    "fate_used",
    "truncated",
)


def public_view(position: Json, seat: int) -> Json:
    """P1: all that this seat may know; two positions with equal views are the same to it.

    `hand`, `deck` (which cards are left, by counting; not their order) and `exact` are the seat's own. Of the cards
    laid the own ones are told, and the enemy's once they are turned up; what has been paid for is public.
    """
    view: dict[str, Any] = {key: position[key] for key in PUBLIC}
    return view | {
        "seat": seat,
        "hand": position["hands"][seat],
        "deck": position["decks"][seat],
        "hand_counts": [sum(hand.values()) for hand in position["hands"]],
        "deck_counts": [sum(deck.values()) for deck in position["decks"]],
        "battle": battle_view(position, seat),
        "exact": position["exact"] if seat == position["player"] else None,
    }


def battle_view(position: Json, seat: int) -> Json | None:
    """A2, A3: the attacker's cards are turned up when he is asked to pay, the defender's when it is his turn to be."""
    battle: Json | None = position["battle"]
    if battle is None:
        return None
    laid = [battle["laid"][side] if side == seat or is_turned_up(position, side) else None for side in SEATS]
    return battle | {"laid": laid}


def is_turned_up(position: Json, side: int) -> bool:
    """A3: whether all see what this side has laid."""
    return position["phase"] == "pay" and side in (position["turn_player"], position["player"])
