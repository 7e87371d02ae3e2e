"""A policy of sb3-contrib with our networks.

`MaskablePPO(NetworkPolicy, envs, policy_kwargs={"rules": rules, "shape": shape})` trains one of them.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.networks import Network, Shape, new_network

Forward = tuple[Tensor, Tensor, Tensor]
"""Results of the methods of a policy; their docstrings give the order."""


class NetworkPolicy(MaskableActorCriticPolicy):
    """Policy with a network of `kschwert_env.nn.networks`, which the agent `policy` can load.

    Attributes:
        network: the trained network.
    """

    network: Network

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        rules: GameRules,
        shape: Shape,
        seed: int = 0,
    ) -> None:
        """Create a network; `seed` determines its weights."""
        self._new = rules, shape, seed
        super().__init__(observation_space, action_space, lr_schedule)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = new_network(*self._new)
        self.optimizer = self.optimizer_class(
            self.network.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg] # the type stubs of optimizers lack these options
            **self.optimizer_kwargs,
        )

    def forward(self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None) -> Forward:
        """Return actions (n,), values (n, 1) and log-probabilities (n,)."""
        distribution, values = self._evaluate(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None) -> Forward:
        """Return values (n, 1), log-probabilities (n,) and entropies (n,)."""
        distribution, values = self._evaluate(obs, action_masks)
        entropy = distribution.entropy()
        assert entropy is not None  # every distribution over discrete actions has one
        return values, distribution.log_prob(actions), entropy

    def get_distribution(self, obs: Any, action_masks: np.ndarray | None = None) -> MaskableDistribution:
        """Return the distribution of actions."""
        return self._evaluate(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Tensor:
        """Return values (n, 1)."""
        return self.network.logits_and_values(obs)[1][:, :1]

    def _evaluate(self, observations: Tensor, masks: Any) -> tuple[MaskableDistribution, Tensor]:
        logits, values = self.network.logits_and_values(observations)
        distribution = self.action_dist.proba_distribution(logits)
        if masks is not None:
            distribution.apply_masking(masks)
        return distribution, values[:, :1]
