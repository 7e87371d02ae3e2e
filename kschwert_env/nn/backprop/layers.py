"""Backward pass of layers, over many rows of units. All numbers are float32, all arrays C-contiguous."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.layers import add, add_times, clear
from kschwert_env.nn.inference.matmul import add_products, add_rows, add_transposed_products


@compiled
def input_gradients(transposed, gradient, out):
    """Write the gradient of inputs into out (n, k), given transposed weights, (m, k), and that of outputs, (n, m)."""
    clear(out)
    add_products(gradient, transposed, out)


@compiled
def add_gradients(layer, every, x, gradient):
    """Add to `layer`, gradients of weights and bias, the contribution of inputs x (n, k).

    `gradient`, (n, m), is that of the outputs; `every` are the numbers from 0 on, at least n.
    """
    add_transposed_products(x, gradient, layer.weights)
    add_rows(gradient, every, 0, gradient.shape[0], 0, layer.bias)


@compiled
def relu_backward(x, gradient):
    """Turn the gradient (n, m) after a ReLU, in place, into that before it; x (n, m) is the output of the ReLU."""
    for i in range(x.shape[0]):
        row, of_row = packed(x[i]), packed(gradient[i])
        for j in range(row.shape[0]):
            of_row[j] = of_row[j] if row[j] > 0 else of_row.dtype.type(0)


@compiled
def add_entry_gradients(layer, observation, entries, gradient):
    """Add to `layer` the contribution of some entries of an observation, as inputs, and of the outputs' gradient, (m,).

    Zero entries are skipped.
    """
    add(gradient, layer.bias)
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            add_times(gradient, entry, layer.weights[i])
