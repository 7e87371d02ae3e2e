"""Advice: what an action builds, threatens and prevents, as far as the deciding seat may know."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.two_crowns.kernel.components import HAND, KNIGHT_NAMES, MOST_LAID
from kschwert_env.two_crowns.kernel.special_cards import DAMAGE
from kschwert_env.two_crowns.text.card_help import card_effect
from kschwert_env.two_crowns.text.drawing import asking


def advice(rules: GameRules, state: np.void, action: Action, position: Position) -> list[str]:
    """Return what an action of the seat to move builds, threatens and prevents, in sentences with marks.

    They use public information and the hand of that seat only, and leave out draws to come.
    """
    if action.kind not in _ADVICE:
        return []
    return list(_ADVICE[action.kind](position, action))


def _attack(position: Position, action: Action) -> Iterator[str]:
    seat = position["player"]
    enemy = 1 - seat
    best = _best_knights(position["hands"][seat])
    points, knights = sum(best), f"{len(best)} knights have" if len(best) > 1 else "knight has"
    castle = position["castles"][enemy]
    held = counted(sum(position["hands"][enemy].values()), "card")
    yield f"Your best {knights} {counted(points, 'point')}; [{enemy}] [holds] {held}."
    if points >= castle:
        yield f"It threatens the castle itself: {castle} points are left."


def _best_knights(hand: Mapping[str, int]) -> list[int]:
    """Return the points of the knights with which the seat can attack at best."""
    points = [_points(knight) for knight in KNIGHT_NAMES for _ in range(hand.get(knight, 0))]
    return sorted(points)[-MOST_LAID:]


def _points(knight: str) -> int:
    return KNIGHT_NAMES.index(knight) + 1


def _recruit(position: Position, action: Action) -> Iterator[str]:
    seat = position["player"]
    resting = sum(sum(cards.values()) for cards in position["resting"][seat].values())
    missing = HAND - sum(position["hands"][seat].values()) - resting
    drawn = min(missing, sum(position["decks"][seat].values()))
    yield f"You draw {counted(drawn, 'card')}; [{1 - seat}] [holds] {sum(position['hands'][1 - seat].values())}."
    yield "More cards defend your castle, and let you lay tricks with their price."


def _exact(position: Position, action: Action) -> Iterator[str]:
    yield f"The {card_name(str(action.card))} is what you miss least; you choose the better of two new cards."


def _keep(position: Position, action: Action) -> Iterator[str]:
    yield card_effect(str(action.card))


def _lay(position: Position, action: Action) -> Iterator[str]:
    seat, card = position["player"], str(action.card)
    if card in KNIGHT_NAMES:
        total = _laid_points(position) + _points(card)
        yield f"Your knights have {counted(total, 'point')} with it."
    else:
        yield f"{card_name(card).capitalize()}: {card_effect(card)}"
    if seat != position["turn_player"]:
        yield f"The attacker has laid {counted(_laid_by_enemy(position), 'card')} face down."


def _done(position: Position, action: Action) -> Iterator[str]:
    seat = position["player"]
    points = counted(_laid_points(position), "point")
    if seat == position["turn_player"]:
        yield f"You attack with knights of {points}. The other cards of your hand defend you later."
    else:
        yield f"Your knights have {points}, against {counted(_laid_by_enemy(position), 'card')} face down."
        yield from _stays_in_hand(position)


def _stays_in_hand(position: Position) -> Iterator[str]:
    """Yield a line about the cards that were not laid, if there are any."""
    if position["hands"][position["player"]]:
        yield "What you don't lay stays in your hand."


def _laid_points(position: Position) -> int:
    laid = position["battle"]["laid"][position["player"]]
    return sum(_points(knight) * laid.get(knight, 0) for knight in KNIGHT_NAMES)


def _laid_by_enemy(position: Position) -> int:
    return sum(position["battle"]["laid"][1 - position["player"]].values())


def _pay(position: Position, action: Action) -> Iterator[str]:
    card, enemy = asking(position), 1 - position["player"]
    if action.choice == "no":
        yield f"The {card_name(card)} is not worth its price here; the gold stays in your hand."
        return
    if card == "catapult":
        castle = position["castles"][enemy]
        yield f"[{enemy}'s] castle falls from {castle} to {castle - DAMAGE} at once."
    elif card == "vassal":
        points = _laid_points(position)
        yield f"The points of your knights double, from {points} to {2 * points}."
    else:
        yield card_effect(card)


_ADVICE: Mapping[str, Callable[[Position, Action], Iterator[str]]] = {
    "attack": _attack,
    "recruit": _recruit,
    "exact": _exact,
    "keep": _keep,
    "lay": _lay,
    "done": _done,
    "pay": _pay,
}
