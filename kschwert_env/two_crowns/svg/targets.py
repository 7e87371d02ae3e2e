"""Targets: the picture elements that stand for actions, cards in hand and drawn cards."""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.boxes import hand_target, target_of

DRAWN = "drawn"
"""Name of the row of drawn cards, of which one is kept."""


def target(action: Action, position: Position) -> str | None:
    """Return the card that stands for an action of the seat to move."""
    if action.card is None:
        return None
    if action.kind == "keep":
        return target_of(DRAWN, action.card)
    return hand_target(position["player"], action.card)
