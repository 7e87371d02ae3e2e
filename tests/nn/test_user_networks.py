"""Networks of a user's class: trained, saved, and played by `policy` and `puct`."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from agents.example_network import Residual
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.puct import PuctAgent
from kschwert_env.arena.contest import Contest
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.inference.logits import LogitsFunction
from kschwert_env.nn.networks import Network, Shape, average_weights, divide_logits, new_network
from kschwert_env.training import methods
from kschwert_env.training.algorithms import best_response
from kschwert_env.training.runs.report import lines
from kschwert_env.two_crowns import Rules

pytestmark = pytest.mark.needs_jit

OWN = "agents.example_network.Residual"
SHAPE = Shape(OWN, width=16, layers=1)


class Failing(Residual):
    """Raises an error when it is evaluated."""

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        raise ZeroDivisionError("no logits today")


@pytest.fixture
def path(rules: Rules, tmp_path: Path) -> Path:
    network = new_network(rules, SHAPE, seed=0)
    assert isinstance(network, Residual)
    serialization.save(tmp_path / "own.npz", network, rules, {})
    return tmp_path / "own.npz"


def test_logits_are_those_of_torch_whatever_the_batch(rules: Rules) -> None:
    network, batch = new_network(rules, SHAPE, seed=0), Batch(rules, 20, seed=1)
    batch.rollout(10)
    seen = batch.observations.copy()
    found = LogitsFunction(network)(seen)
    with torch.inference_mode():
        np.testing.assert_allclose(found, network.logits_and_values(torch.from_numpy(seen))[0].numpy(), atol=1e-5)
    assert np.array_equal(found[3:4], LogitsFunction(network)(seen[3:4]))


def test_policy_and_puct_play_it_in_an_arena(rules: Rules, path: Path, tmp_path: Path) -> None:
    typed = [f"policy:{path},network={OWN}", f"puct:{path},network={OWN},sims=8", "random"]
    agents = {name: make_agent(name, rules) for name in typed}
    assert isinstance(agents[typed[0]], PolicyAgent)
    assert isinstance(agents[typed[1]], PuctAgent)
    with Contest(rules, agents, tmp_path / "arena", 6, "mixed", seed=0, resume=False) as contest:
        assert contest.play()


def test_search_finds_the_same_with_the_same_seed(rules: Rules, path: Path) -> None:
    agent: Any = make_agent(f"puct:{path},network={OWN},sims=20", rules)
    batch = Batch(rules, 1, seed=1)
    one, other = (agent.search(batch.states[:1].copy(), seed=3) for _ in range(2))
    assert np.array_equal(one.visits, other.visits)
    assert one.visits.sum() >= 19


def test_it_is_trained_resumed_and_goes_on(tmp_path: Path, rules: Rules) -> None:
    small = {
        "game": "two_crowns",
        "network": OWN,
        "width": 8,
        "layers": 1,
        "games": 8,
        "rollout_steps": 8,
        "evaluation_games": 2,
    }
    settings: dict[str, Any] = {
        **small,
        "evaluation_opponents": "random",
        "fixed_opponents": "random",
        "timesteps": 128,
    }
    assert methods.train("ppo", tmp_path / "ppo", **settings)
    assert methods.train("ppo", tmp_path / "ppo", resume=True)
    network, _ = serialization.load(tmp_path / "ppo" / "agent.npz", rules, OWN)
    assert isinstance(network, Residual)
    warm = {**settings, "warm_start": str(tmp_path / "ppo" / "agent.npz")}
    assert methods.train("ppo", tmp_path / "more", **warm)


def test_a_file_alone_imports_nothing(path: Path, rules: Rules) -> None:
    for typed in (f"policy:{path}", f"policy:{path},network=mlp", f"puct:{path}"):
        with pytest.raises(ValueError, match=f"holds a network of class {OWN}; to load it, set network={OWN}"):
            make_agent(typed, rules)
    with pytest.raises(FileError, match="to load it, set network="):
        serialization.load(path, rules, "other.Network")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("nowhere.Network", "unknown network 'nowhere.Network'"),
        ("pathlib.Path", "is not a network: expected a class derived from"),
        ("cnn", "network must be mlp or graph, or a class of your own as module.Class, not 'cnn'"),
    ],
)
def test_what_is_no_network_says_so(kind: str, message: str, rules: Rules) -> None:
    with pytest.raises(ValueError, match=message):
        new_network(rules, Shape(kind), seed=0)


def test_what_it_raises_reaches_the_caller(rules: Rules) -> None:
    network: Network = new_network(rules, Shape(f"{__name__}.Failing", 8, 1), seed=0)
    with pytest.raises(ZeroDivisionError, match="no logits today"):
        LogitsFunction(network)(np.zeros((2, rules.observation.size), np.int8))
    ours = new_network(rules, SHAPE, seed=0)  # and later ones are not blamed
    assert np.isfinite(LogitsFunction(ours)(np.zeros((2, rules.observation.size), np.int8))).all()


class Dropping(Residual):
    """Behaves differently in training and evaluation mode."""

    def __init__(self, rules: Any, shape: Shape, scale: np.ndarray) -> None:
        super().__init__(rules, shape, scale)
        self.drop = torch.nn.Dropout(0.1)


class Indexed(Residual):
    """Has an integer buffer."""

    def __init__(self, rules: Any, shape: Shape, scale: np.ndarray) -> None:
        super().__init__(rules, shape, scale)
        self.register_buffer("order", torch.arange(3000, 3000 + len(scale)) - 3000)

    def logits_and_values(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        order: Any = self.order
        return super().logits_and_values(observations.index_select(1, order))


def test_layers_that_behave_otherwise_in_training_are_refused(rules: Rules) -> None:
    with pytest.raises(ValueError, match=r"has Dropout \(drop\), which training does not support"):
        new_network(rules, Shape(f"{__name__}.Dropping", 8, 1), seed=0)


def test_a_temperature_needs_the_names_of_the_logit_layers(rules: Rules) -> None:
    with pytest.raises(ValueError, match="a temperature needs a network with logit_layers; agents"):
        divide_logits(new_network(rules, SHAPE, seed=0), 0.5)


def test_integers_are_kept(rules: Rules, tmp_path: Path) -> None:
    kind = f"{__name__}.Indexed"
    network = new_network(rules, Shape(kind, 8, 1), seed=0)
    averaged = average_weights([network.state_dict(), network.state_dict()])
    assert torch.equal(averaged["order"], torch.arange(rules.observation.size))
    serialization.save(tmp_path / "own.npz", network, rules, {})
    loaded, _ = serialization.load(tmp_path / "own.npz", rules, kind)
    assert loaded.state_dict()["order"].dtype == torch.int64
    assert np.isfinite(LogitsFunction(loaded)(np.zeros((1, rules.observation.size), np.int8))).all()


def test_errors_stay_on_their_thread(rules: Rules) -> None:
    good, bad = (LogitsFunction(new_network(rules, Shape(kind, 8, 1), seed=0)) for kind in (OWN, f"{__name__}.Failing"))
    seen = np.zeros((4, rules.observation.size), np.int8)

    def outcome(number: int) -> bool:
        try:
            (bad if number % 2 else good)(seen)
        except ZeroDivisionError:
            return number % 2 == 1
        return number % 2 == 0

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(outcome, range(200)))


def test_best_responses_and_exploiter_training(tmp_path: Path) -> None:
    small: dict[str, Any] = {"game": "two_crowns", "games": 8, "rollout_steps": 8, "evaluation_games": 2}
    own: dict[str, Any] = {
        **small,
        "network": OWN,
        "width": 8,
        "layers": 1,
        "evaluation_opponents": "random",
        "fixed_opponents": "random",
    }
    assert methods.train("ppo", tmp_path / "ppo", **own, timesteps=64)
    agent = f"policy:{tmp_path / 'ppo' / 'agent.npz'},network={OWN}"
    games: dict[str, Any] = {"selection_games": 2, "measurement_games": 4, "seeds": 1}
    assert best_response.BestResponseRun.create(
        tmp_path / "exploit", **small, **games, agent=agent, timesteps=64
    ).train()
    rounds: dict[str, Any] = {"rounds": 2, "responses": 1, "response_timesteps": 64}
    assert methods.train("exploiter_training", tmp_path / "exploiter_training", **own, **rounds, timesteps=64)


@pytest.mark.parametrize(
    ("student", "teacher"),
    [(OWN, "policy"), ("mlp", f"policy:{{path}},network={OWN}"), (OWN, f"policy:{{path}},network={OWN}")],
)
def test_it_is_a_teacher_and_has_teachers(tmp_path: Path, path: Path, student: str, teacher: str) -> None:
    small: dict[str, Any] = {"game": "two_crowns", "games": 8, "rollout_steps": 8, "evaluation_games": 2, "width": 8}
    settings = {**small, "network": student, "teacher": teacher.format(path=path), "teacher_coef": 1, "timesteps": 128}
    assert methods.train("ppo", tmp_path / "ppo", **settings)
    assert "policy/teacher" in lines(tmp_path / "ppo" / "progress.jsonl")[0]


def test_a_checkpoint_imports_nothing_that_the_settings_do_not_name(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"game": "two_crowns", "network": "mlp", "width": 8, "games": 8, "rollout_steps": 8}
    settings |= {"evaluation_games": 2, "evaluation_opponents": "random", "fixed_opponents": "random", "timesteps": 64}
    assert methods.train("ppo", tmp_path, **settings)
    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    [part] = [saved, *(value for value in saved.values() if isinstance(value, dict) and "shape" in value)][-1:]
    part["shape"]["kind"] = "nowhere.Network"
    torch.save(saved, tmp_path / "checkpoint.pt")
    with pytest.raises(ValueError, match=r"its network class nowhere\.Network is not the one in the settings"):
        methods.train("ppo", tmp_path, resume=True)
