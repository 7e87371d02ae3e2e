"""Chance events of one step, outcome by outcome. A game may list them, or leave chance to its random streams."""

from typing import Any, NamedTuple, Protocol

import numpy as np


class Outcome(NamedTuple):
    """One possible outcome of a draw.

    Attributes:
        label: unique description of the outcome among those of the draw.
        weight: number of equally likely cases; the probability is this number over the sum for all outcomes.
        changes: changes to the position: name, index and new value of entries of the record.
    """

    label: str
    weight: int
    changes: tuple[tuple[str, tuple[int, ...], Any], ...]

    def write(self, states: np.ndarray) -> None:
        """Write the outcome into an array of length 1 that holds a record, replacing the one that was drawn."""
        for name, index, value in self.changes:
            states[name][(0, *index)] = value


Draw = tuple[Outcome, ...]
"""All outcomes of one draw: at least two, in an order that depends on the position alone."""


class Chance(Protocol):
    """Chance events under the rules of one game."""

    @property
    def max_outcomes(self) -> int:
        """Maximum number of outcomes of a draw."""

    def draws(self, before: np.void, after: np.void) -> list[Draw]:
        """Return all draws of the step that led from `before` to `after`, independent of each other.

        Draws change nothing else in `after`: replacing the drawn outcome by any other gives another possible result of
        the step. `before` is `board.blank` at the start of a game.
        """
