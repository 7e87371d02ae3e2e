"""What was paid for, and feints, act (A3, X1 to X4); then the points are compared (A4, A5)."""

from collections import Counter
from collections.abc import Callable

from .cards import PRICE, SEATS, SPECIAL, Cards, knights, points, strongest
from .position import Position
from .turns import end_turn, finish

CATAPULT_DAMAGE = 10  # X1


def fight(position: Position) -> None:
    """A3: kind after kind, of each kind the attacker's first, one copy after the other; then the points."""
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
    """A3: what else has to wait for this card."""
    waiting = [position.battle.laid[side] + position.battle.paid[side] for side in SEATS]
    others = {other for side in SEATS for other in SPECIAL if waiting[side][other]} - {card}
    position.note_if(others, "A3 kind after kind")
    position.note_if(seat == position.turn_player and waiting[1 - seat][card], "A3 the attacker's first")


def catapult(position: Position, seat: int) -> None:
    """X1; E1: if the castle falls, the rest of the battle is not fought."""
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
    """X2: the enemy's strongest knight still laid comes to the own hand."""
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
    still_there = enemy_laid + position.battle.paid[enemy]
    position.note_if(still_there.total() < counts[seat], "X3 laid counts, whatever is gone since")
    position.note_if(len(knights(enemy_laid)) > 1, "X3 the strongest of several")
    position.note_if(not knights(position.battle.laid[seat]), "X3 no own knight needed")
    position.battle.laid[enemy] -= sent
    position.resting[enemy].next_turn += sent


def vassal(position: Position, seat: int) -> None:
    """X4: doubles the points in the end (A4), if there are any."""
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
    """From the battle to the discards of whoever laid them."""
    position.discards[seat] += cards
    for pile in (position.battle.laid, position.battle.paid):
        pile[seat] = pile[seat] - cards
