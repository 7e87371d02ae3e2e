"""The question to the seat to move, and the labels of its buttons."""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position, Question
from kschwert_env.engine.text.phrases import card_name, card_title
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE
from kschwert_env.two_crowns.text.drawing import asking

_PLAIN = {
    "attack": "Attack",
    "recruit": "Recruit up to seven cards",
    "roll_fate": "Roll the die of fate",
    "pass": "Pass",
}


def question(position: Position) -> Question | None:
    """Return the question to the seat to move; None when nobody decides any more."""
    seat, phase = position["player"], position["phase"]
    if seat is None:
        return None
    who = f"[{seat}]"
    if phase == "pay":
        return Question(f"{who} [is] asked to pay {_price(position)}", "A3", f"Pay {_price(position)}?")
    if phase == "lay":
        if seat == position["turn_player"]:
            return Question(f"{who} [lays] cards for the attack", "A1", "Lay up to four cards for the attack")
        return Question(f"{who} [lays] cards for the defence", "A2", "You are attacked: lay up to four cards")
    if phase == "keep":
        return Question(f"{who} [keeps] one of the two cards drawn", "R2", "Keep one of the two cards drawn")
    return Question(f"{who} [takes] an action", "T1", "Your turn: choose an action")


def phrase(action: Action, position: Position) -> str:
    """Return the label of the button for an action of the seat to move."""
    match action.kind:
        case "pay":
            is_asked = action.choice == "yes" and position["phase"] == "pay"
            return f"Pay {_price(position)}" if is_asked else "Pay" if action.choice == "yes" else "Do not pay"
        case "done":
            attacks = position["player"] == position["turn_player"]
            return "Attack with these cards" if attacks else "Defend"
        case "exact":
            left = sum(position["decks"][position["player"]].values())
            drawn = "draw two, keep one" if left > 1 else "draw the last card"
            return f"Swap {card_title(str(action.card))}: discard it, {drawn}"
        case "lay" | "keep":
            return f"{action.kind.capitalize()} {card_title(str(action.card))}"
        case _:
            return _PLAIN[action.kind]


def price_of(position: Position) -> int:
    """Return the gold that the deciding seat is asked to pay (A3)."""
    return PRICE[CARD_NAMES.index(asking(position))]


def _price(position: Position) -> str:
    return f"{price_of(position)} gold for the {card_name(asking(position))}"
