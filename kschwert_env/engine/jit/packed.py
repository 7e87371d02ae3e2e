"""Memory of arrays: contiguous entries, marked as such for the compiler, and prefetching."""

import numpy as np

from kschwert_env.engine.jit.compiling import inlined, intrinsic

_GENERATORS = "kschwert_env.engine.jit.intrinsics"

LINE = 64
"""Bytes of a cache line."""

WORD = 8
"""Bytes of a word, of which `choose` reads all at a time."""


@intrinsic(f"{_GENERATORS}.packed")
def packed(array: np.ndarray) -> np.ndarray:
    """Return the same array, which must be one-dimensional and C-contiguous, with a constant stride.

    Numba reads strides at run time, which prevents vectorization. The mark is lost when the array is passed to a
    function that is not `inlined`.
    """
    return array


@intrinsic(f"{_GENERATORS}.whole_words")
def whole_words(array: np.ndarray) -> np.ndarray:
    """Return an int8 array as packed int64 words of eight entries; a remainder at the end is left out."""
    return array[: array.shape[0] // 8 * 8].view(np.int64)


def cache_aligned_zeros(rows: int, entries: int) -> np.ndarray:
    """Return int8 zeros (rows, entries or more): each row occupies whole cache lines and shares none.

    Rows of few entries occupy whole words only: `choose` then reads fewer bytes that were just written one by one.
    """
    unit = WORD if entries <= 2 * WORD else LINE
    width = -(-entries // unit) * unit
    buffer = np.zeros(rows * width + LINE, np.int8)
    first = -buffer.ctypes.data % LINE
    return buffer[first : first + rows * width].reshape(rows, width)


@inlined
def prefetch(rows: np.ndarray, i: int) -> None:
    """Prefetch row `i` of an array, without waiting, so that a large batch does not wait for each game's memory."""
    first = rows.ctypes.data + i * rows.strides[0]
    for at in range(0, rows.strides[0], LINE):
        _prefetch_line(first + at)


@intrinsic("kschwert_env.engine.jit.intrinsics.prefetch_line")
def _prefetch_line(address: int) -> None:
    """Prefetch the cache line of an address; this changes nothing but timing."""
