"""Hands and discard piles, as counts by card, and what the enemy knows about a hand (N4)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel.components import NUM_CARDS
from kschwert_env.politics_and_intrigue.kernel.zones import stacks


@compiled
def enter(state, seat, card, known):
    """Put a card into a hand. `known` is 1 if the enemy has seen which card it is (N4)."""
    state.hands[seat, card] += 1
    state.hand_counts[seat] += 1
    state.known[seat, card] += known


@compiled
def leave(state, seat, card):
    """Take a card out of a hand, openly (N4)."""
    state.hands[seat, card] -= 1
    state.hand_counts[seat] -= 1
    state.known[seat, card] = max(0, int(state.known[seat, card]) - 1)


@compiled
def bury(state, seat, stack, card):
    """Put a card from a hand under a stack. The enemy then knows one card less of every kind (N4)."""
    state.hands[seat, card] -= 1
    state.hand_counts[seat] -= 1
    for kind in range(NUM_CARDS):
        state.known[seat, kind] = max(0, int(state.known[seat, kind]) - 1)
    stacks.bury(state, stack, card, 1 << seat)


@compiled
def draw(state, seat, stack):
    """Draw the top card of a stack into a hand and return it. The enemy knows it if they had seen it there (N4)."""
    place = stacks.start(state, stack)
    seen = int(state.stack_marks[place]) >> (1 - seat) & 1
    card = stacks.remove(state, stack, place)
    enter(state, seat, card, seen)
    return card


@compiled
def take(state, seat, stack, card):
    """Take a card into a hand from a stack that the seat looks through (N3)."""
    stacks.take_from_searched(state, seat, stack, card)
    enter(state, seat, card, 0)


@compiled
def discard_pile(board, seat):
    """Return the discard pile of a seat: its own in the tournament game (M3), else the common one."""
    return seat * board.tournament_game


@compiled
def discard(state, board, seat, card):
    """Put a card that `seat` held last onto its discard pile (M3)."""
    state.discards[discard_pile(board, seat), card] += 1
