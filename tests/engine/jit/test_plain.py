"""`plain` runs compiled functions, and all that they call, as ordinary Python on a copy of a record."""
# mypy: allow-untyped-calls

from types import SimpleNamespace

import numpy as np
import pytest

from kschwert_env.engine.compiled import rng
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.plain import PlainRecord, plain

DTYPE = np.dtype([("king", np.int8), ("hands", np.int8, (2,)), ("blank", [("king", np.int8)])])


@inlined
def doubled(number):  # type: ignore[no-untyped-def]
    return 2 * number


@compiled
def total(state):  # type: ignore[no-untyped-def]
    count = 0
    for seat in range(2):
        count += doubled(state.hands[seat])
    return count + state.blank.king


@compiled
def factorial(number):  # type: ignore[no-untyped-def]
    return 1 if number == 0 else number * factorial(number - 1)


@compiled
def crown(state, seat):  # type: ignore[no-untyped-def]
    state.king = seat
    return total(state)


def record() -> np.void:
    states = np.zeros(1, DTYPE)
    states["hands"] = 100
    states["blank"]["king"] = 7
    return states[0]


def test_callees_run_as_python_and_in_64_bits() -> None:
    assert plain(total)(record()) == 407


def test_a_function_may_call_itself() -> None:
    assert plain(factorial)(20) == 2432902008176640000


def test_a_record_does_not_change() -> None:
    state = record()
    assert plain(crown)(state, 1) == 407
    assert state["king"] == 0


def test_calls_on_a_plain_record_see_each_others_changes() -> None:
    state = PlainRecord(record())
    plain(crown)(state, 1)
    assert state.king == 1


def test_any_object_with_the_attributes_serves_as_a_record() -> None:
    assert plain(total)(SimpleNamespace(hands=[1, 2], blank=SimpleNamespace(king=3))) == 9


def test_functions_of_other_modules_are_called() -> None:
    stream = np.array([1, 2, 3, 4], np.uint32)
    assert 0 <= plain(rng.below)(stream, 6) < 6


def test_a_field_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="queen"):
        _ = PlainRecord(record()).queen
