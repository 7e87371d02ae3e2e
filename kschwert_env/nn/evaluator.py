"""Choose the evaluator of a network during training: compiled code for a graph network on a CPU, otherwise PyTorch.

Compiled code takes 0.5 to 0.65 of the time of PyTorch for a graph network on one core, and 0.3 to 0.4 of the time of
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
from kschwert_env.nn.backprop import FOLDER, batches, graph
from kschwert_env.nn.backprop.layers import Gradients, is_supported, make_layer, torch_gradients, zero_gradients
from kschwert_env.nn.networks import GraphNetwork, Network, masked

GRADIENT_PARTS = 8
"""Number of parts of a batch whose gradients are summed separately, so that results do not depend on the number of
threads.
"""


@dataclass
class _Cache:
    """Data of a graph network that outlives its weights.

    Buffers are reused: the operating system fills new memory with zeros, which took up to a fifth of the time.
    """

    indices: graph.Indices
    # buffers for many groups, currently unused
    free_activations: list[graph.SavedActivations] = field(default_factory=list)
    # workspace of a thread, and buffer for one group
    free_workspaces: list[tuple[graph.Workspace, graph.SavedActivations]] = field(default_factory=list)


_caches: WeakKeyDictionary[GraphNetwork, _Cache] = WeakKeyDictionary()
"""Caches by network."""

T = TypeVar("T")

Evaluator = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""Function from observations and masks to masked logits and values, as a `Network` is when called."""


def make_evaluator(network: Network) -> Evaluator:
    """Return an evaluator with the current weights of the network, for playing."""
    evaluate = make_training_evaluator(network)
    if isinstance(evaluate, CompiledGraphNetwork):
        return evaluate

    def with_masks(observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = evaluate(observations, masks)
        return masked(logits, masks), values

    return with_masks


def make_training_evaluator(network: Network) -> Evaluator:
    """Return an evaluator for training: gradients reach the parameters; logits of illegal actions may be anything.

    In mixed precision, results are in single precision nevertheless.
    """
    if type(network) is GraphNetwork and is_supported(network.value.weight):
        return CompiledGraphNetwork(network)
    kind: Any = type(network)  # `nn.Module` hides that classes are hashable
    function = partial(_torch_compiled(kind), network) if network.torch_compile else network.logits_and_values

    def evaluate(observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        logits, values = function(observations)
        return (logits.float(), values.float()) if logits.dtype == torch.bfloat16 else (logits, values)

    return evaluate


@cache
def _torch_compiled(kind: Any) -> Callable[[Network, Tensor], tuple[Tensor, Tensor]]:
    """Return the function of a class of networks, compiled for any number of decisions."""
    function: Callable[[Network, Tensor], tuple[Tensor, Tensor]] = torch.compile(kind.logits_and_values, dynamic=True)
    return function


class CompiledGraphNetwork:
    """Graph network with its current weights, in compiled code. Autograd can backpropagate to its parameters.

    Attributes:
        parameters: parameters of the network.
        layers: layers in the layout of compiled code.
    """

    def __init__(self, network: GraphNetwork) -> None:
        """Copy the weights; compile if the code is not cached."""
        self._linears = [getattr(network, name) for name in graph.Layers._fields]
        self.layers = graph.Layers(*map(make_layer, self._linears))
        self._num_values = network.value.out_features
        self.parameters = [parameter for linears in self._linears for parameter in linears.parameters()]
        if network not in _caches:
            _caches[network] = _Cache(graph.indices_of(network))
        self._cache = _caches[network]
        with compiling(FOLDER, "graph", "the graph network, for learning") as first_time:
            if first_time:
                observations, masks = (np.zeros((1, size), np.int8) for size in network.sizes[:2])
                saved = self.new_activations(1)
                logits, values = self.forward(observations, masks, saved)
                self.backward(observations, masks, saved, logits.numpy(), values.numpy())

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values, as `Network.forward` does."""
        inputs = observations.contiguous().numpy(), masks.contiguous().numpy()
        if not torch.is_grad_enabled():
            return self.forward(*inputs, saved=None)
        logits, values = _GraphFunction.apply(self, inputs, *self.parameters)  # type: ignore[no-untyped-call]
        return logits, values

    def new_activations(self, decisions: int) -> graph.SavedActivations:
        """Return a buffer for the activations of this many decisions, which `backward` needs."""
        buffer, count = _pop_or_none(self._cache.free_activations), _num_groups(decisions)
        if buffer is None or len(buffer.globals) < count:
            return graph.new_activations(self.layers, self._cache.indices, count, batches.SIZE)
        return buffer

    def forward(
        self, observations: np.ndarray, masks: np.ndarray, saved: graph.SavedActivations | None
    ) -> tuple[Tensor, Tensor]:
        """Return masked logits and values, and store the activations in `saved`."""
        logits, values = torch.empty(masks.shape), torch.empty(len(masks), self._num_values)
        count = _num_groups(len(masks))

        def work(thread: int, threads: int) -> None:
            start, end = count * thread // threads, count * (thread + 1) // threads
            with self._borrow_workspace() as (workspace, single_group):
                inputs = self.layers, self._cache.indices, single_group if saved is None else saved, workspace
                outputs = logits.numpy(), values.numpy()
                batches.forward(*inputs, observations, masks, *outputs, start, end)  # type: ignore[no-untyped-call]

        _run_in_threads(work, count)
        return logits, values

    def backward(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        saved: graph.SavedActivations,
        logit_grads: np.ndarray,
        value_grads: np.ndarray,
    ) -> list[Tensor]:
        """Return the gradients of all parameters, given those of logits and values. `saved` becomes free for reuse."""
        count = _num_groups(len(masks))
        gradients = [zero_gradients(layer, GRADIENT_PARTS) for layer in self.layers]

        def work(thread: int, threads: int) -> None:
            with self._borrow_workspace() as (workspace, _):
                inputs = self.layers, self._cache.indices, saved, workspace, observations, masks
                for part in range(thread, GRADIENT_PARTS, threads):
                    of_part: list[Any] = [Gradients(*(array[part] for array in each)) for each in gradients]
                    start, end = count * part // GRADIENT_PARTS, count * (part + 1) // GRADIENT_PARTS
                    outputs = logit_grads, value_grads, graph.Layers(*of_part)
                    batches.backward(*inputs, *outputs, start, end)  # type: ignore[no-untyped-call]

        _run_in_threads(work, GRADIENT_PARTS)
        self._cache.free_activations.append(saved)
        by_parameter: dict[Tensor, np.ndarray] = {}
        for linears, each in zip(self._linears, gradients, strict=True):
            by_parameter |= torch_gradients(linears, each)
        return [torch.from_numpy(np.ascontiguousarray(by_parameter[parameter])) for parameter in self.parameters]

    @contextmanager
    def _borrow_workspace(self) -> Iterator[tuple[graph.Workspace, graph.SavedActivations]]:
        """Yield a workspace for one thread, and a buffer for the activations of one group."""
        workspace, layers, indices = _pop_or_none(self._cache.free_workspaces), self.layers, self._cache.indices
        if workspace is None:
            one_group = graph.new_activations(layers, indices, 1, batches.SIZE)
            workspace = graph.new_workspace(layers, indices, batches.SIZE), one_group
        yield workspace
        self._cache.free_workspaces.append(workspace)


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
        return None, None, *network.backward(*of, logit_grads.contiguous().numpy(), value_grads.contiguous().numpy())


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
