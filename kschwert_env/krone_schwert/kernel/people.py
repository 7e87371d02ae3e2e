"""People cards (C7): which lie face down, open or aside. Shuffled cards are counts, drawn without replacement."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import below
from kschwert_env.krone_schwert.kernel.components import Vote


@compiled
def turn_up(state, stream, count):
    """Turn up so many people cards, or as many as are left (C7)."""
    for _ in range(count):
        left = state.face_down[Vote.CROWN] + state.face_down[Vote.SWORD]
        if left == 0:
            return
        if below(stream, left) < state.face_down[Vote.SWORD]:
            state.face_down[Vote.SWORD] -= 1
            state.open_swords += 1
        else:
            state.face_down[Vote.CROWN] -= 1
            state.crowns_aside += 1


@compiled
def shuffle_all_but(state, open_swords):
    """A new face-down pile of all people cards except so many open swords (R9, R10)."""
    state.face_down[Vote.CROWN] += state.crowns_aside
    state.crowns_aside = 0
    state.face_down[Vote.SWORD] += state.open_swords - open_swords
    state.open_swords = open_swords
