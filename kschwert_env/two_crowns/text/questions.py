"""The question to the seat to move, and the labels of its buttons."""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position, Question
from kschwert_env.engine.text import card_name
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE
from kschwert_env.two_crowns.text.drawing import asking

_PLAIN = {
    "attack": "Attack",
    "recruit": "Recruit up to seven cards",
    "roll_fate": "Roll the die of fate",
    "pass": "Pass",
}

_WITH_A_CARD = {"exact": "Exchange", "lay": "Lay", "keep": "Keep"}


def question(position: Position) -> Question | None:
    """Return the question to the seat to move; None when the game is over."""
    seat, phase = position["player"], position["phase"]
    if phase == "over":
        return None
    if phase == "pay":
        return Question(f"Seat {seat} is asked to pay {_price(position)}", "A3")
    if phase == "lay":
        attacks = seat == position["turn_player"]
        return Question(
            f"Seat {seat} lays cards for the {'attack' if attacks else 'defence'}", "A1" if attacks else "A2"
        )
    if phase == "keep":
        return Question(f"Seat {seat} keeps one of the two cards drawn", "R2")
    if position["decks"][seat]:
        return Question(f"Seat {seat} attacks or recruits", "T1")
    return Question(f"Seat {seat} attacks{' or passes' if position['resting'][seat]['this_turn'] else ''}", "T1")


def phrase(action: Action, position: Position) -> str:
    """Return the label of the button for an action of the seat to move."""
    match action.kind:
        case "pay":
            is_asked = action.choice == "yes" and position["phase"] == "pay"
            return f"Pay {_price(position)}" if is_asked else "Pay" if action.choice == "yes" else "Do not pay"
        case "done":
            attacks = position["player"] == position["turn_player"]
            return "Attack with these cards" if attacks else "Defend with these cards"
        case "exact" | "lay" | "keep":
            return f"{_WITH_A_CARD[action.kind]} the {card_name(str(action.card))}"
        case _:
            return _PLAIN[action.kind]


def _price(position: Position) -> str:
    card = asking(position)
    return f"{PRICE[CARD_NAMES.index(card)]} gold for the {card_name(card)}"
