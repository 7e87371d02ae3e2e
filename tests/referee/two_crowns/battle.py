"""The battle: laying (A1, A2, X0), paying (A3), special cards (X1 to X4), and the outcome (A4, A5)."""

from collections import Counter
from collections.abc import Callable, Iterator

from tests.referee.actions import Action, Maybe
from tests.referee.two_crowns.position import (
    COPIES,
    GOLD,
    MOST_LAID,
    POINTS,
    PRICE,
    SEATS,
    SPECIAL,
    Battle,
    Cards,
    Position,
    gold_value,
    knights,
    payments,
    points,
    strongest,
)
from tests.referee.two_crowns.turns import Chance, can_roll, end_turn, finish

ORDER = list(COPIES)
CATAPULT_DAMAGE = 10  # X1


def attack(position: Position, action: Action, chance: Chance) -> None:
    """T1, A1: the attacker begins to lay."""
    position.battle = Battle([Counter(), Counter()], [0, 0], [Counter(), Counter()])
    position.phase = "lay"


def lay_choices(position: Position) -> Iterator[Action]:
    """A1, A2, X0: cards in the order of the deck table; F1: the defender may roll before its first one."""
    seat = position.player
    laid = position.battle.laid[seat]
    last = max((ORDER.index(card) for card in laid.elements()), default=0)
    if laid.total() < MOST_LAID:
        for card in ORDER[last:]:
            if position.hands[seat][card] and can_be_laid(position, card):
                yield Action("lay", card)
    if laid or seat == position.defender:
        yield Action("done")
    if not laid and seat == position.defender and can_roll(position):
        yield Action("roll_fate")


def can_be_laid(position: Position, card: str) -> bool:
    """A1: no gold, and the attacker's first card is a knight; X0: cards that cost gold need a knight."""
    if card in GOLD:
        return False
    has_knight = bool(knights(position.battle.laid[position.player]))
    needs_knight = card in PRICE or position.player == position.turn_player
    return card in POINTS or has_knight or not needs_knight


def lay(position: Position, action: Action, chance: Chance) -> None:
    """A1, A2: face down, so the known minimum stays (P1)."""
    seat, card = position.player, Counter([action.card])
    position.hands[seat] -= card
    position.battle.laid[seat] += card
    position.battle.counts[seat] += 1


def done(position: Position, action: Action, chance: Chance) -> None:
    """A2: then the defender lays; A3: then the attacker turns up the cards, and pays."""
    if position.player == position.turn_player:
        position.player = position.defender
    else:
        turn_up(position, position.turn_player)
        ask(position, position.turn_player)


def turn_up(position: Position, seat: int) -> None:
    """A3, P1: the cards have left the hand in public."""
    position.leaves_openly(seat, position.battle.laid[seat])


def asked_for(position: Position, seat: int) -> Maybe[str]:
    """A3: the card for which this seat is asked next."""
    return next((card for card in PRICE if position.battle.laid[seat][card]), None)


def ask(position: Position, seat: int) -> None:
    """A3: this seat, if a card of it is unanswered; otherwise the defender, or all cards act."""
    if asked_for(position, seat):
        position.phase, position.player = "pay", seat
    elif seat == position.turn_player:
        turn_up(position, position.defender)
        ask(position, position.defender)
    else:
        fight(position)


def pay_choices(position: Position) -> Iterator[Action]:
    """A3: every seat is asked, even without enough gold."""
    if can_pay(position, asked_for(position, position.player)):
        yield Action("pay", choice="yes")
    yield Action("pay", choice="no")


def pay(position: Position, action: Action, chance: Chance) -> None:
    """A3: a paid card acts later; an unpaid one is discarded immediately."""
    seat, battle = position.player, position.battle
    card = asked_for(position, seat)
    battle.laid[seat] -= Counter([card])
    if action.choice == "yes":
        pay_gold(position, seat, PRICE[card])
        battle.paid[seat] += Counter([card])
    else:
        position.discards[seat] += Counter([card])
    ask(position, seat)


