"""Rollouts, updates and statistics of the learner; opponents get no hidden information."""

import copy
from typing import Any, ClassVar

import numpy as np
import pytest
import torch

from kschwert_env.agents.base import DecisionBatch, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import evaluator
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.algorithms.ppo import PpoLearner, standardize_advantages
from kschwert_env.training.rollout import dataset
from kschwert_env.training.rollout.backends import LocalBackend
from kschwert_env.training.rollout.collector import Collector
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.run import win_share
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL
from tests.training.test_advantages import reference
from tests.training.test_collect import untimed

pytestmark = pytest.mark.needs_jit

SETTINGS = PpoSettings.of(
    game="two_crowns",
    games=8,
    rollout_steps=400,  # longer than any game, so that games end
    epochs=1,
    minibatch_size=64,
    timesteps=4 * 3200,
    fixed_opponents="random",
    gamma=0.97,
    gae_lambda=0.9,
    pool_size=3,
    pool_interval=1,
)


@pytest.fixture
def learner(rules: Rules) -> PpoLearner:
    return PpoLearner(rules, SETTINGS, new_network(rules, SMALL, seed=1))


def test_a_sample_joins_decisions_and_returns(learner: PpoLearner) -> None:
    """Each row has observation, mask, action, log-probability, return and standardized advantage of one decision."""
    backend = learner._backend
    assert isinstance(backend, LocalBackend)
    played = backend.collector
    raw, _ = backend.collect(learner.network, learner._pool.playing, 0, untimed)
    sample, returns = standardize_advantages(raw), raw.returns[:, 0].numpy()
    values = returns - raw.advantages.numpy()
    factors = SETTINGS.rollout.gamma, SETTINGS.rollout.gae_lambda
    arrays = played.seats, played.learns, played.rewards, played.ended, *factors
    played_values = played.values.numpy()
    found, complete = reference(played_values[..., 0], *arrays)
    wanted = found[complete]
    swapped = played.seats, played.learns, played.rewards[..., ::-1], played.ended, *factors
    others, _ = reference(played_values[..., 1], *swapped)
    assert complete.sum() > 200
    assert played.ended.any()
    for part, whole in zip(
        (sample.observations, sample.masks, sample.actions, sample.log_probs),
        (played.observations, played.masks, torch.from_numpy(played.actions), played.log_probs),
        strict=True,
    ):
        assert torch.equal(part, whole[torch.from_numpy(complete)])
    np.testing.assert_allclose(values, played_values[complete, 0], atol=1e-6)
    np.testing.assert_allclose(returns, played_values[complete, 0] + wanted, atol=1e-4)
    np.testing.assert_allclose(sample.returns[:, 0], returns)
    np.testing.assert_allclose(sample.returns[:, 1], played_values[complete, 1] + others[complete], atol=1e-4)
    np.testing.assert_allclose(sample.advantages, (wanted - wanted.mean()) / wanted.std(), atol=1e-3)


def test_the_complete_learner_state_is_restored(learner: PpoLearner, rules: Rules) -> None:
    """Pool, learning rate and random generator are restored, too; games begin with new seatings."""
    seatings = learner._backend.state(0)["line_ups"].copy()
    for _ in range(4):
        learner.iterate(untimed)
    assert len(learner._pool.pool) == SETTINGS.opponents.pool_size
    assert learner.optimizer.param_groups[0]["lr"] == pytest.approx(SETTINGS.optimizer.rate(0.25))
    assert (learner._backend.state(4)["line_ups"] != seatings).any()
    other = PpoLearner(rules, SETTINGS, new_network(rules, SMALL, seed=2))
    state = learner.state()
    arrays = {
        name: torch.frombuffer(bytearray(a.tobytes()), dtype=torch.uint8) for name, a in state["collector"].items()
    }
    other.restore({**state, "collector": arrays})
    again = other.state()
    assert again["generator"] == state["generator"]
    for one, two in zip(state["pool"], again["pool"], strict=True):
        assert all(torch.equal(one[name], two[name]) for name in one)
    assert all(np.array_equal(state["collector"][name], again["collector"][name]) for name in state["collector"])


