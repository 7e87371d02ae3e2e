"""Writing an observation piece by piece: each function writes at an index and returns the next one.

Seats count clockwise from the observer, `seat`: 0 is the observer itself.
"""

from kschwert_env.engine.compiling import inlined
from kschwert_env.engine.observation import SATURATION

NOBODY = -1
"""As a seat or an index: a one-hot of zeros."""


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
