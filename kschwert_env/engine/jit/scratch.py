"""Temporary arrays inside compiled functions, on the stack, so that nothing is allocated."""

import numpy as np

from kschwert_env.engine.jit.compiling import intrinsic


@intrinsic("kschwert_env.engine.jit.intrinsics.scratch_literal")
def scratch(size: int) -> np.ndarray:
    """Return an uninitialized float64 array with `size` entries, a constant.

    It is valid until the calling function returns; callees may use it.
    """
    return np.empty(size)
