"""Observations: named pieces concatenated in a flat int8 vector, and compiled functions that write them.

The layout of each game and the code that writes the pieces, in the same order, are in its `kernel/observe.py`.

The `put` functions write at an index and return the next index. Seats count clockwise from the observing `seat`, which
is 0.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import inlined

NOBODY = -1
"""No seat or index: its one-hot encoding is all zeros."""

SATURATION = 127
"""Maximum of an int8; greater values are clipped to it."""


class Piece(NamedTuple):
    """One piece of an observation: `observation[slice].reshape(shape)` holds values from `low` to `high`.

    Attributes:
        slice: position in the vector.
        shape: shape of the piece.
        low: lower bound of the values.
        high: upper bound of the values, at most 127.
        meaning: description of the values.
    """

    slice: slice
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str


class ObservationSpace:
    """Layout of an observation, an int8 vector.

    Attributes:
        size: N, number of entries.
        pieces: pieces by name, in the order of the vector.
        by_field: names of the pieces whose last dimension is the fields of the map.
    """

    def __init__(
        self, layout: Sequence[tuple[str, tuple[int, ...], int, int, str]], by_field: Sequence[str] = ()
    ) -> None:
        """Build the layout from tuples (name, shape, low, high, meaning), in the order of the vector.

        Raises ValueError for a shape that is no tuple, and for a name that appears twice.
        """
        pieces: dict[str, Piece] = {}
        at = 0
        for name, shape, low, high, meaning in layout:
            if not isinstance(shape, tuple) or name in pieces:
                wrong = "appears twice" if name in pieces else "must have a tuple as its shape, such as (4,) or ()"
                raise ValueError(f"piece {name} of the observation {wrong}")
            end = at + int(np.prod(shape))
            pieces[name] = Piece(slice(at, end), shape, low, min(high, SATURATION), meaning)
            at = end
        self.size = at
        self.pieces = pieces
        self.by_field = tuple(by_field)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return the pieces of an observation as views; leading dimensions are kept."""
        return {
            name: observation[..., piece.slice].reshape(*observation.shape[:-1], *piece.shape)
            for name, piece in self.pieces.items()
        }


# -- writing ----------------------------------------------------------------------------------------------------


@inlined
def put(out, at, value):
    """Write one value."""
    out[at] = min(value, SATURATION)
    return at + 1


@inlined
def put_counts(out, at, counts):
    """Write all values of a one-dimensional array."""
    for count in counts:
        at = put(out, at, count)
    return at


@inlined
def put_one_hot(out, at, size, index):
    """Write 1 at `index` and 0 at the other entries of `size`; an index out of range gives zeros."""
    for i in range(size):
        out[at + i] = i == index
    return at + size


@inlined
def put_seat(state, seat, out, at, which):
    """Write the one-hot encoding of seat `which`; zeros for NOBODY."""
    seats = state.scores.shape[0]
    return put_one_hot(out, at, seats, (which - seat + seats) % seats if which >= 0 else NOBODY)


@inlined
def put_by_seat(state, seat, out, at, values):
    """Write one value per seat."""
    seats = state.scores.shape[0]
    for i in range(seats):
        at = put(out, at, values[(seat + i) % seats])
    return at
