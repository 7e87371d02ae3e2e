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
from kschwert_env.nn.backprop.layers import Gradients, fits, layer_of, torch_gradients, zero_gradients
from kschwert_env.nn.networks import GraphNetwork, Network

PARTS = 8
"""Of decisions, in which torch_gradients are summed up, so that they do not depend on the number of threads."""


@dataclass
class _Cache:
    """What lasts of a graph network while its weights change.

    Memory is used again: what the system hands out it fills with zeros first, which took up to a fifth of the time.
    """

    places: graph.Indices
    kept: list[graph.SavedActivations] = field(
        default_factory=list
    )  # for what is known of many groups, as far as it is not in use
    rooms: list[tuple[graph.Workspace, graph.SavedActivations]] = field(
        default_factory=list
    )  # for a thread, and one group; likewise


_caches: WeakKeyDictionary[GraphNetwork, _Cache] = WeakKeyDictionary()
"""Of networks that have been judged by."""

Thing = TypeVar("Thing")

Evaluator = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""What a `Network` is when it is called."""


def evaluator(network: Network) -> Evaluator:
    """What judges as the network does, with its weights as they are now, for playing."""
    return _compiled(network) or network


def training_evaluator(network: Network) -> Evaluator:
    """The same for learning: torch can go back to the network's parameters, and illegal actions have any logits."""
    return _compiled(network) or (lambda observations, _: network.logits_and_values(observations))


def _compiled(network: Network) -> "CompiledGraph | None":
    return CompiledGraph(network) if type(network) is GraphNetwork and fits(network.value.weight) else None


class CompiledGraph:
    """A graph network as it is now, in compiled code. Torch can go back from what it returns to its parameters.

    Attributes:
        parameters: those of the network.
        layers: what they are.
    """

    def __init__(self, network: GraphNetwork) -> None:
        """Compiles where that was not done before."""
        self._linears = [getattr(network, name) for name in graph.Layers._fields]
        self.layers = graph.Layers(*map(layer_of, self._linears))
        self.parameters = [parameter for linears in self._linears for parameter in linears.parameters()]
        if network not in _caches:
            _caches[network] = _Cache(graph.indices_of(network))
        self._caches = _caches[network]
        with compiling(FOLDER, "graph", "the graph network, for learning") as first_time:
            if first_time:
                observations, masks = (np.zeros((1, size), np.int8) for size in network.sizes)
                kept = self.kept(1)
                logits, values = self.forward(observations, masks, kept)
                self.backward(observations, masks, kept, logits.numpy(), values.numpy())

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Masked logits and values, as of `Network.forward`."""
        seen = observations.contiguous().numpy(), masks.contiguous().numpy()
        if not torch.is_grad_enabled():
            return self.forward(*seen, kept=None)
        logits, values = _GraphFunction.apply(self, seen, *self.parameters)  # type: ignore[no-untyped-call]
        return logits, values

    def kept(self, decisions: int) -> graph.SavedActivations:
        """Workspace for what `backward` needs to know of so many."""
        found, count = _taken(self._caches.kept), _groups(decisions)
        if found is None or len(found.globals) < count:
            return graph.new_activations(self.layers, self._caches.places, count, batches.SIZE)
        return found

    def forward(
        self, observations: np.ndarray, masks: np.ndarray, kept: graph.SavedActivations | None
    ) -> tuple[Tensor, Tensor]:
        """Masked logits and values; what led to them goes into `kept`."""
        logits, values = torch.empty(masks.shape), torch.empty(len(masks))
        found, count = (logits.numpy(), values.numpy()), _groups(len(masks))

        def work(thread: int, threads: int) -> None:
            ends = (count * i // threads for i in (thread, thread + 1))
            with self._room() as (room, of_one):
                known = self.layers, self._caches.places, of_one if kept is None else kept, room
                batches.forward(*known, observations, masks, *found, *ends)  # type: ignore[no-untyped-call]

        _side_by_side(work, count)
        return logits, values

    def backward(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        kept: graph.SavedActivations,
        logit_grads: np.ndarray,
        value_grads: np.ndarray,
    ) -> list[Tensor]:
        """The torch_gradients of all parameters, from those of logits and values. What was kept is used up."""
        count = _groups(len(masks))
        gradients = [zero_gradients(layer, PARTS) for layer in self.layers]

        def work(thread: int, threads: int) -> None:
            with self._room() as (room, _):
                known = self.layers, self._caches.places, kept, room
                for part in range(thread, PARTS, threads):
                    of_part: list[Any] = [Gradients(*(array[part] for array in each)) for each in gradients]
                    ends = (count * i // PARTS for i in (part, part + 1))
                    given = observations, masks, logit_grads, value_grads, graph.Layers(*of_part)
                    batches.backward(*known, *given, *ends)  # type: ignore[no-untyped-call]

        _side_by_side(work, PARTS)
        self._caches.kept.append(kept)
        found: dict[Tensor, np.ndarray] = {}
        for linears, each in zip(self._linears, gradients, strict=True):
            found |= torch_gradients(linears, each)
        return [torch.from_numpy(np.ascontiguousarray(found[parameter])) for parameter in self.parameters]

    @contextmanager
    def _room(self) -> Iterator[tuple[graph.Workspace, graph.SavedActivations]]:
        """For the work of a thread, and to keep one group."""
        room, known = _taken(self._caches.rooms), (self.layers, self._caches.places)
        if room is None:
            room = graph.new_workspace(*known, batches.SIZE), graph.new_activations(*known, 1, batches.SIZE)
        yield room
        self._caches.rooms.append(room)


class _GraphFunction(torch.autograd.Function):
    """Both directions, as torch asks for them."""

    @staticmethod
    def forward(ctx: Any, by: CompiledGraph, seen: tuple[np.ndarray, np.ndarray], *_: Tensor) -> tuple[Tensor, Tensor]:
        kept = by.kept(len(seen[0]))
        ctx.of = by, *seen, kept
        return by.forward(*seen, kept)

    @staticmethod
    def backward(ctx: Any, logit_grads: Tensor, value_grads: Tensor) -> tuple[Tensor | None, ...]:
        if not hasattr(ctx, "of"):
            raise RuntimeError("the torch_gradients of a judgement can be found once: what was kept for it is used up")
        by, *of = ctx.of
        del ctx.of  # what was kept can be gone back from once
        return None, None, *by.backward(*of, logit_grads.contiguous().numpy(), value_grads.contiguous().numpy())


def _taken(spare: list[Thing]) -> Thing | None:
    """The last of them, if there is one: other threads take some, too."""
    try:
        return spare.pop()
    except IndexError:
        return None


def _groups(decisions: int) -> int:
    """How many there are of so many decisions."""
    return -(-decisions // batches.SIZE)


def _side_by_side(work: Callable[[int, int], None], most: int) -> None:
    """Do the work once in each thread, by number; as many as torch has, but no more than `most`."""
    threads = max(1, min(torch.get_num_threads(), most))
    others = [_pool(os.getpid()).submit(work, thread, threads) for thread in range(1, threads)]
    work(0, threads)
    for other in others:
        other.result()


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    """Threads of this process: a fork does not take them along."""
    return ThreadPoolExecutor()
