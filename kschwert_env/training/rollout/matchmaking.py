"""Matchmaking: who sits where in games to learn from, and the opponent pool of past versions of the network."""

import copy
from dataclasses import dataclass

import numpy as np
import torch

from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.masked_categorical import draw
from kschwert_env.nn.networks import Network, average_weights, new_network

CURRENT = 0
"""In a line-up: the current self."""

PAST = 1
"""In a line-up: a past self."""

RIVAL = 2
"""In a line-up: the first of the rivals; the others follow."""

_LEAST = 0.05  # of what a rival is taken to win, so that none is forgotten


@dataclass(frozen=True)
class Mixture:
    """How often others than the current self sit at a table.

    Attributes:
        past_share: part of the games with seats of past selves.
        rival_share: part of the games with seats of rivals; 0 without any.
        rivals: how many there are.
        other_seats: where there are others, how likely each seat is theirs; at 1 the current self has one seat.
        mixed_share: part of the games with others in which each of their seats is drawn by itself; in the rest all are
            of one kind.
        priority: how much more often those rivals play whom the current self beats less; 0 is all as often.
    """

    past_share: float
    rival_share: float
    rivals: int
    other_seats: float = 0.5
    mixed_share: float = 0.0
    priority: float = 0.0

    def draw(
        self, count: int, players: int, generator: np.random.Generator, shares: np.ndarray | None = None
    ) -> np.ndarray:
        """Line-ups of so many games, int64 (count, players).

        Where there are others, they have at least one seat, and the current self has, any of them as likely. `shares`,
        (rivals,), are what the current self wins against each rival, over a fair share; None is 1 against all.
        """
        together = self.past_share + (self.rival_share if self.rivals else 0)
        with_others = generator.random(count) < together
        past = together * generator.random((count, players)) < self.past_share
        rivals = generator.choice(max(1, self.rivals), (count, players), p=self._chances(shares, players))
        kinds = np.where(past, PAST, RIVAL + rivals)
        alike = generator.random(count) >= self.mixed_share
        kinds[alike] = kinds[alike, :1]
        others = generator.random((count, players)) < self.other_seats
        every, (first, second) = np.arange(count), _two_seats(count, players, generator)
        others[every, first], others[every, second] = True, False
        return np.where(with_others[:, None] & others, kinds, CURRENT)

    def _chances(self, shares: np.ndarray | None, players: int) -> np.ndarray | None:
        """Of the rivals, as in prioritised fictitious self-play (Vinyals et al., Nature 2019)."""
        if shares is None or not self.rivals:
            return None
        weights = np.clip(1 - shares / players, _LEAST, 1) ** self.priority
        return np.asarray(weights / weights.sum())


def _two_seats(count: int, players: int, generator: np.random.Generator) -> np.ndarray:
    """Two seats of each game, never the same: int64 (2, count)."""
    return generator.permuted(np.tile(np.arange(players), (count, 1)), axis=1)[:, :2].T


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
