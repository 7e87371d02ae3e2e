"""Hands, decks and discards as counts, and what the enemy knows of a hand (P1)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel.components import FIRST_SPECIAL, NUM_CARDS, NUM_KNIGHTS, Rest


@compiled
def size(counts):
    """The number of cards."""
    total = 0
    for card in range(NUM_CARDS):
        total += counts[card]
    return total


@compiled
def knights(counts):
    """The number of knights."""
    total = 0
    for knight in range(NUM_KNIGHTS):
        total += counts[knight]
    return total


@compiled
def specials(counts):
    """The number of special cards."""
    total = 0
    for card in range(FIRST_SPECIAL, NUM_CARDS):
        total += counts[card]
    return total


@compiled
def holds_knight(counts):
    """Whether there is a knight among cards."""
    return knights(counts) > 0


@compiled
def at_rest(state, seat):
    """T2: the number of knights at rest, whenever they come back."""
    return knights(state.resting[seat, Rest.THIS_TURN]) + knights(state.resting[seat, Rest.NEXT_TURN])


@compiled
def held(state, seat):
    """T2: cards in hand and at rest, which count towards the seven together."""
    return size(state.hands[seat]) + at_rest(state, seat)


@compiled
def come_openly(state, seat, knight, count):
    """P1: knights come into a hand for all to see. No other card ever does."""
    state.hands[seat, knight] += count
    state.known[seat, knight] += count


@compiled
def left_openly(state, seat, knight, count):
    """P1: knights have left a hand for all to see."""
    state.known[seat, knight] = max(0, state.known[seat, knight] - count)


@compiled
def discard_from_hand(state, seat, card, count):
    """Cards leave a hand for the discards, which are public."""
    state.hands[seat, card] -= count
    state.discards[seat, card] += count
    if card < NUM_KNIGHTS:
        left_openly(state, seat, card, count)
