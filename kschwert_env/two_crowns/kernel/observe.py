"""Chapter 9: the information of a seat. Only this module defines it; `resample` is its counterpart."""

from kschwert_env.engine.compiled.observation import (
    SATURATION,
    ObservationSpace,
    put,
    put_by_seat,
    put_counts,
    put_one_hot,
    put_seat,
)
from kschwert_env.engine.jit.compiling import inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.two_crowns.kernel import battle, payment, piles
from kschwert_env.two_crowns.kernel.components import (
    CASTLE,
    HAND,
    LOWEST_CASTLE,
    MOST_LAID,
    NUM_CARDS,
    NUM_DECK,
    NUM_KNIGHTS,
    NUM_PHASES,
    NUM_PLAYERS,
    NUM_PRICED,
    NUM_RESTS,
)

_SEATS, _CARDS = (NUM_PLAYERS,), (NUM_CARDS,)
_BY_SEAT, _KNIGHTS = (NUM_PLAYERS, NUM_CARDS), (NUM_PLAYERS, NUM_KNIGHTS)

OBSERVATION = ObservationSpace(
    [
        ("phase", (NUM_PHASES,), 0, 1, "one-hot, in the order of `Phase`"),
        ("player", _SEATS, 0, 1, "one-hot: the seat that decides; zeros when over"),
        ("turn_player", _SEATS, 0, 1, "one-hot: the seat whose turn it is, the attacker"),
        ("start_player", _SEATS, 0, 1, "one-hot: the seat that started"),
        ("castles", _SEATS, LOWEST_CASTLE, CASTLE, "points of the castles"),
        ("hand_counts", _SEATS, 0, HAND, "cards in hand, without those laid"),
        ("deck_counts", _SEATS, 0, NUM_DECK - HAND, "cards in the deck"),
        ("known", _KNIGHTS, 0, HAND, "by knight: at least so many are known to be in the hand, or laid face down"),
        ("discards", _BY_SEAT, 0, SATURATION, "by card"),
        (
            "resting",
            (NUM_PLAYERS, NUM_RESTS, NUM_KNIGHTS),
            0,
            MOST_LAID,
            "knights that come back at the end of this turn, and of the next one",
        ),
        ("laid_counts", _SEATS, 0, MOST_LAID, "cards laid in the running battle, including paid and discarded ones"),
        (
            "laid",
            _BY_SEAT,
            0,
            MOST_LAID,
            "by card: what lies in the running battle and is not paid for; the enemy's once turned up",
        ),
        (
            "paid",
            (NUM_PLAYERS, NUM_PRICED),
            0,
            MOST_LAID - 1,
            "catapults, bishops and vassals that are paid for in the running battle",
        ),
        ("asking", _CARDS, 0, 1, "one-hot: the card for which a seat is asked to pay"),
        ("hand", _CARDS, 0, HAND, "own hand by card"),
        ("deck", _CARDS, 0, NUM_DECK - HAND, "own deck by card, known by counting"),
        ("exact", _CARDS, 0, 2, "the two cards drawn, by card, of which oneself keeps one"),
        ("fate_used", (1,), 0, 1, "whether the die of fate has been rolled"),
        ("truncated", (1,), 0, 1, "whether the cap on turns stopped the game"),
        ("turn", (1,), 0, SATURATION, "number of the turn from 0"),
    ]
)
"""The layout that `observe` writes. Entry 0 of two is the observer, entry 1 the enemy."""


@noalias
def observe(state, board, seat, out):
    """Write what `seat` may know (P1) into `out`, int8, piece by piece in the order of `OBSERVATION`."""
    out = packed(out)
    at = put_one_hot(out, 0, NUM_PHASES, state.phase)
    at = put_seat(state, seat, out, at, state.player)
    at = put_seat(state, seat, out, at, state.turn_player)
    at = put_seat(state, seat, out, at, state.start_player)
    at = put_by_seat(state, seat, out, at, state.scores)
    at = put(out, at, piles.size(state.hands[seat]))
    at = put(out, at, piles.size(state.hands[1 - seat]))
    at = put(out, at, piles.size(state.decks[seat]))
    at = put(out, at, piles.size(state.decks[1 - seat]))
    for i in range(NUM_PLAYERS):
        at = put_counts(out, at, state.known[seat if i == 0 else 1 - seat])
    for i in range(NUM_PLAYERS):
        at = put_counts(out, at, state.discards[seat if i == 0 else 1 - seat])
    for i in range(NUM_PLAYERS):
        for when in range(NUM_RESTS):
            at = put_counts(out, at, state.resting[seat if i == 0 else 1 - seat, when])
    at = put_battle(state, seat, out, at)
    at = put_counts(out, at, state.hands[seat])
    at = put_counts(out, at, state.decks[seat])
    for card in range(NUM_CARDS):
        at = put(out, at, state.exact[card] if state.turn_player == seat else 0)
    at = put(out, at, state.fate_used)
    at = put(out, at, state.truncated)
    put(out, at, state.turn)


@inlined
def put_battle(state, seat, out, at):
    """Write the cards laid: their number is public at once, the enemy's cards when they are turned up."""
    at = put_by_seat(state, seat, out, at, state.laid_counts)
    at = put_counts(out, at, state.laid[seat])
    is_hidden = battle.lies_face_down(state, 1 - seat)
    for card in range(NUM_CARDS):
        at = put(out, at, 0 if is_hidden else state.laid[1 - seat, card])
    at = put_counts(out, at, state.paid[seat])
    at = put_counts(out, at, state.paid[1 - seat])
    return put_one_hot(out, at, NUM_CARDS, payment.card_asked(state))
