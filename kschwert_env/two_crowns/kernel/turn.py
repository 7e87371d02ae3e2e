"""Chapters 3 and 7: the turn, cards at rest, and the die of fate."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import below
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
def must_pass(state):
    """E2: neither an attack nor a recruitment is possible."""
    return not (can_attack(state) or can_recruit(state) or can_exchange(state))


@compiled
def can_roll_fate(state, board):
    """F1: once per game, by whoever wants to first: in the own turn, or as defender before the first card is laid."""
    in_time = state.phase == Phase.TURN or (state.player != state.turn_player and state.laid_counts[state.player] == 0)
    return board.die_of_fate and not state.fate_used and in_time


@compiled
def roll_fate(state, stream):
    """F1: the turn, or the battle, goes on."""
    state.fate_used = 1
    state.scores[state.player] = 1 + below(stream, CASTLE)


@compiled
def begin(state):
    """T1: attack or recruitment; who can do neither passes, and without a knight at rest has lost (E2)."""
    state.player = state.turn_player
    state.phase = Phase.TURN
    if must_pass(state) and piles.at_rest(state, state.turn_player) == 0:
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
