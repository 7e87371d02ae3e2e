"""Piles of cards. A shuffled pile is a count per card: drawing from counts without replacement is the same."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.streams import below
from kschwert_env.krone_schwert.components import NUM_CARDS


@compiled
def take_any(pile, kinds, stream):
    """Take a uniformly random card out of the first `kinds` counts of a pile that holds one of them."""
    size = 0
    for card in range(kinds):
        size += pile[card]
    left = below(stream, size)
    card = 0
    while left >= pile[card]:
        left -= pile[card]
        card += 1
    pile[card] -= 1
    return card


@compiled
def shuffle_discards_in(state):
    """The discard pile becomes part of the draw pile (D3, K2, E1)."""
    for card in range(NUM_CARDS):
        state.draw_pile[card] += state.discard_pile[card]
        state.discard_pile[card] = 0


@compiled
def draw_pile_is_empty(state):
    for card in range(NUM_CARDS):
        if state.draw_pile[card] > 0:
            return False
    return True


@compiled
def discard_from_hand(state, seat, card):
    state.hands[seat, card] -= 1
    state.discard_pile[card] += 1