@pytest.mark.parametrize(("shape", "pace"), [(SMALL, 0.25), (SMALL, 1.0), (Shape("graph", 8, 1, 4), 0.5)])
def test_the_magnet_follows_the_network_and_is_restored(shape: Shape, pace: float) -> None:
    """Each iteration moves the magnet by that fraction towards the network, starting at the initial network."""
    game, steps = ("krone_schwert", 64) if shape.kind == "graph" else ("two_crowns", SETTINGS.rollout.rollout_steps)
    settings = SETTINGS.changed(game=game, rollout_steps=steps, magnet_coef=1.0, magnet_ema_rate=pace)
    rules = settings.task.game_rules()
    learner, other = (PpoLearner(rules, settings, new_network(rules, shape, seed=seed)) for seed in (1, 2))
    assert settings.loss_at(0.5).magnet_coef == 1.0
    wanted = weights_of(learner.network)
    for _ in range(2):
        figures = learner.iterate(untimed)
        its = weights_of(learner.network)
        wanted = [(1 - pace) * mine + pace * new for mine, new in zip(wanted, its, strict=True)]
    assert learner.magnet is not None
    assert other.magnet is not None
    assert figures["policy/magnet"] > 0
    for mine, right in zip(weights_of(learner.magnet), wanted, strict=True):
        assert torch.allclose(mine, right, atol=1e-6)
    state = copy.deepcopy(learner.state())
    arrays = {
        name: torch.frombuffer(bytearray(a.tobytes()), dtype=torch.uint8) for name, a in state["collector"].items()
    }
    other.restore({**state, "collector": arrays})
    for one in (learner, other):
        one.iterate(untimed)
    assert all(map(torch.equal, weights_of(learner.magnet), weights_of(other.magnet)))
    assert all(map(torch.equal, weights_of(learner.network), weights_of(other.network)))


def test_a_heavy_magnet_holds_the_policy(rules: Rules) -> None:
    """With a fixed magnet, the policy moves less for a larger magnet weight."""
    moved = []
    for weight in (0.01, 10.0):
        settings = SETTINGS.changed(magnet_coef=weight, magnet_ema_rate=0.0, epochs=4)
        learner = PpoLearner(rules, settings, new_network(rules, SMALL, seed=1))
        before = weights_of(learner.network)
        learner.iterate(untimed)
        moved.append(learner.iterate(untimed)["policy/magnet"])
        assert learner.magnet is not None
        assert all(map(torch.equal, weights_of(learner.magnet), before))
    assert moved[1] < moved[0] / 4


def test_without_a_magnet_no_magnet_figures_are_logged(learner: PpoLearner) -> None:
    figures = learner.iterate(untimed)
    assert learner.magnet is None
    assert "policy/magnet" not in figures
    assert "magnet" not in learner.state()


def weights_of(network: Network) -> list[torch.Tensor]:
    return [weight.detach().clone() for weight in network.parameters()]


def test_iterations_too_short_to_learn_from_change_nothing(rules: Rules) -> None:
    short = PpoSettings.of(game="two_crowns", games=2, rollout_steps=1, fixed_opponents="", evaluation_opponents="")
    learner = PpoLearner(rules, short, new_network(rules, SMALL, seed=1))
    before = learner.network.state_dict()["policy.weight"].clone()
    figures = learner.iterate(untimed)
    assert torch.equal(learner.network.state_dict()["policy.weight"], before)
    assert not any(np.isnan(value) for value in figures.values())


