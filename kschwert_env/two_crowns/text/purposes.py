"""Purposes of the actions of a position, with costs and effects, and the cards that are laid together."""

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.purposes import Purpose, Selection
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.text.phrases import card_title, counted
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, CASTLE, HAND, KNIGHT_NAMES, LAID_NAMES, MOST_LAID
from kschwert_env.two_crowns.text.battle import Fight
from kschwert_env.two_crowns.text.card_help import card_effect
from kschwert_env.two_crowns.text.drawing import asking
from kschwert_env.two_crowns.text.questions import phrase, price_of

_PLAIN = {
    "recruit": Purpose("Recruit", "Recruit", "", f"Draw until you have {HAND} cards in hand and at rest."),
    "roll_fate": Purpose(
        "Roll the die of fate",
        "Roll the die of fate",
        "",
        f"Once in the game, for one of you: your castle gets the number rolled, 1 to {CASTLE}.",
    ),
    "pass": Purpose("Pass", "Pass", "", "Your knights at rest come back."),
    "lay": Purpose("Lay", "Lay a card", "the card"),
    "done": Purpose("Done", "Done"),
}


def purpose(rules: GameRules, state: np.void, action: Action, position: Position) -> Purpose:
    """Return what an action of the seat to move is for."""
    match action.kind:
        case "attack":
            effect = (
                f"Lay up to {MOST_LAID} cards face down, a knight among them. If you win, the difference comes off the "
                "enemy's castle."
            )
            knights = [knight for knight in KNIGHT_NAMES if knight in position["hands"][position["player"]]]
            return Purpose("Attack", "Attack", "", effect, knights)
        case "exact":
            cards = counted(min(2, sum(position["decks"][position["player"]].values())), "card")
            effect = f"Discard it, draw {cards.replace('2', 'two')}, keep one."
            return Purpose("Swap", "Swap a card", "", effect)
        case "keep":
            return Purpose("Keep", "Keep a card", "", card_effect(str(action.card)))
        case "pay":
            name, is_paid = phrase(action, position), action.choice == "yes"
            effect = card_effect(asking(position)) if is_paid else "The card has no effect."
            return Purpose(
                name, name, f"{price_of(position)} gold" if is_paid else "", effect + _outcome(position, action)
            )
        case _:
            return _PLAIN[action.kind]


def _outcome(position: Position, action: Action) -> str:
    """Return how the knights compare after the defender's answer, who has seen the attack, if it is the last one."""
    seat = position["player"]
    if seat == position["turn_player"]:
        return ""
    fight = Fight(position, action)
    for _ in fight.acts():
        pass
    if fight.is_broken_off:
        return ""
    return f" Then you have {counted(fight.points(seat), 'point')} against {fight.points(1 - seat)}."


def selection(position: Position) -> Selection | None:
    """Return the cards that the seat to move may lay in a battle; None in other phases (A1, A2)."""
    if position["phase"] != "lay":
        return None
    seat = position["player"]
    hand, laid = position["hands"][seat], position["battle"]["laid"][seat]
    last = max((CARD_NAMES.index(card) for card in laid), default=0)
    names = [card for card in LAID_NAMES if card in hand and CARD_NAMES.index(card) >= last]
    strengths = {knight: number for number, knight in enumerate(KNIGHT_NAMES, start=1)}
    items = [(Action("lay", card=card), hand[card]) for card in names]
    most = min(MOST_LAID - len(laid), sum(count for _, count in items))
    titles = {card: card_title(card) for card in LAID_NAMES}
    return Selection(items, most, Action("done"), strengths, titles)
