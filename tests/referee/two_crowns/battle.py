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
    rule = "A1" if seat == position.turn_player else "A2"
    position.note(f"{rule} {action.card} laid")
    position.hands[seat] -= card
    position.battle.laid[seat] += card
    position.battle.counts[seat] += 1


def done(position: Position, action: Action, chance: Chance) -> None:
    """A2: then the defender lays; A3: then the attacker turns up the cards, and pays."""
    laid, number = position.battle.laid[position.player], position.battle.counts[position.player]
    if position.player == position.turn_player:
        position.note(f"A1 {number} laid")
        position.player = position.defender
    else:
        position.note(f"A2 {number} laid")
        position.note_if(laid and not knights(laid), "A2 defence of feints alone")
        turn_up(position, position.turn_player)
        ask(position, position.turn_player)


def turn_up(position: Position, seat: int) -> None:
    """A3, P1: the cards have left the hand in public."""
    side = "attacker" if seat == position.turn_player else "defender"
    position.note(f"A3 the {side} turns up")
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
    """A3: whether the gold in the hand of the deciding seat suffices."""
    return gold_value(position.hands[position.player]) >= PRICE[card]


def note_asking(position: Position, seat: int, card: str) -> None:
    """A3: record who else is asked, and for which cards."""
    battle, attacks = position.battle, seat == position.turn_player
    position.note("A3 the attacker is asked" if attacks else "A3 the defender is asked")
    position.note_if(attacks and battle.counts[1 - seat], "A3 asked while the defence lies face down")
    position.note_if(not attacks and battle.paid[1 - seat], "A3 asked after the attacker has paid")
    position.note_if(battle.laid[seat][card] > 1, "A3 copies one by one")
    position.note_if(any(battle.laid[seat][other] for other in PRICE if other != card), "A3 asked kind after kind")


def pay_gold(position: Position, seat: int, price: int) -> None:
    """A3: the least sufficient sum, among equal sums the fewest cards; no change is given."""
    purse = position.hands[seat]
    choices = payments(purse, price)
    gold = min(choices, key=lambda choice: (gold_value(choice), choice.total()))
    position.note_if(gold_value(gold) > price, "A3 overpaid")
    position.note_if(any(gold_value(other) > gold_value(gold) for other in choices), "A3 least sum")
    position.note_if(
        any(gold_value(other) == gold_value(gold) for other in choices if other != gold), "A3 fewest cards"
    )
    position.hands[seat] -= gold
    position.discards[seat] += gold


def fight(position: Position) -> None:
    """A3: kind by kind, the attacker's cards first, copy by copy; then the points."""
    vassals = [position.battle.paid[seat]["vassal"] for seat in SEATS]
    for card in SPECIAL:
        for seat in (position.turn_player, position.defender):
            ready = position.battle.paid[seat] if card in PRICE else position.battle.laid[seat]
            for _ in range(ready[card]):
                note_order(position, seat, card)
                discard(position, seat, Counter([card]))
                ACTS[card](position, seat)
                if position.phase == "over":
                    return
    settle(position, vassals)


def note_order(position: Position, seat: int, card: str) -> None:
    """A3: record what else waits for this card."""
    waiting = [position.battle.laid[side] + position.battle.paid[side] for side in SEATS]
    others = {other for side in SEATS for other in SPECIAL if waiting[side][other]} - {card}
    position.note_if(others, "A3 kind after kind")
    position.note_if(seat == position.turn_player and waiting[1 - seat][card], "A3 the attacker's first")


def catapult(position: Position, seat: int) -> None:
    """X1; E1: if the castle falls, the battle stops."""
    enemy, battle = 1 - seat, position.battle
    position.note("X1 catapult of the attacker" if seat == position.turn_player else "X1 catapult of the defender")
    position.castles[enemy] -= CATAPULT_DAMAGE
    if position.castles[enemy] <= 0:
        position.note("E1 by a catapult")
        position.note_if(any(battle.paid), "E1 what else is paid for is lost")
        note_fall(position, enemy)
        for side in SEATS:
            discard(position, side, battle.laid[side] + battle.paid[side])
        finish(position)


