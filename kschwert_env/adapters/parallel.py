"""PettingZoo: a game as a parallel environment, in which all agents act in each step and all but one are ignored."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv

from kschwert_env.adapters.pettingzoo import CheckedEnv
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.simulation.game import Game

Observations = dict[str, dict[str, np.ndarray]]
"""Observation and mask of each agent, by their keys."""


class GameParallelEnv(ParallelEnv[str, Any, Any]):
    """One game for learners that act with all agents at once.

    - Agents: `player_0`, `player_1` and so on, the seats. Only one of them decides in each step; `deciding_agent`.
    - Observations: of all agents, in the format of `raw_env`. The mask of an agent that does not decide allows
      action 0 only.
    - Actions: of all agents. Those of agents that do not decide are ignored and may be missing. An illegal action of
      the deciding agent ends the game with reward -1 for this agent, and the reason in its info, as in `env`.
    - Rewards and ends: as in `env`, for all agents.
    - Infos: empty, except for `illegal_action`, and the masks with `mask_in_info`.

    Attributes:
        aec_env: the environment that plays the game.
        possible_agents: names of all agents, in the order of the seats.
        agents: `possible_agents`, or empty before `reset` and when the game is over.
        observation_spaces: observation space of each agent.
        action_spaces: action space of each agent.
        state_space: space of `state`.
        render_mode: one of the render modes, or None.
        metadata: name, render modes and frames per second, as PettingZoo requires.
    """

    def __init__(self, game: type[Game[Any]], name: str, /, render_mode: str | None = None, **options: Any) -> None:
        """Take the arguments and options of `GameEnv`, except `idle_action`."""
        self.aec_env = CheckedEnv(game, name, render_mode, idle_action=True, **options)
        self.metadata = {**self.aec_env.metadata, "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = self.aec_env.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = self.aec_env.observation_spaces
        self.action_spaces = self.aec_env.action_spaces
        self.state_space = self.aec_env.state_space

    @property
    def rules(self) -> Any:
        """Return the rules of the game."""
        return self.aec_env.rules

    @property
    def deciding_agent(self) -> str:
        """Return the agent whose action the next step plays."""
        return self.aec_env.agent_selection

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Start a new game, as `GameEnv.reset` does; return observations and empty infos."""
        self.aec_env.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the action of the deciding agent.

        Raises ValueError if it is missing or an agent is unknown, AssertionError for an action outside the action
        space, and ResetNeeded when the game is over. Nothing has changed then.
        """
        if not self.agents:
            raise gymnasium.error.ResetNeeded("the game is over or has not started; call reset first")
        env = self.aec_env
        wanted = f"a dict with an action of {env.agent_selection}, which decides"
        is_right = isinstance(actions, Mapping) and env.agent_selection in actions and set(self.agents) >= set(actions)
        check("actions", actions, is_right, wanted)
        env.step(actions[env.agent_selection])
        rewards, terminations, truncations = dict(env.rewards), dict(env.terminations), dict(env.truncations)
        observations, infos = self._observations(), self._infos()
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent; the same object at each call."""
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """Return the observations of all seats, as `GameEnv.state`."""
        return self.aec_env.state()

    def render(self) -> Any:
        """Return the game as the deciding agent sees it, as `GameEnv.render`."""
        return self.aec_env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.aec_env.close()

    def _observations(self) -> Observations:
        return {agent: self.aec_env.observe(agent) for agent in self.possible_agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: dict(info) for agent, info in self.aec_env.infos.items()}
