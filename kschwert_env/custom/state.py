"""The state of a game, declared field by field: its dtype, and the ranges that positions are checked against."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np


class Field(NamedTuple):
    """One field of a state, an array of integers.

    Attributes:
        name: name of the field.
        shape: shape; () for a single number.
        low: smallest value.
        high: largest value.
        meaning: description of the values.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str


class StateSpace:
    """Fields of a state. These come first in every game:

    - `player`: the seat that decides; -1 when the game is over.
    - `phase`: index into the game's `phase_names`.
    - `turn`: number of the turn; search with a depth counts it, other code shows it.
    - `truncated`: 1 if a cap stopped the game.
    - `scores`: points by seat, (P,).

    Attributes:
        fields: all fields.
        dtype: structured dtype of a state: int64 for single numbers, for arrays the smallest type that holds the range.
            Equal spaces share one object.
    """

    def __init__(
        self,
        num_players: int,
        fields: Sequence[tuple[str, tuple[int, ...], int, int, str]],
        scores: tuple[int, int] = (-1, 1),
    ) -> None:
        """Add `fields`, tuples (name, shape, low, high, meaning), to the common ones. `scores` is the range of scores.

        Raises ValueError for a name that appears twice, a shape that is no tuple, and for a range that is empty or
        exceeds 64 bits.
        """
        common = [
            Field("player", (), -1, num_players - 1, "seat that decides; -1 when the game is over"),
            Field("phase", (), 0, 127, "index of the phase"),
            Field("turn", (), 0, 2**40, "number of the turn"),
            Field("truncated", (), 0, 1, "1 if a cap stopped the game"),
            Field("scores", (num_players,), *scores, "points by seat"),
        ]
        self.fields = (*common, *(Field(*field) for field in fields))
        names = [field.name for field in self.fields]
        for field in self.fields:
            if names.count(field.name) > 1:
                raise ValueError(f"field {field.name} of the state is declared twice, or one of the common fields")
            if not isinstance(field.shape, tuple):
                raise ValueError(f"field {field.name} of the state must have a tuple as its shape, such as (4,) or ()")
            if field.low > field.high:
                raise ValueError(f"field {field.name} of the state has the empty range {field.low} to {field.high}")
            if field.low < -(2**63) or field.high >= 2**63:
                raise ValueError(f"field {field.name} of the state must have a range within 64 bits")
        self.dtype = _shared_dtype(
            tuple((field.name, field.shape, _dtype(field.low, field.high)) for field in self.fields)
        )

    @property
    def scores(self) -> tuple[int, int]:
        """Smallest and largest score."""
        return next((field.low, field.high) for field in self.fields if field.name == "scores")


def _dtype(low: int, high: int) -> str:
    """Return the smallest signed type with these values."""
    return next(f"i{size}" for size in (1, 2, 4, 8) if -(2 ** (8 * size - 1)) <= low and high < 2 ** (8 * size - 1))


@cache
def _shared_dtype(fields: tuple[tuple[str, tuple[int, ...], str], ...]) -> np.dtype:
    return np.dtype([(name, kind if shape else "i8", shape) for name, shape, kind in fields])
