"""Chapter 9: the hand limit, which the enemy of the turn player keeps at all times (H1)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects
from kschwert_env.politics_and_intrigue.kernel.components import HAND, Phase


@compiled
def missing(state, seat):
    """Return how many cards a hand lacks to its limit; negative above the limit."""
    return building_effects.hand_limit(state, seat) - state.hand_counts[seat]


@inlined
def enemy_must_trim(state):
    """Return whether the enemy of the turn player holds more cards than its limit (H1)."""
    enemy = 1 - state.turn_player
    return state.hand_counts[enemy] > HAND and missing(state, enemy) < 0


@inlined
def ask_enemy_to_trim(state, resume):
    """Ask the enemy of the turn player to trim its hand; then the turn continues with `resume` (H1, Q8)."""
    prompts.ask(state, Phase.TRIM, 1 - state.turn_player)
    state.resume = resume
