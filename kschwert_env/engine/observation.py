"""Observations: named pieces laid one after another in a flat vector, and compiled functions that write them.

What a game shows is in its `kernel/observe.py`: a layout, and code that writes the pieces in the same order.

The `put` functions write at an index and return the next one. Seats count clockwise from the observer, `seat`:
0 is the observer itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import inlined

NOBODY = -1
"""As a seat or an index: a one-hot of zeros."""

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


# -- writing ----------------------------------------------------------------------------------------------------


@inlined
def put(out, at, value):
    """One value."""
    out[at] = min(value, SATURATION)
    return at + 1


@inlined
def put_counts(out, at, counts):
    """All values of an array of one dimension."""
    for count in counts:
        at = put(out, at, count)
    return at


@inlined
def put_one_hot(out, at, size, index):
    """1 at `index`, 0 at the others of `size` entries; an index outside leaves zeros."""
    for i in range(size):
        out[at + i] = i == index
    return at + size


@inlined
def put_seat(state, seat, out, at, which):
    """One-hot of a seat; zeros for nobody."""
    seats = state.scores.shape[0]
    return put_one_hot(out, at, seats, (which - seat + seats) % seats if which >= 0 else NOBODY)


@inlined
def put_by_seat(state, seat, out, at, values):
    """One value per seat."""
    seats = state.scores.shape[0]
    for i in range(seats):
        at = put(out, at, values[(seat + i) % seats])
    return at
