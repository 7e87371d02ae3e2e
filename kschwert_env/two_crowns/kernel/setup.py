"""Chapter 2: setup."""

from kschwert_env.engine.compiled.rng import below, draw_cards
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel.components import HAND, NUM_CARDS, NUM_PLAYERS


@compiled
def reset(state, stream, board):
    """Draw a new game from a blank state (`state.blank`): deal the hands, and choose the start player (S1)."""
    for seat in range(NUM_PLAYERS):
        draw_cards(state.decks[seat], NUM_CARDS, HAND, state.hands[seat], stream)
    if board.random_start:
        state.start_player = below(stream, NUM_PLAYERS)
    state.turn_player = state.start_player
    state.player = state.start_player
