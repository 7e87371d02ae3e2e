"""Self-play on a PettingZoo environment as its tutorials do it: whoever decides is taken for one and the same agent."""

from typing import Any

import gymnasium
import numpy as np


class SelfPlay(gymnasium.Env[np.ndarray, int]):
    """Shows what the agent sees who decides next, and the reward of the one who has just decided.

    A step is a decision of any agent. The others' last rewards are told to nobody, and values lead from one agent's
    decision to another's: what is measured is speed.
    """

    def __init__(self, env: Any) -> None:
        """`env` is an AEC environment with action masks."""
        self._env = env
        agent = env.possible_agents[0]
        self.observation_space = env.observation_space(agent)["observation"]
        self.action_space = env.action_space(agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A fresh game."""
        self._env.reset(seed=seed)
        return self._seen(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The decision of the agent whose turn it is."""
        env, agent = self._env, self._env.agent_selection
        env.step(int(action))
        reward, ended = float(env.rewards[agent]), (env.terminations[agent], env.truncations[agent])
        return self._seen(), reward, *ended, {}

    def action_masks(self) -> np.ndarray:
        """Bool (actions,): what is legal for the agent who decides."""
        return self._mask

    def _seen(self) -> np.ndarray:
        seen = self._env.observe(self._env.agent_selection)
        self._mask = seen["action_mask"].astype(np.bool_)
        observation: np.ndarray = seen["observation"]
        return observation
