"""Choose what evaluates a network while it trains: compiled code for a graph network on a CPU, else torch.

With compiled code an iteration of PPO with a graph network takes half the time on one core. An MLP, all of whose work
is a few large products of matrices, gains 6 to 19 % with everything compiled, so torch evaluates it.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from kschwert_env.engine.jit.compiling import compiling
from kschwert_env.nn.backprop import FOLDER, batches, graph
from kschwert_env.nn.backprop.layers import Gradients, is_supported, make_layer, torch_gradients, zero_gradients
from kschwert_env.nn.networks import GraphNetwork, Network

GRADIENT_PARTS = 8
"""Of decisions, in which torch_gradients are summed up, so that they do not depend on the number of threads."""


@dataclass
class _Cache:
    """What lasts of a graph network while its weights change.

    Memory is used again: what the system hands out it fills with zeros first, which took up to a fifth of the time.
    """

    indices: graph.Indices
    free_activations: list[graph.SavedActivations] = field(
        default_factory=list
    )  # for what is known of many groups, as far as it is not in use
    free_workspaces: list[tuple[graph.Workspace, graph.SavedActivations]] = field(
        default_factory=list
    )  # for a thread, and one group; likewise


_caches: WeakKeyDictionary[GraphNetwork, _Cache] = WeakKeyDictionary()
"""Of networks that have been judged network."""

T = TypeVar("T")

Evaluator = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""What a `Network` is when it is called."""


def make_evaluator(network: Network) -> Evaluator:
    """What judges as the network does, with its weights as they are now, for playing."""
    return _compiled(network) or network


def make_training_evaluator(network: Network) -> Evaluator:
    """The same for learning: torch can go back to the network's parameters, and illegal actions have any logits."""
    return _compiled(network) or (lambda observations, _: network.logits_and_values(observations))


def _compiled(network: Network) -> "CompiledGraphNetwork | None":
    return (
        CompiledGraphNetwork(network) if type(network) is GraphNetwork and is_supported(network.value.weight) else None
    )


class CompiledGraphNetwork:
    """A graph network as it is now, in compiled code. Torch can go back from what it returns to its parameters.

    Attributes:
        parameters: those of the network.
        layers: what they are.
    """

    def __init__(self, network: GraphNetwork) -> None:
        """Compiles where that was not done before."""
        self._linears = [getattr(network, name) for name in graph.Layers._fields]
        self.layers = graph.Layers(*map(make_layer, self._linears))
        self.parameters = [parameter for linears in self._linears for parameter in linears.parameters()]
        if network not in _caches:
            _caches[network] = _Cache(graph.indices_of(network))
        self._cache = _caches[network]
        with compiling(FOLDER, "graph", "the graph network, for learning") as first_time:
            if first_time:
                observations, masks = (np.zeros((1, size), np.int8) for size in network.sizes)
                saved = self.new_activations(1)
                logits, values = self.forward(observations, masks, saved)
                self.backward(observations, masks, saved, logits.numpy(), values.numpy())

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Masked logits and values, as of `Network.forward`."""
        inputs = observations.contiguous().numpy(), masks.contiguous().numpy()
        if not torch.is_grad_enabled():
            return self.forward(*inputs, saved=None)
        logits, values = _GraphFunction.apply(self, inputs, *self.parameters)  # type: ignore[no-untyped-call]
        return logits, values

    def new_activations(self, decisions: int) -> graph.SavedActivations:
        """Workspace for what `backward` needs to know of so many."""
        found, count = _pop_or_none(self._cache.free_activations), _num_groups(decisions)
        if found is None or len(found.globals) < count:
            return graph.new_activations(self.layers, self._cache.indices, count, batches.SIZE)
        return found

    def forward(
        self, observations: np.ndarray, masks: np.ndarray, saved: graph.SavedActivations | None
    ) -> tuple[Tensor, Tensor]:
        """Masked logits and values; what led to them goes into `saved`."""
        logits, values = torch.empty(masks.shape), torch.empty(len(masks))
        found, count = (logits.numpy(), values.numpy()), _num_groups(len(masks))

        def work(thread: int, threads: int) -> None:
            ends = (count * i // threads for i in (thread, thread + 1))
            with self._borrow_workspace() as (workspace, single_group):
                known = self.layers, self._cache.indices, single_group if saved is None else saved, workspace
                batches.forward(*known, observations, masks, *found, *ends)  # type: ignore[no-untyped-call]

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
        """The torch_gradients of all parameters, from those of logits and values. What was saved is used up."""
        count = _num_groups(len(masks))
        gradients = [zero_gradients(layer, GRADIENT_PARTS) for layer in self.layers]

        def work(thread: int, threads: int) -> None:
            with self._borrow_workspace() as (workspace, _):
                known = self.layers, self._cache.indices, saved, workspace
                for part in range(thread, GRADIENT_PARTS, threads):
                    of_part: list[Any] = [Gradients(*(array[part] for array in each)) for each in gradients]
                    ends = (count * i // GRADIENT_PARTS for i in (part, part + 1))
                    given = observations, masks, logit_grads, value_grads, graph.Layers(*of_part)
                    batches.backward(*known, *given, *ends)  # type: ignore[no-untyped-call]

        _run_in_threads(work, GRADIENT_PARTS)
        self._cache.free_activations.append(saved)
        found: dict[Tensor, np.ndarray] = {}
        for linears, each in zip(self._linears, gradients, strict=True):
            found |= torch_gradients(linears, each)
        return [torch.from_numpy(np.ascontiguousarray(found[parameter])) for parameter in self.parameters]

    @contextmanager
    def _borrow_workspace(self) -> Iterator[tuple[graph.Workspace, graph.SavedActivations]]:
        """For the work of a thread, and to keep one group."""
        workspace, known = _pop_or_none(self._cache.free_workspaces), (self.layers, self._cache.indices)
        if workspace is None:
            workspace = graph.new_workspace(*known, batches.SIZE), graph.new_activations(*known, 1, batches.SIZE)
        yield workspace
        self._cache.free_workspaces.append(workspace)


class _GraphFunction(torch.autograd.Function):
    """Both directions, as torch asks for them."""

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
        del ctx.of  # what was saved can be gone back from once
        return None, None, *network.backward(*of, logit_grads.contiguous().numpy(), value_grads.contiguous().numpy())


def _pop_or_none(spare: list[T]) -> T | None:
    """The last of them, if there is one: other threads take some, too."""
    try:
        return spare.pop()
    except IndexError:
        return None


def _num_groups(decisions: int) -> int:
    """How many there are of so many decisions."""
    return -(-decisions // batches.SIZE)


def _run_in_threads(work: Callable[[int, int], None], most: int) -> None:
    """Do the work once in each thread, by number; as many as torch has, but no more than `most`."""
    threads = max(1, min(torch.get_num_threads(), most))
    others = [_thread_pool(os.getpid()).submit(work, thread, threads) for thread in range(1, threads)]
    work(0, threads)
    for other in others:
        other.result()


@cache
def _thread_pool(process: int) -> ThreadPoolExecutor:
    """Threads of this process: a fork does not take them along."""
    return ThreadPoolExecutor()
