"""Tournaments and attacks by cards as scenes: what both sides have, and how the dice decided (D3, A3, A4)."""

from collections.abc import Iterator

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.politics_and_intrigue import editions
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES
from kschwert_env.politics_and_intrigue.text.commentary import attack_die
from kschwert_env.politics_and_intrigue.text.names import SEATS
from kschwert_env.rendering.battle_scenes import BattleCard, BattleScene, BattleSide


def battle_scene(before: Position, action: Action, after: Position) -> BattleScene | None:
    """Return the tournament or the attack by a card that an action settled; None for any other action."""
    if after["dice"] and not before["dice"] and after["dice"]["event"] == "tournament":
        return _tournament(after)
    if before["phase"] == "react":
        return _attack(before, action, after)
    return None


def points(position: Position, viewer: int | None) -> list[int | None]:
    """Return the victory points of each seat, which are public (B9)."""
    return list(position["scores"])


def _tournament(position: Position) -> BattleScene | None:
    """Return the tournament (D3); None if neither seat has a card for it."""
    sides = [list(_champions(position, seat)) for seat in SEATS]
    if not any(sides):
        return None
    totals = [sum(card.value or 0 for card in cards) for cards in sides]
    lead = totals[0] - totals[1]
    result = "A tie: nobody gets anything." if lead == 0 else f"[{int(lead < 0)}] [wins] a resource of choice."
    first, second = (BattleSide(seat, f"[{seat}]", sides[seat], totals[seat]) for seat in SEATS)
    return BattleScene("Tournament", (first, second), [result])


def _champions(position: Position, seat: int) -> Iterator[BattleCard]:
    """Yield the cards of a principality that have tournament points."""
    edition = editions.load(position["rules"]["edition"])
    for name in position["principalities"][seat]["slots"]:
        if name and (value := edition.tournament[CARD_NAMES.index(name)]):
            yield BattleCard(name, counted(value, "tournament point"), value)


def _attack(before: Position, action: Action, after: Position) -> BattleScene | None:
    """Return an attack that the die decides, or that is warded off (A2 to A4); None for all others."""
    if before["pending"]["card"] not in ("black_knight", "arsonist") and action.kind == "pass":
        return None
    defender = before["player"]
    attacker, card = 1 - defender, before["pending"]["card"]
    answer = [] if action.kind == "pass" else [BattleCard(str(action.card), card_name(str(action.card)))]
    sides = (
        BattleSide(attacker, f"[{attacker}] [attacks]", [BattleCard(card, card_name(card))], None),
        BattleSide(defender, f"[{defender}] [defends]", answer, None),
    )
    wards_off = f"[{defender}] [wards] it off."
    lines = [wards_off] if answer else [f"[{defender}] [has] no answer.", *attack_die(before, action, after)]
    return BattleScene(f"[{attacker}] [plays] {card_name(card)}", sides, lines)
