"""Self-play on a PettingZoo environment as in its tutorials: all agents are treated as one agent."""

from typing import Any

import gymnasium
import numpy as np


class SelfPlay(gymnasium.Env[np.ndarray, int]):
    """Environment with the next deciding agent's observation, and the reward of the agent that has just decided.

    A step is a decision of any agent. Final rewards of the other agents are lost, and bootstrapping mixes agents; this
    is a benchmark of speed only.
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
        """Start a new game."""
        self._env.reset(seed=seed)
        return self._observe_deciding_agent(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play the decision of the deciding agent."""
        env, agent = self._env, self._env.agent_selection
        env.step(int(action))
        reward, ended = float(env.rewards[agent]), (env.terminations[agent], env.truncations[agent])
        return self._observe_deciding_agent(), reward, *ended, {}

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of the deciding agent, bool (actions,)."""
        return self._mask

    def _observe_deciding_agent(self) -> np.ndarray:
        current = self._env.observe(self._env.agent_selection)
        self._mask = current["action_mask"].astype(np.bool_)
        observation: np.ndarray = current["observation"]
        return observation
