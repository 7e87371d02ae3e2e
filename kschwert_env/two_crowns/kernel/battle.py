"""Chapter 4: attack and defence, from the first card laid to the comparison of points. See `payment` for payments."""

from kschwert_env.engine.compiled.rng import move_all
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import actions as ids
from kschwert_env.two_crowns.kernel import end, piles, turn
from kschwert_env.two_crowns.kernel.components import (
    FIRST_SPECIAL,
    MOST_LAID,
    NUM_CARDS,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    NUM_PRICED,
    PRICED,
    Card,
    Phase,
    Priced,
    Rest,
)


@compiled
def declare(state):
    """Begin an attack: the attacker lays cards (A1)."""
    state.phase = Phase.LAY


@compiled
def lay_options(state, mask):
    """Write 1 for the cards that can be laid next, in the order of the deck table (A1, A2)."""
    seat = state.player
    if state.laid_counts[seat] == MOST_LAID:
        return
    for card in range(NUM_CARDS - 1, -1, -1):
        if may_be_laid(state, seat, card):
            mask[ids.laying(card)] = state.hands[seat, card] > 0
        if state.laid[seat, card] > 0:  # no card before the last one laid
            return


@compiled
def may_be_laid(state, seat, card):
    """Return whether a card fits those laid: gold never does, special cards need a knight (A1, X0).

    A defender may lay a feint without a knight.
    """
    if card < FIRST_SPECIAL:
        return card < NUM_KNIGHTS
    return piles.holds_knight(state.laid[seat]) or (card == Card.FEINT and seat != state.turn_player)


@compiled
def may_be_done(state):
    """Return whether the deciding seat may stop: an attacker lays at least one card, a defender any number (A1, A2)."""
    return state.player != state.turn_player or state.laid_counts[state.player] > 0


@compiled
def lay(state, card):
    """Lay a card face down (A1, A2)."""
    seat = state.player
    state.hands[seat, card] -= 1
    state.laid[seat, card] += 1
    state.laid_counts[seat] += 1


@compiled
def turn_up(state, seat):
    """Turn up the cards that a seat has laid, and ask it to pay for them (A3)."""
    for knight in range(NUM_KNIGHTS):
        piles.remove_known(state, seat, knight, state.laid[seat, knight])
    state.phase = Phase.PAY
    state.player = seat


@compiled
def lies_face_down(state, seat):
    """Return whether the cards of a seat lie face down; the defender's stay so while the attacker pays (A1 to A3)."""
    if state.phase == Phase.PAY:
        return seat != state.turn_player and state.player == state.turn_player
    return state.phase == Phase.LAY


@compiled
def points(state, seat):
    """Return the points of the knights still there (A4), doubled once per vassal paid (X4)."""
    total = 0
    for knight in range(NUM_KNIGHTS):
        total += (knight + 1) * state.laid[seat, knight]
    return total << state.paid[seat, Priced.VASSAL]


@compiled
def settle(state, board):
    """Compare the points once all cards have acted; a tie goes to the defender (A4, A5)."""
    attacker, defender = state.turn_player, 1 - state.turn_player
    difference = points(state, attacker) - points(state, defender)
    if difference > 0:
        state.scores[defender] -= difference
        move_all(state.laid[attacker, :NUM_KNIGHTS], state.resting[attacker, Rest.NEXT_TURN])
    else:
        for knight in range(NUM_KNIGHTS):
            piles.add_openly(state, defender, knight, state.laid[defender, knight])
            state.laid[defender, knight] = 0
    clear(state)
    if state.scores[defender] <= 0:  # E1
        end.finish(state)
    else:
        turn.end_turn(state, board)


@compiled
def clear(state):
    """Discard the remaining cards of a battle, by side (A3, A4)."""
    for seat in range(NUM_PLAYERS):
        move_all(state.laid[seat], state.discards[seat])
        for priced in range(NUM_PRICED):
            state.discards[seat, PRICED[priced]] += state.paid[seat, priced]
            state.paid[seat, priced] = 0
        state.laid_counts[seat] = 0
