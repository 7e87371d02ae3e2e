"""Soundness checks: reject positions that no game can reach.

The parts of a position are well-formed here; the checks find contradictions between them. A position has no history, so
the checks do not verify how it was reached: they count no turns for the discards, and do not reconstruct which gold
cards paid for what. docs/two_crowns.md lists the cases that pass.
"""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract.position_table import check_totals, check_turn
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.plain import plain
from kschwert_env.two_crowns.kernel import battle, payment, special_cards, turn
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    CASTLE,
    FIRST_SPECIAL,
    HAND,
    MOST_LAID,
    NOBODY,
    NUM_CARDS,
    NUM_DECK,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    NUM_PRICED,
    PRICE,
    PRICED,
    Card,
    Phase,
    Priced,
    Rest,
)
from kschwert_env.two_crowns.kernel.recruiting import CHOICE

_SEATS = range(NUM_PLAYERS)
_PRICED = list(PRICED)
_PRICES = np.array(PRICE)[_PRICED]


def contradictions(rules: GameRules, state: np.void) -> list[str]:
    """Return every contradiction in a state as a text."""
    by_phase = {Phase.TURN: _begun, Phase.LAY: _lay, Phase.PAY: _pay, Phase.KEEP: _keep, Phase.OVER: _over}
    checks = [_cards, _gold, _hands, _known, _resting, check_turn, _turn, by_phase[Phase(state["phase"])]]
    return [text for check in checks for text in check(rules, state)]


# -- cards ------------------------------------------------------------------------------------------------------


def _totals(state: np.void) -> np.ndarray:
    """Return the total of each card by side, in all piles."""
    total = (state["hands"] + state["decks"] + state["discards"] + state["laid"]).astype(int)
    total[:, :NUM_KNIGHTS] += state["resting"].sum(axis=1)
    total[:, _PRICED] += state["paid"]
    total[state["turn_player"]] += state["exact"]
    return total


def _taken(rules: GameRules, state: np.void) -> np.ndarray:
    """Return the number of knights that each side's bishops have brought over (X2)."""
    more = _totals(state) - rules.board["copies"][0]
    taken: np.ndarray = np.maximum(more, 0)[:, :NUM_KNIGHTS].sum(axis=1)
    return taken