def test_networks_learn_in_mixed_precision_and_by_torch_compile(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights stay in single precision, and all networks of an iteration are evaluated by the compiled function."""
    compiled = list[Any]()

    def spy(function: Any, dynamic: bool) -> Any:
        def evaluate(network: Network, observations: torch.Tensor) -> Any:
            compiled.append(network)
            return function(network, observations)

        return evaluate

    monkeypatch.setattr(torch, "compile", spy)
    evaluator._torch_compiled.cache_clear()
    learned = {}
    for precision, torch_compile in (("float32", 0), ("bfloat16", 1)):
        settings = SETTINGS.changed(precision=precision, torch_compile=torch_compile, historical_fraction=0.3)
        learner = PpoLearner(rules, settings, new_network(rules, SMALL, seed=1))
        learned[precision] = learner.iterate(untimed)
        assert all(weight.dtype == torch.float32 for weight in learner.network.parameters())
        assert bool(compiled) == bool(torch_compile)
    evaluator._torch_compiled.cache_clear()
    assert {learner.network, learner._pool.playing} <= set(compiled)
    exact, mixed = learned.values()
    assert mixed["losses/value"] == pytest.approx(exact["losses/value"], rel=0.3)
    assert mixed["policy/entropy"] == pytest.approx(exact["policy/entropy"], rel=0.1)
    assert mixed["losses/value"] != exact["losses/value"]


def test_the_win_share_is_that_of_the_first_agent(rules: Rules) -> None:
    strong, weak = make_agent("heuristic", rules), make_agent("random", rules)
    assert win_share(rules, strong, weak, 40, seed=0) > 0.8
    assert win_share(rules, weak, strong, 40, seed=0) < 0.2


# -- secrets --------------------------------------------------------------------------------------------------


class Spy:
    """Policy that takes the first legal action, and stores the world that it is shown."""

    games_at_once: ClassVar[int] = 1

    def __init__(self) -> None:
        self.worlds: list[np.ndarray] = []
        self.observations: list[np.ndarray] = []

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        self.worlds.append(decisions.worlds(1)[:, 0].copy())
        self.observations.append(decisions.observations.copy())
        return decisions.masks.argmax(axis=1)


def assert_blind(spy: Spy, true: list[np.ndarray], rules: Rules) -> None:
    """Assert that the worlds shown differ from the true positions, but give the same observations."""
    worlds, positions = np.concatenate(spy.worlds), np.concatenate(true)
    assert len(worlds) == len(positions) > 100
    different = [world.tobytes() != position.tobytes() for world, position in zip(worlds, positions, strict=True)]
    assert np.mean(different) > 1 / 3
    seen = make_decision_batch(rules, worlds, np.zeros(len(worlds), np.int64)).observations
    assert np.array_equal(seen, np.concatenate(spy.observations))


def test_opponents_do_not_see_hidden_information(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    spy, true = Spy(), list[np.ndarray]()
    only = {"historical_fraction": 0.0, "fixed_opponent_fraction": 1.0, "rollout_steps": 100}
    settings, device = PpoSettings.of(**only), torch.device("cpu")
    collector = Collector(rules, settings, 8, {"spy": spy}, device, np.random.default_rng(0))
    act = spy.act

    def recording_act(decisions: DecisionBatch) -> np.ndarray:
        (group,) = collector.groups
        batch = group.batch
        keys = {row.tobytes(): state for row, state in zip(batch.observations, batch.states.copy(), strict=True)}
        true.append(np.array([keys[row.tobytes()] for row in decisions.observations]))
        return act(decisions)

    monkeypatch.setattr(spy, "act", recording_act)
    network = new_network(rules, SMALL, seed=1)
    collector.collect(network, network, untimed)
    assert_blind(spy, true, rules)


def test_the_imitated_agent_does_not_see_hidden_information(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    spy, true = Spy(), list[np.ndarray]()
    step = Batch.play

    def recording_act(self: Batch[Rules], actions: np.ndarray) -> object:
        true.append(self.states[actions >= 0].copy())
        return step(self, actions)

    monkeypatch.setattr(Batch, "play", recording_act)
    dataset.play_games(rules, spy, 8, seed=0)
    assert_blind(spy, true, rules)
