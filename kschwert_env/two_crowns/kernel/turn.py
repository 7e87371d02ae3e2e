"""Chapters 3 and 7: the turn, cards at rest, and the die of fate."""

from kschwert_env.engine.compiled.rng import below, move_all
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import end, piles
from kschwert_env.two_crowns.kernel.components import CASTLE, HAND, NUM_KNIGHTS, NUM_PLAYERS, Phase, Rest


@compiled
def can_attack(state):
    """Return whether the turn's player holds a knight to attack with (A1)."""
    return piles.holds_knight(state.hands[state.turn_player])


@compiled
def can_recruit(state):
    """Return whether the turn's player may recruit up to seven cards (R1)."""
    seat = state.turn_player
    return piles.held(state, seat) < HAND and piles.size(state.decks[seat]) > 0


@compiled
def can_exchange(state):
    """Return whether the turn's player has a card in hand and one in the deck to exchange it for (R2)."""
    seat = state.turn_player
    return piles.size(state.hands[seat]) > 0 and piles.size(state.decks[seat]) > 0


@compiled
def must_pass(state):
    """Return whether neither an attack nor a recruitment is possible (E2)."""
    return not (can_attack(state) or can_recruit(state) or can_exchange(state))


@compiled
def can_roll_fate(state, board):
    """Return whether the die of fate may be rolled: once per game, in one's turn or before a defence (F1)."""
    in_time = state.phase == Phase.TURN or (state.player != state.turn_player and state.laid_counts[state.player] == 0)
    return board.die_of_fate and not state.fate_used and in_time


@compiled
def roll_fate(state, stream):
    """Roll the die of fate for the castle of the deciding seat; the turn or the battle continues (F1)."""
    state.fate_used = 1
    state.scores[state.player] = 1 + below(stream, CASTLE)


@compiled
def has_lost(state):
    """Return whether the turn's player can do nothing and has no knight at rest (E2)."""
    return must_pass(state) and piles.at_rest(state, state.turn_player) == 0


@compiled
def begin(state):
    """Begin a turn: attack or recruitment (T1); a seat that can do neither passes or has lost (E2)."""
    state.player = state.turn_player
    state.phase = Phase.TURN
    if has_lost(state):
        end.give_up(state, state.turn_player)


@compiled
def end_turn(state, board):
    """End a turn: cards come back from rest (T2), the other seat's turn begins (T1) unless the cap is reached (E3)."""
    for seat in range(NUM_PLAYERS):
        for knight in range(NUM_KNIGHTS):
            piles.add_openly(state, seat, knight, state.resting[seat, Rest.THIS_TURN, knight])
            state.resting[seat, Rest.THIS_TURN, knight] = 0
    if state.turn == board.last_turn:
        state.truncated = 1
        end.finish(state)
        return
    for seat in range(NUM_PLAYERS):
        move_all(state.resting[seat, Rest.NEXT_TURN], state.resting[seat, Rest.THIS_TURN])
    state.turn += 1
    state.turn_player = 1 - state.turn_player
    begin(state)
