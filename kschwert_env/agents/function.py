"""`function`: an agent that calls a user's function with observations and masks."""

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.importing import find_callable


class FunctionAgent(Agent):
    """Plays by a function from observations, int8 (n, N), and masks, int8 (n, A), to actions, (n,).

    Any library's policy can play this way, because observations equal those of the environments. Games are reproducible
    only if the function is deterministic.
    """

    games_at_once = 256

    def __init__(self, rules: GameRules, path: str) -> None:
        """Import the function.

        Args:
            rules: rules of the game.
            path: name of the function, `module.function`.

        Raises:
            ValueError: it cannot be imported.
        """
        self._function = find_callable(path, "agent")

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the result of the function."""
        answer: np.ndarray = self._function(decisions.observations, decisions.masks)
        return answer
