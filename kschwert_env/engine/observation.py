"""Observations: named pieces laid one after another in a flat vector."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

SATURATION = 127
"""The greatest number of an int8: greater values are shown as this."""


class Piece(NamedTuple):
    """One part of an observation: `observation[slice].reshape(shape)` holds values from `low` to `high`.

    Attributes:
        slice: its place in the vector.
        shape: of the piece.
        low: the least value.
        high: the greatest value, at most 127.
        meaning: in words.
    """

    slice: slice
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str


class ObservationSpace:
    """The layout of an observation, an int8 vector.

    Attributes:
        size: N, the entries of the vector.
        pieces: what it is made of, by name, in the order of the vector.
        by_field: names of the pieces whose last dimension is the fields of the game's map.
    """

    def __init__(
        self, layout: Sequence[tuple[str, tuple[int, ...], int, int, str]], by_field: Sequence[str] = ()
    ) -> None:
        """`layout` lists (name, shape, low, high, meaning) in the order of the vector."""
        pieces: dict[str, Piece] = {}
        at = 0
        for name, shape, low, high, meaning in layout:
            end = at + int(np.prod(shape))
            pieces[name] = Piece(slice(at, end), shape, low, min(high, SATURATION), meaning)
            at = end
        self.size = at
        self.pieces = pieces
        self.by_field = tuple(by_field)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of an observation as views; leading dimensions are kept."""
        return {
            name: observation[..., piece.slice].reshape(*observation.shape[:-1], *piece.shape)
            for name, piece in self.pieces.items()
        }
