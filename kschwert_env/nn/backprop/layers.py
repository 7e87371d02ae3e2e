"""Forward and backward pass of layers, over many rows of units. All numbers are float32, all arrays C-contiguous.

Units are padded with zeros to a multiple of `LANES`; activations and gradients of padding stay 0.
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.inference.layers import affine
from kschwert_env.nn.inference.matmul import LANES, add_products, add_transposed_products


class Layer(NamedTuple):
    """Weights of a layer with k inputs and m outputs; with a leading axis, of several layers."""

    weights: np.ndarray  # (k, m), for the forward pass
    transposed: np.ndarray  # (m, k), for the backward pass
    bias: np.ndarray  # (m,)


class Gradients(NamedTuple):
    """Accumulated gradient of a loss with respect to a `Layer`."""

    weights: np.ndarray  # (k, m)
    bias: np.ndarray  # (m,)


Linears = nn.Linear | nn.ModuleList
"""A linear layer of PyTorch, or several of the same size."""


def make_layer(linears: Linears) -> Layer:
    """Return a copy of the current weights of PyTorch layers."""
    several = _as_list(linears)
    outputs, inputs = (padded_size(size) for size in several[0].weight.shape) if several else (0, 0)
    shapes = (inputs, outputs), (outputs, inputs), (outputs,)
    layer = Layer(*(np.zeros((len(several), *shape), np.float32) for shape in shapes))
    for i, linear in enumerate(several):
        learned, bias = to_numpy(linear.weight), linear.bias
        m, k = learned.shape
        layer.weights[i, :k, :m], layer.transposed[i, :m, :k] = learned.T, learned
        if bias is not None:
            layer.bias[i, :m] = to_numpy(bias)
    return Layer(*(array[0] for array in layer)) if isinstance(linears, nn.Linear) else layer


def _as_list(linears: Linears) -> list[nn.Linear]:
    return [linears] if isinstance(linears, nn.Linear) else list(linears)  # type: ignore[arg-type]


def zero_gradients(layer: Layer, count: int) -> Gradients:
    """Return `count` zero gradients, along a leading axis."""
    return Gradients(*(np.zeros((count, *array.shape), np.float32) for array in (layer.weights, layer.bias)))


def torch_gradients(linears: Linears, gradients: Gradients) -> dict[Tensor, np.ndarray]:
    """Return the sum of gradients along their leading axis, by PyTorch parameter."""
    weights, biases = (array.sum(axis=0) for array in gradients)
    if isinstance(linears, nn.Linear):
        weights, biases = weights[None], biases[None]
    found: dict[Tensor, np.ndarray] = {}
    for linear, of_weights, of_bias in zip(_as_list(linears), weights, biases, strict=True):
        m, k = linear.weight.shape
        found[linear.weight] = of_weights[:k, :m].T
        if linear.bias is not None:
            found[linear.bias] = of_bias[:m]
    return found


def to_numpy(tensor: Tensor) -> np.ndarray:
    """Return a tensor as a NumPy array that shares its memory."""
    array: np.ndarray = tensor.detach().numpy()
    return array


def is_supported(tensor: Tensor) -> bool:
    """Return whether compiled code supports a tensor: JIT enabled, single precision, on a CPU."""
    return JIT and tensor.device.type == "cpu" and tensor.dtype == torch.float32


def padded_size(units: int) -> int:
    """Return the size rounded up to a multiple of `LANES`."""
    return -(-units // LANES) * LANES


@inlined
def select_layer(layers, i):
    """Return one of several layers."""
    return Layer(layers.weights[i], layers.transposed[i], layers.bias[i])


@inlined
def select_gradients(gradients, i):
    """Return one of several gradients."""
    return Gradients(gradients.weights[i], gradients.bias[i])


@compiled
def layer_forward(layer, x, out):
    """Evaluate the layer on each row of x (n, k), into out (n, m)."""
    affine(x, layer.weights, layer.bias, out)


@compiled
def input_grad(layer, gradient, out):
    """Add to out (n, k) the gradient of the inputs, given that of the outputs, `gradient` (n, m)."""
    add_products(gradient, layer.transposed, out)


@compiled
def weight_grad(gradients, x, gradient):
    """Add to `gradients` the gradient of the weights, given the inputs x (n, k) and `gradient` (n, m) of the
    outputs.
    """
    add_transposed_products(x, gradient, gradients.weights)
    for i in range(gradient.shape[0]):
        add(gradient[i], gradients.bias)


@compiled
def relu_backward(x, gradient):
    """Turn the gradient (n, m) after a ReLU, in place, into that before it; x (n, m) is the output of the ReLU."""
    for i in range(x.shape[0]):
        row, of_row = packed(x[i]), packed(gradient[i])
        for j in range(row.shape[0]):
            of_row[j] = of_row[j] if row[j] > 0 else of_row.dtype.type(0)


@compiled
def sparse_forward(observation, entries, scale, layer, out):
    """Evaluate the layer on some scaled entries of an observation, into out (m,). Zero entries are skipped."""
    copy(layer.bias, out)
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            add_times(layer.weights[i], entry * scale[i], out)


@compiled
def sparse_weight_grad(observation, entries, scale, gradients, gradient):
    """Add the gradient of the weights, given that of the outputs, (m,), and the inputs of `sparse_forward`."""
    add(gradient, gradients.bias)
    for i in range(entries.shape[0]):
        entry = observation[entries[i]]
        if entry != 0:
            add_times(gradient, entry * scale[i], gradients.weights[i])


@compiled
def clear(x):
    """Set all rows of x (n, m) to zeros."""
    for i in range(x.shape[0]):
        row = packed(x[i])
        for j in range(row.shape[0]):
            row[j] = 0


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
    for j in range(x.shape[0]):
        out[j] += factor * x[j]
