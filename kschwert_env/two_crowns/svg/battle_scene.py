"""Battles as scenes: the cards of both sides, which are turned up at the end, and what they did (A3 to A5)."""

from collections.abc import Iterator

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.rendering.battle_scenes import BattleCard, BattleScene, BattleSide
from kschwert_env.two_crowns.kernel.components import KNIGHT_NAMES
from kschwert_env.two_crowns.text.battle import Fight, discards


def battle_scene(before: Position, action: Action, after: Position) -> BattleScene | None:
    """Return the battle that an action ended; None for any other action."""
    if not before["battle"] or after["battle"]:
        return None
    fight = Fight(before, action)
    attacker = before["turn_player"]
    words = [*_unpaid(before, fight), *fight.acts(), fight.result(after), *discards(before, after)]
    sides = (_side(before, fight, attacker, "[attacks]"), _side(before, fight, 1 - attacker, "[defends]"))
    return BattleScene(f"[{attacker}] [attacks] [{1 - attacker}]", sides, words)


def _side(before: Position, fight: Fight, seat: int, verb: str) -> BattleSide:
    """Return one side after all cards have acted: a vassal adds what it doubles, a removed knight nothing."""
    total = None if fight.is_broken_off else fight.points(seat)
    return BattleSide(seat, f"[{seat}] {verb}", [*_laid(before, fight, seat), *_paid(fight, seat)], total)


def _unpaid(before: Position, fight: Fight) -> Iterator[str]:
    """Yield a line for each side that has not paid for all of its special cards, which are discarded by now (A3)."""
    for seat in (fight.attacker, fight.defender):
        laid = before["battle"]["laid"][seat]
        acting = sum(laid.get(card, 0) for card in (*KNIGHT_NAMES, "feint")) + sum(fight.paid(seat).values())
        if unpaid := before["battle"]["counts"][seat] - acting:
            yield f"[{seat}] [does] not pay for {counted(unpaid, 'special card')}."


def _laid(before: Position, fight: Fight, seat: int) -> Iterator[BattleCard]:
    for card, count in before["battle"]["laid"][seat].items():
        gone = [fate for knight, fate in fight.gone[seat] if knight == card]
        if card in KNIGHT_NAMES:
            yield from [BattleCard(card, card_name(card), KNIGHT_NAMES.index(card) + 1)] * (count - len(gone))
            for fate in gone:
                yield BattleCard(card, f"{card_name(card)}, {fate}")
        elif card == "feint":
            yield from [BattleCard(card, card_name(card))] * count


def _paid(fight: Fight, seat: int) -> Iterator[BattleCard]:
    points = fight.undoubled(seat)
    for card, count in fight.paid(seat).items():
        for _ in range(count):
            yield BattleCard(card, f"{card_name(card)}, paid for", points if card == "vassal" else None)
            points *= 2 if card == "vassal" else 1


def points(position: Position, viewer: int | None) -> list[int | None]:
    """Return the points of each castle, which are public."""
    return list(position["castles"])