def _cards(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the total of each card (C1, C2). Only knights change sides (X2)."""
    copies, total = rules.board["copies"][0].astype(int), _totals(state)
    yield from check_totals("cards", CARD_NAMES, total.sum(axis=0), NUM_PLAYERS * copies)
    for seat in _SEATS:
        for card in range(NUM_KNIGHTS, NUM_CARDS):
            if total[seat, card] != copies[card]:
                yield f"cards: seat {seat} has {total[seat, card]} of {CARD_NAMES[card]}, not {copies[card]}"


def _gold(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check that all payments are covered by discarded gold (A3, X2)."""
    taken = _taken(rules, state)
    for seat in _SEATS:
        discards, cards = state["discards"][seat], np.zeros(NUM_PRICED, int)
        cards[Priced.BISHOP] = taken[seat]
        if taken[seat] > discards[Card.BISHOP] or not _could_pay(discards, cards):
            yield f"discards: seat {seat} has {taken[seat]} knights of the enemy, but not paid a bishop for each (X2)"
        elif not _could_pay(discards, cards + state["paid"][seat]):
            yield f"discards: seat {seat} has not discarded the gold for what it has paid (A3)"


def _could_pay(gold: np.ndarray, cards: np.ndarray) -> bool:
    """Return whether these discards contain enough gold to pay for these numbers of priced cards."""
    ones, twos = int(gold[Card.GOLD_1]), int(gold[Card.GOLD_2])
    overpaid = max(0, int(cards[Priced.BISHOP]) - ones)  # each odd price takes a gold of 1, or costs 1 more
    return int(cards @ _PRICES) + overpaid <= ones + 2 * twos


def _hands(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the sizes of hand and deck (S1, R1). Cards of a battle were in the hand when it began."""
    for seat in _SEATS:
        own = int(state["hands"][seat].sum() + state["laid_counts"][seat] + state["resting"][seat].sum())
        own += int(state["paid"][seat] @ (_PRICES + 1 >> 1))  # minimum number of gold cards spent: all of value 2
        if state["phase"] == Phase.KEEP and seat == state["turn_player"]:
            own += 1  # the card that will be kept
        if own > HAND:
            yield f"hands: seat {seat} has {own} cards in hand, at rest, laid and paid, more than {HAND} (R1)"
        if state["decks"][seat].sum() > NUM_DECK - HAND:
            yield f"decks: that of seat {seat} holds more than {NUM_DECK - HAND} cards (S1)"


def _known(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the known cards of a hand, and of the cards laid face down (P1)."""
    hidden = state["hands"][:, :NUM_KNIGHTS].astype(int)
    for seat in _SEATS:
        if plain(battle.lies_face_down)(state, seat):
            hidden[seat] += state["laid"][seat, :NUM_KNIGHTS]
    unknown = hidden + state["decks"][:, :NUM_KNIGHTS] - state["known"]
    unknown[state["turn_player"]] += state["exact"][:NUM_KNIGHTS]
    for seat in _SEATS:
        if (state["known"][seat] > hidden[seat]).any():
            yield f"known: more is known of the hand of seat {seat} than it holds (P1)"
        elif (unknown[seat] > rules.board["copies"][0, :NUM_KNIGHTS]).any():
            yield f"known: knights taken from the enemy are known to be in the hand of seat {seat} (P1)"


def _resting(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check knights at rest: until this turn ends from the previous battle, one turn longer from this battle (T2)."""
    this, following = state["resting"][:, Rest.THIS_TURN], state["resting"][:, Rest.NEXT_TURN]
    if max(this.sum(axis=1).max(), following.sum(axis=1).max()) > MOST_LAID:
        yield f"resting: no more than {MOST_LAID} knights of a side come from one battle (A1, A2)"
    if following.any() and state["phase"] != Phase.OVER:
        yield "resting: nothing has been sent to rest yet in this turn (T2)"
    if this.any() and (state["turn"] == 0 or state["truncated"]):
        yield "resting: in the first turn, and after the end of a turn, nothing rests until the end of this turn (T2)"


# -- the turn ---------------------------------------------------------------------------------------------------


def _turn(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the turn's player and the deciding seat (S1, T1, E3), and the castles (E1, F1)."""
    number, phase = int(state["turn"]), state["phase"]
    if state["turn_player"] != (state["start_player"] + number) % NUM_PLAYERS:
        yield f"turn_player: in turn {number} it is (start_player + turn) mod {NUM_PLAYERS}"
    if phase in (Phase.TURN, Phase.KEEP) and state["player"] != state["turn_player"]:
        yield "player: in this phase the turn's player decides"
    if phase != Phase.OVER and (state["scores"] <= 0).any():
        yield "castles: the game is over when one is at 0 or less (E1)"
    if number > (most := _most_turns(state)):
        yield f"turn: there have been points, cards and feints for {most} turns at most (T1, E2)"
    if state["fate_used"] and not rules.board["die_of_fate"][0]:
        yield "fate_used: there is no die of fate by the rules chosen (F1)"


def _most_turns(state: np.void) -> int:
    """Return an upper bound on the number of turns.

    Each turn takes a point off a castle, draws a card or discards one. The exception is a pass (E2): a feint in the
    turn before has sent the knights to rest. Where a pass is to come, its turn is left out here.
    """
    lost = NUM_PLAYERS * CASTLE - int(state["scores"].sum()) + (CASTLE - 1) * int(state["fate_used"])  # F1
    drawn = NUM_PLAYERS * (NUM_DECK - HAND) - int(state["decks"].sum())
    passed = bool(state["phase"] == Phase.TURN and plain(turn.must_pass)(state))
    return lost + drawn + int(state["discards"].sum()) + int(state["discards"][:, Card.FEINT].sum()) - passed


def _begun(rules: GameRules, state: np.void) -> Iterator[str]:
    if plain(turn.has_lost)(state):
        yield "phase: a seat that can do nothing in its turn and has no knight at rest has lost (E2)"


def _keep(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check an exchange (R2)."""
    if state["exact"].sum() != CHOICE:
        yield f"exact: {CHOICE} cards are drawn"
    if not state["discards"][state["turn_player"]].any():
        yield "exact: a card has been discarded for it"


# -- the battle -------------------------------------------------------------------------------------------------


def _laid(state: np.void, seat: int) -> Iterator[str]:
    """Check the cards that a seat has laid (A1, A2, X0)."""
    laid, knights = state["laid"][seat], state["laid"][seat, :NUM_KNIGHTS].sum()
    if laid[NUM_KNIGHTS:FIRST_SPECIAL].any():
        yield f"battle: seat {seat} has laid gold (A1, A2)"
    if not knights and (laid[_PRICED].any() or state["paid"][seat].any()):
        yield f"battle: seat {seat} has laid a catapult, a bishop or a vassal without a knight (X0)"
    if not knights and seat == state["turn_player"] and state["laid_counts"][seat]:
        yield "battle: the attacker lays a knight first (A1)"
    if plain(battle.lies_face_down)(state, seat) and (
        laid.sum() != state["laid_counts"][seat] or state["paid"][seat].any()
    ):
        yield f"battle: the cards of seat {seat} that lie face down are all that it has laid, and none is paid for (A3)"


def _lay(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the laying of cards: face down, the attacker first (A1, A2)."""
    attacker = state["turn_player"]
    for seat in _SEATS:
        yield from _laid(state, seat)
    if not state["laid_counts"][attacker] and not state["hands"][attacker, :NUM_KNIGHTS].any():
        yield "battle: the attacker lays a knight first (A1)"
    if not state["laid_counts"][attacker] and state["player"] != attacker:
        yield "battle: the attacker has laid at least one card (A1)"
    if state["player"] == attacker and state["laid_counts"][1 - attacker]:
        yield "battle: the defender lays after the attacker (A2)"


def _pay(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check the seat and the card of the current payment, and earlier payments (A3)."""
    seat, attacker = state["player"], state["turn_player"]
    for side in _SEATS:
        yield from _laid(state, side)
    if not state["laid_counts"][attacker]:
        yield "battle: the attacker has laid at least one card (A1)"
    asking = plain(payment.asking)(state)
    if asking == NOBODY:
        yield "battle: the seat that decides has laid a card that costs gold and is not paid for yet (A3)"
        return
    yield from _asked(rules, state, seat, asking)
    if seat != attacker:
        if state["laid"][attacker, _PRICED].any():
            yield "battle: the attacker is asked to pay for all of his cards before the defender is (A3)"
        yield from _asked(rules, state, attacker, Priced.VASSAL)


def _asked(rules: GameRules, state: np.void, seat: int, last: int) -> Iterator[str]:
    """Check that a seat has been asked for its cards up to this kind, and that no card has acted yet (A3)."""
    past = _PRICED[: last + 1]
    discards, paid = state["discards"][seat], state["paid"][seat]
    unpaid = int(state["laid_counts"][seat] - state["laid"][seat].sum() - paid.sum())
    if paid[last + 1 :].any():
        yield f"battle: seat {seat} has not been asked yet to pay for all that it has paid for (A3)"
    if unpaid < 0:
        yield f"battle: more cards of seat {seat} lie there than it has laid"
    before = _taken(rules, state)[seat] if Card.BISHOP in past else 0  # by bishops of earlier battles
    if unpaid > discards[past].sum() - before:
        yield f"discards: seat {seat} has not discarded all that it was asked to pay for and did not (A3)"


# -- the end ----------------------------------------------------------------------------------------------------


def _over(rules: GameRules, state: np.void) -> Iterator[str]:
    """Check that the game has exactly one reason to be over (E1, E2, E3)."""
    castles, attacker = state["scores"], state["turn_player"]
    fallen = np.flatnonzero(castles <= 0)
    if state["truncated"]:
        if len(fallen) or state["turn"] != rules.board["last_turn"][0]:
            yield "truncated: a game is truncated after its last turn, unless it has ended before"
    elif len(fallen) != 1:
        yield "phase: a game is over when one castle has fallen or the cap is reached"
    elif _by_catapult(state, fallen[0]):
        return
    elif fallen[0] == attacker and (castles[attacker] < 0 or not plain(turn.has_lost)(state)):
        yield "castles: that of the attacker falls by a catapult, or because he can do nothing (E1, E2)"
    elif fallen[0] != attacker and not state["resting"][attacker, Rest.NEXT_TURN].any():
        yield "castles: that of the defender falls by a catapult, or by knights of the attacker, who rest then (E1, A5)"


def _by_catapult(state: np.void, loser: int) -> bool:
    """Return whether a catapult can have ended the game: the battle stops and discards all its cards (E1)."""
    discards = state["discards"]
    was_paid = discards[1 - loser, Card.CATAPULT] and _could_pay(discards[1 - loser], np.array([1, 0, 0]))
    knights = discards[[1 - loser, state["turn_player"]], :NUM_KNIGHTS].any(axis=1).all()  # X0, A1
    return bool(
        was_paid
        and knights
        and state["scores"][loser] > -special_cards.DAMAGE
        and not state["resting"][:, Rest.NEXT_TURN].any()
    )
