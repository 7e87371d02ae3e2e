"""Matrix products and sums of rows in compiled code, without a library: bitwise equal results on every machine.

Numba would call BLAS, whose sums depend on the processor, and which needs SciPy. Plain loops over rows of 32 units took
five times as long. Therefore the innermost loop is generated explicitly: a few sums, each in a vector register.
"""

import numpy as np

from kschwert_env.engine.jit.compiling import intrinsic

LANES = 16
"""Number of columns that are summed in parallel: `padded` rounds the number of columns up to a multiple of it."""

_GENERATORS = "kschwert_env.nn.inference.intrinsics"


def padded(numbers: np.ndarray, axes: int = 1) -> np.ndarray:
    """Return an array with the last `axes` axes zero-padded to multiples of `LANES`: float32, C-contiguous."""
    behind = [(0, 0)] * (numbers.ndim - axes) + [(0, -size % LANES) for size in numbers.shape[-axes:]]
    return np.ascontiguousarray(np.pad(numbers, behind), np.float32)


@intrinsic(f"{_GENERATORS}.add_products")
def add_products(x: np.ndarray, weights: np.ndarray, out: np.ndarray) -> None:
    """Add the matrix product of x (n, k) and weights (k, m) to out (n, m); all float32, C-contiguous and not
    overlapping.

    m must be a multiple of `LANES`. The products of an entry are added in order from 0 on, each rounded once.
    """
    out += x @ weights


@intrinsic(f"{_GENERATORS}.add_transposed_products")
def add_transposed_products(x: np.ndarray, y: np.ndarray, out: np.ndarray) -> None:
    """Add the matrix product of x (n, k), transposed, and y (n, m) to out (k, m), as `add_products` does."""
    out += x.T @ y


@intrinsic(f"{_GENERATORS}.add_rows")
def add_rows(x: np.ndarray, index: np.ndarray, start: int, end: int, first: int, out: np.ndarray) -> None:
    """Add some rows of x (n, m) to out (m,), in order: rows `first` + i for each i in index[start:end].

    x and out are float32, index is int64, all C-contiguous; m must be a multiple of `LANES`.
    """
    for i in index[start:end]:
        out += x[first + i]