def can_pay(position: Position, card: str) -> bool:
    """A3: whether the gold in the hand of the deciding seat suffices."""
    return gold_value(position.hands[position.player]) >= PRICE[card]


def pay_gold(position: Position, seat: int, price: int) -> None:
    """A3: the least sufficient sum, among equal sums the fewest cards; no change is given."""
    purse = position.hands[seat]
    choices = payments(purse, price)
    gold = min(choices, key=lambda choice: (gold_value(choice), choice.total()))
    position.hands[seat] -= gold
    position.discards[seat] += gold


def fight(position: Position) -> None:
    """A3: kind by kind, the attacker's cards first, copy by copy; then the points."""
    vassals = [position.battle.paid[seat]["vassal"] for seat in SEATS]
    for card in SPECIAL:
        for seat in (position.turn_player, position.defender):
            ready = position.battle.paid[seat] if card in PRICE else position.battle.laid[seat]
            for _ in range(ready[card]):
                discard(position, seat, Counter([card]))
                ACTS[card](position, seat)
                if position.phase == "over":
                    return
    settle(position, vassals)


def catapult(position: Position, seat: int) -> None:
    """X1; E1: if the castle falls, the battle stops."""
    enemy, battle = 1 - seat, position.battle
    position.castles[enemy] -= CATAPULT_DAMAGE
    if position.castles[enemy] <= 0:
        for side in SEATS:
            discard(position, side, battle.laid[side] + battle.paid[side])
        finish(position)


def bishop(position: Position, seat: int) -> None:
    """X2: the enemy's strongest remaining knight comes to the own hand."""
    enemy_laid = position.battle.laid[1 - seat]
    taken = strongest(enemy_laid)
    if not taken:
        return
    position.battle.laid[1 - seat] -= taken
    position.enters_hand_openly(seat, taken)


def feint(position: Position, seat: int) -> None:
    """X3: the enemy's strongest remaining knight rests, if the enemy laid at least as many cards."""
    enemy, counts = 1 - seat, position.battle.counts
    if counts[enemy] < counts[seat]:
        return
    enemy_laid = position.battle.laid[enemy]
    sent = strongest(enemy_laid)
    if not sent:
        return
    position.battle.laid[enemy] -= sent
    position.resting[enemy].next_turn += sent


def vassal(position: Position, seat: int) -> None:
    """X4: doubles the points at the end (A4), if there are any."""


ACTS: dict[str, Callable[[Position, int], None]] = {
    "catapult": catapult,
    "bishop": bishop,
    "feint": feint,
    "vassal": vassal,
}


def settle(position: Position, vassals: list[int]) -> None:
    """A4, A5."""
    attacker, defender = position.turn_player, position.defender
    laid = position.battle.laid
    strength = [points(laid[seat]) * 2 ** vassals[seat] for seat in SEATS]
    difference = strength[attacker] - strength[defender]
    if difference > 0:
        attacker_wins(position, difference)
    else:
        discard(position, attacker, laid[attacker])
        position.enters_hand_openly(defender, laid[defender])
        position.battle = None
        end_turn(position)


def attacker_wins(position: Position, difference: int) -> None:
    """A5: the difference comes off the defender's castle; the attacker's knights rest."""
    attacker, defender = position.turn_player, position.defender
    position.castles[defender] -= difference
    discard(position, defender, position.battle.laid[defender])
    position.resting[attacker].next_turn += position.battle.laid[attacker]
    position.battle = None
    if position.castles[defender] <= 0:
        finish(position)
    else:
        end_turn(position)


def discard(position: Position, seat: int, cards: Cards) -> None:
    """Move cards from the battle to the discards of the seat that laid them."""
    position.discards[seat] += cards
    for pile in (position.battle.laid, position.battle.paid):
        pile[seat] = pile[seat] - cards
