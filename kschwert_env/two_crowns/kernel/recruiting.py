"""Chapter 6: recruiting, big or exact."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import take_any
from kschwert_env.two_crowns.kernel import piles, turn
from kschwert_env.two_crowns.kernel.components import HAND, NUM_CARDS, Phase

CHOICE = 2  # R2: cards drawn, of which one is kept


@compiled
def recruit(state, stream, board):
    """R1: draw up to seven, or as many as the deck has."""
    seat = state.turn_player
    for _ in range(min(HAND - piles.held(state, seat), piles.size(state.decks[seat]))):
        draw(state, stream, state.hands[seat])
    turn.pass_on(state, board)


@compiled
def exact(state, stream, board, card):
    """R2: discard a card and draw two; the last card of a deck is kept without a choice."""
    seat = state.turn_player
    piles.discard_from_hand(state, seat, card, 1)
    if piles.size(state.decks[seat]) < CHOICE:
        draw(state, stream, state.hands[seat])
        turn.pass_on(state, board)
        return
    for _ in range(CHOICE):
        draw(state, stream, state.exact)
    state.phase = Phase.KEEP


@compiled
def draw(state, stream, into):
    """The top card of the own deck."""
    into[take_any(state.decks[state.turn_player], NUM_CARDS, stream)] += 1


@compiled
def keep(state, board, card):
    """R2: one card goes to the hand, the other one is discarded."""
    seat = state.turn_player
    state.exact[card] -= 1
    state.hands[seat, card] += 1
    for other in range(NUM_CARDS):
        state.discards[seat, other] += state.exact[other]
        state.exact[other] = 0
    turn.pass_on(state, board)
