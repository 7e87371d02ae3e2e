"""Masked categorical distribution, and the PPO loss based on it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from kschwert_env import krone_schwert
from kschwert_env.nn.masked_categorical import sample_actions
from kschwert_env.nn.networks import Network, Shape, masked, new_network
from kschwert_env.training.algorithms.update import losses, update
from kschwert_env.training.rollout.collector import Rollout
from kschwert_env.training.runs.ppo_settings import PpoSettings
from tests.nn.test_evaluator import seen, threads
from tests.training.conftest import same_weights

__all__ = ["threads"]  # a fixture

pytestmark = pytest.mark.needs_jit

ROWS, ACTIONS = 300, 40
SETTINGS = PpoSettings.of(
    epochs=2, minibatch_size=50, entropy_coef=0.1, magnet_coef=0.3, max_grad_norm=0.5, target_kl=10.0
)


class Table(Network):
    """Network with constant logits and values."""

    def __init__(self, logits: Tensor, values: Tensor) -> None:
        torch.nn.Module.__init__(self)
        self.shape, self.sizes = Shape("mlp"), (1, ACTIONS, 2)
        self.logits, self.values = torch.nn.Parameter(logits), torch.nn.Parameter(values)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        return self.logits, self.values


def masks() -> Tensor:
    """Return masks with one to about twelve legal actions per row."""
    generator = torch.Generator().manual_seed(1)
    found = (torch.rand(ROWS, ACTIONS, generator=generator) < 0.2).to(torch.int8)
    found[torch.arange(ROWS), torch.randint(ACTIONS, (ROWS,), generator=generator)] = 1
    found[0] = torch.eye(ACTIONS, dtype=torch.int8)[7]
    return found


def logits(size: float) -> Tensor:
    """Return unmasked logits of this size; some are equal."""
    found = size * torch.randn(ROWS, ACTIONS, generator=torch.Generator().manual_seed(2))
    found[1] = found[1, 0]
    return found


@pytest.mark.parametrize("size", [0.1, 1.0])
def test_actions_are_drawn_by_their_probabilities(size: float) -> None:
    given = masked(logits(size), masks())[2:3]
    rows = given.expand(20_000, -1)
    actions, log_probs = sample_actions(rows, torch.from_numpy(np.random.default_rng(0).random(20_000, np.float32)))
    probs = torch.softmax(given.double(), dim=1)[0]
    assert torch.allclose(torch.bincount(actions, minlength=ACTIONS) / 20_000, probs.float(), atol=0.015)
    assert torch.allclose(log_probs.double(), probs[actions].log(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("size", [0.0, 1.0, 100.0, 1e6])
def test_no_action_without_a_chance_is_drawn(size: float) -> None:
    given = masked(logits(size), masks())
    chances = torch.softmax(given, dim=1)
    for uniform in (torch.zeros(ROWS), torch.full((ROWS,), 1 - 2.0**-24)):
        actions, log_probs = sample_actions(given, uniform)
        assert (chances.gather(1, actions[:, None]) > 0).all()
        assert log_probs.isfinite().all()


def test_logits_that_are_no_numbers_lead_to_an_action_all_the_same() -> None:
    """The batch then reports an illegal action."""
    actions, log_probs = sample_actions(torch.full((2, ACTIONS), torch.nan), torch.tensor([0.0, 0.9]))
    assert actions.tolist() == [0, 0]
    assert log_probs.isnan().all()


def judged(logits: Tensor, kind: torch.dtype, drawn: bool) -> list[Tensor]:
    """Return loss, metrics, and gradients of logits and values, in a dtype; some rows are beyond the clip range."""
    generator = np.random.default_rng(3)
    advantages = torch.from_numpy(generator.normal(size=ROWS)).to(kind)
    returns, values = (torch.from_numpy(generator.normal(size=(ROWS, 2))).to(kind) for _ in range(2))
    legal = masks()
    actions, log_probs = sample_actions(masked(logits, legal), torch.from_numpy(generator.random(ROWS, np.float32)))
    before = log_probs.to(kind) + torch.from_numpy(generator.normal(scale=0.2, size=ROWS)).to(kind)
    nothing = torch.zeros(ROWS, 1, dtype=torch.int8)
    network = Table(logits.to(kind), values)
    magnet_logits = masked(logits.flip(0, 1).to(kind), legal) if drawn else None
    rollout = Rollout(nothing, legal, actions, before, advantages, returns, torch.zeros(ROWS, 2))
    loss, figures = losses(network, rollout, SETTINGS.loss, magnet_logits)
    return [loss.detach(), *figures.values(), *torch.autograd.grad(loss, [network.logits, network.values])]


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("size", [0.0, 1.0, 10.0, 1000.0])
def test_loss_and_gradients_in_single_precision_are_those_in_double(size: float, drawn: bool) -> None:
    ours, exact = judged(logits(size), torch.float32, drawn), judged(logits(size), torch.float64, drawn)
    assert 0 < exact[5] < 1  # clipped
    assert len(ours) == len(exact) == 8 + drawn  # with the divergence from the magnet
    for each, right in zip(ours, exact, strict=True):
        assert right.abs().max() > 1e-4 or size == 1000.0 or (size == 0.0 and right is exact[6])
        assert torch.allclose(each.double(), right.double(), rtol=1e-4, atol=1e-5 * right.abs().max().item())
    assert (ours[-2][masks() == 0] == 0).all()


def test_the_same_weights_whatever_the_number_of_threads(threads: Callable[[int], None]) -> None:
    rules: Any = krone_schwert.Rules(2)
    observations, legal = seen(rules, 100)
    generator = torch.Generator().manual_seed(5)
    advantages, returns = torch.randn(100, generator=generator), torch.randn(100, 2, generator=generator)
    chosen = legal.argmax(dim=1)
    rollout = Rollout(observations, legal, chosen, torch.full((100,), -1.0), advantages, returns, returns)
    learned = []
    for number in (1, 2, 3):
        threads(number)
        network = new_network(rules, Shape("graph", 16, 1, 16), seed=0)
        optimizer = torch.optim.Adam(network.parameters(), fused=True)
        update(network, optimizer, rollout, SETTINGS.loss, SETTINGS.optimizer, np.random.default_rng(0))
        learned.append(network)
    assert all(same_weights(learned[0], other) for other in learned[1:])
