"""Choose the evaluator of a network during training: compiled code for a graph network on a CPU, otherwise PyTorch.

Compiled code takes 0.4 to 0.5 of the time of PyTorch for a graph network on one core, and 0.3 of the time of
torch.compile (docs/training.md). For an MLP, which consists of a few large matrix products, it saved only 6 to 19 %, so
PyTorch evaluates it.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.nn.backprop import FOLDER, batches, graph
from kschwert_env.nn.inference import network_arrays
from kschwert_env.nn.inference.graph_layers import (
    Activations,
    Buffers,
    Layer,
    Layers,
    new_activations,
    new_buffers,
    torch_gradients,
    transpose,
    weights_from,
    zero_layers,
)
from kschwert_env.nn.networks import GraphNetwork, Network, masked

GRADIENT_PARTS = 8
"""Number of parts of a batch whose gradients are summed separately, so that results do not depend on the number of
threads.
"""


@dataclass
class _Cache:
    """Buffers of a graph network that are currently unused.

    They are reused: the operating system fills new memory with zeros, which took up to a fifth of the time.
    """

    gradients: list[Layers] = field(default_factory=list)  # of all parts
    activations: list[Activations] = field(default_factory=list)  # of many groups
    workspaces: list[tuple[Activations, Buffers, graph.GradientBuffers]] = field(default_factory=list)  # of a group


_caches: WeakKeyDictionary[GraphNetwork, _Cache] = WeakKeyDictionary()
"""Caches by network."""

T = TypeVar("T")

Evaluator = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""Function from observations and masks to masked logits and values, as a `Network` is when called."""


