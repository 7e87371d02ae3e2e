"""Who sits where in games that are played to learn from."""

from dataclasses import dataclass

import numpy as np

CURRENT = 0
"""In a line-up: the current self."""

PAST = 1
"""In a line-up: a past self."""

RIVAL = 2
"""In a line-up: the first of the rivals; the others follow."""


@dataclass(frozen=True)
class Mixture:
    """How often others than the current self sit at a table.

    Attributes:
        past_share: part of the games with seats of past selves.
        rival_share: part of the games with seats of rivals, of one of them in each game; 0 without any.
        rivals: how many there are.
        other_seats: where there are others, how likely each seat is theirs; at 1 the current self has one seat.
    """

    past_share: float
    rival_share: float
    rivals: int
    other_seats: float = 0.5

    def draw(self, count: int, players: int, generator: np.random.Generator) -> np.ndarray:
        """Line-ups of so many games, int64 (count, players).

        Where there are others, they have at least one seat, and the current self has, any of them as likely.
        """
        chance = generator.random(count)
        rival = RIVAL + generator.integers(max(1, self.rivals), size=count)
        other = np.where(chance < self.past_share, PAST, rival)
        mixed = chance < self.past_share + (self.rival_share if self.rivals else 0)
        others = generator.random((count, players)) < self.other_seats
        every, (first, second) = np.arange(count), _two_seats(count, players, generator)
        others[every, first], others[every, second] = True, False
        return np.where(mixed[:, None] & others, other[:, None], CURRENT)


def _two_seats(count: int, players: int, generator: np.random.Generator) -> np.ndarray:
    """Two seats of each game, never the same: int64 (2, count)."""
    return generator.permuted(np.tile(np.arange(players), (count, 1)), axis=1)[:, :2].T
