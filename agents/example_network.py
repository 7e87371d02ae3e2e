"""Example of a user's network: train it, and play with it.

Copy this file into a folder of yours, and run there:

    kschwert train ppo --game two_crowns --network example_network.Residual --out runs/own
    kschwert arena policy:runs/own/agent.npz,network=example_network.Residual heuristic --game two_crowns --out results
"""

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.networks import Network, Shape


class Residual(Network):
    """An MLP with residual connections and layer normalization."""

    scale: Tensor

    def __init__(self, rules: GameRules, shape: Shape, scale: np.ndarray) -> None:
        """Build `shape.layers` blocks of `shape.width` units; training settings define both."""
        super().__init__(rules, shape)
        self.register_buffer("scale", torch.from_numpy(scale))
        self.first = nn.Linear(rules.observation.size, shape.width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(shape.width), nn.Linear(shape.width, shape.width), nn.ReLU())
            for _ in range(shape.layers)
        )
        self.policy = nn.Linear(shape.width, rules.num_actions)
        self.value = nn.Linear(shape.width, rules.num_players)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of all actions (n, A), and values of all seats (n, P), for observations, int8 (n, N)."""
        x = self.first(observations * self.scale)
        for block in self.blocks:
            x = x + block(x)
        return self.policy(x), self.value(x)
