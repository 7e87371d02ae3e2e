"""Compiled networks agree with PyTorch, and matrix products with NumPy."""

import re
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest
import torch

from kschwert_env import krone_schwert
from kschwert_env.agents.base import make_decision_batch
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn import inference
from kschwert_env.nn.inference import matmul
from kschwert_env.nn.inference.logits import LogitsFunction
from kschwert_env.nn.networks import Network, Shape, new_network
from tests.agents.conftest import positions
from tests.helpers.cases import ONE_EACH
from tests.nn.test_evaluator import stirred

pytestmark = pytest.mark.needs_jit

SHAPES: list[tuple[GameRules, str, dict[str, int]]] = [
    *((case.rules, "graph" if len(case.rules.neighbours) else "mlp", {}) for case in ONE_EACH),
    (ONE_EACH[0].rules, "mlp", {}),
    (krone_schwert.Rules(4), "graph", {"width": 16, "layers": 1, "field_width": 16}),
    (krone_schwert.Rules(2), "graph", {"width": 20, "layers": 3, "field_width": 5}),
    (ONE_EACH[1].rules, "mlp", {"width": 7, "layers": 1}),
    (ONE_EACH[1].rules, "mlp", {"width": 33, "layers": 4}),
]


def judged(network: Network, observations: np.ndarray, num_actions: int) -> tuple[np.ndarray, np.ndarray]:
    """Return logits and values by compiled code."""
    module = inference.module_for(network.shape.kind)
    weights = module.weights_of(network)
    workspace = module.new_workspace(weights)
    logits = np.zeros((len(observations), num_actions), np.float32)
    values = np.zeros((len(observations), network.sizes[2]), np.float32)
    for each in zip(observations, logits, values, strict=True):
        compiled_judge(module)(weights, workspace, *each)
    return logits, values


@cache
def compiled_judge(module: Any) -> Any:
    judge = module.forward
    return numba.njit(lambda weights, workspace, *out: judge(weights, workspace, *out))


@pytest.mark.parametrize(("rules", "kind", "sizes"), SHAPES, ids=str)
def test_both_judge_alike(rules: GameRules, kind: str, sizes: dict[str, int]) -> None:
    network = stirred(new_network(rules, Shape(kind, **sizes), seed=0)).double()
    states = positions(rules)
    observations = make_decision_batch(rules, states, np.arange(len(states))).observations
    with torch.inference_mode():
        wanted = [found.numpy() for found in network.logits_and_values(torch.from_numpy(observations))]
    found = judged(network, observations, rules.num_actions)
    for each, right in zip(found, wanted, strict=True):
        assert np.ptp(right) > 0.1
        assert np.abs(each - right).max() < 1e-5 * max(1, np.abs(right).max())


@pytest.mark.parametrize(("rules", "kind", "sizes"), SHAPES[:2], ids=str)
def test_of_many_as_of_each_and_as_the_network_was(rules: GameRules, kind: str, sizes: dict[str, int]) -> None:
    network = stirred(new_network(rules, Shape(kind, **sizes), seed=0))
    states = positions(rules)
    observations = make_decision_batch(rules, states, np.arange(len(states))).observations
    wanted, logits = judged(network, observations, rules.num_actions)[0], LogitsFunction(network)
    stirred(network)
    np.testing.assert_array_equal(logits(observations), wanted)
    compiled = len(logits._forward.signatures)  # type: ignore[attr-defined]
    np.testing.assert_array_equal(logits(observations[::-2]), wanted[::-2])
    observations.setflags(write=False)
    np.testing.assert_array_equal(logits(observations), wanted)
    assert len(logits._forward.signatures) == compiled  # type: ignore[attr-defined]


def test_what_it_has_not_learned_to_see_is_refused() -> None:
    rules = ONE_EACH[1].rules
    logits = LogitsFunction(new_network(rules, Shape("mlp"), seed=0))
    size = rules.observation.size
    for wrong in (np.zeros((2, size - 1), np.int8), np.zeros((2, size), np.float32), np.zeros(size, np.int8)):
        told = f"observations must be int8 (n, {size}), as in training, not {wrong.dtype}"
        with pytest.raises(ValueError, match=re.escape(told)):
            logits(wrong)


@pytest.mark.parametrize("sizes", [(1, 1, 16), (3, 7, 80), (4, 16, 64), (9, 5, 144), (6, 0, 16)], ids=str)
def test_products_are_added_up_in_their_order(sizes: tuple[int, int, int]) -> None:
    """Each product and sum is rounded once to single precision, in order: results are equal on every machine."""
    n, k, m = sizes
    generator = np.random.default_rng(0)
    x, weights, out = (generator.normal(size=shape).astype(np.float32) for shape in ((n, k), (k, m), (n, m)))
    wanted, sums = out.copy(), np.zeros_like(out)
    for i in range(k):
        sums = (x[:, i : i + 1].astype(np.float64) * weights[i] + sums).astype(np.float32)
    wanted += sums
    add(x, weights, out)
    assert out.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("units", [16, 32, 80])
def test_rows_are_added_in_their_order(units: int) -> None:
    """Each sum is rounded to single precision, in order; 80 units are two pairs of vectors and one vector more."""
    generator = np.random.default_rng(0)
    x, out = (generator.normal(size=shape).astype(np.float32) for shape in ((9, units), (units,)))
    index, wanted = np.array([8, 3, 3, 0, 5, 1]), out.copy()
    for i in index[1:5]:
        wanted += x[2 + i]
    add_some(x, index, 1, 5, 2, out)
    assert out.tobytes() == wanted.tobytes()
    add_some(x, index, 4, 4, 0, out)
    assert out.tobytes() == wanted.tobytes()


add_rows: Any = matmul.add_rows


@numba.njit
def add_some(x: Any, index: Any, start: int, end: int, first: int, out: Any) -> None:
    add_rows(x, index, start, end, first, out)


add_products: Any = matmul.add_products


@numba.njit
def add(x: Any, weights: Any, out: Any) -> None:
    add_products(x, weights, out)


def test_other_arrays_are_not_compiled_for() -> None:
    ones = np.ones((16, 16), np.float32)
    for wrong in (ones.astype(np.float64), ones.T[:, ::2], ones[0]):
        with pytest.raises(numba.TypingError, match="float32 arrays of two dimensions"):
            add(ones, wrong, ones)
    with pytest.raises(numba.TypingError, match=r"\(n, m\) float32, int64 and \(m,\) float32"):
        add_some(ones, np.zeros(2, np.int32), 0, 2, 0, ones[0])


def test_padding_is_zeros_behind() -> None:
    found = matmul.padded(np.ones((3, 5)), axes=2)
    assert found.shape == (16, 16)
    assert found.sum() == found[:3, :5].sum() == 15
    assert matmul.padded(np.ones((3, 16))).shape == (3, 16)
