"""Chapter 6: recruiting, big or exact."""

from kschwert_env.engine.compiled.rng import draw_card, move_all
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import piles, turn
from kschwert_env.two_crowns.kernel.components import HAND, NUM_CARDS, Phase

CHOICE = 2  # R2: cards drawn, of which one is kept


@compiled
def recruit(state, stream, board):
    """Draw up to seven cards in hand, or as many as the deck has (R1)."""
    seat = state.turn_player
    for _ in range(min(HAND - piles.held(state, seat), piles.size(state.decks[seat]))):
        draw(state, stream, state.hands[seat])
    turn.end_turn(state, board)


@compiled
def exact(state, stream, board, card):
    """Discard a card and draw two, of which one is kept; the last card of a deck is kept without a choice (R2)."""
    seat = state.turn_player
    piles.discard_from_hand(state, seat, card, 1)
    if piles.size(state.decks[seat]) < CHOICE:
        draw(state, stream, state.hands[seat])
        turn.end_turn(state, board)
        return
    for _ in range(CHOICE):
        draw(state, stream, state.exact)
    state.phase = Phase.KEEP


@compiled
def draw(state, stream, into):
    """Draw the top card of the own deck."""
    into[draw_card(state.decks[state.turn_player], NUM_CARDS, stream)] += 1


@compiled
def keep(state, board, card):
    """Keep one of the two cards drawn and discard the other one (R2)."""
    seat = state.turn_player
    state.exact[card] -= 1
    state.hands[seat, card] += 1
    move_all(state.exact, state.discards[seat])
    turn.end_turn(state, board)
