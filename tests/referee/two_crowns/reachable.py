"""Can a game reach this position? What can be told from the position alone; more than that may be impossible, too."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.referee.compare import Json

from .cards import CASTLE, COPIES, FULL_HAND, GOLD, MOST_LAID, POINTS, PRICE, SEATS, Cards, deck, knights, worth
from .position import FORMAT, Battle, Position, read_position
from .start import rules_faults
from .turns import turn_choices

WHO_DECIDES: dict[str, Callable[[int], tuple[int | None, ...]]] = {
    "turn": lambda turn_player: (turn_player,),
    "lay": lambda turn_player: SEATS,
    "pay": lambda turn_player: SEATS,
    "keep": lambda turn_player: (turn_player,),
    "over": lambda turn_player: (None,),
}
AFTER_DEALING = 46  # cards in a deck (S1)
LOWEST_BY_KNIGHTS = 1 - 3 * 2**3  # castle: one knight and three vassals (A1, A4)
LOWEST_BY_CATAPULT = 1 - 10  # X1


def check_position(position: Json) -> list[str]:
    """What is wrong with it; nothing if no fault is found."""
    form = faults_of_form(position)
    if form:
        return form
    model = read_position(position)
    faults = [*faults_of_turn(model), *faults_of_cards(model), *faults_of_knowledge(model), *faults_of_rest(model)]
    faults += faults_of_castles(model)
    if not faults:  # the others take these things for granted
        faults += FAULTS_OF_PHASE[model.phase](model)
    return faults


# -- form -----------------------------------------------------------------------------------------------------


def is_number(value: Any, low: int = 0) -> bool:
    """An integer that is no truth value."""
    return type(value) is int and value >= low


def is_seat(value: Any) -> bool:
    """C1."""
    return is_number(value) and value in SEATS


def is_cards(value: Any) -> bool:
    """Card id to count, zeros left out."""
    return isinstance(value, dict) and all(card in COPIES and is_number(count, 1) for card, count in value.items())


def per_seat(is_one: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A list with one such value for each seat."""
    return lambda value: isinstance(value, list) and len(value) == len(SEATS) and all(map(is_one, value))


def is_record(**fields: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A dict with these keys and no others."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == fields.keys() and all(fields[key](value[key]) for key in fields)
    )


