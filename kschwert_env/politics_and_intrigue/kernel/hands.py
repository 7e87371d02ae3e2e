"""Hands and discard piles as counts, and what the enemy knows of a hand (N4)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel import stacks, survey
from kschwert_env.politics_and_intrigue.kernel.components import HAND, NUM_CARDS, Card


@compiled
def enter(state, seat, card, known):
    """A card comes into a hand; `known` where the enemy has seen which."""
    state.hands[seat, card] += 1
    state.hand_counts[seat] += 1
    state.known[seat, card] += known


@compiled
def leave(state, seat, card):
    """A card leaves a hand for all to see."""
    state.hands[seat, card] -= 1
    state.hand_counts[seat] -= 1
    state.known[seat, card] = max(0, int(state.known[seat, card]) - 1)


@compiled
def bury(state, seat, stack, card):
    """A card goes from a hand under a stack: of every kind the enemy knows one less."""
    state.hands[seat, card] -= 1
    state.hand_counts[seat] -= 1
    for kind in range(NUM_CARDS):
        state.known[seat, kind] = max(0, int(state.known[seat, kind]) - 1)
    stacks.bury(state, stack, card, 1 << seat)


@compiled
def draw(state, seat, stack):
    """The top card of a stack comes into a hand; the enemy may have seen it. Returns the card."""
    place = stacks.start(state, stack)
    seen = int(state.stack_marks[place]) >> (1 - seat) & 1
    card = stacks.remove(state, stack, place)
    enter(state, seat, card, seen)
    return card


@compiled
def take(state, seat, stack, card):
    """A card comes into a hand out of a stack looked through."""
    stacks.take_looking(state, seat, stack, card)
    enter(state, seat, card, 0)


@compiled
def discard_pile(board, seat):
    """M3: the seat's own in the tournament; else there is one for both."""
    return seat * board.tournament_game


@compiled
def discard(state, board, seat, card):
    """A card that the seat held last goes to the discard pile."""
    state.discards[discard_pile(board, seat), card] += 1


@compiled
def limit(state, seat):
    """F1, L2."""
    most = HAND + survey.count_working(state, seat, Card.ABBEY) + survey.count_working(state, seat, Card.LIBRARY)
    return most + 2 * survey.count_working(state, seat, Card.THEATER)
