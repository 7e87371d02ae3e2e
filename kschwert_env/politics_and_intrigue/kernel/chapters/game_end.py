"""Chapter 10: how the game ends; and the gate (B12), which is checked at the same moments."""

from kschwert_env.engine.compiled import returns as shared
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.components import GATE, GOAL, NOBODY, NUM_PLAYERS, Phase


@inlined
def check(state):
    """Open the gate (B12) and end the game (B11) where points say so. Called whenever a seat is about to be asked."""
    if min(state.scores[0], state.scores[1]) >= GATE:
        state.gate_open = 1
    if max(state.scores[0], state.scores[1]) >= GOAL and state.phase != Phase.OVER:
        finish(state)


@compiled
def finish(state):
    """End the game (W1, W2)."""
    prompts.ask(state, Phase.OVER, NOBODY)


@compiled
def returns(state, board, out):
    """Write the returns of both seats (W3). If both have 13 points the turn player wins (B11)."""
    shared.returns(state, board, out)
    is_shared = min(state.scores[0], state.scores[1]) >= GOAL and not state.truncated
    if is_shared and board.reward != shared.Reward.SCORE:
        for seat in range(NUM_PLAYERS):
            out[seat] = 1 if seat == state.turn_player else -1
