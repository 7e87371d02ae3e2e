"""`function`: whoever answers observations and masks with actions, in a function of somebody's own."""

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.engine.rules import GameRules
from kschwert_env.importing import find_callable


class FunctionAgent(Agent):
    """Plays as a function says, of observations, int8 (n, S), and masks, int8 (n, A), to actions, (n,).

    So any library's policy can play: what it learned from the environments' observations it finds here, too. Where it
    draws actions by chance of its own, a game does not come out the same each time.
    """

    games_at_once = 256

    def __init__(self, rules: GameRules, path: str) -> None:
        """`path`: the function's name, `module.function`. Raises ValueError where there is none."""
        self._function = find_callable(path, "agent")

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Whatever the function answers."""
        answer: np.ndarray = self._function(decisions.observations, decisions.masks)
        return answer
