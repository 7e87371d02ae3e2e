"""Arrays with a constant stride."""

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from kschwert_env.engine.jit.packed import LINE, cache_aligned_zeros, packed, whole_words

pytestmark = pytest.mark.needs_jit


@numba.njit
def doubled(array: np.ndarray) -> None:
    array = packed(array)
    for i in range(array.shape[0]):
        array[i] *= 2


@numba.njit
def summed(array: np.ndarray) -> int:
    words = whole_words(array)
    total = 0
    for i in range(words.shape[0]):
        total += words[i]
    return total


@numba.njit
def overwritten(array: np.ndarray) -> None:
    whole_words(array)[0] = 0


@pytest.mark.parametrize("dtype", [np.int8, np.uint32, np.int64])
def test_the_entries_are_the_same(dtype: type) -> None:
    whole: np.ndarray = np.arange(60, dtype=dtype).reshape(3, 20)
    doubled(whole[1])
    expected = np.arange(60).reshape(3, 20)
    expected[1] *= 2
    assert whole.tolist() == expected.tolist()


@pytest.mark.parametrize("array", [np.zeros(10)[::2], np.zeros((2, 5))], ids=["strided", "two dimensions"])
def test_other_arrays_are_refused(array: np.ndarray) -> None:
    with pytest.raises(TypingError, match="takes a C-contiguous array of one dimension"):
        doubled(array)


@pytest.mark.parametrize("length", [0, 7, 8, 21, 40])
def test_words_of_eight_entries(length: int) -> None:
    """The address is not a multiple of eight, and the array may be read-only."""
    entries: np.ndarray = (np.arange(50, dtype=np.int8) % 10)[3 : 3 + length]
    entries.flags.writeable = False
    words = [int.from_bytes(entries[at : at + 8].tobytes(), "little") for at in range(0, length // 8 * 8, 8)]
    assert summed(entries) == sum(words)
    with pytest.raises(TypingError, match="Cannot modify readonly array"):
        overwritten(entries)


def test_words_of_other_entries_are_refused() -> None:
    with pytest.raises(TypingError, match="takes a C-contiguous int8 array"):
        summed(np.zeros(16, np.int16))


@pytest.mark.parametrize(("entries", "width"), [(1, 8), (9, 16), (17, 64), (64, 64), (65, 128), (628, 640)])
def test_rows_are_whole_words_or_share_no_line(entries: int, width: int) -> None:
    rows = cache_aligned_zeros(3, entries)
    assert rows.shape == (3, width)
    assert rows.flags.c_contiguous
    assert rows.ctypes.data % LINE == 0
    assert not rows.any()
