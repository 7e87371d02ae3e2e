"""Chapter 8: how the game ends. The castles are its scores: the higher one has won."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel.components import NOBODY, Phase


@compiled
def finish(state):
    """The game is over: a castle has fallen (E1, E2), or the cap is reached (E3)."""
    state.phase = Phase.OVER
    state.player = NOBODY


@compiled
def give_up(state, seat):
    """E2: a seat that can do nothing in its turn, nor later, loses, and with it its castle."""
    state.scores[seat] = 0
    finish(state)
