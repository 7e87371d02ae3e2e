"""The question to the deciding seat, and its actions as buttons name them."""

from typing import Any

from kschwert_env.engine.rules import Position, Question
from kschwert_env.engine.text import card_name
from kschwert_env.politics_and_intrigue.kernel.components import PHASE_NAMES
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE
from kschwert_env.politics_and_intrigue.text.names import card_at, pile_words, region_name, slot_words

_TARGET_RULES = {"black_knight": "A3", "arsonist": "A4", "bribery": "A13"}
"""The rule that asks for a target, by the card played."""

BUTTONS = {
    "resource": {
        **dict.fromkeys(("trade_event", "gain", "merchant_take", "highwaymen", "caravan_take"), "Take"),
        **dict.fromkeys(("mendicant", "merchant_give"), "Give"),
        **dict.fromkeys(("caravan_pay", "search_pay"), "Pay"),
        "discount": "Leave out",
    },
    "stack": {
        "setup_stack": "Look through",
        "archive": "Look at the top of",
        "chancellor": "Take the top cards of",
        "council": "Put cards under",
        **dict.fromkeys(("bailiff", "trim", "holy", "exchange"), "Put a card under"),
    },
    "pick": {
        "place": "Place it",
        "civil_war": "Send home",
        "raid_name": "Name",
        "raid_lose": "Take back",
        "target": "Hit",
    },
    "city": {"action": "Build a city on", "place": "Lay the metropolis on"},
    "pass": {"physician": "Call no physician", "react": "Let it happen"},
    "done": {
        "builder": "Look through no stack",
        "spy": "Take no card",
        "merchant_take": "Take no more",
        "holy": "Keep the card",
        "exchange": "Exchange no card",
    },
}
"""What an action does, by kind and phase, for kinds that mean different things in different phases."""

ELSEWHERE = {
    "resource": "Take",
    "stack": "Put a card under",
    "pick": "Place it",
    "city": "Build a city on",
    "pass": "Let it happen",
    "done": "Be done",
}
"""The same in phases that do not offer the kind: users may ask why such an action is illegal."""

_PLAIN = {"burn_brothel": "Burn the enemy's brothel", "roll": "Roll the dice", "end_turn": "End the turn"}


def question(position: Position) -> Question | None:
    """Return the question to the deciding seat; None when the game is over."""
    phase = position["phase"]
    if phase == "over":
        return None
    words, rule = TABLE[PHASE_NAMES.index(phase)].asks
    if phase == "target":
        rule = _TARGET_RULES[position["pending"]["card"]]
        if position["pending"]["backfire"]:
            words = "chooses an own card that returns to the hand, since the attack went wrong"
    return Question(f"Seat {position['player']} {words}", rule)


def phrase(action: Any, position: Position) -> str:
    """Return an action in words for the deciding seat."""
    phase, own = position["phase"], position["player"]
    verb = BUTTONS.get(action.kind, {}).get(phase) or ELSEWHERE.get(action.kind, "")
    if action.kind == "pick" and _is_own(position):
        verb = BUTTONS["pick"]["raid_lose"]
    match action.kind:
        case "build" | "play" | "take":
            return f"{action.kind.capitalize()} the {card_name(action.card)}"
        case "bury":
            return f"Put the {card_name(action.card)} under the stack"
        case "road" | "settlement":
            return f"Build a {action.kind} at the {action.end} end"
        case "city":
            return f"{verb} place {action.place}"
        case "trade":
            return f"Trade {action.give} for {action.get}"
        case "resource":
            return f"{verb} {action.resource}"
        case "number":
            return f"The die shows {action.number}"
        case "demolish":
            return f"Demolish the {card_at(position, own, action.slot)} {slot_words(action.slot)}"
        case "ally":
            return f"Ally with the {card_at(position, 1 - own, action.slot)} {slot_words(action.slot)}"
        case "pick":
            return f"{verb} {_picked(action.slot, position)}"
        case "region":
            return f"Choose {region_name(position, action.region)}"
        case "draw" | "search":
            return f"{'Draw from' if action.kind == 'draw' else 'Look through'} stack {action.stack}"
        case "stack":
            return f"{verb} stack {action.stack}"
        case "ban" | "lift":
            return (
                f"{'Lay the ban on' if action.kind == 'ban' else 'Lift the ban on'} {pile_words(position, action.pile)}"
            )
        case "brewery":
            return f"The brewery shows {action.side}"
        case "pass" | "done":
            return verb
        case _:
            return _PLAIN[action.kind]


def _picked(slot: int, position: Position) -> str:
    """Return a slot where a card is placed, or a card with its slot."""
    phase, own = position["phase"], position["player"]
    if phase == "place" or phase not in BUTTONS["pick"]:
        return slot_words(slot)
    return f"the {card_at(position, own if _is_own(position) else 1 - own, slot)} {slot_words(slot)}"


def _is_own(position: Position) -> bool:
    """Return whether a card of the deciding seat itself is picked (E5, A3, A4)."""
    return bool(position["phase"] == "raid_lose" or (position["phase"] == "target" and position["pending"]["backfire"]))
