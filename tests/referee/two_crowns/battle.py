"""A battle: laying (A1, A2), the moments of the special cards (A3, X0 to X4), the points (A4, A5)."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import (
    COPIES,
    GOLD,
    MOST_LAID,
    POINTS,
    PRICE,
    SEATS,
    SPECIAL,
    Cards,
    knights,
    payments,
    points,
    strongest,
    worth,
)
from .chance import Chance
from .position import Battle, Position
from .turns import end_turn, finish

CATAPULT_DAMAGE = 10  # X1
ORDER = list(COPIES)


def attack(position: Position, action: Action, chance: Chance) -> None:
    """T1, A1: the attacker begins to lay."""
    position.note("T1 attack")
    position.battle = Battle([Counter(), Counter()], [0, 0], [0, 0])
    position.phase = "lay"


def lay_choices(position: Position) -> Iterator[Action]:
    """A1, A2: cards in the order of the deck table, the attacker's first one a knight; gold is not laid."""
    seat = position.player
    laid = position.battle.laid[seat]
    last = max((ORDER.index(card) for card in laid.elements()), default=0)
    if laid.total() < MOST_LAID:
        for card in ORDER[last:]:
            is_first_of_attack = seat == position.turn_player and not laid
            if position.hands[seat][card] and card not in GOLD and (card in POINTS or not is_first_of_attack):
                yield Action("lay", card)
    if laid or seat == position.defender:
        yield Action("done")


def lay(position: Position, action: Action, chance: Chance) -> None:
    """A1, A2: face down, so the known minimum stays (P1)."""
    seat, card = position.player, Counter([action.card])
    position.hands[seat] -= card
    position.battle.laid[seat] += card
    position.battle.counts[seat] += 1


def done(position: Position, action: Action, chance: Chance) -> None:
    """A2: then the defender lays; A3: then all is turned up."""
    laid, number = position.battle.laid[position.player], position.battle.counts[position.player]
    if position.player == position.turn_player:
        position.note(f"A1 {number} laid")
        position.player = position.defender
    else:
        position.note(f"A2 {number} laid")
        position.note_if(laid and not knights(laid), "A2 defence without a knight")
        turn_up(position)
        go_on(position)


def turn_up(position: Position) -> None:
    """A3, P1: the cards have left the hands openly; X0: some do nothing without a knight."""
    position.note("A3 turned up")
    for seat in SEATS:
        laid = position.battle.laid[seat]
        position.leaves_openly(seat, laid)
        if not knights(laid):
            for card in PRICE:
                position.note_if(laid[card], f"X0 {card} without a knight")
                discard_laid(position, seat, Counter({card: laid[card]}))


def go_on(position: Position) -> None:
    """A3: the special cards have their moments, until somebody is asked to pay or none is left."""
    while special := next_special(position):
        seat, card = special
        note_order(position, seat, card)
        if card == "feint":
            feint(position, seat)
        elif is_asked(position, seat, card):
            position.phase, position.player = "pay", seat
            return
        discard_laid(position, seat, Counter([card]))
    settle(position)


def next_special(position: Position) -> tuple[int, str] | None:
    """A3: whose special card acts next, and which; the attacker's first of each kind."""
    for card in SPECIAL:
        for seat in (position.turn_player, position.defender):
            if position.battle.laid[seat][card]:
                return seat, card
    return None


def note_order(position: Position, seat: int, card: str) -> None:
    """A3: what else has to wait for this card's moment."""
    laid = position.battle.laid
    others = {other for side in SEATS for other in SPECIAL if laid[side][other]} - {card}
    position.note_if(others, "A3 kind after kind")
    position.note_if(seat == position.turn_player and laid[1 - seat][card], "A3 the attacker's first")


def is_asked(position: Position, seat: int, card: str) -> bool:
    """A3: only who can pay, and whose card would act; X0 has been seen to when the cards were turned up."""
    if worth(position.hands[seat]) < PRICE[card]:
        position.note(f"A3 {card} cannot be paid")
        return False
    if card == "bishop" and not knights(position.battle.laid[1 - seat]):
        position.note("X2 no enemy knight is still laid")
        return False
    return True