def make_evaluator(network: Network) -> Evaluator:
    """Return an evaluator with the current weights of the network. Gradients reach its parameters.

    In mixed precision, results are in single precision nevertheless.
    """
    if type(network) is GraphNetwork and JIT and _is_float32_on_cpu(network.value.weight):
        return CompiledGraphNetwork(network)
    kind: Any = type(network)  # `nn.Module` hides that classes are hashable
    function = partial(_torch_compiled(kind), network) if network.torch_compile else network.logits_and_values

    def evaluate(observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = function(observations)
        if logits.dtype == torch.bfloat16:
            logits, values = logits.float(), values.float()
        return masked(logits, masks), values

    return evaluate


def _is_float32_on_cpu(tensor: Tensor) -> bool:
    return tensor.device.type == "cpu" and tensor.dtype == torch.float32


@cache
def _torch_compiled(kind: Any) -> Callable[[Network, Tensor], tuple[Tensor, Tensor]]:
    """Return the function of a class of networks, compiled for any number of decisions."""
    function: Callable[[Network, Tensor], tuple[Tensor, Tensor]] = torch.compile(kind.logits_and_values, dynamic=True)
    return function


class CompiledGraphNetwork:
    """Graph network with its current weights, in compiled code. Autograd can backpropagate to its parameters.

    Attributes:
        parameters: parameters of the network.
    """

    def __init__(self, network: GraphNetwork) -> None:
        """Copy the weights; compile if the code is not cached."""
        self._names, self.parameters = zip(*network.named_parameters(), strict=True)
        self._parts = network_arrays(network)
        self._weights, self._num_values = weights_from(self._parts), network.value.out_features
        self._cache = _caches.setdefault(network, _Cache())
        with compiling(FOLDER, "graph", "the graph network, for learning") as first_time:
            if first_time:
                observations, masks = (np.zeros((1, size), np.int8) for size in network.sizes[:2])
                saved = self.new_activations(1)
                self.backward(observations, masks, saved, self.forward(observations, masks, saved))

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values, as `Network.forward` does."""
        inputs = observations.contiguous().numpy(), masks.contiguous().numpy()
        if not torch.is_grad_enabled():
            return self.forward(*inputs, saved=None)
        logits, values = _GraphFunction.apply(self, inputs, *self.parameters)  # type: ignore[no-untyped-call]
        return logits, values

    def new_activations(self, decisions: int) -> Activations:
        """Return a buffer for the activations of this many decisions, which `backward` needs."""
        buffer, count = _pop_or_none(self._cache.activations), _num_groups(decisions)
        if buffer is None or len(buffer.globals) < count:
            return new_activations(self._weights, batches.SIZE, count)
        return buffer

    def forward(self, observations: np.ndarray, masks: np.ndarray, saved: Activations | None) -> tuple[Tensor, Tensor]:
        """Return masked logits and values, and store the activations in `saved`."""
        logits, values = torch.empty(masks.shape), torch.empty(len(masks), self._num_values)
        count = _num_groups(len(masks))

        def work(thread: int, threads: int) -> None:
            start, end = count * thread // threads, count * (thread + 1) // threads
            with self._borrow_workspace() as (one_group, buffers, _):
                inputs = self._weights, one_group if saved is None else saved, buffers, observations, masks
                batches.forward(*inputs, logits.numpy(), values.numpy(), start, end)  # type: ignore[no-untyped-call]

        _run_in_threads(work, count)
        return logits, values

    def backward(
        self, observations: np.ndarray, masks: np.ndarray, saved: Activations, slopes: tuple[Tensor, Tensor]
    ) -> list[Tensor]:
        """Return the gradients of all parameters, given those of logits and values. `saved` becomes free for reuse."""
        gradients = _pop_or_none(self._cache.gradients) or zero_layers(self._parts, GRADIENT_PARTS)
        count, transposed = _num_groups(len(masks)), transpose(self._weights.layers)
        arrays = tuple(slope.contiguous().numpy() for slope in slopes)

        def work(thread: int, threads: int) -> None:
            with self._borrow_workspace() as (_, buffers, of_activations):
                inputs = self._weights, transposed, saved, buffers, of_activations, observations, masks, arrays
                for part in range(thread, GRADIENT_PARTS, threads):
                    start, end = count * part // GRADIENT_PARTS, count * (part + 1) // GRADIENT_PARTS
                    of_part = Layers(*(Layer(*(array[part] for array in each)) for each in gradients))
                    for array in (array for each in of_part for array in each):
                        array[:] = 0
                    batches.backward(*inputs, of_part, start, end)  # type: ignore[no-untyped-call]

        _run_in_threads(work, GRADIENT_PARTS)
        self._cache.activations.append(saved)
        total = Layers(*(Layer(*(array.sum(axis=0) for array in each)) for each in gradients))
        self._cache.gradients.append(gradients)
        found = torch_gradients(self._parts, total)
        return [torch.from_numpy(found[name]) for name in self._names]

    @contextmanager
    def _borrow_workspace(self) -> Iterator[tuple[Activations, Buffers, graph.GradientBuffers]]:
        """Yield activations and buffers of one group, for one thread."""
        weights, size = self._weights, batches.SIZE
        its = _pop_or_none(self._cache.workspaces) or (
            new_activations(weights, size, 1),
            new_buffers(weights, size),
            graph.new_gradient_buffers(weights, size),
        )
        yield its
        self._cache.workspaces.append(its)


class _GraphFunction(torch.autograd.Function):
    """Forward and backward pass for autograd."""

    @staticmethod
    def forward(
        ctx: Any, network: CompiledGraphNetwork, inputs: tuple[np.ndarray, np.ndarray], *_: Tensor
    ) -> tuple[Tensor, Tensor]:
        saved = network.new_activations(len(inputs[0]))
        ctx.of = network, *inputs, saved
        return network.forward(*inputs, saved)

    @staticmethod
    def backward(ctx: Any, logit_grads: Tensor, value_grads: Tensor) -> tuple[Tensor | None, ...]:
        if not hasattr(ctx, "of"):
            raise RuntimeError(
                "the backward pass of an evaluation can run only once; evaluate again to get new gradients"
            )
        network, *of = ctx.of
        del ctx.of  # the saved activations can be used only once
        return None, None, *network.backward(*of, (logit_grads, value_grads))


def _pop_or_none(spare: list[T]) -> T | None:
    """Return and remove the last item of a list that threads share; None if it is empty."""
    try:
        return spare.pop()
    except IndexError:
        return None


def _num_groups(decisions: int) -> int:
    """Return the number of groups that this many decisions make."""
    return -(-decisions // batches.SIZE)


def _run_in_threads(work: Callable[[int, int], None], most: int) -> None:
    """Run `work(thread, threads)` in each of PyTorch's number of threads, at most `most`."""
    threads = max(1, min(torch.get_num_threads(), most))
    others = [_thread_pool(os.getpid()).submit(work, thread, threads) for thread in range(1, threads)]
    work(0, threads)
    for other in others:
        other.result()


@cache
def _thread_pool(process: int) -> ThreadPoolExecutor:
    """Return the threads of this process; threads do not survive a fork."""
    return ThreadPoolExecutor()
