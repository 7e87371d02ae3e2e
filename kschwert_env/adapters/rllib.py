"""RLlib (new API stack): a game as a `MultiAgentEnv`, and an `RLModule` with action masks. Needs the extra `ray`."""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from torch import Tensor, nn

from kschwert_env.adapters.spaces import View, action_space, to_action
from kschwert_env.engine.compiled.rng import MAX_SEED, next_seed
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game

ILLEGAL = -1e9
"""Logit of a masked action: its probability is exactly 0, while products with it stay finite."""


class GameMultiAgentEnv(MultiAgentEnv):
    """One game whose seats are all agents. Only the deciding agent gets an observation.

    - Agents: `player_0`, `player_1` and so on, the seats.
    - Observation: for the deciding agent only, in the format of the `View`. The default is a dict of `observation`,
      int8 (rules.observation.size,), own seat first, and `action_mask`, int8 (rules.num_actions,); `MaskedModule` needs
      these keys. At the end all agents get an observation, with masks of zeros.
    - Action: of that agent only, 0 to rules.num_actions - 1. An illegal one raises IllegalAction and changes nothing.
    - Reward: the returns of the game for all agents at its end; before that zero.
    - End: for all agents at once, truncated if a cap of the rules stopped the game.

    Attributes:
        rules: rules of the game.
        game: the game, after `reset`. It includes all hidden information.
        possible_agents: names of all agents, in the order of the seats.
        agents: names of all agents, too: none leaves before the end.
        observation_spaces: observation space of each agent.
        action_spaces: action space of each agent, 0 to rules.num_actions - 1.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        """`config` is RLlib's `env_config`: `rules` of the game, and options of `View`.

        Raises ValueError without rules, and TypeError for an unknown option.
        """
        super().__init__()
        check("rules", config.get("rules"), "rules" in config, "the rules of a game, in env_config")
        self.rules: GameRules = config["rules"]
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.num_players)]
        self.agents = list(self.possible_agents)
        self._view = View(**config)
        self.observation_spaces = {agent: self._view.space() for agent in self.agents}
        self.action_spaces = {agent: action_space(self.rules) for agent in self.agents}
        self._seed: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, Any]]:
        """Start a new game; return the first agent's observation, and infos. `options` are ignored.

        Without a seed, the game follows from the latest seed given; if there was none, the first seed is random.
        Raises ValueError for a seed outside 0 to 2**63 - 1.
        """
        if seed is None:
            seed = secrets.randbelow(MAX_SEED + 1) if self._seed is None else next_seed(self._seed)
        self.game = Game(self.rules, seed)
        self._seed = int(seed)
        return self._observations(), self._infos()

    def step(
        self, action_dict: Mapping[str, int]
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the decision of the agent that observed last.

        Returns observations, rewards, terminations and truncations (key `__all__` only), and infos. Raises
        IllegalAction, naming the action and the reason, and ValueError for an action of another agent; the game is
        unchanged then.
        """
        deciding = [] if self.game.player is None else [self.possible_agents[self.game.player]]
        wanted = f"one action, of {deciding[0]}" if deciding else "empty, since the game is over"
        check("actions", action_dict, list(action_dict) == deciding, wanted)
        for action in action_dict.values():
            self.game.step(to_action(self.rules, action))
        over, truncated = self.game.player is None, self.game.is_truncated
        returns = self.game.returns.tolist() if over else [0.0] * len(self.agents)
        rewards = dict(zip(self.agents, returns, strict=True))
        ends = {"__all__": over and not truncated}, {"__all__": truncated}
        return self._observations(), rewards, *ends, self._infos()

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        """Return the observation of the deciding agent; of all agents when the game is over."""
        seat = self.game.player
        seats = range(self.rules.num_players) if seat is None else [seat]
        shown = {self.possible_agents[seat]: self.game.observe(seat) for seat in seats}
        return {agent: self._view.convert(its["observation"], its["action_mask"]) for agent, its in shown.items()}

    def _infos(self) -> dict[str, dict[str, np.ndarray]]:
        """Return the mask of the deciding agent, if the format has masks in infos."""
        seat = self.game.player
        if seat is None or not self._view.mask_in_info:
            return {}
        return {self.possible_agents[seat]: self._view.info(self.game.legal_mask())}


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value network with action masks, for PPO and similar algorithms.

    The `model_config` of its `RLModuleSpec` may set `hidden`, the sizes of the hidden layers.
    """

    def setup(self) -> None:
        """Create the network. Called by RLlib."""
        self.network = self.new_network()

    def new_network(self) -> nn.Module:
        """Return a network from observations int8 (n, N) and masks int8 (n, A) to masked logits (n, A) and values.

        Values are those of the deciding seat, (n,), or of all seats, (n, P), the deciding seat first.
        """
        size = self.observation_space["observation"].shape[0]
        return MaskedMlp(size, int(self.action_space.n), self.model_config.get("hidden", (128, 128)))

    def _forward(self, batch: Mapping[str, Any], **unused: Any) -> dict[str, Tensor]:
        """Return the logits of the action distribution."""
        return {Columns.ACTION_DIST_INPUTS: self._evaluate(batch)[0]}

    def compute_values(self, batch: Mapping[str, Any], embeddings: Any = None) -> Tensor:
        """Return value estimates (n,)."""
        return self._evaluate(batch)[1]

    def _evaluate(self, batch: Mapping[str, Any]) -> tuple[Tensor, Tensor]:
        seen = batch[Columns.OBS]
        logits, values = self.network(seen["observation"], seen["action_mask"])
        return logits, values if values.ndim == 1 else values[:, 0]


class MaskedMlp(nn.Module):
    """Multilayer perceptron whose hidden layers are shared by policy and value."""

    def __init__(self, size: int, num_actions: int, hidden: tuple[int, ...]) -> None:
        """`size` is the number of values observed."""
        super().__init__()
        sizes = [size, *hidden]
        layers = [[nn.Linear(a, b), nn.ReLU()] for a, b in zip(sizes, hidden, strict=False)]
        self._hidden = nn.Sequential(*(part for layer in layers for part in layer))
        self._policy, self._value = nn.Linear(sizes[-1], num_actions), nn.Linear(sizes[-1], 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits (n, A) and values (n,)."""
        hidden = self._hidden(observations.to(torch.float32))
        return self._policy(hidden).masked_fill(masks == 0, ILLEGAL), self._value(hidden).squeeze(-1)
