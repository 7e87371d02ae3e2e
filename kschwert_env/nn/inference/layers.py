"""Building blocks of all networks. Numbers are float32; rows are (n, units)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.matmul import add_products


@compiled
def fill(bias, out):
    """Set every row of out (n, m) to the bias (m,)."""
    bias = packed(bias)
    for i in range(out.shape[0]):
        row = packed(out[i])
        for j in range(row.shape[0]):
            row[j] = bias[j]


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
    """Add some entries of an observation times weights (k, m) to out (1, m). Zero entries are skipped."""
    row = packed(out[0])
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            factor, of_entry = row.dtype.type(entry), packed(weights[i])
            for j in range(row.shape[0]):
                row[j] += factor * of_entry[j]
