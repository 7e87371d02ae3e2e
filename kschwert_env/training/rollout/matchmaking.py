"""Matchmaking: who sits in which seat of a training game, and the opponent pool of past versions of the network."""

import copy
from dataclasses import dataclass

import numpy as np
import torch

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.masked_categorical import sample_actions
from kschwert_env.nn.networks import Network, average_weights
from kschwert_env.training.runs.ppo_settings import OpponentSettings

LEARNER = 0
"""In a line-up: the network that is trained, as it is now."""

HISTORICAL = 1
"""In a line-up: a past version from the opponent pool."""

FIXED = 2
"""In a line-up: the first fixed opponent; the others follow."""

_MIN_WEIGHT = 0.05  # in prioritized sampling, so that no opponent is forgotten


@dataclass(frozen=True)
class OpponentMix:
    """Draws who sits in which seat.

    Attributes:
        settings: how often opponents play.
        num_fixed: number of fixed opponents.
    """

    settings: OpponentSettings
    num_fixed: int

    def draw(
        self, count: int, players: int, generator: np.random.Generator, shares: np.ndarray | None = None
    ) -> np.ndarray:
        """Draw the line-ups of `count` games, int64 (count, players).

        In games with opponents, they and the learner have at least one seat each; every seat is equally likely to be
        that one. `shares`, (num_fixed,), are the learner's wins against each fixed opponent, over a fair share; None =
        1 against all.
        """
        settings = self.settings
        fraction = settings.historical_fraction + (settings.fixed_opponent_fraction if self.num_fixed else 0)
        with_opponents = generator.random(count) < fraction
        is_historical = fraction * generator.random((count, players)) < settings.historical_fraction
        fixed = generator.choice(max(1, self.num_fixed), (count, players), p=self._probabilities(shares, players))
        kinds = np.where(is_historical, HISTORICAL, FIXED + fixed)
        one_kind = generator.random(count) >= settings.mixed_table_fraction
        kinds[one_kind] = kinds[one_kind, :1]
        opponents = generator.random((count, players)) < settings.opponent_seat_fraction
        games, (opponent_seat, learner_seat) = np.arange(count), _two_seats(count, players, generator)
        opponents[games, opponent_seat], opponents[games, learner_seat] = True, False
        return np.where(with_opponents[:, None] & opponents, kinds, LEARNER)

    def _probabilities(self, shares: np.ndarray | None, players: int) -> np.ndarray | None:
        """Return the probabilities of fixed opponents, as in prioritized fictitious self-play.

        (Vinyals et al., Nature 2019.)
        """
        if shares is None or not self.num_fixed:
            return None
        weights = np.clip(1 - shares / players, _MIN_WEIGHT, 1) ** self.settings.opponent_priority
        return np.asarray(weights / weights.sum())


def _two_seats(count: int, players: int, generator: np.random.Generator) -> np.ndarray:
    """Draw two different seats of each game: int64 (2, count)."""
    return generator.permuted(np.tile(np.arange(players), (count, 1)), axis=1)[:, :2].T


class OpponentPool:
    """Past versions of a network, one of which plays at a time. Called, it is a policy for the adapters.

    Attributes:
        pool: weights of the past versions, oldest first.
        playing: the past version that plays now.
    """

    def __init__(self, rules: GameRules, network: Network, size: int, generator: np.random.Generator) -> None:
        """Start with a copy of the network, which may be trained further. At most `size` versions are kept."""
        self._network, self._size, self._generator = network, size, generator
        self._device = next(network.parameters()).device
        self.playing = copy.deepcopy(network)
        self.pool: list[dict[str, torch.Tensor]] = []
        self.add()

    def add(self) -> None:
        """Add the network as it is now, and drop the oldest version if the pool is full."""
        copy = {name: tensor.detach().clone() for name, tensor in self._network.state_dict().items()}
        self.pool = [*self.pool, copy][-self._size :]

    def average(self) -> Network:
        """Return a network with the average weights of all versions and of the network as it is now."""
        versions = [*self.pool, self._network.state_dict()]
        network = copy.deepcopy(self._network)
        network.load_state_dict(average_weights(versions))
        return network

    def resample(self) -> None:
        """Draw the past version that plays from now on, uniformly."""
        self.playing.load_state_dict(self.pool[self._generator.integers(len(self.pool))])

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return sampled actions, int64 (n,), for observations, int8 (n, N), and masks, int8 (n, A)."""
        uniform = torch.from_numpy(self._generator.random(len(masks), np.float32)).to(self._device)
        with torch.inference_mode():
            inputs = torch.from_numpy(observations).to(self._device), torch.from_numpy(masks).to(self._device)
            return sample_actions(self.playing(*inputs)[0], uniform)[0].cpu().numpy()
