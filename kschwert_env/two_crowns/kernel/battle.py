"""Chapter 4: attack and defence, from the first card laid to the points compared. Special cards have their own file."""

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
    """A1: the attacker lays cards."""
    state.phase = Phase.LAY


@compiled
def lay_options(state, mask):
    """A1, A2: cards that can be laid next, in the order of the deck table."""
    seat = state.player
    if state.laid_counts[seat] == MOST_LAID:
        return
    for card in range(NUM_CARDS - 1, -1, -1):
        if may_be_laid(state, seat, card):
            mask[ids.laying(card)] = state.hands[seat, card] > 0
        if state.laid[seat, card] > 0:  # never a card before the last one laid
            return


@compiled
def may_be_laid(state, seat, card):
    """A1: an attack begins with a knight, and gold is not laid; X0: of special cards only a feint needs no knight."""
    if card < FIRST_SPECIAL:
        return card < NUM_KNIGHTS
    return piles.holds_knight(state.laid[seat]) or (card == Card.FEINT and seat != state.turn_player)


@compiled
def may_be_done(state):
    """A1, A2: an attacker has laid a card, and so a knight; a defender may lay nothing."""
    return state.player != state.turn_player or state.laid_counts[state.player] > 0


@compiled
def lay(state, card):
    """A1, A2: face down."""
    seat = state.player
    state.hands[seat, card] -= 1
    state.laid[seat, card] += 1
    state.laid_counts[seat] += 1


@compiled
def turn_up(state, seat):
    """A3: all see what a side has laid, and its owner is asked to pay for it."""
    for knight in range(NUM_KNIGHTS):
        piles.left_openly(state, seat, knight, state.laid[seat, knight])
    state.phase = Phase.PAY
    state.player = seat


@compiled
def lies_face_down(state, seat):
    """A1 to A3: until a side turns its cards up; the defender's still lie so while the attacker pays."""
    if state.phase == Phase.PAY:
        return seat != state.turn_player and state.player == state.turn_player
    return state.phase == Phase.LAY


@compiled
def points(state, seat):
    """A4: those of the knights still there, doubled once per vassal paid (X4)."""
    total = 0
    for knight in range(NUM_KNIGHTS):
        total += (knight + 1) * state.laid[seat, knight]
    return total << state.paid[seat, Priced.VASSAL]


@compiled
def settle(state, board):
    """A4, A5: the points decide, and a tie goes to the defender. All that had to act has acted."""
    attacker, defender = state.turn_player, 1 - state.turn_player
    difference = points(state, attacker) - points(state, defender)
    if difference > 0:
        state.scores[defender] -= difference
        for knight in range(NUM_KNIGHTS):
            state.resting[attacker, Rest.NEXT_TURN, knight] += state.laid[attacker, knight]
            state.laid[attacker, knight] = 0
    else:
        for knight in range(NUM_KNIGHTS):
            piles.come_openly(state, defender, knight, state.laid[defender, knight])
            state.laid[defender, knight] = 0
    clear(state)
    if state.scores[defender] <= 0:  # E1
        end.finish(state)
    else:
        turn.pass_on(state, board)


@compiled
def clear(state):
    """A3, A4: what is left of a battle goes to the discards of its side."""
    for seat in range(NUM_PLAYERS):
        for card in range(NUM_CARDS):
            state.discards[seat, card] += state.laid[seat, card]
            state.laid[seat, card] = 0
        for priced in range(NUM_PRICED):
            state.discards[seat, PRICED[priced]] += state.paid[seat, priced]
            state.paid[seat, priced] = 0
        state.laid_counts[seat] = 0
