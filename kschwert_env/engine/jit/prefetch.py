"""Memory prefetching, so that a batch larger than the caches does not wait for the memory of each game."""

import numpy as np

from kschwert_env.engine.jit.compiling import inlined, intrinsic
from kschwert_env.engine.jit.packed import LINE


@inlined
def prefetch(rows: np.ndarray, i: int) -> None:
    """Prefetch row `i` of an array, without waiting."""
    first = rows.ctypes.data + i * rows.strides[0]
    for at in range(0, rows.strides[0], LINE):
        _prefetch_line(first + at)


@intrinsic("kschwert_env.engine.jit.intrinsics.prefetch_line")
def _prefetch_line(address: int) -> None:
    """Prefetch the cache line of an address; this changes nothing but timing."""
