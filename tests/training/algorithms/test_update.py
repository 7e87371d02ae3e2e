"""The PPO update compared with explicit arithmetic."""

import math

import numpy as np
import pytest
import torch

from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.networks import Network, Shape, masked, new_network
from kschwert_env.training.algorithms.update import losses, update
from kschwert_env.training.rollout.collector import Rollout
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL

SETTINGS = PpoSettings.of(
    epochs=1, minibatch_size=16, entropy_coef=0.1, magnet_coef=0.3, max_grad_norm=100.0, target_kl=10.0
)
LOGITS, VALUES = [[0.3, -0.4, 1.0], [0.5, 0.2, 9.0]], [[0.25, -0.5], [-0.5, 1.0]]
LEGAL = [[0, 1, 2], [0, 1]]
ACTIONS, RETURNS = [2, 0], [[1.0, -1.0], [-1.0, 0.5]]


class Table(Network):
    """Network whose logits and values are stored in a table; the observation is the row index."""

    def __init__(self) -> None:
        torch.nn.Module.__init__(self)
        self.shape, self.sizes = Shape("mlp"), (1, len(LOGITS[0]), 2)
        self.logits, self.values = (torch.nn.Parameter(torch.tensor(numbers)) for numbers in (LOGITS, VALUES))

    def logits_and_values(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        rows = observations[:, 0].long()
        return self.logits[rows], self.values[rows]


def chances(logits: list[list[float]] = LOGITS) -> list[dict[int, float]]:
    """Return the probabilities of the legal actions in both rows."""
    powers = [{a: math.exp(row[a]) for a in legal} for row, legal in zip(logits, LEGAL, strict=True)]
    return [{a: power / sum(row.values()) for a, power in row.items()} for row in powers]


def sample(ratios: list[float], advantages: list[float]) -> Rollout:
    """Return two rows whose actions have become `ratios` times as likely."""
    now = [row[action] for row, action in zip(chances(), ACTIONS, strict=True)]
    before = [math.log(chance / ratio) for chance, ratio in zip(now, ratios, strict=True)]
    masks = [[int(a in legal) for a in range(3)] for legal in LEGAL]
    return Rollout(
        torch.tensor([[0], [1]], dtype=torch.int8),
        torch.tensor(masks, dtype=torch.int8),
        torch.tensor(ACTIONS),
        *map(torch.tensor, (before, advantages, RETURNS, [[0, 0], [0, 1]])),
    )


@pytest.mark.parametrize(
    ("ratios", "advantages", "gains", "clipped"),
    [
        ([1.1, 0.9], [2.0, -3.0], [2.2, -2.7], 0.0),
        ([1.5, 0.5], [2.0, -3.0], [2.4, -2.4], 1.0),  # at most 1.2 and at least 0.8: clipped
        ([0.5, 1.5], [2.0, -3.0], [1.0, -4.5], 1.0),  # moving back is not clipped
        ([1.1, 0.5], [2.0, -3.0], [2.2, -2.4], 0.5),
    ],
)
def test_the_loss_by_hand(ratios: list[float], advantages: list[float], gains: list[float], clipped: float) -> None:
    loss, figures = losses(Table(), sample(ratios, advantages), SETTINGS.loss)
    policy = -sum(gains) / 2
    value = float(np.mean((np.array(VALUES) - np.array(RETURNS)) ** 2))
    entropy = -sum(chance * math.log(chance) for row in chances() for chance in row.values()) / 2
    assert figures["losses/policy"].item() == pytest.approx(policy, rel=1e-5)
    assert figures["losses/value"].item() == pytest.approx(value, rel=1e-5)
    assert figures["policy/entropy"].item() == pytest.approx(entropy, rel=1e-5)
    assert figures["policy/clipped"].item() == clipped
    assert figures["policy/kl"].item() == pytest.approx(sum(r - 1 - math.log(r) for r in ratios) / 2, abs=1e-6)
    assert loss.item() == pytest.approx(policy + 0.5 * value - 0.1 * entropy, rel=1e-5)


MAGNET = [[1.0, -0.5, 0.2], [-0.3, 0.8, -4.0]]


@pytest.mark.parametrize("magnet", [MAGNET, LOGITS])
def test_the_divergence_from_the_magnet_by_hand(magnet: list[list[float]]) -> None:
    """The KL divergence of the policy from the magnet, over legal actions; 0 from itself."""
    wanted = sum(
        p * math.log(p / q)
        for ours, theirs in zip(chances(), chances(magnet), strict=True)
        for p, q in zip(ours.values(), theirs.values(), strict=True)
    )
    given = Table(), sample([1.0, 1.0], [0.0, 0.0]), SETTINGS.loss
    (alone, without), (drawn, figures) = losses(*given), losses(*given, masked(torch.tensor(magnet), given[1].masks))
    assert "policy/magnet" not in without
    assert figures["policy/magnet"].item() == pytest.approx(wanted / 2, abs=1e-6)
    assert (drawn - alone).item() == pytest.approx(0.3 * wanted / 2, abs=1e-6)


@pytest.mark.parametrize("kind", [torch.float32, torch.float64])
def test_a_magnet_draws_and_stays(kind: torch.dtype, rules: Rules) -> None:
    """Test compiled and plain torch code. Only probabilities of legal actions count, and the magnet has no gradient."""
    network, magnet = (new_network(rules, SMALL, seed).to(kind) for seed in (1, 2))
    batch = Batch(rules, 64, seed=0)
    batch.rollout(40)
    seen = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())
    nothing = torch.zeros(64, dtype=kind)
    given = Rollout(*seen, seen[1].argmax(dim=1), nothing, nothing, *torch.zeros(2, 64, 2, dtype=kind))
    with torch.no_grad():
        for one in (network, magnet):
            one.get_parameter("policy.weight").mul_(100)  # initial probabilities are almost equal
        ours, theirs = (torch.log_softmax(each(*seen)[0], dim=1) for each in (network, magnet))
        wanted = (ours.exp() * (ours - theirs)).sum(dim=1).mean()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.0)
    figures = update(network, optimizer, given, SETTINGS.loss, SETTINGS.optimizer, np.random.default_rng(0), magnet)
    assert wanted > 0.02
    assert figures["policy/magnet"] == pytest.approx(wanted.item(), rel=1e-4)
    assert all(weight.grad is None for weight in magnet.parameters())


@pytest.mark.parametrize(("most", "moved"), [(0.05, 0.05), (100.0, None)])
def test_gradients_are_no_longer_than_allowed(most: float, moved: float | None) -> None:
    """Take a step of length 1 along the gradient; the reported norm is the one before clipping."""
    table, settings = Table(), SETTINGS.changed(minibatch_size=2, magnet_coef=0.0, max_grad_norm=most)
    optimizer = torch.optim.SGD(table.parameters(), lr=1.0)
    before = torch.cat([weight.detach().flatten().clone() for weight in table.parameters()])
    of_update = sample([1.0, 1.0], [2.0, -3.0]), settings.loss, settings.optimizer, np.random.default_rng(0)
    figures = update(table, optimizer, *of_update)
    after = torch.cat([weight.detach().flatten() for weight in table.parameters()])
    assert figures["policy/gradient"] > 1
    assert (after - before).norm().item() == pytest.approx(moved or figures["policy/gradient"], rel=1e-4)
