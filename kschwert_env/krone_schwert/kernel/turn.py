"""Chapter 3: the turn, and the player who starts it without a field (X3)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import end
from kschwert_env.krone_schwert.kernel.components import Card, Phase

ACTION_POINTS = 3  # T1
RESETTLE_CLAIMS = 2  # X3


@compiled
def begin(state, board):
    """Begin a turn, up to its first decision (T2)."""
    seat = state.turn_player
    state.player = seat
    state.action_points = ACTION_POINTS
    state.attack_spent = 0
    if state.papal_visit[seat]:
        state.papal_visit[seat] = 0
        state.discard_pile[Card.PAPAL_VISIT] += 1
    if state.markers[seat] == board.markers:  # X3: no field. Then there are markers, and free land (E3)
        state.phase = Phase.RESETTLE
    else:
        ask_for_tax(state)


@compiled
def resettled(state, board):
    """Continue after a claim of a player who resettles (X3, Q2)."""
    if board.markers - state.markers[state.player] == RESETTLE_CLAIMS:
        ask_for_tax(state)


@compiled
def ask_for_tax(state):
    """Ask the king for the tax before their actions; other seats act immediately (T2, K4)."""
    state.phase = Phase.TAX if state.king == state.turn_player else Phase.ACTION


@compiled
def continue_turn(state, board):
    """Continue with the actions of this turn, or with the next turn when no action points are left (Q3, Q8)."""
    state.player = state.turn_player
    state.phase = Phase.ACTION
    if state.action_points == 0:
        end_turn(state, board)


@compiled
def end_turn(state, board):
    """End the turn; unused action points are lost (T1). The cap stops the game before the next turn (Q10)."""
    if state.turn == board.last_turn:
        state.truncated = 1
        end.finish(state, board)
    else:
        state.turn += 1
        state.turn_player = (state.turn_player + 1) % state.scores.shape[0]
        begin(state, board)
