"""Selection of the best of several options, and counting of legal actions."""

import math

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled

NO_OPTION = (-1, -math.inf, 0)
"""Initial value of `better_option`: action, score, and number of options with that score."""


@compiled
def better_option(best, action, score, stream):
    """Return the better of the best option so far and a new one; options of equal score are equally likely."""
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
    """Return the number of legal actions, and the last of them."""
    legal, last = 0, -1
    for action in range(mask.shape[0]):
        if mask[action]:
            legal += 1
            last = action
    return legal, last
