"""Runs of self-play: files; stopping, killing and resuming; settings."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.training.algorithms.imitate import ImitationSettings
from kschwert_env.training.algorithms.ppo import PpoLearner, main
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import save_settings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import same_weights, without_seconds

TINY = {
    "games": 16,
    "rollout_steps": 24,
    "epochs": 2,
    "minibatch_size": 64,
    "width": 16,
    "layers": 1,
    "evaluation_opponents": "random",
}
TINY |= {
    "fixed_opponents": "heuristic",
    "historical_fraction": 0.3,
    "evaluation_games": 8,
    "evaluation_interval": 768,
    "pool_interval": 2,
    "pool_size": 2,
    "checkpoint_interval": 0,
}
ITERATION = 16 * 24


def ppo(*arguments: object) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, list(map(str, arguments)))


def trained(out: Path, *arguments: object, iterations: int = 5) -> Result:
    hyper = [part for name, value in TINY.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    command = ["--out", out, "--game", "two_crowns", "--threads", 1, "--timesteps", iterations * ITERATION]
    return ppo(*command, *hyper, *arguments)


@pytest.fixture
def before_iteration(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, Callable[[], None]], None]:
    """Return a function that calls a callback once, during the iteration with that number."""
    iterate = PpoLearner.iterate

    def register(number: int, callback: Callable[[], None]) -> None:
        pending = [callback]

        def disturbed(self: PpoLearner, timer: Any) -> dict[str, float]:
            if self.iteration == number and pending:
                pending.pop()()
            return iterate(self, timer)

        monkeypatch.setattr(PpoLearner, "iterate", disturbed)

    return register


# -- runs -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "unbroken"
    result = trained(out)
    assert result.exit_code == 0, result.output
    assert "per second. environment" in result.output.replace("\n", " ")
    return out


def test_a_run_leaves_its_files(unbroken: Path, rules: Rules) -> None:
    names = {
        "settings.json",
        "checkpoint.pt",
        "agent.npz",
        "average.npz",
        "progress.jsonl",
        "tensorboard",
        "writer.lock",
    }
    assert {path.name for path in unbroken.iterdir()} == names
    lines = without_seconds(unbroken / "progress.jsonl")
    assert [line["iteration"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line["timesteps"] for line in lines] == [ITERATION * i for i in (1, 2, 3, 4, 5, 5)]
    assert ["wins/random" in line for line in lines] == [False, True, False, True, False, True]
    _, about = serialization.load(unbroken / "agent.npz", rules)
    assert about["training"]["timesteps"] == 5 * ITERATION
    assert about["training"]["settings"]["width"] == 16
    assert list((unbroken / "tensorboard").iterdir())


def test_the_average_includes_past_versions_and_the_last(unbroken: Path, rules: Rules) -> None:
    state = torch.load(unbroken / "checkpoint.pt", weights_only=True)["learner"]
    every = [*state["pool"], state["network"]]
    assert len(every) > 2
    for name, weight in serialization.load(unbroken / "average.npz", rules)[0].state_dict().items():
        wanted = sum(weights[name] for weights in every) / len(every)
        assert torch.allclose(weight, wanted, atol=1e-3)  # in half precision
        assert name != "policy.weight" or not torch.allclose(weight, every[-1][name], atol=1e-3)


def equals_run(out: Path, unbroken: Path, rules: Rules) -> bool:
    networks = [serialization.load(folder / "agent.npz", rules)[0] for folder in (out, unbroken)]
    states = [torch.load(folder / "checkpoint.pt", weights_only=True)["learner"] for folder in (out, unbroken)]
    assert all(torch.equal(states[0]["network"][name], weight) for name, weight in states[1]["network"].items())
    assert all(torch.equal(states[0]["collector"][name], array) for name, array in states[1]["collector"].items())
    assert without_seconds(out / "progress.jsonl") == without_seconds(unbroken / "progress.jsonl")
    return same_weights(*networks)


@pytest.mark.parametrize("number", [1, 3])
def test_stopping_and_resuming_keeps_the_result(
    number: int, tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    """After Ctrl-C the iteration is completed."""
    before_iteration(number, lambda: os.kill(os.getpid(), signal.SIGINT))
    stopped = trained(tmp_path / "run")
    assert stopped.exit_code == 0
    assert "Stopped; resume with --resume." in stopped.output
    assert f"{(number + 1) * ITERATION:,} timesteps in " in stopped.output
    assert trained(tmp_path / "run", "--resume").exit_code == 0
    assert equals_run(tmp_path / "run", unbroken, rules)


def test_stopped_in_the_last_iteration_it_is_still_tested(
    tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    before_iteration(4, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert trained(tmp_path / "run").exit_code == 0
    for _ in range(2):  # a complete run is not changed
        assert trained(tmp_path / "run", "--resume").exit_code == 0
        assert equals_run(tmp_path / "run", unbroken, rules)


def test_killing_and_resuming_keeps_the_result(
    tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    """The run resumes at the last checkpoint. Later progress lines are rewritten, and a truncated line is dropped."""

    def kill() -> None:
        os.rename(tmp_path / "earlier.pt", tmp_path / "run" / "checkpoint.pt")
        with (tmp_path / "run" / "progress.jsonl").open("a") as file:
            file.write('{"iteration": 4, "deci')
        raise OSError("killed")

    def keep_checkpoint() -> None:
        (tmp_path / "earlier.pt").write_bytes((tmp_path / "run" / "checkpoint.pt").read_bytes())
        before_iteration(3, kill)

    before_iteration(2, keep_checkpoint)
    assert isinstance(trained(tmp_path / "run").exception, OSError)
    assert ppo("--out", tmp_path / "run", "--resume").exit_code == 0  # the settings at the start apply
    assert equals_run(tmp_path / "run", unbroken, rules)


def test_a_budget_of_seconds_stops_a_run(tmp_path: Path) -> None:
    assert trained(tmp_path / "run", "--time-limit", 0).exit_code == 0
    assert [line["timesteps"] for line in without_seconds(tmp_path / "run" / "progress.jsonl")] == [0]
    assert trained(tmp_path / "run", "--resume", "--time-limit", 1000).exit_code == 0
    assert without_seconds(tmp_path / "run" / "progress.jsonl")[-1]["timesteps"] == 5 * ITERATION


def test_it_begins_with_a_trained_network(tmp_path: Path, unbroken: Path) -> None:
    assert trained(tmp_path / "run", "--warm-start", unbroken / "agent.npz", iterations=1).exit_code == 0
    pool = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)["learner"]["pool"]
    begun = serialization.load(unbroken / "agent.npz", Rules())[0].state_dict()
    assert all(torch.equal(pool[0][name], weight) for name, weight in begun.items())


def test_a_run_resumes_without_its_initial_network(tmp_path: Path, rules: Rules, before_iteration: Any) -> None:
    """The network's shape differs from the settings."""
    first = tmp_path / "first.npz"
    serialization.save(first, new_network(rules, Shape("mlp", width=24, layers=2), seed=5), rules, {})
    begun = "--warm-start", first
    assert trained(tmp_path / "whole", *begun, iterations=2).exit_code == 0
    before_iteration(0, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert trained(tmp_path / "run", *begun, iterations=2).exit_code == 0
    first.unlink()
    assert trained(tmp_path / "run", "--resume", iterations=2).exit_code == 0
    assert equals_run(tmp_path / "run", tmp_path / "whole", rules)


# -- settings -------------------------------------------------------------------------------------------------


def test_the_command_line_overrides_the_file_and_the_file_overrides_defaults(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('seed = 3\ngamma = 0.5\nentropy_coef = 0\n[rules]\nreward = "score"\n')
    config = "--config", tmp_path / "run.toml"
    assert trained(tmp_path / "run", *config, "--seed", 4, "--entropy-coef", "1e-2", iterations=1).exit_code == 0
    _, about = serialization.load(tmp_path / "run" / "agent.npz", Rules(reward="score"))
    settings = about["training"]["settings"]
    assert (settings["seed"], settings["gamma"], settings["entropy_coef"]) == (4, 0.5, 0.01)
    assert settings["gae_lambda"] == PpoSettings.of().rollout.gae_lambda


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--colour", "red"], "No such option: --colour"),
        (["--minibatch", "5"], "No such option: --minibatch"),
        (["--gamma", "high"], "gamma must be a number, not 'high'"),
        (["--gamma", "1.5"], "gamma must be from 0 to 1, not 1.5"),
        (
            ["--historical-fraction", "0.9"],
            "historical_fraction and fixed_opponent_fraction must be at most 1 together, not 1.4",
        ),
        (["--magnet-coef", "-1"], "magnet_coef must be at least 0, not -1.0"),
        (["--magnet-ema-rate", "1.5"], "magnet_ema_rate must be from 0 to 1, not 1.5"),
        (["--fixed-opponents", "wizard"], "unknown kind of agent 'wizard'"),
        (["--games", "2.5"], "games must be a whole number, not '2.5'"),
        (["--evaluation-opponents", "wizard"], "unknown kind of agent 'wizard'"),
        (["--game", "chess"], "unknown game 'chess'; expected one of: krone_schwert, two_crowns, "),
        (["--network", "graph"], "two_crowns has no map for a graph network; use the network mlp"),
        (["--network", "tree"], "network must be mlp or graph, or a class of your own as module.Class, not 'tree'"),
        (["--device", "abacus"], "device must be cpu or cuda, not 'abacus'"),
        (["--players", "7"], "num_players must be 2, not 7"),
        (["--set", "reward=gold"], "reward must be one of win, placement, score, not 'gold'"),
        (["--warm-start", "nowhere.npz"], "trained network nowhere.npz does not exist"),
        (["--config", "nowhere.toml"], "nowhere.toml is no file of settings"),
        (["--resume"], "no run to resume"),
    ],
)
def test_wrong_settings_are_named(arguments: list[str], message: str, tmp_path: Path) -> None:
    result = ppo("--out", tmp_path / "run", "--game", "two_crowns", "--threads", 1, *arguments)
    assert result.exit_code == 2
    error_text = " ".join(result.output.replace("│", " ").split())
    assert message in error_text
    assert not (tmp_path / "run").exists()  # it can be started with correct settings


