"""What chance may do in one step, told outcome by outcome. A game may tell it, or leave it to its streams alone."""

from typing import Any, NamedTuple, Protocol

import numpy as np


class Outcome(NamedTuple):
    """One of the things that a draw may bring.

    Attributes:
        words: what it is, unlike those of all other outcomes of the draw.
        ways: how many equally likely cases it stands for; its probability is that number among those of all outcomes.
        parts: what it makes of a position: name, index and new value of entries of the record.
    """

    words: str
    ways: int
    parts: tuple[tuple[str, tuple[int, ...], Any], ...]

    def write(self, states: np.ndarray) -> None:
        """Put it in the place of what was drawn, in an array of length 1 that holds a record."""
        for name, index, value in self.parts:
            states[name][(0, *index)] = value


Draw = tuple[Outcome, ...]
"""All outcomes of one draw: at least two, in an order that depends on the position alone."""


class Chance(Protocol):
    """What chance may do under the rules of one game."""

    @property
    def max_outcomes(self) -> int:
        """No draw has more outcomes."""

    def draws(self, before: np.void, after: np.void) -> list[Draw]:
        """All draws of the one step that led from `before` to `after`, independent of each other.

        Whatever they bring, the rest of `after` is the same: each outcome written in the place of what was drawn
        gives what the step could have led to as well. `before` is `board.blank` where the game starts.
        """
