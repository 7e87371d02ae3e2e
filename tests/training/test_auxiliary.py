"""Auxiliary targets: final points and the next holder of a title, as further values of the network in training."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.evaluator import make_evaluator
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training import train
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.algorithms.update import losses
from kschwert_env.training.rollout.auxiliary import AuxiliaryTargets, add_outputs, num_targets, without_outputs
from kschwert_env.training.runs.ppo_settings import PpoSettings
from tests.training.conftest import SMALL, same_weights
from tests.training.test_collect import untimed

pytestmark = pytest.mark.needs_jit

GRAPH = Shape("graph", 8, 1, 4)
GAMES: list[tuple[GameRules, Shape]] = [(two_crowns.Rules(), SMALL), (krone_schwert.Rules(num_players=3), GRAPH)]
SETTINGS = PpoSettings.of(
    game="two_crowns",
    games=8,
    rollout_steps=400,  # longer than any game, so that games end
    minibatch_size=256,
    timesteps=4 * 3200,
    fixed_opponents="random",
    gae_lambda=1.0,
    auxiliary_coef=0.7,
)


def inputs(rules: GameRules) -> tuple[torch.Tensor, torch.Tensor]:
    batch = Batch(rules, 16, seed=3, threads=1)
    batch.rollout(20)
    return torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)


@pytest.mark.parametrize(("rules", "shape"), GAMES)
def test_outputs_are_added_and_removed(rules: GameRules, shape: Shape) -> None:
    """Logits and values stay as they are, in PyTorch and in compiled code."""
    network, wide = new_network(rules, shape, 1), new_network(rules, shape, 1)
    add_outputs(wide, num_targets(rules))
    seats, given = rules.num_players, inputs(rules)
    assert num_targets(rules) == (2 if rules.package == "krone_schwert" else 1)
    for make in (make_evaluator, lambda each: each):
        (logits, values), (again, more) = make(network)(*given), make(wide)(*given)
        assert torch.equal(logits, again)
        assert more.shape[1] == seats * (1 + num_targets(rules))
        assert torch.allclose(values, more[:, :seats], atol=1e-6)
        assert not torch.allclose(more[:, :seats], more[:, seats : 2 * seats], atol=1e-3)
    assert same_weights(without_outputs(wide), network)
    assert wide.state_dict()["value.weight"].shape[0] > seats  # unchanged


class Bare(Network):
    """A network of a user without a layer named `value`."""


def test_a_network_without_a_value_layer_is_refused() -> None:
    rules = two_crowns.Rules()
    with pytest.raises(ValueError, match="auxiliary_coef needs a network whose `value` is a linear layer"):
        add_outputs(Bare(rules, SMALL), 1)


def test_who_takes_the_title_is_recorded() -> None:
    """A new king of a running game, not the king of the next game nor the throne becoming empty."""
    rules, steps = krone_schwert.Rules(num_players=2), 700
    batch, targets = Batch(rules, 16, seed=1, threads=1), AuxiliaryTargets(rules, steps, 16)
    generator, found = np.random.default_rng(1), 0
    for t in range(steps):
        kings = [state["king"] for state in batch.states.copy()]
        before = targets.predicted_seats(batch)
        actions = np.where(batch.masks == 1, generator.random(batch.masks.shape), -1).argmax(axis=1)
        _, terminated, truncated = batch.step(actions)
        ended = terminated | truncated
        targets.record(t, slice(0, 16), batch, ended, before)
        for game, king in enumerate(kings):
            now, title = batch.states["king"][game], targets.successors[t, game]
            is_new = not ended[game] and now != king and now >= 0
            assert title.tolist() == [float(is_new and seat == now) for seat in range(2)]
            assert targets.points[t, game].tolist() == pytest.approx(
                list(batch.final_scores[game] / 50) if ended[game] else [0, 0]
            )
            found += is_new
    assert found > 20
    points, titles = targets.rewards(ended=np.zeros((steps, 16), np.bool_))
    assert not points[1].any()
    assert titles[1].sum() == found == titles[0].sum()


@pytest.mark.parametrize("workers", [None, 2])
@pytest.mark.parametrize(("rules", "shape"), GAMES)
def test_targets_are_what_happens_next(rules: GameRules, shape: Shape, workers: int | None) -> None:
    """With lambda 1 and values of 0, targets are the final points and the next king, from the deciding seat on."""
    settings = SETTINGS.changed(game=rules.package, players=rules.num_players, workers=workers)
    network = new_network(rules, shape, 1)
    learner = PpoLearner(rules, settings, network)
    with torch.no_grad():
        network.value.weight.zero_()  # type: ignore[operator, union-attr]
    rollout, _ = learner._backend.collect(network, learner._pool.playing, 0, untimed)
    returns, points, *titles = rollout.returns.chunk(1 + num_targets(rules), dim=1)
    assert len(titles) == num_targets(rules) - 1
    known = (returns != 0).any(dim=1)  # the game ended in the buffer
    assert known.any()
    ahead = points[known] == points[known].max(dim=1, keepdim=True).values
    assert ((returns[known] > 0) <= ahead).all()  # winners have the most points
    for title in titles:
        assert np.unique(title.numpy()).tolist() == [0, 1]
        assert title.sum(dim=1).max() == 1


def test_opponents_that_are_networks_need_no_auxiliary_outputs(tmp_path: Path) -> None:
    rules = two_crowns.Rules()
    serialization.save(tmp_path / "theirs.npz", new_network(rules, SMALL, 2), rules, {})
    settings = SETTINGS.changed(fixed_opponents=f"policy:{tmp_path}/theirs.npz", fixed_opponent_fraction=0.9)
    learner = PpoLearner(rules, settings, new_network(rules, SMALL, 1))
    figures = learner.iterate(untimed)
    assert figures["losses/auxiliary"] > 0
    assert any(name.startswith("shares/policy") for name in figures)


def test_the_error_of_auxiliary_targets_is_part_of_the_loss() -> None:
    rules = two_crowns.Rules()
    network = new_network(rules, SMALL, 1)
    learner = PpoLearner(rules, SETTINGS, network)
    rollout, _ = learner._backend.collect(network, learner._pool.playing, 0, untimed)
    loss, figures = losses(network, rollout, SETTINGS.loss)
    errors = (network(rollout.observations, rollout.masks)[1] - rollout.returns).square()
    assert figures["losses/value"].item() == pytest.approx(errors[:, :2].mean().item(), rel=1e-5)
    assert figures["losses/auxiliary"].item() == pytest.approx(errors[:, 2:].mean().item(), rel=1e-5)
    half, _ = losses(network, rollout, SETTINGS.changed(auxiliary_coef=0.2).loss)
    assert (loss - half).item() == pytest.approx(0.5 * errors[:, 2:].mean().item(), rel=1e-3)


def test_a_learner_is_restored_and_learns_the_targets() -> None:
    rules = two_crowns.Rules()
    learner, other = (PpoLearner(rules, SETTINGS, new_network(rules, SMALL, seed)) for seed in (1, 2))
    figures: list[dict[str, float]] = [learner.iterate(untimed) for _ in range(3)]
    assert figures[-1]["losses/auxiliary"] < figures[0]["losses/auxiliary"]
    state: dict[str, Any] = learner.state()
    arrays = {
        name: torch.frombuffer(bytearray(a.tobytes()), dtype=torch.uint8) for name, a in state["collector"].items()
    }
    other.restore({**state, "collector": arrays})
    assert same_weights(learner.network, other.network)


@pytest.mark.parametrize(("rules", "shape"), GAMES)
def test_saved_networks_have_no_auxiliary_outputs(rules: GameRules, shape: Shape, tmp_path: Path) -> None:
    """So they play, and training starts from them with or without auxiliary targets."""
    sizes: dict[str, Any] = {"width": shape.width, "layers": shape.layers, "field_width": shape.field_width}
    settings: dict[str, Any] = {"game": rules.package, "players": rules.num_players, "timesteps": 512, "games": 4}
    settings |= {"evaluation_games": 4, "fixed_opponents": "random", "evaluation_opponents": "random"}
    assert train("ppo", tmp_path / "first", **settings, **sizes, auxiliary_coef=0.5)
    for file in ("agent.npz", "average.npz"):
        network, _ = serialization.load(tmp_path / "first" / file, rules)
        assert network(*inputs(rules))[1].shape[1] == rules.num_players
    for coefficient in (0.0, 0.5):
        start: dict[str, Any] = {"warm_start": str(tmp_path / "first" / "agent.npz"), "auxiliary_coef": coefficient}
        assert train("ppo", tmp_path / f"second{coefficient}", **settings, **start)
