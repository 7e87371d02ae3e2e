"""Imitation: files of games, learning from them, and stopping and resuming runs."""

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.registry import make_agent
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, new_network
from kschwert_env.training.algorithms.imitate import ImitationSettings, Imitator, main
from kschwert_env.training.rollout import dataset
from kschwert_env.training.runs.report import lines
from kschwert_env.two_crowns import Game, Rules
from tests.training.conftest import same_weights, without_seconds

TINY = {"games_per_file": 12, "epochs": 3, "minibatch_size": 32, "width": 32, "layers": 1}
TINY |= {"evaluation_games": 8, "checkpoint_interval": 0}


def imitate(*arguments: object) -> Result:
    app = Typer()
    app.command()(main)
    hyper = [part for name, value in TINY.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    command = ["--game", "two_crowns", "--threads", 1, "--timesteps", 4000, *hyper, *arguments]
    return CliRunner().invoke(app, list(map(str, command)))


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "unbroken"
    result = imitate("--out", out)
    assert result.exit_code == 0, result.output
    return out


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


# -- games ----------------------------------------------------------------------------------------------------


def test_recorded_games(rules: Rules) -> None:
    """Replay the first game manually: observations, masks, actions and the return of each seat are equal."""
    agent = make_agent("heuristic", rules)
    played, one = dataset.play_games(rules, agent, 5, seed=3), dataset.play_games(rules, agent, 1, seed=3)
    assert played.returns.dtype == np.float32
    assert (played.masks.sum(axis=1) > 1).all()
    assert (played.masks[np.arange(len(played.actions)), played.actions] == 1).all()
    assert abs(played.returns).max() == 1
    game, seats = Game(rules, seed=3), []
    for i in range(len(one.actions)):
        while len(game.legal_actions()) == 1:
            game.step(game.legal_actions()[0])
        assert game.player is not None
        seats.append(game.player)
        seen = game.observe(game.player)
        assert (one.observations[i] == seen["observation"]).all()
        assert (one.masks[i] == seen["action_mask"]).all()
        game.step(int(one.actions[i]))
    while not game.is_over:
        game.step(game.legal_actions()[0])
    assert one.returns.tolist() == [np.roll(game.returns, -seat).tolist() for seat in seats]


def test_files_are_read_as_they_were_written(tmp_path: Path, rules: Rules) -> None:
    played = dataset.play_games(rules, make_agent("random", rules), 4, seed=0)
    dataset.write(tmp_path / "games.npz", played)
    for read, wrote in zip(dataset.read(tmp_path / "games.npz", rules), played, strict=True):
        assert read.dtype == wrote.dtype
        assert (read == wrote).all()
    assert len(list(tmp_path.iterdir())) == 1


def test_at_least_as_many_decisions_are_learned_as_asked_for(tmp_path: Path, rules: Rules) -> None:
    """The last file is the test set, and does not count."""
    agent = make_agent("random", rules)
    for wanted in (1, 2000):
        *learned, _ = dataset.gather(tmp_path / str(wanted), rules, agent, wanted, 3, 5, lambda found: True)
        counts = [len(dataset.read(path, rules).actions) for path in learned]
        assert sum(counts) >= wanted > sum(counts[:-1])


def test_gathering_resumes_after_the_complete_files(tmp_path: Path, rules: Rules) -> None:
    agent = make_agent("random", rules)

    def gather(name: str, files: int) -> list[Path]:
        left = [True] * files
        return dataset.gather(tmp_path / name, rules, agent, 2000, 3, 5, lambda found: bool(left and left.pop()))

    gather("whole", 100)
    assert len(gather("broken", 2)) == 2
    paths = gather("broken", 100)
    found = contents(tmp_path / "broken")
    assert len(paths) == len(found) > 3
    assert found == contents(tmp_path / "whole")
    assert len(set(found.values())) == len(found)  # no game twice
    assert sum(len(dataset.read(path, rules).actions) for path in paths[:-2]) < 2000


# -- learning -------------------------------------------------------------------------------------------------


def test_the_network_learns_to_play_like_the_agent(tmp_path: Path, unbroken: Path, rules: Rules) -> None:
    first, *_, last, test = lines(unbroken / "progress.jsonl")
    assert last["losses/policy"] < first["losses/policy"] - 0.1
    assert test["test/same"] > 0.5
    assert 0 <= test["wins/heuristic"] <= 1
    _, about = serialization.load(unbroken / "agent.npz", rules)
    assert about["training"]["method"] == "imitate"
    assert about["training"]["settings"]["agent"] == "heuristic"


SETTINGS = ImitationSettings.of(game="two_crowns", width=16, layers=1, minibatch_size=10_000, learning_rate=0.01)


@pytest.fixture
def played(rules: Rules) -> dataset.Dataset:
    """Return recorded games with returns of all sizes."""
    found = dataset.play_games(rules, make_agent("heuristic", rules), 4, seed=0)
    returns = np.linspace(-1, 1, len(found.actions), dtype=np.float32)
    return found._replace(returns=np.stack([returns, -returns], axis=1))


def imitator_of(rules: Rules, settings: ImitationSettings, total: int) -> Imitator:
    """Return an imitator that will learn from that many files."""
    imitator = Imitator(settings, new_network(rules, settings.architecture.shape(rules), settings.run.seed))
    imitator.total = total
    return imitator


def predictions(imitator: Imitator, played: dataset.Dataset) -> tuple[np.ndarray, np.ndarray]:
    with torch.inference_mode():
        logits, values = imitator.network(torch.from_numpy(played.observations), torch.from_numpy(played.masks))
    return logits.double().numpy(), values.double().numpy()


def test_values_are_fitted_to_returns_and_actions_to_the_agents(rules: Rules, played: dataset.Dataset) -> None:
    imitator, every = imitator_of(rules, SETTINGS, 200), np.arange(len(played.actions))
    logits, values = predictions(imitator, played)
    figures = imitator.train(played)
    chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert figures["losses/value"] == pytest.approx(np.mean((values - played.returns) ** 2), rel=1e-4)
    assert figures["losses/policy"] == pytest.approx(-np.log(chances[every, played.actions]).mean(), rel=1e-4)
    assert figures["policy/same"] == pytest.approx(np.mean(logits.argmax(axis=1) == played.actions))
    for _ in range(60):
        imitator.train(played)
    _, later = predictions(imitator, played)
    assert np.mean((later - played.returns) ** 2) < 0.5 * np.mean((values - played.returns) ** 2)


def test_without_a_weight_values_are_not_learned(rules: Rules, played: dataset.Dataset) -> None:
    imitator = imitator_of(rules, SETTINGS.changed(value_coef=0.0), 2)
    before = imitator.network.state_dict()["value.weight"].clone()
    imitator.train(played)
    assert torch.equal(imitator.network.state_dict()["value.weight"], before)


def test_it_is_measured_in_games_not_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last file is read for evaluation only; every other file is read once per epoch."""
    read, wanted = dataset.read, list[str]()

    def recording_load(path: Path, rules: Rules) -> dataset.Dataset:
        wanted.append(path.name)
        return read(path, rules)

    monkeypatch.setattr(dataset, "read", recording_load)
    assert imitate("--out", tmp_path, "--agent", "random").exit_code == 0
    *files, test = sorted(set(wanted))
    assert len(files) > 1
    epochs = [sorted(wanted[i : i + len(files)]) for i in range(0, len(wanted) - 1, len(files))]
    assert epochs == [files] * TINY["epochs"]
    assert wanted[-1] == test
    assert [path.name for path in (tmp_path / "games").iterdir()] == [test]  # learned files are removed

    before = serialization.load(tmp_path / "agent.npz", Rules())[0]
    assert imitate("--out", tmp_path, "--resume").exit_code == 0  # nothing is left to play or learn
    assert wanted[-1] == wanted[-2] == test
    assert same_weights(before, serialization.load(tmp_path / "agent.npz", Rules())[0])


def test_measured_figures(rules: Rules, played: dataset.Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kschwert_env.training.algorithms.imitate.TEST_BATCH_SIZE", 50)
    imitator = imitator_of(rules, SETTINGS, 2)
    imitator.train(played)
    logits, values = predictions(imitator, played)
    figures = imitator.test(played)
    left = np.var((played.returns - values)[:, 0]) / np.var(played.returns[:, 0])
    assert figures["test/same"] == np.mean(logits.argmax(axis=1) == played.actions)
    assert figures["test/explained_variance"] == pytest.approx(1 - left, rel=1e-3)


def test_it_starts_from_a_trained_network(tmp_path: Path, unbroken: Path, rules: Rules) -> None:
    """With a learning rate of 0 the network stays what it was; its architecture overrides the settings."""
    start = unbroken / "agent.npz"
    options = "--warm-start", str(start), "--learning-rate", "0", "--width", "4"
    assert imitate("--out", tmp_path / "run", *options).exit_code == 0
    networks = [serialization.load(path, rules)[0] for path in (start, tmp_path / "run/agent.npz")]
    assert same_weights(*networks)


@pytest.mark.parametrize("number", [0, 3])
def test_stopping_and_resuming_keeps_the_result(
    number: int, tmp_path: Path, unbroken: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop with Ctrl-C between two files, while playing and while learning."""
    learn, play = Imitator.train, dataset.play_games

    def interrupted_learn(self: Imitator, *arguments: Any) -> dict[str, float]:
        if self.iteration == number == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return learn(self, *arguments)

    def interrupted_play(*arguments: Any) -> dataset.Dataset:
        if number == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return play(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Imitator, "train", interrupted_learn)
        patch.setattr(dataset, "play_games", interrupted_play)
        stopped = imitate("--out", tmp_path)
    assert stopped.exit_code == 0
    assert "Stopped; resume with --resume." in stopped.output
    assert imitate("--out", tmp_path, "--resume").exit_code == 0
    assert contents(tmp_path / "games") == contents(unbroken / "games")
    networks: list[Network] = [serialization.load(folder / "agent.npz", rules)[0] for folder in (tmp_path, unbroken)]
    assert same_weights(*networks)
    assert without_seconds(tmp_path / "progress.jsonl") == without_seconds(unbroken / "progress.jsonl")


def test_wrong_settings_are_named(tmp_path: Path, unbroken: Path) -> None:
    for arguments, message in (
        (["--agent", "wizard"], "unknown kind of agent 'wizard'"),
        (["--gamma", "1"], "No such option: --gamma"),
        (["--timesteps", "0"], "timesteps must be at least 1, not 0"),
    ):
        result = imitate("--out", tmp_path / "run", *arguments)
        assert result.exit_code == 2
        assert message in " ".join(result.output.replace("│", " ").split())
    result = imitate("--out", unbroken, "--resume", "--agent", "random")
    assert "the run was started with agent 'heuristic', not 'random'" in " ".join(
        result.output.replace("│", " ").split()
    )
