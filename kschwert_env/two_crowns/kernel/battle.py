"""Chapter 4: attack and defence, from the first card laid to the points compared. Special cards have their own file."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.two_crowns.kernel import actions as ids
from kschwert_env.two_crowns.kernel import end, piles, turn
from kschwert_env.two_crowns.kernel.components import (
    FIRST_SPECIAL,
    MOST_LAID,
    NUM_CARDS,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    Card,
    Phase,
    Rest,
)


@compiled
def declare(state):
    """A1: the attacker lays cards."""
    state.phase = Phase.LAY


@compiled
def lay_options(state, mask):
    """A1, A2: cards that can be laid next, in the order of the deck table; an attack begins with a knight."""
    seat = state.player
    if state.laid_counts[seat] == MOST_LAID:
        return
    only_knights = seat == state.turn_player and state.laid_counts[seat] == 0
    for card in range(NUM_CARDS - 1, -1, -1):
        if card < NUM_KNIGHTS or (card >= FIRST_SPECIAL and not only_knights):  # gold is not laid
            mask[ids.laying(card)] = state.hands[seat, card] > 0
        if state.laid[seat, card] > 0:  # never a card before the last one laid
            return


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
def turn_up(state):
    """A3: all see what has been laid. Cards that need a knight and have none do nothing (X0): they go at once."""
    for seat in range(NUM_PLAYERS):
        for card in range(NUM_CARDS):
            piles.left_openly(state, seat, card, state.laid[seat, card])
        if not piles.holds_knight(state.laid[seat]):
            for card in range(FIRST_SPECIAL, NUM_CARDS):
                if card != Card.FEINT:
                    discard_laid(state, seat, card)


@compiled
def discard_laid(state, seat, card):
    """All cards of a kind that lie in the battle go to their side's discards."""
    state.discards[seat, card] += state.laid[seat, card]
    state.laid[seat, card] = 0


@compiled
def points(state, seat):
    """A4: those of the knights still there, doubled once per vassal paid (X4)."""
    total = 0
    for knight in range(NUM_KNIGHTS):
        total += (knight + 1) * state.laid[seat, knight]
    return total << state.vassals[seat]


@compiled
def settle(state, board):
    """A4, A5: the points decide, and a tie goes to the defender. No special card is left."""
    attacker, defender = state.turn_player, 1 - state.turn_player
    difference = points(state, attacker) - points(state, defender)
    loser = defender if difference > 0 else attacker
    for knight in range(NUM_KNIGHTS):
        discard_laid(state, loser, knight)
    if difference > 0:
        state.scores[defender] -= difference
        for knight in range(NUM_KNIGHTS):
            state.resting[attacker, Rest.NEXT_TURN, knight] += state.laid[attacker, knight]
    else:
        for knight in range(NUM_KNIGHTS):
            piles.come_openly(state, defender, knight, state.laid[defender, knight])
    clear(state)
    if state.scores[defender] <= 0:  # E1
        end.finish(state)
    else:
        turn.pass_on(state, board)


@compiled
def clear(state):
    """Nothing of a battle is left."""
    for seat in range(NUM_PLAYERS):
        for card in range(NUM_CARDS):
            state.laid[seat, card] = 0
        state.laid_counts[seat] = 0
        state.vassals[seat] = 0
