"""Targets: the picture elements that stand for actions, cards in hand and drawn cards."""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position
from kschwert_env.rendering.boxes import target_of

DRAWN = "drawn"
"""Name of the row of drawn cards, of which one is kept."""


def hand(seat: int) -> str:
    """Return the name of the row of cards in a seat's hand."""
    return f"hand {seat}"


def target(action: Action, position: Position) -> str | None:
    """Return the card that stands for an action of the seat to move."""
    if action.card is None:
        return None
    return target_of(DRAWN if action.kind == "keep" else hand(position["player"]), action.card)