def test_a_run_resumes_with_its_settings(tmp_path: Path, unbroken: Path) -> None:
    assert "already holds a run" in " ".join(trained(unbroken).output.replace("│", " ").split())
    result = trained(unbroken, "--resume", "--seed", 9)
    assert result.exit_code == 2
    assert "the run was started with seed 0, not 9" in " ".join(result.output.replace("│", " ").split())


def test_a_run_goes_on_with_another_precision(tmp_path: Path, before_iteration: Any) -> None:
    """Device, precision and torch.compile may change between two sessions of a run."""
    assert {"device", "precision", "torch_compile"} <= PpoSettings.resumable
    before_iteration(1, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert trained(tmp_path / "run", iterations=3).exit_code == 0
    assert trained(tmp_path / "run", "--resume", "--precision", "bfloat16", iterations=3).exit_code == 0
    assert len(without_seconds(tmp_path / "run" / "progress.jsonl")) == 4  # three iterations and the last evaluation


def test_a_run_of_another_method_is_not_resumed(tmp_path: Path) -> None:
    save_settings(tmp_path, ImitationSettings.of(game="two_crowns"))
    before = (tmp_path / "settings.json").read_text()
    result = trained(tmp_path, "--resume")
    assert result.exit_code == 2
    message = "holds a run of 'imitate'; it can't be resumed as 'ppo'"
    assert message in " ".join(result.output.replace("│", " ").split())
    assert (tmp_path / "settings.json").read_text() == before
