"""The draw pile and the discard pile, as counts."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.components import NUM_CARDS


@compiled
def shuffle_discards_in(state):
    """The discard pile becomes part of the draw pile (D3, K2, E1)."""
    for card in range(NUM_CARDS):
        state.draw_pile[card] += state.discard_pile[card]
        state.discard_pile[card] = 0


@compiled
def draw_pile_is_empty(state):
    """Whether no card is left, `game_end` included."""
    for card in range(NUM_CARDS):
        if state.draw_pile[card] > 0:
            return False
    return True


@compiled
def discard_from_hand(state, seat, card):
    """One card from a hand to the discard pile."""
    state.hands[seat, card] -= 1
    state.discard_pile[card] += 1
