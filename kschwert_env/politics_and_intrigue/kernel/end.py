"""Chapters 7 and 10: the gate, and how the game ends."""

from kschwert_env.engine import returns as shared
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import asking
from kschwert_env.politics_and_intrigue.kernel.components import GATE, GOAL, NOBODY, NUM_PLAYERS, Phase


@inlined
def check(state):
    """B11, B12: whenever a seat is about to be asked."""
    if min(state.scores[0], state.scores[1]) >= GATE:
        state.gate_open = 1
    if max(state.scores[0], state.scores[1]) >= GOAL and state.phase != Phase.OVER:
        finish(state)


@compiled
def finish(state):
    """The game is over."""
    asking.ask(state, Phase.OVER, NOBODY)


@compiled
def returns(state, board, out):
    """W3: where both have enough points the turn player wins (B11), whoever has more."""
    shared.returns(state, board, out)
    is_shared = min(state.scores[0], state.scores[1]) >= GOAL and not state.truncated
    if is_shared and board.reward != shared.Reward.SCORE:
        for seat in range(NUM_PLAYERS):
            out[seat] = 1 if seat == state.turn_player else -1
