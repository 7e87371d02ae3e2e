"""The question to the deciding seat, and its actions as buttons name them."""

from typing import Any

from kschwert_env.engine.contract.rules import Position, Question
from kschwert_env.engine.text.phrases import card_name, card_title
from kschwert_env.politics_and_intrigue.kernel.components import HAND, PHASE_NAMES
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

ASKS = {
    "setup_stack": f"Choose a stack to look through; you keep {HAND} cards",
    "setup_take": "Take a card for your first hand",
    "roll": "Your turn: roll the dice",
    "number": "Choose the number of the die",
    "trade_event": "Trade: take a resource from the enemy",
    "gain": "Take a resource",
    "bailiff": "Put your bailiff's house under a stack",
    "civil_war": "Civil war: send an enemy unit home",
    "physician": "The plague comes: call a physician?",
    "raid_name": "Raid: name an enemy building",
    "raid_lose": "Raid: take back a named building",
    "builder": "Master builder: look through a stack and take a card?",
    "builder_take": "Take a card of the stack",
    "mendicant": "Mendicant: give a resource to the enemy",
    "action": "Your turn: choose an action",
    "discount": "The mission pays one resource: choose which",
    "place": "Choose where the card lies",
    "brewery_side": "Choose what the brewery shows",
    "react": "{card}: answer the attack with a bishop?",
    "target": "{card}: choose what the attack hits",
    "spy": "Spy: take a card of the enemy's hand?",
    "merchant_take": "Merchant: take a resource from the enemy",
    "merchant_give": "Merchant: give a resource to the enemy",
    "highwaymen": "Choose what the highwaymen take",
    "caravan_pay": "Pay a resource for the caravan",
    "caravan_take": "Take a resource from the caravan",
    "scout": "Scout: choose a region for the settlement",
    "scout_settle": "Choose where the settlement is built",
    "archive": "Choose a stack for the archivist",
    "archive_sort": "Choose the next card from the top",
    "chancellor": "Choose a stack for the chancellor",
    "council": "Choose a stack for the council",
    "council_bury": "Choose a card to put under the stack",
    "council_search": "Choose a stack to look through",
    "council_take": "Take a card of the stack",
    "diplomat": "Diplomat: take a discarded card",
    "ban": "Choose where the church ban lies",
    "trim": "Too many cards: choose a stack for one",
    "trim_card": "Choose the card to put under the stack",
    "refill": "Take a card from a stack",
    "search_pay": "Pay for looking through a stack",
    "search_take": "Take a card of the stack",
    "holy": "Put the card taken under a stack?",
    "exchange": "Exchange a card? Choose a stack for it",
    "exchange_card": "Choose the card to put under the stack",
    "exchange_draw": "Take a card from a stack in exchange",
    "deck_pick": "Pick a card of your deck",
}
"""The question to the deciding seat, by phase; with the card that attacks."""

_FACES = {
    "sun": "The sun shines: take a resource",
    "tournament": "You win the tournament: take a resource",
    "event": "Progress or church feast: take a resource",
}
"""The question for a resource, by the face of the event die that brings it."""

_PLAIN = {"burn_brothel": "Burn the enemy's brothel", "roll": "Roll the dice", "end_turn": "End the turn"}


def question(position: Position) -> Question | None:
    """Return the question to the deciding seat; None when nobody decides any more."""
    phase = position["phase"]
    if position["player"] is None:
        return None
    words, rule = TABLE[PHASE_NAMES.index(phase)].asks
    ask = _ask(position)
    if phase == "target":
        rule = _TARGET_RULES[position["pending"]["card"]]
        if position["pending"]["backfire"]:
            words = "chooses one of its cards that returns to the hand, since the attack went wrong"
            ask = "It went wrong: choose a card of yours to take back"
    return Question(f"[{position['player']}] {_with_marks(words)}", rule, ask)


def _ask(position: Position) -> str:
    """Return the question to the deciding seat itself."""
    pending, phase = position["pending"] or {}, position["phase"]
    gains = pending.get("gains")
    left = pending.get("left") if gains is None else gains[position["player"]]
    more = f" ({left} more)" if left is not None and left > 1 else ""
    words = ASKS[phase].format(card=card_title(pending.get("card") or ""))
    return f"{_FACES.get(position['dice']['event'], words) if phase == 'gain' and position['dice'] else words}{more}"


def _with_marks(words: str) -> str:
    """Return a task with its verb as a mark; "may" is the same for all subjects."""
    verb, _, rest = words.partition(" ")
    return words if verb == "may" else f"[{verb}] {rest}"


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
            return f"{verb} place [#{action.place}]"
        case "trade":
            return f"Trade {action.give} for {action.get}"
        case "resource":
            return f"{verb} {action.resource}"
        case "number":
            return f"The die shows {action.number}"
        case "demolish":
            return f"Demolish {_card_in(position, own, action.slot)}"
        case "ally":
            return f"Ally with {_card_in(position, 1 - own, action.slot)}"
        case "pick":
            return f"{verb} {_picked(action.slot, position)}"
        case "region":
            return f"Choose {region_name(position, action.region)}"
        case "draw" | "search":
            return f"{'Draw from' if action.kind == 'draw' else 'Look through'} stack [#{action.stack}]"
        case "stack":
            return f"{verb} stack [#{action.stack}]"
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
    return _card_in(position, own if _is_own(position) else 1 - own, slot)


def _card_in(position: Position, seat: int, slot: int) -> str:
    """Return a card with its slot; buttons name only slots with cards, reasons name others, too."""
    is_empty = position["principalities"][seat]["slots"][slot] is None
    return f"{'a card' if is_empty else f'the {card_at(position, seat, slot)}'} {slot_words(slot)}"


def _is_own(position: Position) -> bool:
    """Return whether a card of the deciding seat itself is picked (E5, A3, A4)."""
    return bool(position["phase"] == "raid_lose" or (position["phase"] == "target" and position["pending"]["backfire"]))
