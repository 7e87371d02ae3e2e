"""Laying cards for a battle, face down (A1, A2, X0)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import COPIES, GOLD, MOST_LAID, POINTS, PRICE, knights
from .chance import Chance
from .paying import ask, turn_up
from .position import Battle, Position
from .turns import can_roll

ORDER = list(COPIES)


def attack(position: Position, action: Action, chance: Chance) -> None:
    """T1, A1: the attacker begins to lay."""
    position.note("T1 attack")
    position.battle = Battle([Counter(), Counter()], [0, 0], [Counter(), Counter()])
    position.phase = "lay"


def lay_choices(position: Position) -> Iterator[Action]:
    """A1, A2, X0: cards in the order of the deck table; F1: the defender may roll before its first one."""
    seat = position.player
    laid = position.battle.laid[seat]
    last = max((ORDER.index(card) for card in laid.elements()), default=0)
    if laid.total() < MOST_LAID:
        for card in ORDER[last:]:
            if position.hands[seat][card] and may_lie(position, card):
                yield Action("lay", card)
    if laid or seat == position.defender:
        yield Action("done")
    if not laid and seat == position.defender and can_roll(position):
        yield Action("roll_fate")


def may_lie(position: Position, card: str) -> bool:
    """A1: no gold, the attacker's first card a knight; X0: what costs gold only together with a knight."""
    if card in GOLD:
        return False
    has_knight = bool(knights(position.battle.laid[position.player]))
    needs_knight = card in PRICE or position.player == position.turn_player
    return card in POINTS or has_knight or not needs_knight


def lay(position: Position, action: Action, chance: Chance) -> None:
    """A1, A2: face down, so the known minimum stays (P1)."""
    seat, card = position.player, Counter([action.card])
    rule = "A1" if seat == position.turn_player else "A2"
    position.note(f"{rule} {action.card} laid")
    position.hands[seat] -= card
    position.battle.laid[seat] += card
    position.battle.counts[seat] += 1


def done(position: Position, action: Action, chance: Chance) -> None:
    """A2: then the defender lays; A3: then the attacker turns up his cards, and pays."""
    laid, number = position.battle.laid[position.player], position.battle.counts[position.player]
    if position.player == position.turn_player:
        position.note(f"A1 {number} laid")
        position.player = position.defender
    else:
        position.note(f"A2 {number} laid")
        position.note_if(laid and not knights(laid), "A2 defence of feints alone")
        turn_up(position, position.turn_player)
        ask(position, position.turn_player)
