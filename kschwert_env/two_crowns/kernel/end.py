"""Chapter 8: the end of the game. The castles are the scores: the higher one wins."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel.components import NOBODY, Phase


@compiled
def finish(state):
    """End the game: a castle has fallen (E1, E2), or the cap is reached (E3)."""
    state.phase = Phase.OVER
    state.player = NOBODY


@compiled
def give_up(state, seat):
    """End the game with the loss of a seat that can do nothing, in this or a later turn; its castle falls (E2)."""
    state.scores[seat] = 0
    finish(state)
