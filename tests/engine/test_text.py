"""Display of untrusted values and of error messages."""

from typing import NoReturn

import numpy as np

from kschwert_env.engine.text.phrases import brief, reason


class Stranger:
    def __repr__(self) -> NoReturn:
        raise RuntimeError


def test_a_value_is_shown_in_one_line_and_cut_off_where_it_is_long() -> None:
    assert brief("five") == "'five'"
    assert brief(np.zeros((2, 2), np.int8)) == "array([[0, 0], [0, 0]], dtype=int8)"
    assert brief("x" * 300) == "'" + "x" * 199 + "..."
    assert brief(Stranger()) == "<Stranger>"


def test_a_reason_is_told_in_one_line() -> None:
    assert reason(KeyError("about")) == "missing key 'about'"
    assert reason(KeyError()) == "KeyError"
    assert reason(ValueError("so\nand so")) == "so"
