"""Compiled networks agree with PyTorch, in values and gradients."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from kschwert_env import krone_schwert
from kschwert_env.agents.policy import bundled_network
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.backprop import batches
from kschwert_env.nn.evaluator import CompiledGraphNetwork, Evaluator, make_evaluator
from kschwert_env.nn.networks import GraphNetwork, Mlp, Network, Shape, new_network
from kschwert_env.nn.serialization import load
from tests.nn.test_networks import Ring

pytestmark = pytest.mark.needs_jit

RULES = krone_schwert.Rules(2)


@pytest.fixture
def threads() -> Iterator[Callable[[int], None]]:
    """Return a function that sets PyTorch's number of threads for this test."""
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


def seen(rules: krone_schwert.Rules, count: int) -> tuple[Tensor, Tensor]:
    """Return observations and masks of unfinished games."""
    batch = Batch(rules, count, seed=3)
    batch.rollout(80)
    return torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())


def stirred(network: Network) -> Network:
    """Randomize biases and weights, so that logits and values vary as in trained networks."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape, generator=generator))
    return network


def found(judge: Evaluator, network: Network, observations: Tensor, masks: Tensor) -> list[Tensor]:
    """Return legal logits, values, and the gradients of all parameters for random output gradients."""
    generator = torch.Generator().manual_seed(2)
    logits, values = judge(observations, masks)
    slopes = (torch.randn(each.shape, generator=generator) for each in (logits, values))
    legal = logits[masks != 0]
    loss = (legal * next(slopes)[masks != 0]).sum() + (values * next(slopes)).sum()
    return [legal.detach(), values.detach(), *torch.autograd.grad(loss, list(network.parameters()))]


def assert_same_as_torch(network: Network, observations: Tensor, masks: Tensor) -> None:
    """Compare with PyTorch in double precision. Long sums of mixed sign lose some digits in single precision."""
    judge, exact = make_evaluator(network), deepcopy(network).double()
    assert isinstance(judge, CompiledGraphNetwork)
    pairs = zip(found(judge, network, observations, masks), found(exact, exact, observations, masks), strict=True)
    for each, right in pairs:
        assert right.abs().max() > 1e-3
        assert (each - right).abs().max() < 5e-5 * right.abs().max()


@pytest.mark.parametrize("count", [1, 50])
@pytest.mark.parametrize("sizes", [(20, 3, 5), (128, 2, 32), (16, 1, 16)], ids=str)
def test_logits_values_and_gradients_are_those_of_torch(sizes: tuple[int, int, int], count: int) -> None:
    assert_same_as_torch(stirred(new_network(RULES, Shape("graph", *sizes), seed=0)), *seen(RULES, count))


def test_that_holds_for_other_players() -> None:
    rules = krone_schwert.Rules(4)
    assert_same_as_torch(stirred(new_network(rules, Shape("graph"), seed=0)), *seen(rules, 40))


def test_that_holds_for_maps_of_any_kind() -> None:
    """Here the neighbour relation is not symmetric."""
    ring: Any = Ring(7, steps=(1,))
    torch.manual_seed(4)
    network = stirred(GraphNetwork(ring, Shape("graph", 8, 2, 4), np.ones(ring.observation.size, np.float32)))
    masks = torch.randint(0, 2, (40, ring.num_actions), dtype=torch.int8)
    assert_same_as_torch(network, torch.randint(0, 3, (40, ring.observation.size), dtype=torch.int8), masks)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_networks_that_come_along_judge_as_in_torch(players: int) -> None:
    rules = krone_schwert.Rules(players)
    (network, _), (observations, masks) = load(bundled_network(rules), rules), seen(rules, 40)
    with torch.inference_mode():
        pairs = zip(make_evaluator(network)(observations, masks), network(observations, masks), strict=True)
        for each, right in pairs:
            assert torch.allclose(each, right, rtol=1e-5, atol=1e-5)


def test_the_same_bits_whatever_is_done_side_by_side(threads: Callable[[int], None]) -> None:
    network, (observations, masks) = stirred(new_network(RULES, Shape("graph"), seed=0)), seen(RULES, 200)
    results = []
    for number in (1, 2, 3):
        threads(number)
        results.append(found(make_evaluator(network), network, observations, masks))
    for one, *others in zip(*results, strict=True):
        assert all(torch.equal(one, other) for other in others)
    with torch.inference_mode():
        alone = make_evaluator(network)(observations[-3:], masks[-3:])
        among = make_evaluator(network)(observations, masks)
    assert all(torch.equal(one, other[-3:]) for one, other in zip(alone, among, strict=True))


def test_errors_are_raised_from_all_threads(threads: Callable[[int], None], monkeypatch: pytest.MonkeyPatch) -> None:
    judge, (observations, masks) = make_evaluator(new_network(RULES, Shape("graph"), seed=0)), seen(RULES, 200)

    def fail(*arguments: Any) -> None:
        if arguments[-2]:  # not in the first of them
            raise MemoryError

    threads(2)
    monkeypatch.setattr(batches, "forward", fail)
    with pytest.raises(MemoryError):
        judge(observations, masks)


def test_weights_are_those_of_now() -> None:
    network, (observations, masks) = new_network(RULES, Shape("graph", 16, 1, 16), seed=0), seen(RULES, 4)
    before = make_evaluator(network)
    assert isinstance(network, GraphNetwork)
    with torch.no_grad():
        network.value.bias.add_(1)
    with torch.inference_mode():
        now = make_evaluator(network)(observations, masks)[1]
        assert torch.allclose(now, before(observations, masks)[1] + 1, atol=1e-6)


def test_what_was_kept_is_gone_back_from_once() -> None:
    """Buffers are reused, also for fewer decisions."""
    network, (observations, masks) = stirred(new_network(RULES, Shape("graph", 16, 1, 16), seed=0)), seen(RULES, 60)
    right = found(make_evaluator(network), network, observations[:20], masks[:20])
    logits, values = make_evaluator(network)(observations, masks)
    (logits.sum() + values.sum()).backward(retain_graph=True)  # type: ignore[no-untyped-call]
    with pytest.raises(RuntimeError, match="can run only once"):
        values.sum().backward()  # type: ignore[no-untyped-call]
    again = found(make_evaluator(network), network, observations[:20], masks[:20])
    assert all(torch.equal(one, other) for one, other in zip(right, again, strict=True))


def test_others_are_judged_by_torch() -> None:
    """An MLP always, and a graph network in double precision."""
    mlp = new_network(RULES, Shape("mlp", 16, 1), seed=0)
    assert not isinstance(make_evaluator(mlp), CompiledGraphNetwork)
    for shape in (Shape("mlp", 16, 1), Shape("graph", 16, 1, 16)):
        doubled = new_network(RULES, shape, seed=0).double()
        assert not isinstance(make_evaluator(doubled), CompiledGraphNetwork)
    network, (observations, masks) = new_network(RULES, Shape("mlp", 16, 1), seed=0), seen(RULES, 4)
    assert isinstance(network, Mlp)
    ours, right = make_evaluator(network)(observations, masks), network(observations, masks)
    assert all(torch.equal(one, other) for one, other in zip(ours, right, strict=True))
    assert ours[0].requires_grad
