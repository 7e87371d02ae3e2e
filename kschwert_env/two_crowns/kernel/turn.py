"""Chapters 3 and 7: the turn, cards at rest, and the die of fate."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.streams import below
from kschwert_env.two_crowns.kernel import end, piles
from kschwert_env.two_crowns.kernel.components import CASTLE, HAND, NUM_KNIGHTS, NUM_PLAYERS, Phase, Rest


@compiled
def can_attack(state):
    """A1: it takes a knight."""
    return piles.holds_knight(state.hands[state.turn_player])


@compiled
def can_recruit(state):
    """R1."""
    seat = state.turn_player
    return piles.held(state, seat) < HAND and piles.size(state.decks[seat]) > 0


@compiled
def can_exchange(state):
    """R2: a card in hand and one in the deck. Nobody ever has more than seven cards, in hand and at rest."""
    seat = state.turn_player
    return piles.size(state.hands[seat]) > 0 and piles.size(state.decks[seat]) > 0


@compiled
def can_roll_fate(state, board):
    """F1: once per game, by whoever wants to first."""
    return board.die_of_fate and not state.fate_used


@compiled
def roll_fate(state, stream):
    """F1: the turn goes on."""
    state.fate_used = 1
    state.scores[state.turn_player] = 1 + below(stream, CASTLE)


@compiled
def begin(state):
    """T1: attack or recruitment; who can do neither has lost (E2)."""
    state.player = state.turn_player
    state.phase = Phase.TURN
    if not (can_attack(state) or can_recruit(state) or can_exchange(state)):
        end.give_up(state, state.turn_player)


@compiled
def pass_on(state, board):
    """T2: cards come back from rest. Then it is the other seat's turn (T1), unless the cap is reached (E3)."""
    for seat in range(NUM_PLAYERS):
        for knight in range(NUM_KNIGHTS):
            piles.come_openly(state, seat, knight, state.resting[seat, Rest.THIS_TURN, knight])
            state.resting[seat, Rest.THIS_TURN, knight] = 0
    if state.turn == board.last_turn:
        state.truncated = 1
        end.finish(state)
        return
    for seat in range(NUM_PLAYERS):
        for knight in range(NUM_KNIGHTS):
            state.resting[seat, Rest.THIS_TURN, knight] = state.resting[seat, Rest.NEXT_TURN, knight]
            state.resting[seat, Rest.NEXT_TURN, knight] = 0
    state.turn += 1
    state.turn_player = 1 - state.turn_player
    begin(state)
