"""Battles as scenes: the cards of both sides, which are turned up at the end, and what they did (A3 to A5)."""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.rendering.battle_scenes import BattleCard, BattleScene, BattleSide
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.text.battle import Fight


def battle_scene(before: Position, action: Action, after: Position) -> BattleScene | None:
    """Return the battle that an action ended; None for any other action."""
    if not before["battle"] or after["battle"]:
        return None
    fight = Fight(before, action)
    attacker = before["turn_player"]
    words = [*fight.acts(), fight.result(after)]
    sides = (_side(before, fight, attacker, "[attacks]"), _side(before, fight, 1 - attacker, "[defends]"))
    return BattleScene(f"[{attacker}] [attacks] [{1 - attacker}]", sides, words)


def _side(before: Position, fight: Fight, seat: int, verb: str) -> BattleSide:
    laid, paid = before["battle"]["laid"][seat], fight.paid(seat)
    cards = [
        BattleCard(card, card_name(card), KNIGHT_NAMES.index(card) + 1 if card in KNIGHT_NAMES else None)
        for card, count in laid.items()
        for _ in range(count)
        if card in KNIGHT_NAMES or card == "feint"
    ]
    cards += [BattleCard(card, f"{card_name(card)}, paid for") for card, count in paid.items() for _ in range(count)]
    return BattleSide(seat, f"[{seat}] {verb}", cards, fight.points(seat))


def points(position: Position, viewer: int | None) -> list[int | None]:
    """Return the points of each castle, which are public."""
    return list(position["castles"])