def or_none(is_one: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Such a value, or none."""
    return lambda value: value is None or is_one(value)


FORM: dict[str, Callable[[Any], bool]] = {
    "format": lambda value: value == FORMAT,
    "rules": lambda value: isinstance(value, dict) and not rules_faults(value),
    "phase": lambda value: isinstance(value, str) and value in WHO_DECIDES,
    "turn": is_number,
    "turn_player": is_seat,
    "player": or_none(is_seat),
    "start_player": is_seat,
    "castles": per_seat(lambda value: type(value) is int),
    "hands": per_seat(is_cards),
    "decks": per_seat(is_cards),
    "discards": per_seat(is_cards),
    "resting": per_seat(is_record(this_turn=is_cards, next_turn=is_cards)),
    "known": per_seat(is_cards),
    "battle": or_none(is_record(laid=per_seat(is_cards), counts=per_seat(is_number), paid=per_seat(is_cards))),
    "exact": or_none(is_cards),
    "fate_used": lambda value: isinstance(value, bool),
    "truncated": lambda value: isinstance(value, bool),
}


def faults_of_form(position: Json) -> list[str]:
    """Keys and the types of values."""
    if position.keys() != FORM.keys():
        return [f"the keys are {sorted(position)}"]
    return [f"{key} cannot be {position[key]!r}" for key, is_right in FORM.items() if not is_right(position[key])]


# -- in every phase -------------------------------------------------------------------------------------------


def faults_of_turn(p: Position) -> Iterator[str]:
    """T1, S1, F1, E3: whose turn it is, who decides, and what is there in which phase."""
    if p.turn_player != (p.start_player + p.turn) % 2:
        yield "T1: the seats take turns"
    if p.rules["start_player"] not in ("random", p.start_player):
        yield "S1: the option says who starts"
    if p.player not in WHO_DECIDES[p.phase](p.turn_player):
        yield f"T1: {p.player} cannot decide in phase {p.phase}"
    if p.rules["max_turns"] is not None and p.turn >= p.rules["max_turns"]:
        yield "E3: there is no such turn"
    if p.fate_used and not p.rules["die_of_fate"]:
        yield "F1: there is no die of fate"
    if (p.battle is not None) != (p.phase in ("lay", "pay")):
        yield f"A1: battle in phase {p.phase}"
    if (p.exact is not None) != (p.phase == "keep"):
        yield f"R2: exact in phase {p.phase}"
    if p.truncated and p.phase != "over":
        yield "E3: a truncated game is over"


def in_battle(p: Position, seat: int) -> Cards:
    """What lies there, paid for or not."""
    return p.battle.laid[seat] + p.battle.paid[seat] if p.battle else Counter()


def faults_of_cards(p: Position) -> Iterator[str]:
    """C2, S1, R1: 53 cards a side, of which only knights change sides (X2), and never more than seven in hand."""
    sides = []
    for seat in SEATS:
        drawn: Cards = p.exact if p.exact and seat == p.turn_player else Counter()
        rest = p.resting[seat].this_turn + p.resting[seat].next_turn
        own = p.decks[seat] + drawn
        held = p.hands[seat] + rest + in_battle(p, seat)
        side = own + held + p.discards[seat]
        sides.append(side)
        if own - deck() or own.total() > AFTER_DEALING:
            yield f"C2: seat {seat} has {dict(own)} to draw"
        if any(side[card] != COPIES[card] for card in COPIES.keys() - POINTS.keys()):
            yield f"C2: seat {seat} has not all its own gold and special cards, or more"
        if held.total() > FULL_HAND:
            yield f"R1: seat {seat} holds {held.total()} cards"
        if knights(side).total() - knights(deck()).total() > p.discards[seat]["bishop"]:
            yield f"X2: seat {seat} has more knights than it can have taken"
        if p.turn == 0 and own.total() != AFTER_DEALING and p.phase != "over":
            yield f"S1: seat {seat} has drawn already"
    if sides[0] + sides[1] != deck() + deck():
        yield "C2: these are not the cards of both decks"


def faults_of_knowledge(p: Position) -> Iterator[str]:
    """P1: knights only, and they are in the hand, or lie face down."""
    for seat in SEATS:
        held = p.hands[seat]
        if p.phase == "lay" or (p.phase == "pay" and seat == p.defender and p.player == p.turn_player):
            held = held + p.battle.laid[seat]
        if p.known[seat] - held:
            yield f"P1: seat {seat} does not hold what it is known to hold"
        if p.known[seat] - knights(p.known[seat]):
            yield "P1: only knights come into a hand openly"
        if p.turn == 0 and p.known[seat] and p.phase != "over":
            yield "P1: nothing has come into a hand openly yet"


def faults_of_rest(p: Position) -> Iterator[str]:
    """T2, A5, X3: knights of one battle, the attacker's and those sent to rest by his feints four cards at most."""
    when = "next_turn" if any(rest.next_turn for rest in p.resting) else "this_turn"
    attacker = p.turn_player if when == "next_turn" else p.defender
    resting = [rest.this_turn if when == "this_turn" else rest.next_turn for rest in p.resting]
    for rest in p.resting:
        both = rest.this_turn + rest.next_turn
        if both - knights(both):
            yield "A5: only knights rest"
    if when == "next_turn" and p.phase != "over":
        yield "T2: nobody is sent to rest but at the end of a battle"
    if sum(cards.total() for cards in resting) > MOST_LAID or resting[1 - attacker].total() == MOST_LAID:
        yield "X3: so many knights of one battle cannot rest"
    if p.turn == 0 and when == "this_turn" and any(resting):
        yield "T2: nobody has been sent to rest yet"


def faults_of_castles(p: Position) -> Iterator[str]:
    """C1, F1, E1: they never rise above 20, and stand as long as the game goes on."""
    if max(p.castles) > CASTLE:
        yield "C1: a castle has 20 points at most"
    if p.phase != "over" and min(p.castles) <= 0:
        yield "E1: a castle has fallen"
    if p.turn == 0 and p.phase != "over" and p.castles.count(CASTLE) < 2 - p.fate_used:
        yield "C1: a castle has 20 points in the beginning"


# -- by phase -------------------------------------------------------------------------------------------------


def faults_of_turn_phase(p: Position) -> Iterator[str]:
    """E2: who is asked can do something, or pass."""
    if not {action.kind for action in turn_choices(p)} - {"roll_fate"}:
        yield "E2: a seat that can do nothing has lost"


def faults_of_keep_phase(p: Position) -> Iterator[str]:
    """R2: two cards, for one discarded."""
    seat = p.turn_player
    if p.exact.total() != 2:
        yield "R2: two cards are drawn"
    if p.cards_held(seat) >= FULL_HAND or not p.discards[seat]:
        yield "R2: a card has been discarded before"


def faults_of_side(p: Position, seat: int) -> Iterator[str]:
    """A1, A2, X0: what one side has laid."""
    battle: Battle = p.battle
    cards, count = in_battle(p, seat), battle.counts[seat]
    special = any(cards[card] for card in PRICE) or count > cards.total()  # or unpaid, and so discarded
    if cards.keys() & GOLD.keys():
        yield "A1: gold is not laid"
    if count > MOST_LAID:
        yield "A1: four cards at most are laid"
    if not knights(cards) and (special or (count and seat == p.turn_player)):
        yield "A1, X0: no knight is laid"
    if battle.paid[seat].keys() - PRICE.keys():
        yield "A3: nobody pays for such a card"
    if sum(PRICE.get(card, 0) * number for card, number in battle.paid[seat].items()) > worth(p.discards[seat]):
        yield "A3: the gold paid lies in the discards"


def faults_of_lay_phase(p: Position) -> Iterator[str]:
    """A1, A2: the attacker lays, then the defender."""
    for seat in SEATS:
        yield from faults_of_side(p, seat)
        if p.battle.counts[seat] != p.battle.laid[seat].total() or p.battle.paid[seat]:
            yield "A2: what is laid lies there until it is turned up"
    attacker = p.turn_player
    if p.player == attacker and p.battle.counts[p.defender]:
        yield "A2: the defender lays after the attacker"
    if p.player == p.defender and not p.battle.counts[attacker]:
        yield "A1: the attacker lays a card at least"
    if not knights(p.hands[attacker] + p.battle.laid[attacker]):
        yield "A1: no attack without a knight"


def faults_of_pay_phase(p: Position) -> Iterator[str]:
    """A3: the attacker is asked for all of his cards, then the defender, kind after kind."""
    battle, kinds = p.battle, list(PRICE)
    for seat in SEATS:
        yield from faults_of_side(p, seat)
        answered = battle.counts[seat] - battle.laid[seat].total()
        unpaid = answered - battle.paid[seat].total()
        asked = [kind for kind in kinds if battle.laid[seat][kind]]
        if unpaid < 0 or unpaid > sum(p.discards[seat][kind] for kind in kinds):
            yield "X3: counts are of all cards laid"
        if asked and any(battle.paid[seat][kind] for kind in kinds[kinds.index(asked[0]) + 1 :]):
            yield "A3: catapult, bishop, vassal are asked for in this order"
        if seat == p.player and not asked:
            yield "A3: nothing to pay for"
        if seat == p.turn_player and seat != p.player and asked:
            yield "A3: the attacker pays first"
        if seat == p.defender and seat != p.player and answered:
            yield "A3: the defender has not been asked yet"
    if not battle.counts[p.turn_player]:
        yield "A1: the attacker lays a card at least"


def faults_of_over_phase(p: Position) -> Iterator[str]:
    """E1 to E3: one way of ending."""
    fallen = [seat for seat in SEATS if p.castles[seat] <= 0]
    if p.truncated:
        if fallen or p.turn + 1 != p.rules["max_turns"]:
            yield "E3: truncated by the cap only, while both castles stand"
        if any(rest.this_turn for rest in p.resting):
            yield "T2: who rests is back at the end of the turn"
        return
    if len(fallen) != 1:
        yield "E1: one castle has fallen"
        return
    loser, points = fallen[0], p.castles[fallen[0]]
    was_catapult = p.discards[1 - loser]["catapult"] > 0 and points >= LOWEST_BY_CATAPULT and not sent_to_rest(p)
    was_knights = loser == p.defender and points >= LOWEST_BY_KNIGHTS and p.resting[p.turn_player].next_turn.total() > 0
    was_stuck = loser == p.turn_player and points == 0 and not sent_to_rest(p) and is_stuck(p)
    if not (was_catapult or was_knights or was_stuck):
        yield "E1, E2: nothing has made this castle fall"


def sent_to_rest(p: Position) -> bool:
    """A5, X3: in this turn."""
    return any(rest.next_turn for rest in p.resting)


def is_stuck(p: Position) -> bool:
    """E2: no attack, no recruiting, no pass."""
    seat = p.turn_player
    return not (knights(p.hands[seat]) or p.decks[seat] or p.resting[seat].total)


FAULTS_OF_PHASE: dict[str, Callable[[Position], Iterator[str]]] = {
    "turn": faults_of_turn_phase,
    "lay": faults_of_lay_phase,
    "pay": faults_of_pay_phase,
    "keep": faults_of_keep_phase,
    "over": faults_of_over_phase,
}
