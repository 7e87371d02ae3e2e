"""Arrays that the compiler knows to lie side by side."""

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from kschwert_env.engine.packed import packed

pytestmark = pytest.mark.needs_jit


@numba.njit
def doubled(array: np.ndarray) -> None:
    array = packed(array)
    for i in range(array.shape[0]):
        array[i] *= 2


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
