"""The question to the seat to move, and the labels of its buttons."""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position, Question
from kschwert_env.engine.text import card_name

_QUESTIONS = {
    "setup": ("places a marker", "S3"),
    "resettle": ("may come back: up to two free fields", "X3"),
    "tax": ("decides about the tax", "K4"),
    "action": ("takes an action", "T3"),
    "redraw": ("may draw a replacement for the event", "D1"),
    "expand": ("claims a field beside its own", "L1"),
    "attack_lay": ("lays cards for an attack", "A3"),
    "attack_react": ("may answer the attack", "A4"),
    "revolt_vote": ("votes in a revolt", "R2"),
    "revolt_lay": ("lays cards in a revolt", "R4"),
}
"""Task of the deciding seat in each phase, and its rule id."""

_CLAIM = {"action": "Occupy", "expand": "Claim"}
"""Phases in which clicking a field does not place a marker."""

_DONE = {
    "resettle": "Place no more markers",
    "redraw": "Draw no replacement",
    "expand": "Claim no more fields",
    "attack_lay": "Attack with these cards",
    "revolt_lay": "Lay no more cards",
}

_CHOICES = {
    ("react", "none"): "Let it happen",
    ("react", "ambush"): "Answer with an ambush",
    ("react", "truce"): "Answer with a truce",
    ("vote", "crown"): "Vote for the crown",
    ("vote", "sword"): "Vote for the sword",
    ("tax", "take"): "Take the tax",
    ("tax", "leave"): "Leave the tax",
}

_PLAIN = {
    "incite": "Incite the people",
    "papal_visit": "Receive the pope",
    "draw": "Draw a card",
    "revolt": "Declare a revolt",
    "end_turn": "End the turn",
}


def question(position: Position) -> Question | None:
    """Return the question to the seat to move; None when the game is over."""
    if position["phase"] == "over":
        return None
    words, rule = _QUESTIONS[position["phase"]]
    return Question(f"Seat {position['player']} {words}", rule)


def phrase(action: Action, position: Position) -> str:
    """Return the label of the button for an action of the seat to move."""
    phase = position["phase"]
    match action.kind:
        case "claim":
            return f"{_CLAIM.get(phase, 'Place a marker on')} field {action.field}"
        case "castle" | "small_city" | "cathedral":
            return f"Build a {card_name(action.kind)} on field {action.field}"
        case "large_city":
            return f"Build a large city on fields {action.field} and {action.partner}"
        case "attack":
            return f"Attack field {action.field}"
        case "expand" | "lay":
            return f"{'Expand with' if action.kind == 'expand' else 'Lay'} the {card_name(str(action.card))}"
        case "react" | "vote" | "tax":
            return _CHOICES[action.kind, str(action.choice)]
        case "done":
            return _DONE.get(phase, "Be done")
        case "draw" if phase == "redraw":
            return "Draw a replacement"
        case _:
            return _PLAIN[action.kind]
