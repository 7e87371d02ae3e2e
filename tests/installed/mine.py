"""An agent in a user's own project. The tests copy this file out of the checkout."""

from typing import ClassVar

import gymnasium
import numpy as np

from kschwert_env.agents import DecisionBatch, as_policy, available, make_agent
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.two_crowns import Rules


class Eager:
    """Agent that takes the legal action with the lowest id or, if `last`, the highest."""

    games_at_once: ClassVar[int] = 256

    def __init__(self, rules: GameRules, last: int = 0) -> None:
        self._last = last

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the ids of the chosen actions, int64 (n,)."""
        legal = decisions.masks[:, ::-1] if self._last else decisions.masks
        first: np.ndarray = legal.argmax(axis=1)
        return decisions.masks.shape[1] - 1 - first if self._last else first


def episode(opponent: str) -> float:
    """Play a game against a bundled agent in the Gymnasium environment; return its return."""
    rules = Rules()
    opponents = as_policy(make_agent(opponent, rules), rules, seed=0)
    env = gymnasium.make("kschwert_env/TwoCrowns-v0", seat=0, opponents=opponents)
    observation, _ = env.reset(seed=1)
    while True:
        action = int(observation["action_mask"].argmax())
        observation, reward, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            return float(reward)


if __name__ == "__main__":
    print(available(Rules()), episode("policy"), sep="; ")
