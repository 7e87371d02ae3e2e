"""Thinking time of people."""

from dataclasses import dataclass, replace
from typing import Self

MAX_SECONDS = 24 * 3600
"""Maximum thinking time of a player, in seconds."""


@dataclass(frozen=True)
class Clock:
    """Thinking time of people for a whole game.

    A turn, here, is a series of decisions of one player. Its time is counted once, at its end, so the clock tells
    others nothing about the number of decisions, which may be secret.

    Attributes:
        seconds: thinking time per player, in seconds.
        free: seconds of each turn that are not counted.
        left: remaining seconds by seat.
        since: time at which the running turn began, in seconds of the epoch; None if it is not measured. It lies ahead
            while the clock stops for a battle.
        first: number of decisions before the running turn.
    """

    seconds: float
    free: float
    left: tuple[float, ...]
    since: float | None = None
    first: int = 0

    def renewed(self) -> Self:
        """Return the clock of a new game."""
        return replace(self, left=(self.seconds,) * len(self.left), since=None, first=0)

    def after_turn(self, seat: int, used: float) -> Self:
        """Return the clock after a turn of `seat` that took `used` seconds."""
        left = max(0.0, self.left[seat] - max(0.0, used - self.free))
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))

    def limit(self, seat: int) -> float:
        """Return the maximum time of the next turn of a seat, in seconds."""
        return self.left[seat] + self.free
