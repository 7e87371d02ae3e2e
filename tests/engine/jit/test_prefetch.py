"""Memory prefetching."""

import numba
import numpy as np
import pytest

from kschwert_env.engine.jit.packed import LINE, prefetch

pytestmark = pytest.mark.needs_jit


@numba.njit
def asked_for(rows: np.ndarray, i: int) -> None:
    prefetch(rows, i)


@pytest.mark.parametrize("width", [0, 1, LINE, 10 * LINE + 1])
def test_nothing_changes(width: int) -> None:
    rows: np.ndarray = np.arange(5 * width, dtype=np.int8).reshape(5, width)
    before = rows.copy()
    for i in range(5):
        asked_for(rows, i)
    assert (rows == before).all()


def test_rows_of_records_are_asked_for_too() -> None:
    records = np.zeros(3, [("one", np.int8), ("other", np.float64, 20)])
    asked_for(records, 2)
    assert not records["other"].any()


def test_the_processor_is_asked() -> None:
    asked_for(np.zeros((2, 8), np.int8), 1)
    assert "call void @llvm.prefetch" in "".join(asked_for.inspect_llvm().values())
