"""Marks on cards in stacks (N3)."""

import numpy as np

from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.politics_and_intrigue.kernel.zones import stacks


def marks_in(state: PlainRecord, stack: int) -> np.ndarray:
    """Return who has seen the cards of a stack, from its top, as bits of seats (N3)."""
    first = plain(stacks.start)(state, stack)
    marks: np.ndarray = state.stack_marks[first : first + state.stack_sizes[stack]]
    return marks
