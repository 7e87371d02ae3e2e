"""Which element of a picture stands for an action: cards, slots, places, regions by kind, ends of rows, stacks.

What is not drawn, such as cards that are looked at, has no target.
"""

from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.kernel.components import ROW_NAMES
from kschwert_env.rendering.boxes import hand_target, target_of

ROW, STACK = "row", "stack"
"""Targets of the open row and of stacks."""

_OF_THE_ENEMY = ("trade_event", "merchant_take", "highwaymen")
"""Phases in which a resource is taken from the enemy."""

_HIT = ("civil_war", "raid_name", "target")
"""Phases in which a slot of the enemy is named."""


def of_seat(what: str, seat: int) -> str:
    """Return a target of one seat: a `slot`, `place`, `end` or `stock` of its principality."""
    return f"{what} {seat}"


def target(action: Any, position: Position) -> str | None:
    """Return the target of an action of the deciding seat; None if there is none."""
    own, phase = position["player"], position["phase"]
    enemy = 1 - own
    match action.kind:
        case "build" if action.card in ROW_NAMES:
            return target_of(ROW, action.card)
        case "build" | "play" | "bury":
            return hand_target(own, action.card)
        case "road" | "settlement":
            return target_of(of_seat("end", own), action.end)
        case "city":
            return target_of(of_seat("place", own), action.place)
        case "trade":
            return target_of(of_seat("stock", own), action.give)
        case "resource":
            return target_of(of_seat("stock", enemy if phase in _OF_THE_ENEMY else own), action.resource)
        case "demolish" | "ally" | "pick":
            return target_of(of_seat("slot", _seat_of_slot(action, position)), action.slot)
        case "draw" | "search" | "stack":
            return target_of(STACK, action.stack)
        case "ban" | "lift" if action.pile < len(position["stacks"]):
            return target_of(STACK, action.pile)
    return None


def _seat_of_slot(action: Any, position: Position) -> int:
    """Return the seat in whose principality the slot of an action lies."""
    own: int = position["player"]
    is_brothel = position["phase"] == "place" and position["pending"]["card"] == "brothel"  # F21
    is_own = position["phase"] == "target" and position["pending"]["backfire"]  # A3, A4
    hits = (position["phase"] in _HIT and not is_own) or is_brothel
    names_enemy = action.kind == "ally" or (action.kind == "pick" and hits)
    return 1 - own if names_enemy else own
