"""The question to the seat to move, and the labels of its buttons."""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position, Question
from kschwert_env.engine.text.phrases import card_name, card_title, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES

_QUESTIONS = {
    "setup": ("[places] a marker", "Place a marker on a field", "S3"),
    "resettle": ("may come back: up to two free fields", "You own no field: take up to two free ones", "X3"),
    "tax": ("[decides] about the tax", "You are king: take the tax?", "K4"),
    "action": ("[takes] an action", "Your turn: choose an action", "T3"),
    "redraw": ("may draw a replacement for the event", "That was an event: draw a replacement?", "D1"),
    "expand": ("[claims] a field beside one of its own", "Claim a field beside your own", "L1"),
    "attack_lay": ("[lays] cards for an attack", "Lay cards for the attack", "A3"),
    "attack_react": ("may answer the attack", "You are attacked: answer with a card?", "A4"),
    "revolt_vote": ("[votes] in a revolt", "A revolt: vote for the crown or the sword", "R2"),
    "revolt_lay": ("[lays] cards in a revolt", "Lay any cards for your side of the revolt; the king wins a tie", "R4"),
}
"""Task of the deciding seat in each phase, the question to it, and its rule id."""

_CLAIM = {"action": "Occupy", "expand": "Claim"}
"""Phases in which clicking a field does not place a marker."""

_DONE = {
    "resettle": "Place no more markers",
    "redraw": "Draw no replacement",
    "expand": "Claim no more fields",
    "attack_lay": "Attack with these cards",
    "revolt_lay": "Confirm your cards",
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
    "papal_visit": "Receive a papal visit",
    "draw": "Draw a card",
    "revolt": "Declare a revolt",
    "end_turn": "End the turn",
}


def question(position: Position) -> Question | None:
    """Return the question to the seat to move; None when nobody decides any more."""
    if position["player"] is None:
        return None
    words, ask, rule = _QUESTIONS[position["phase"]]
    points = f" ({position['action_points']} AP left)" if position["phase"] == "action" else ""
    return Question(f"[{position['player']}] {words}", rule, f"{ask}{points}")


def claims(position: Position, card: str) -> int:
    """Return the most fields that an expansion with a card can claim: one per black shield and action point (L1)."""
    shields = editions.load(position["rules"]["edition"]).shields[CARD_NAMES.index(card)]
    return min(shields, position["action_points"]) if position["phase"] == "action" else shields


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
        case "expand":
            most = claims(position, str(action.card))
            return f"Discard {card_title(str(action.card))} to claim {'up to ' * (most > 1)}{counted(most, 'field')}"
        case "lay":
            return f"Lay {card_title(str(action.card))}"
        case "react" | "vote" | "tax":
            return _CHOICES[action.kind, str(action.choice)]
        case "done":
            return _DONE.get(phase, "Be done")
        case "draw" if phase == "redraw":
            return "Draw a replacement"
        case _:
            return _PLAIN[action.kind]
