"""Checks of arrays of the caller that a batch writes into."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.text import brief


def check_buffers(given: Mapping[str, Any], outputs: Mapping[str, np.ndarray]) -> None:
    """Check that arrays of the caller can take the place of `outputs` of the same names.

    Raises ValueError, naming the arrays: for an unknown name; for a shape or dtype that differs; for an array that is
    not contiguous, such as a strided or reversed view, not aligned or not writable; and for arrays that share memory
    with each other or with an output that stays.
    """
    for name, array in given.items():
        if name not in outputs:
            raise ValueError(f"unknown array {brief(name)}; expected one of: {', '.join(sorted(outputs))}")
        shape, dtype = outputs[name].shape, outputs[name].dtype
        fits = isinstance(array, np.ndarray) and (array.shape, array.dtype) == (shape, dtype)
        if not fits or not array.flags.carray:
            raise ValueError(f"{name} must be a contiguous, aligned, writable array {dtype} {shape}")
    for (name, array), (other, used) in itertools.combinations({**outputs, **given}.items(), 2):
        if {name, other} & set(given) and np.may_share_memory(array, used):  # exact for contiguous arrays
            raise ValueError(f"{name} and {other} must not share memory: each step writes into both")
