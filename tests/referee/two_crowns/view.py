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
    laid all are told once they are turned up, else its own.
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
    """A2, A3: face down but for the own cards, until both sides are turned up."""
    battle: Json | None = position["battle"]
    if battle is None:
        return None
    face_up = position["phase"] == "pay"
    laid = [battle["laid"][other] if face_up or other == seat else None for other in SEATS]
    return battle | {"laid": laid}
