"""Hands, decks and discards as counts, and what the enemy knows of a hand (P1)."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.two_crowns.kernel.components import NUM_CARDS, NUM_KNIGHTS, Rest


@compiled
def size(counts):
    """The number of cards."""
    total = 0
    for card in range(NUM_CARDS):
        total += counts[card]
    return total


@compiled
def holds_knight(counts):
    """Whether there is a knight among cards, int8 (NUM_CARDS,) or longer."""
    for knight in range(NUM_KNIGHTS):
        if counts[knight] > 0:
            return True
    return False


@compiled
def held(state, seat):
    """T2: cards in hand and at rest, which count towards the seven together."""
    total = size(state.hands[seat])
    for knight in range(NUM_KNIGHTS):
        total += state.resting[seat, Rest.THIS_TURN, knight] + state.resting[seat, Rest.NEXT_TURN, knight]
    return total


@compiled
def come_openly(state, seat, card, count):
    """P1: cards come into a hand for all to see."""
    state.hands[seat, card] += count
    state.known[seat, card] += count


@compiled
def left_openly(state, seat, card, count):
    """P1: cards have left a hand for all to see."""
    state.known[seat, card] = max(0, state.known[seat, card] - count)


@compiled
def discard_from_hand(state, seat, card, count):
    """Cards leave a hand for the discards, which are public."""
    state.hands[seat, card] -= count
    state.discards[seat, card] += count
    left_openly(state, seat, card, count)