def bishop(position: Position, seat: int) -> None:
    """X2: the enemy's strongest remaining knight comes to the own hand."""
    enemy_laid = position.battle.laid[1 - seat]
    taken = strongest(enemy_laid)
    if not taken:
        position.note("X2 lost: no enemy knight is still laid")
        return
    position.note("X2 bishop of the attacker" if seat == position.turn_player else "X2 bishop of the defender")
    position.note_if(len(knights(enemy_laid)) > 1, "X2 the strongest of several")
    position.note_if(not knights(position.battle.laid[seat]), "X0 bishop acts though the own knights are gone")
    position.battle.laid[1 - seat] -= taken
    position.enters_hand_openly(seat, taken)


def feint(position: Position, seat: int) -> None:
    """X3: the enemy's strongest remaining knight rests, if the enemy laid at least as many cards."""
    enemy, counts = 1 - seat, position.battle.counts
    if counts[enemy] < counts[seat]:
        position.note("X3 nothing: the enemy laid fewer cards")
        return
    enemy_laid = position.battle.laid[enemy]
    sent = strongest(enemy_laid)
    if not sent:
        position.note("X3 nothing: no enemy knight is still laid")
        return
    position.note("X3 feint of the attacker" if seat == position.turn_player else "X3 feint of the defender")
    position.note_if(counts[enemy] == counts[seat], "X3 as many cards suffice")
    still_there = enemy_laid + position.battle.paid[enemy]
    position.note_if(still_there.total() < counts[seat], "X3 laid counts, whatever is gone since")
    position.note_if(len(knights(enemy_laid)) > 1, "X3 the strongest of several")
    position.note_if(not knights(position.battle.laid[seat]), "X3 no own knight needed")
    position.battle.laid[enemy] -= sent
    position.resting[enemy].next_turn += sent


def vassal(position: Position, seat: int) -> None:
    """X4: doubles the points at the end (A4), if there are any."""
    position.note("X4 vassal of the attacker" if seat == position.turn_player else "X4 vassal of the defender")
    position.note_if(not knights(position.battle.laid[seat]), "X0 vassal acts though the own knights are gone")


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
    for seat in SEATS:
        position.note_if(vassals[seat] == 1 and strength[seat], "A4 doubled")
        position.note_if(vassals[seat] > 1 and strength[seat], "A4 doubled for each vassal")
    difference = strength[attacker] - strength[defender]
    if difference > 0:
        attacker_wins(position, difference)
    else:
        position.note_if(difference == 0 and strength[defender], "A4 tie")
        position.note_if(difference == 0 and not strength[defender], "A4 tie at nothing")
        position.note("A4 defender wins")
        position.note_if(laid[defender], "A5 the defender's knights return")
        discard(position, attacker, laid[attacker])
        position.enters_hand_openly(defender, laid[defender])
        position.battle = None
        end_turn(position)


def attacker_wins(position: Position, difference: int) -> None:
    """A5: the difference comes off the defender's castle; the attacker's knights rest."""
    attacker, defender = position.turn_player, position.defender
    position.note("A4 attacker wins", "A5 the difference comes off the castle", "A5 the attacker's knights rest")
    position.castles[defender] -= difference
    discard(position, defender, position.battle.laid[defender])
    position.resting[attacker].next_turn += position.battle.laid[attacker]
    position.battle = None
    if position.castles[defender] <= 0:
        position.note("E1 by knights")
        note_fall(position, defender)
        finish(position)
    else:
        end_turn(position)


def note_fall(position: Position, seat: int) -> None:
    """E1: at 0 or less."""
    position.note("E1 castle at 0" if position.castles[seat] == 0 else "E1 castle below 0")


def discard(position: Position, seat: int, cards: Cards) -> None:
    """Move cards from the battle to the discards of the seat that laid them."""
    position.discards[seat] += cards
    for pile in (position.battle.laid, position.battle.paid):
        pile[seat] = pile[seat] - cards
