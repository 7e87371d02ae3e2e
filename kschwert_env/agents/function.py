"""`function`: whoever answers observations and masks with actions, in a function of somebody's own."""

from typing import ClassVar

import numpy as np

from kschwert_env.agents.base import Decisions
from kschwert_env.agents.loading import found
from kschwert_env.engine.contract import GameRules


class Function:
    """Plays as a function says, of observations, int8 (n, S), and masks, int8 (n, A), to actions, (n,).

    So any library's policy can play: what it learned from the environments' observations it finds here, too. Where it
    draws actions by chance of its own, a game does not come out the same each time.
    """

    games_at_once: ClassVar[int] = 256
    """Told by `kschwert_env.agents.base.Agent`."""

    def __init__(self, rules: GameRules, path: str) -> None:
        """`path`: the function's name, `module.function`. Raises ValueError where there is none."""
        self._function = found(path)

    def act(self, decisions: Decisions) -> np.ndarray:
        """Whatever the function answers."""
        answer: np.ndarray = self._function(decisions.observations, decisions.masks)
        return answer
