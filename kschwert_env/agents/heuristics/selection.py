"""The legal actions, and the best of several options."""

import math

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import below

NO_OPTION = (-1, -math.inf, 0)
"""No option yet: action, score, and how many options share that score."""


@compiled
def better_option(best, action, score, stream):
    """The better of what was best so far and one more option; those of equal score are equally likely."""
    if score > best[1]:
        return int(action), float(score), 1
    if score == best[1]:
        ties = best[2] + 1
        if below(stream, ties) == 0:
            return int(action), best[1], ties
        return best[0], best[1], ties
    return best


@compiled
def count_legal(mask):
    """How many actions are legal, and the last of them."""
    legal, last = 0, -1
    for action in range(mask.shape[0]):
        if mask[action]:
            legal += 1
            last = action
    return legal, last
