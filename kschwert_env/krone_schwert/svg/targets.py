"""Targets: the picture elements that stand for actions, fields and cards in hand."""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.boxes import hand_target, target_of

_PLAYED = ("incite", "papal_visit")
"""Kinds of actions that play the card with the same name."""


def on_field(field: int) -> str:
    """Return the target of a field."""
    return target_of("field", field)


def target(action: Action, position: Position) -> str | None:
    """Return the field or card that stands for an action of the seat to move; the octagon for a large city."""
    if action.field is not None:
        return on_field(action.field)
    reaction = action.choice if action.kind == "react" and action.choice != "none" else None
    card = action.kind if action.kind in _PLAYED else action.card or reaction
    return None if card is None else hand_target(position["player"], card)
