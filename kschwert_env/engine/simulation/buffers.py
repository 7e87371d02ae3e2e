"""Arrays of the caller that a batch writes into."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from kschwert_env.engine.text.phrases import brief


def check_buffers(buffers: Mapping[str, Any], outputs: Mapping[str, np.ndarray]) -> None:
    """Check that arrays of the caller can take the place of `outputs` of the same names.

    An array has one row per game. Rows are contiguous; the distance between two rows is arbitrary, so that an array may
    be a field of a structured array, or columns of a matrix.

    Raises ValueError, naming the arrays: for an unknown name; for a shape or dtype that differs; for an array that is
    not aligned or not writable, or whose rows have gaps, overlap, or are in reverse order; and for arrays that share
    memory with each other or with an output that stays.
    """
    for name, array in buffers.items():
        if name not in outputs:
            raise ValueError(f"unknown array {brief(name)}; expected one of: {', '.join(sorted(outputs))}")
        shape, dtype = outputs[name].shape, outputs[name].dtype
        fits = isinstance(array, np.ndarray) and (array.shape, array.dtype) == (shape, dtype)
        if not fits or not array.flags.behaved or not _has_contiguous_rows(array):
            raise ValueError(
                f"{name} must be an aligned, writable array {dtype} {shape} of contiguous rows in ascending order"
            )
    for (name, array), (other, used) in itertools.combinations({**outputs, **buffers}.items(), 2):
        if {name, other} & set(buffers) and np.shares_memory(array, used):
            raise ValueError(f"{name} and {other} must not share memory: each step writes into both")


def _has_contiguous_rows(array: np.ndarray) -> bool:
    """Return whether the rows (first dimension) are contiguous and follow each other without overlap."""
    return array[:1].flags.c_contiguous and (len(array) == 1 or array.strides[0] >= array[:1].nbytes)


def wide_rows(array: np.ndarray) -> np.ndarray:
    """Return the rows of an array (games, entries) in the same memory as a C-contiguous array, for compiled code.

    The rows extend to the beginning of the next one, the last one by as much, which may be beyond the memory of the
    caller: only the first `array.shape[1]` entries may be touched. Compiled code takes contiguous arrays only.
    """
    if array.flags.c_contiguous:
        return array
    distance, entry = array.strides
    return as_strided(array, (len(array), distance // entry), (distance, entry))
