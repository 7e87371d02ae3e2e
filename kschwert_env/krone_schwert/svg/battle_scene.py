"""Attacks and revolts as scenes: both sides with their cards and strengths (chapters 7 and 9)."""

from collections.abc import Iterator, Mapping

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES
from kschwert_env.krone_schwert.kernel.revolt import STRENGTH_PER_VOTE
from kschwert_env.krone_schwert.positions.view import seat_views
from kschwert_env.krone_schwert.text.commentary import attack_result
from kschwert_env.krone_schwert.text.drawing import holdings
from kschwert_env.krone_schwert.text.revolt_report import cards_of, report_revolt
from kschwert_env.rendering.battle_scenes import BattleCard, BattleScene, BattleSide


def battle_scene(before: Position, action: Action, after: Position) -> BattleScene | None:
    """Return the attack or the revolt that an action settled; None for any other action."""
    if before["attack"] and not after["attack"]:
        return _attack(before, action, after)
    if before["revolt"] and not after["revolt"]:
        return _revolt(before, after)
    return None


def points(position: Position, viewer: int | None) -> list[int | None]:
    """Return the points of each seat; None where the viewer may not know them (P1)."""
    return [seat.score for seat in seat_views(position, viewer)]


def _attack(before: Position, action: Action, after: Position) -> BattleScene:
    field, laid, attacker = before["attack"]["field"], before["attack"]["cards"], before["turn_player"]
    defender = before["owner"][field]
    combat, is_off = _combat(before), action.choice == "truce"
    castles = holdings(before, defender)[0]
    cards = list(_laid(laid, combat))
    answer = [BattleCard("castle", counted(castles, "castle"), castles, False)] if castles else []
    if action.choice == "ambush":
        cards.append(BattleCard("ambush", "cancelled by the ambush", -max(combat[card] for card in laid), False))
        answer.append(BattleCard("ambush", "ambush against the strongest card"))
    if is_off:
        answer.append(BattleCard("truce", "truce"))
    strength = sum(card.value or 0 for card in cards)
    sides = (
        BattleSide(attacker, f"[{attacker}] [attacks]", cards, None if is_off else strength),
        BattleSide(defender, f"[{defender}] [defends]", answer, None if is_off else castles),
    )
    lines = [attack_result(before, action, after)]
    return BattleScene(f"[{attacker}] [attacks] [{defender}'s] field {field}", sides, lines)


def _revolt(before: Position, after: Position) -> BattleScene:
    revolt = after["last_revolt"]
    leader, king, is_off = revolt["leader"], revolt["king"], revolt["result"] == "truce"
    swords = revolt["open_swords"]
    attack = list(_of_side(after, "sword"))
    if not is_off:
        attack.append(BattleCard("sword", counted(swords, "open sword"), swords))
    defence = list(_of_side(after, "crown"))
    totals = [sum(card.value or 0 for card in cards) for cards in (attack, defence)]
    sides = (
        BattleSide(leader, f"Leader: [{leader}]", attack, None if is_off else totals[0]),
        BattleSide(king, f"King: [{king}]", defence, None if is_off else totals[1]),
    )
    report = report_revolt(before, after)[1 + len(revolt["votes"]) :]  # without the choices, which the sides show
    lines = [line for line in report if not line.startswith(("King's side", "Leader's side"))]
    return BattleScene(f"Revolt against [{king}]", sides, lines)


def _of_side(after: Position, vote: str) -> Iterator[BattleCard]:
    """Yield the votes for a side and the cards of its seats, and what the other side's ambushes cancel (R7)."""
    revolt, combat = after["last_revolt"], _combat(after)
    for seat, laid in enumerate(revolt["laid"]):
        if revolt["votes"][seat] == vote:
            yield BattleCard(vote, f"[{seat}]: {vote}", STRENGTH_PER_VOTE if vote == "crown" else None)
            yield from _laid(laid, combat)
    cancelled = cards_of(after, vote).cancelled
    if cancelled and revolt["result"] != "truce":
        yield BattleCard("ambush", "cancelled by the other side's ambush", -cancelled, False)


def _laid(laid: Mapping[str, int], combat: Mapping[str, int]) -> Iterator[BattleCard]:
    for card, count in laid.items():
        for _ in range(count):
            yield BattleCard(card, card_name(card), combat[card] or None)


def _combat(position: Position) -> dict[str, int]:
    """Return the combat value of each action card."""
    return dict(zip(CARD_NAMES, editions.load(position["rules"]["edition"]).combat, strict=False))
