"""Building blocks of all networks. Numbers are float32; rows are (n, units)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.matmul import add_products


@compiled
def fill(bias, out):
    """Set every row of out (n, m) to the bias (m,)."""
    for i in range(out.shape[0]):
        copy(bias, out[i])


@compiled
def clear(x):
    """Set all rows of x (n, m) to zeros."""
    for i in range(x.shape[0]):
        row = packed(x[i])
        for j in range(row.shape[0]):
            row[j] = 0


@compiled
def affine(x, weights, bias, out):
    """Write the affine layer x (n, k) times weights (k, m) plus bias (m,) into out (n, m)."""
    fill(bias, out)
    add_products(x, weights, out)


@compiled
def rectify(x):
    """Apply ReLU to x (n, m) in place."""
    for i in range(x.shape[0]):
        row = packed(x[i])
        for j in range(row.shape[0]):
            row[j] = max(row[j], row.dtype.type(0))


@compiled
def add_entries(observation, entries, weights, out):
    """Add some entries of an observation times weights (k, m) to out (m,). Zero entries are skipped."""
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            add_times(weights[i], entry, out)


@inlined
def copy(x, out):
    """Copy one row to another."""
    x, out = packed(x), packed(out)
    for j in range(x.shape[0]):
        out[j] = x[j]


@inlined
def add(x, out):
    """Add one row to another."""
    x, out = packed(x), packed(out)
    for j in range(x.shape[0]):
        out[j] += x[j]


@inlined
def add_times(x, factor, out):
    """Add one row times a factor to another."""
    x, out = packed(x), packed(out)
    factor = out.dtype.type(factor)
    for j in range(x.shape[0]):
        out[j] += factor * x[j]