def pay_choices(position: Position) -> Iterator[Action]:
    """A3."""
    yield Action("pay", choice="yes")
    yield Action("pay", choice="no")


def pay(position: Position, action: Action, chance: Chance) -> None:
    """A3: the card is discarded in any case."""
    special = next_special(position)
    assert special is not None  # or nobody would be asked
    seat, card = special
    position.note(f"A3 {card} {'paid' if action.choice == 'yes' else 'not paid'}")
    discard_laid(position, seat, Counter([card]))
    if action.choice == "yes":
        pay_gold(position, seat, PRICE[card])
        {"catapult": catapult, "bishop": bishop, "vassal": vassal}[card](position, seat)
    if position.phase != "over":
        go_on(position)


def pay_gold(position: Position, seat: int, price: int) -> None:
    """A3: the least sum that suffices, of equal sums the fewest cards; no change is given."""
    purse = position.hands[seat]
    choices = payments(purse, price)
    gold = min(choices, key=lambda choice: (worth(choice), choice.total()))
    position.note_if(worth(gold) > price, "A3 overpaid")
    position.note_if(any(worth(other) > worth(gold) for other in choices), "A3 least sum")
    position.note_if(any(worth(other) == worth(gold) for other in choices if other != gold), "A3 fewest cards")
    position.leaves_openly(seat, gold)
    position.hands[seat] -= gold
    position.discards[seat] += gold


def catapult(position: Position, seat: int) -> None:
    """X1; E1: if the castle falls, the rest of the battle is not fought."""
    enemy = 1 - seat
    position.note("X1 catapult of the attacker" if seat == position.turn_player else "X1 catapult of the defender")
    position.castles[enemy] -= CATAPULT_DAMAGE
    if position.castles[enemy] <= 0:
        position.note("E1 by a catapult")
        note_fall(position, enemy)
        for side in SEATS:
            discard_laid(position, side, position.battle.laid[side])
        finish(position)


def bishop(position: Position, seat: int) -> None:
    """X2: the enemy's strongest knight still laid comes to the own hand."""
    enemy_laid = position.battle.laid[1 - seat]
    taken = strongest(enemy_laid)
    position.note("X2 bishop takes a knight")
    position.note_if(len(knights(enemy_laid)) > 1, "X2 the strongest of several")
    position.note_if(not knights(position.battle.laid[seat]), "X0 bishop acts though the own knights are gone")
    position.battle.laid[1 - seat] -= taken
    position.enters_hand_openly(seat, taken)


def feint(position: Position, seat: int) -> None:
    """X3: the enemy's strongest knight still laid rests, if he laid at least as many cards."""
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
    position.note_if(len(knights(enemy_laid)) > 1, "X3 the strongest of several")
    position.note_if(not knights(position.battle.laid[seat]), "X3 no own knight needed")
    position.battle.laid[enemy] -= sent
    position.resting[enemy].next_turn += sent


def vassal(position: Position, seat: int) -> None:
    """X4: doubles the points in the end, if there are any."""
    position.battle.vassals[seat] += 1
    position.note("X4 vassal")
    position.note_if(not knights(position.battle.laid[seat]), "X0 vassal acts though the own knights are gone")


def settle(position: Position) -> None:
    """A4, A5."""
    attacker, defender = position.turn_player, position.defender
    laid, vassals = position.battle.laid, position.battle.vassals
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
        discard_laid(position, attacker, laid[attacker])
        position.enters_hand_openly(defender, laid[defender])
        position.battle = None
        end_turn(position)


def attacker_wins(position: Position, difference: int) -> None:
    """A5: the difference comes off the defender's castle; the attacker's knights rest."""
    attacker, defender = position.turn_player, position.defender
    position.note("A4 attacker wins", "A5 the difference comes off the castle", "A5 the attacker's knights rest")
    position.castles[defender] -= difference
    discard_laid(position, defender, position.battle.laid[defender])
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


def discard_laid(position: Position, seat: int, cards: Cards) -> None:
    """From the battle to the discards of whoever laid them."""
    position.discards[seat] += cards
    position.battle.laid[seat] = position.battle.laid[seat] - cards
