"""Chapter 6: recruiting, big or exact."""

from kschwert_env.engine.compiled.rng import draw_cards, move_all
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import piles, turn
from kschwert_env.two_crowns.kernel.components import HAND, NUM_CARDS, Phase

CHOICE = 2  # R2: cards drawn, of which one is kept


@compiled
def recruit(state, stream, board):
    """Draw up to seven cards in hand, or as many as the deck has (R1)."""
    seat = state.turn_player
    count = min(HAND - piles.held(state, seat), piles.size(state.decks[seat]))
    draw_cards(state.decks[seat], NUM_CARDS, count, state.hands[seat], stream)
    turn.end_turn(state, board)


@compiled
def exact(state, stream, board, card):
    """Discard a card and draw two, of which one is kept; the last card of a deck is kept without a choice (R2)."""
    seat = state.turn_player
    piles.discard_from_hand(state, seat, card, 1)
    if piles.size(state.decks[seat]) < CHOICE:
        draw_cards(state.decks[seat], NUM_CARDS, 1, state.hands[seat], stream)
        turn.end_turn(state, board)
        return
    draw_cards(state.decks[seat], NUM_CARDS, CHOICE, state.exact, stream)
    state.phase = Phase.KEEP


@compiled
def keep(state, board, card):
    """Keep one of the two cards drawn and discard the other one (R2)."""
    seat = state.turn_player
    state.exact[card] -= 1
    state.hands[seat, card] += 1
    move_all(state.exact, state.discards[seat])
    turn.end_turn(state, board)
