"""Chapter 8: the king and his tax."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import people, piles, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, Supply, Tax


@compiled
def qualifies(state, seat):
    """K1, R1: at least one castle and one city of either size."""
    cities = state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]
    return state.buildings[seat, Supply.CASTLES] > 0 and cities > 0


@compiled
def crown_the_first(state, stream):
    """K1, K2: the first player who qualifies is king at once, with fresh cards and one tax."""
    if state.king == NOBODY and qualifies(state, state.turn_player):
        state.king = state.turn_player
        piles.shuffle_discards_in(state)
        tax(state, stream)


@compiled
def tax(state, stream):
    """K3."""
    state.scores[state.king] += state.buildings[state.king, Supply.CASTLES]
    people.turn_up(state, stream, 1)


@compiled
def decide_tax(state, stream, board, choice):
    """K4."""
    if choice == Tax.TAKE:
        tax(state, stream)
    turn.go_on(state, board)
