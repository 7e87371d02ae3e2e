"""Chapter 8: the first king, and the tax."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import cards, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, Supply, Tax


@compiled
def qualifies(state, seat):
    """Return whether a seat has at least one castle and one city of either size (K1, R1)."""
    cities = state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]
    return state.buildings[seat, Supply.CASTLES] > 0 and cities > 0


@compiled
def crown_the_first(state, stream):
    """Crown the first player who qualifies, immediately, with reshuffled cards and one tax (K1, K2)."""
    if state.king == NOBODY and qualifies(state, state.turn_player):
        state.king = state.turn_player
        cards.shuffle_discards_in(state)
        tax(state, stream)


@compiled
def tax(state, stream):
    """Take the tax: 1 VP per castle, and turn up a people card (K3)."""
    state.scores[state.king] += state.buildings[state.king, Supply.CASTLES]
    cards.turn_up_people(state, stream, 1)


@compiled
def decide_tax(state, stream, board, choice):
    """Carry out the king's decision about the tax (K4)."""
    if choice == Tax.TAKE:
        tax(state, stream)
    turn.continue_turn(state, board)
