"""Turning up, and paying for special cards: first all of the attacker's, then all of the defender's (A3)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.actions import Action, Maybe

from .cards import PRICE, payments, worth
from .chance import Chance
from .fight import fight
from .position import Position


def turn_up(position: Position, seat: int) -> None:
    """A3, P1: the cards have left the hand openly."""
    side = "attacker" if seat == position.turn_player else "defender"
    position.note(f"A3 the {side} turns up")
    position.leaves_openly(seat, position.battle.laid[seat])


def asked_for(position: Position, seat: int) -> Maybe[str]:
    """A3: the card for which this seat is asked next."""
    return next((card for card in PRICE if position.battle.laid[seat][card]), None)


def ask(position: Position, seat: int) -> None:
    """A3: this seat, if a card of his is unanswered; else the defender, or all acts."""
    if asked_for(position, seat):
        position.phase, position.player = "pay", seat
    elif seat == position.turn_player:
        turn_up(position, position.defender)
        ask(position, position.defender)
    else:
        fight(position)


def pay_choices(position: Position) -> Iterator[Action]:
    """A3: everybody is asked, who can pay or not."""
    if can_pay(position, asked_for(position, position.player)):
        yield Action("pay", choice="yes")
    yield Action("pay", choice="no")


def pay(position: Position, action: Action, chance: Chance) -> None:
    """A3: what is paid for acts later; what is not goes to the discards at once."""
    seat, battle = position.player, position.battle
    card = asked_for(position, seat)
    note_asking(position, seat, card)
    battle.laid[seat] -= Counter([card])
    if action.choice == "yes":
        position.note(f"A3 {card} paid")
        pay_gold(position, seat, PRICE[card])
        battle.paid[seat] += Counter([card])
    else:
        position.note(f"A3 {card} not paid" if can_pay(position, card) else f"A3 {card} cannot be paid")
        position.discards[seat] += Counter([card])
    ask(position, seat)


def can_pay(position: Position, card: str) -> bool:
    """A3: whether the gold in the hand of who decides suffices."""
    return worth(position.hands[position.player]) >= PRICE[card]


def note_asking(position: Position, seat: int, card: str) -> None:
    """A3: who else is asked, and what for."""
    battle, attacks = position.battle, seat == position.turn_player
    position.note("A3 the attacker is asked" if attacks else "A3 the defender is asked")
    position.note_if(attacks and battle.counts[1 - seat], "A3 asked while the defence lies face down")
    position.note_if(not attacks and battle.paid[1 - seat], "A3 asked after the attacker has paid")
    position.note_if(battle.laid[seat][card] > 1, "A3 copies one by one")
    position.note_if(any(battle.laid[seat][other] for other in PRICE if other != card), "A3 asked kind after kind")


def pay_gold(position: Position, seat: int, price: int) -> None:
    """A3: the least sum that suffices, of equal sums the fewest cards; no change is given."""
    purse = position.hands[seat]
    choices = payments(purse, price)
    gold = min(choices, key=lambda choice: (worth(choice), choice.total()))
    position.note_if(worth(gold) > price, "A3 overpaid")
    position.note_if(any(worth(other) > worth(gold) for other in choices), "A3 least sum")
    position.note_if(any(worth(other) == worth(gold) for other in choices if other != gold), "A3 fewest cards")
    position.hands[seat] -= gold
    position.discards[seat] += gold
