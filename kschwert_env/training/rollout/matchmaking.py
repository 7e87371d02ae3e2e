"""Who sits where in games that are played to learn from."""

from dataclasses import dataclass

import numpy as np

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
