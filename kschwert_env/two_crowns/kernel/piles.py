"""Hands, decks and discards as counts, and the enemy's knowledge of a hand (P1)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel.components import FIRST_SPECIAL, NUM_CARDS, NUM_KNIGHTS, Rest


@compiled
def size(counts):
    """Return the number of cards."""
    total = 0
    for card in range(NUM_CARDS):
        total += counts[card]
    return total


@compiled
def knights(counts):
    """Return the number of knights."""
    total = 0
    for knight in range(NUM_KNIGHTS):
        total += counts[knight]
    return total


@compiled
def specials(counts):
    """Return the number of special cards."""
    total = 0
    for card in range(FIRST_SPECIAL, NUM_CARDS):
        total += counts[card]
    return total


@compiled
def holds_knight(counts):
    """Return whether there is a knight among some cards."""
    return knights(counts) > 0


@compiled
def at_rest(state, seat):
    """Return the number of knights at rest, regardless of when they come back (T2)."""
    return knights(state.resting[seat, Rest.THIS_TURN]) + knights(state.resting[seat, Rest.NEXT_TURN])


@compiled
def held(state, seat):
    """Return the number of cards in hand and at rest, which count towards the seven together (T2)."""
    return size(state.hands[seat]) + at_rest(state, seat)


@compiled
def add_openly(state, seat, knight, count):
    """Add knights to a hand in public; other cards are never added in public (P1)."""
    state.hands[seat, knight] += count
    state.known[seat, knight] += count


@compiled
def remove_known(state, seat, knight, count):
    """Remove knights from the known cards of a hand that they left in public (P1)."""
    state.known[seat, knight] = max(0, state.known[seat, knight] - count)


@compiled
def discard_from_hand(state, seat, card, count):
    """Move cards from a hand to the discards, which are public."""
    state.hands[seat, card] -= count
    state.discards[seat, card] += count
    if card < NUM_KNIGHTS:
        remove_known(state, seat, card, count)
