"""Compiled functions as ordinary Python."""

import numpy as np

from kschwert_env.engine import piles
from kschwert_env.engine.compiling import JIT
from kschwert_env.engine.plain import fields, plain
from kschwert_env.engine.streams import CHANCE, seeded


def test_a_compiled_function_and_all_that_it_calls_run_as_python() -> None:
    pile, stream = np.array([0, 2, 1]), seeded(3, 1)[0, CHANCE]
    drawn = [plain(piles).take_any(pile, 3, stream) for _ in range(3)]
    assert (sorted(drawn), pile.tolist()) == ([1, 1, 2], [0, 0, 0])


def test_a_module_is_copied_once_and_stays_as_it_is() -> None:
    assert plain(piles) is plain(piles)
    assert (plain(piles) is piles) == (not JIT)
    assert hasattr(piles.take_any, "py_func") == JIT


def test_fields_are_read_as_attributes() -> None:
    record = np.zeros(1, [("turn", np.int64), ("hands", np.int8, (2,))])[0]
    record["turn"], record["hands"] = 4, (1, 2)
    read = fields(record)
    assert (read.turn, read.hands.tolist()) == (4, [1, 2])
