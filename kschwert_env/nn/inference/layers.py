"""What layers of all networks are made of; numbers are float32, and rows are (n, units) or one of them."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.matmul import add_products


@compiled
def fill(bias, out):
    """Every row of out (n, m) is the bias (m,)."""
    bias = packed(bias)
    for i in range(out.shape[0]):
        row = packed(out[i])
        for j in range(row.shape[0]):
            row[j] = bias[j]


@compiled
def affine(x, weights, bias, out):
    """A layer: each row of x (n, k) times the weights (k, m), with the bias (m,), into out (n, m)."""
    fill(bias, out)
    add_products(x, weights, out)


@compiled
def rectify(x):
    """ReLU of x (n, m)."""
    for i in range(x.shape[0]):
        row = packed(x[i])
        for j in range(row.shape[0]):
            row[j] = max(row[j], row.dtype.type(0))


@compiled
def add_entries(observation, entries, weights, out):
    """Add to out (1, m) those entries of an observation times the weights (k, m). Zeros cost nothing."""
    row = packed(out[0])
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            factor, of_entry = row.dtype.type(entry), packed(weights[i])
            for j in range(row.shape[0]):
                row[j] += factor * of_entry[j]
