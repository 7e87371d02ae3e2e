"""Generated code: adjacent entries are vectorized, with and without a loop."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numba
import numpy as np
import pytest

from kschwert_env.engine.jit.compiling import compiled, noalias
from kschwert_env.engine.jit.linking import EntryPointCompiler
from kschwert_env.engine.jit.packed import packed

pytestmark = pytest.mark.needs_jit

_njit: Any = numba.njit  # its types know no options that begin with an underscore


def code_of(function: Callable[..., None], *arguments: np.ndarray) -> str:
    """Call a function through an entry point; return its LLVM code."""
    whole = _njit(_nrt=False, pipeline_class=EntryPointCompiler)(function)
    whole(*arguments)
    (code,) = whole.inspect_llvm().values()
    return str(code)


def add_one(out: np.ndarray) -> None:
    """Add one to each entry, without a loop."""
    out = packed(out)
    out[0] += 1
    out[1] += 1
    out[2] += 1
    out[3] += 1
    out[4] += 1
    out[5] += 1
    out[6] += 1
    out[7] += 1


def test_entries_are_handled_together_where_no_loop_is_left() -> None:
    out = np.arange(9, dtype=np.int8)
    assert "add <8 x i8>" in code_of(add_one, out)
    assert out.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 8]


def repeat(counts: np.ndarray, out: np.ndarray) -> None:
    """Write the first count everywhere."""
    counts, out = packed(counts), packed(out)
    for i in range(out.shape[0]):
        out[i] = counts[0] + 1


@pytest.mark.parametrize(("decorate", "is_told"), [(noalias, True), (compiled, False)])
def test_what_lies_apart_is_read_once(decorate: Callable[..., Any], is_told: bool) -> None:
    part = decorate(repeat)

    def call(counts: np.ndarray, out: np.ndarray) -> None:
        part(counts, out)

    counts, out = np.array([4], np.int8), np.zeros(100, np.int8)
    code = code_of(call, counts, out)
    assert (out == 5).all()
    assert ("memcheck" not in code) is is_told


@compiled
def doubled(value: int) -> int:
    """Return twice the value."""
    return 2 * value


@compiled
def quadrupled(value: int) -> int:
    """Return four times the value."""
    return doubled(doubled(value))


def test_numba_s_own_functions_can_call_ours() -> None:
    """They get our functions with everything that these call."""
    own = _njit(lambda value: quadrupled(value) + doubled(value))
    assert own(5) == 30


class Small(IntEnum):
    """A constant."""

    THREE = 3


def test_a_function_is_compiled_once_for_all_kinds_of_integers() -> None:
    @compiled
    def increased(value: int) -> int:
        return value + 1

    def call(values: np.ndarray, out: np.ndarray) -> None:
        out[0] = increased(values[0])
        out[1] = increased(7)
        out[2] = increased(Small.THREE)

    out = np.zeros(3, np.int64)
    code_of(call, np.array([4], np.int8), out)
    assert out.tolist() == [5, 8, 4]
    assert len(increased.signatures) == 1  # type: ignore[attr-defined]
