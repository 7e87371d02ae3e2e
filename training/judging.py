"""How decisions are judged by a network: the graph network on a CPU in compiled code, and else by torch.

On one core compiled code takes half the time of torch for a graph network; for an MLP, all of whose work is in a few
large products of matrices, it takes longer.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from kschwert_env.agents.networks import GraphNetwork, Network
from kschwert_env.engine.compiling import JIT, compiling
from kschwert_env.training.compiled import FOLDER, graph, groups
from kschwert_env.training.compiled.layers import Slope, gradients, layer_of, slopes_of

PARTS = 8
"""Of decisions, in which gradients are summed up, so that they do not depend on the number of threads."""

_places: WeakKeyDictionary[GraphNetwork, graph.Places] = WeakKeyDictionary()
"""Of networks that have been judged by."""

Judge = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]
"""What a `Network` is when it is called."""


def judging(network: Network) -> Judge:
    """What judges as the network does, with its weights as they are now."""
    if not JIT or type(network) is not GraphNetwork:
        return network
    weight = network.value.weight
    return Compiled(network) if weight.device.type == "cpu" and weight.dtype == torch.float32 else network


class Compiled:
    """A graph network as it is now, in compiled code. Torch can go back from what it returns to its parameters.

    Attributes:
        parameters: those of the network.
        layers: what they are.
        places: what belongs where.
    """

    def __init__(self, network: GraphNetwork) -> None:
        """Compiles where that was not done before."""
        self._linears = graph.linears_of(network)
        self.layers = graph.Layers(*map(layer_of, self._linears))
        self.parameters = [parameter for linears in self._linears for parameter in linears.parameters()]
        if network not in _places:
            _places[network] = graph.places_of(network)
        self.places = _places[network]
        with compiling(FOLDER, "graph", "the graph network, for learning") as first_time:
            if first_time:
                entries = len(network.field_entries) + len(network.rest_entries)
                seen = np.zeros((1, entries), np.int8), np.zeros((1, len(network.first)), np.int8)
                kept = self.kept(*seen)
                logits, values = self.judge(*seen, kept)
                self.descend(*seen, kept, logits.numpy(), values.numpy())

    def __call__(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Masked logits and values, as of `Network.forward`."""
        seen = observations.contiguous().numpy(), masks.contiguous().numpy()
        if not torch.is_grad_enabled():
            return self.judge(*seen, kept=None)
        logits, values = _Judged.apply(self, seen, *self.parameters)  # type: ignore[no-untyped-call]
        return logits, values

    def kept(self, observations: np.ndarray, masks: np.ndarray) -> graph.Kept:
        """Room for what `descend` needs to know of these decisions."""
        return graph.kept_of(self.layers, self.places, _groups(observations), groups.SIZE)

    def judge(self, observations: np.ndarray, masks: np.ndarray, kept: graph.Kept | None) -> tuple[Tensor, Tensor]:
        """Masked logits and values; what led to them goes into `kept`."""
        logits, values = torch.empty(masks.shape), torch.empty(len(masks))
        found, count = (logits.numpy(), values.numpy()), _groups(observations)

        def work(thread: int, threads: int) -> None:
            to_keep = graph.kept_of(self.layers, self.places, 1, groups.SIZE) if kept is None else kept
            ends = (count * i // threads for i in (thread, thread + 1))
            known = self.layers, self.places, to_keep, self._room()
            groups.judge(*known, observations, masks, *found, *ends)  # type: ignore[no-untyped-call]

        _side_by_side(work, count)
        return logits, values

    def descend(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        kept: graph.Kept,
        of_logits: np.ndarray,
        of_values: np.ndarray,
    ) -> list[Tensor]:
        """The gradients of all parameters, from those of logits and values."""
        count = _groups(observations)
        slopes = [slopes_of(layer, PARTS) for layer in self.layers]

        def work(thread: int, threads: int) -> None:
            known = self.layers, self.places, kept, self._room()
            for part in range(thread, PARTS, threads):
                of_part: list[Any] = [Slope(*(array[part] for array in each)) for each in slopes]
                ends = (count * i // PARTS for i in (part, part + 1))
                seen, given = (observations, masks), (of_logits, of_values)
                groups.descend(*known, *seen, *given, graph.Layers(*of_part), *ends)  # type: ignore[no-untyped-call]

        _side_by_side(work, PARTS)
        found: dict[Tensor, np.ndarray] = {}
        for linears, each in zip(self._linears, slopes, strict=True):
            found |= gradients(linears, each)
        return [torch.from_numpy(np.ascontiguousarray(found[parameter])) for parameter in self.parameters]

    def _room(self) -> graph.Room:
        return graph.room_of(self.layers, self.places, groups.SIZE)


class _Judged(torch.autograd.Function):
    """Both directions, as torch asks for them."""

    @staticmethod
    def forward(ctx: Any, by: Compiled, seen: tuple[np.ndarray, np.ndarray], *_: Tensor) -> tuple[Tensor, Tensor]:
        kept = by.kept(*seen)
        ctx.of = by, *seen, kept
        return by.judge(*seen, kept)

    @staticmethod
    def backward(ctx: Any, of_logits: Tensor, of_values: Tensor) -> tuple[Tensor | None, ...]:
        by, *of = ctx.of
        return None, None, *by.descend(*of, of_logits.contiguous().numpy(), of_values.contiguous().numpy())


def _groups(observations: np.ndarray) -> int:
    """Of so many decisions."""
    return -(-len(observations) // groups.SIZE)


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
