"""Games in text at random positions."""

from collections.abc import Iterator

import numpy as np

from kschwert_env.adapters.text import TextGame
from tests.helpers.cases import Case


def decisions(case: Case, seed: int, most: int, skip_forced: bool = True) -> Iterator[TextGame]:
    """Yield a random game at each of its decisions, at most so many. The consumer must not change it."""
    text, rng = TextGame(case.rules, seed, skip_forced=skip_forced), np.random.default_rng(seed)
    for _ in range(most):
        if text.player is None:
            return
        yield text
        text.act(int(rng.choice(text.game.legal_actions())))
