"""Past selves to play against."""

import copy

import numpy as np
import torch

from kschwert_env.engine.contract import GameRules
from kschwert_env.nn.masked_categorical import draw
from kschwert_env.nn.networks import Network, average_weights, new_network


class PastSelves:
    """Copies of a network as it was, one of which plays at a time. Called, it is a policy for the adapters.

    Attributes:
        pool: weights of the copies, the oldest first.
        playing: the copy that plays.
    """

    def __init__(self, rules: GameRules, network: Network, most: int, generator: np.random.Generator) -> None:
        """At first there is one copy; `most` are kept. `network` may learn on meanwhile."""
        self._network, self._most, self._generator = network, most, generator
        self._device = next(network.parameters()).device
        self.playing = new_network(rules, network.shape).to(self._device)
        self.playing.load_state_dict(network.state_dict())
        self.pool: list[dict[str, torch.Tensor]] = []
        self.keep()

    def keep(self) -> None:
        """Keep one more copy, and forget the oldest where there are too many."""
        copy = {name: tensor.detach().clone() for name, tensor in self._network.state_dict().items()}
        self.pool = [*self.pool, copy][-self._most :]

    def mean(self) -> Network:
        """With the mean of the weights of all copies, and of the network as it is now."""
        every = [*self.pool, self._network.state_dict()]
        found = copy.deepcopy(self._network)
        found.load_state_dict(average_weights(every))
        return found

    def change(self) -> None:
        """Let any of the copies play from now on."""
        self.playing.load_state_dict(self.pool[self._generator.integers(len(self.pool))])

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64 (n,), drawn by their probabilities; of observations, int8 (n, N), and masks, int8 (n, A)."""
        uniform = torch.from_numpy(self._generator.random(len(masks), np.float32)).to(self._device)
        with torch.inference_mode():
            seen = torch.from_numpy(observations).to(self._device), torch.from_numpy(masks).to(self._device)
            return draw(self.playing(*seen)[0], uniform)[0].cpu().numpy()
