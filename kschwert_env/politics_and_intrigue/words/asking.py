"""What is asked of the seat to move, and its answers, as buttons name them."""

from typing import Any

from kschwert_env.engine.rules import Position, Question
from kschwert_env.engine.text import card_name
from kschwert_env.politics_and_intrigue.words.names import card_at, pile_words, region_name, slot_words

_QUESTIONS = {
    "setup_stack": ("names a stack for the first cards", "S4"),
    "setup_take": ("takes a first card", "S4"),
    "roll": ("rolls the dice", "T1"),
    "number": ("chooses the number of the die", "A6"),
    "trade_event": ("takes a resource from the enemy", "D2"),
    "gain": ("takes a resource", "D4"),
    "bailiff": ("puts the bailiff's house under a stack", "F18"),
    "civil_war": ("sends an enemy unit home", "E1"),
    "physician": ("may call a physician", "A18"),
    "raid_name": ("names an enemy building", "E5"),
    "raid_lose": ("takes back a named building", "E5"),
    "builder": ("may look through a stack", "E6"),
    "builder_take": ("takes a card of the stack", "E6"),
    "mendicant": ("gives a resource to the enemy", "E8"),
    "action": ("takes an action", "Q3"),
    "discount": ("leaves out a resource of the cost", "F16"),
    "place": ("chooses where the card lies", "B3"),
    "brewery_side": ("chooses what the brewery shows", "F22"),
    "react": ("may answer the attack", "A2"),
    "target": ("chooses what is hit", "A2"),
    "spy": ("may take a card of the enemy's hand", "A5"),
    "merchant_take": ("takes a resource from the enemy", "A7"),
    "merchant_give": ("gives a resource to the enemy", "A7"),
    "highwaymen": ("names what the highwaymen take", "A10"),
    "caravan_pay": ("pays a resource for the caravan", "A8"),
    "caravan_take": ("takes a resource from the caravan", "A8"),
    "scout": ("chooses a region", "A9"),
    "scout_settle": ("founds the settlement", "A9"),
    "archive": ("names a stack for the archivist", "A12"),
    "archive_sort": ("lays back the next card", "A12"),
    "chancellor": ("names a stack for the chancellor", "A16"),
    "council": ("names a stack for the council", "A19"),
    "council_bury": ("puts a card under the stack", "A19"),
    "council_search": ("names a stack to look through", "A19"),
    "council_take": ("takes a card of the stack", "A19"),
    "diplomat": ("takes a discarded card", "A14"),
    "ban": ("lays the church ban", "A17"),
    "trim": ("holds too many cards, names a stack", "H1"),
    "trim_card": ("puts a card under the stack", "H1"),
    "refill": ("takes a card", "H2"),
    "search_pay": ("pays for looking through a stack", "H4"),
    "search_take": ("takes a card of the stack", "H4"),
    "holy": ("may put the card taken under a stack", "F15"),
    "exchange": ("may exchange a card", "H3"),
    "exchange_card": ("puts a card under the stack", "H3"),
    "exchange_draw": ("takes a card in exchange", "H3"),
    "deck_pick": ("picks a card of its deck", "M2"),
}
"""What the seat to move does in each phase (Q4), and the rule."""

_HIT = {"black_knight": "A3", "arsonist": "A4", "bribery": "A13"}
"""The rule by the card whose target is chosen."""

_RESOURCE = {
    "mendicant": "Give",
    "discount": "Leave out",
    "merchant_give": "Give",
    "caravan_pay": "Pay",
    "search_pay": "Pay",
}
"""What is done with a resource; elsewhere it is taken."""

_STACK = {
    "setup_stack": "Look through",
    "archive": "Look at the top of",
    "chancellor": "Take the top cards of",
    "council": "Put cards under",
}
"""What is done with a stack; elsewhere a card is put under it."""

_PICK = {"civil_war": "Send home", "raid_name": "Name", "raid_lose": "Take back", "target": "Hit"}
"""What is done with the card in a slot."""

_DONE = {
    "builder": "Look through no stack",
    "spy": "Take no card",
    "merchant_take": "Take no more",
    "holy": "Keep the card",
    "exchange": "Exchange no card",
}

_PLAIN = {"burn_brothel": "Burn the enemy's brothel", "roll": "Roll the dice", "end_turn": "End the turn"}


def question(position: Position) -> Question | None:
    """What the seat to move is asked; None when the game is over."""
    phase = position["phase"]
    if phase == "over":
        return None
    words, rule = _QUESTIONS[phase]
    if phase == "target":
        rule = _HIT[position["pending"]["card"]]
    return Question(f"Seat {position['player']} {words}", rule)


def phrase(action: Any, position: Position) -> str:
    """An action in words for the seat to move."""
    phase, own = position["phase"], position["player"]
    match action.kind:
        case "build" | "play" | "take":
            return f"{action.kind.capitalize()} the {card_name(action.card)}"
        case "bury":
            return f"Put the {card_name(action.card)} under the stack"
        case "road" | "settlement":
            return f"Build a {action.kind} at the {action.end} end"
        case "city":
            return f"{'Lay the metropolis on' if phase == 'place' else 'Build a city on'} place {action.place}"
        case "trade":
            return f"Trade {action.give} for {action.get}"
        case "resource":
            return f"{_RESOURCE.get(phase, 'Take')} {action.resource}"
        case "number":
            return f"The die shows {action.number}"
        case "demolish":
            return f"Demolish the {card_at(position, own, action.slot)} {slot_words(action.slot)}"
        case "ally":
            return f"Ally with the {card_at(position, 1 - own, action.slot)} {slot_words(action.slot)}"
        case "pick":
            return _picked(action.slot, position)
        case "region":
            return f"Choose {region_name(position, action.region)}"
        case "draw" | "search":
            return f"{'Draw from' if action.kind == 'draw' else 'Look through'} stack {action.stack}"
        case "stack":
            return f"{_STACK.get(phase, 'Put a card under')} stack {action.stack}"
        case "ban" | "lift":
            return (
                f"{'Lay the ban on' if action.kind == 'ban' else 'Lift the ban on'} {pile_words(position, action.pile)}"
            )
        case "brewery":
            return f"The brewery shows {action.side}"
        case "pass":
            return "Call no physician" if phase == "physician" else "Let it happen"
        case "done":
            return _DONE.get(phase, "Be done")
        case _:
            return _PLAIN[action.kind]


def _picked(slot: int, position: Position) -> str:
    """A slot where a card is placed, or a card that is named by its slot."""
    phase, own = position["phase"], position["player"]
    if phase not in _PICK:
        return f"Place it {slot_words(slot)}"
    owner = own if phase == "raid_lose" else 1 - own
    return f"{_PICK[phase]} the {card_at(position, owner, slot)} {slot_words(slot)}"
