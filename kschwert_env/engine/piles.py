"""Piles of cards. A shuffled pile is a count per card: drawing from counts without replacement is the same."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.streams import below


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
