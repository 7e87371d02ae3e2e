"""Best responses to an agent: starting networks, opponents, results; stopping and resuming."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.policy import bundled_network
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena.contest import Contest
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.io.files import locked_folder
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms.best_response import BestResponseSettings, Response, main, responses
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.rollout.matchmaking import FIXED, LEARNER, OpponentMix
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL

ROUND = 16 * 24
TINY = {
    "games": 16,
    "rollout_steps": 24,
    "minibatch_size": 64,
    "width": 16,
    "layers": 1,
    "evaluation_interval": 2 * ROUND,
}
TINY |= {"evaluation_games": 8, "selection_games": 10, "measurement_games": 12, "checkpoint_interval": 0}


def exploit(*arguments: object) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, list(map(str, arguments)))


def output_text(result: Result) -> str:
    return " ".join(result.output.replace("│", " ").split())


# -- starting networks and opponents --------------------------------------------------------------------------


def starting_responses(agent: str, starts: str = "") -> list[Response]:
    rules = Rules()
    settings = BestResponseSettings.of(game="two_crowns", agent=agent, starts=starts, seeds=2, seed=5)
    return list(responses(settings, make_agent(agent, rules), rules))


def test_a_response_starts_from_the_agents_network(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    serialization.save(path, new_network(rules, SMALL), rules, {})
    assert starting_responses("policy") == [
        Response("own", bundled_network(rules), 5),
        Response("own", bundled_network(rules), 6),
    ]
    assert {response.path for response in starting_responses(f"policy:{path},sample=0")} == {path}


def test_additional_starting_networks(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "named.npz"
    serialization.save(path, new_network(rules, SMALL), rules, {})
    found = {response.start: response.path for response in starting_responses("policy", f"{path}+scratch+own+bundled")}
    assert found == {"own": bundled_network(rules), str(path): path, "scratch": None, "bundled": bundled_network(rules)}


def test_agents_without_a_network(rules: Rules) -> None:
    assert {response.start for response in starting_responses("heuristic")} == {"scratch"}
    assert {response.start for response in starting_responses("heuristic", "bundled")} == {"bundled"}
    with pytest.raises(ValueError, match=r"trained network own.* does not exist"):
        starting_responses("heuristic", "own")


@pytest.mark.parametrize("players", [2, 4])
def test_one_seat_plays_against_the_agent_in_all_others(players: int) -> None:
    """This holds for every game that is learned from."""
    settings = BestResponseSettings.of(game="krone_schwert", players=players, agent="random")
    response = PpoSettings.from_layers(settings.response_settings(Response("scratch", None, 7)))
    opponents = response.opponents
    assert (response.run.seed, opponents.fixed_opponents) == (7, "random")
    assert response.evaluation.evaluation_opponents == "random"
    seatings = OpponentMix(opponents, 1).draw(500, players, np.random.default_rng(0))
    assert ((seatings == LEARNER).sum(axis=1) == 1).all()
    assert ((seatings == FIXED).sum(axis=1) == players - 1).all()


# -- runs -----------------------------------------------------------------------------------------------------


def search_responses(out: Path, *arguments: object) -> Result:
    """Search a response that starts from the bundled network, one from scratch, and one that does not learn."""
    hyper = [part for name, value in TINY.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    asked = ["--agent", "policy", "--starts", "scratch", "--searches", "greedy", "--seeds", 1, "--timesteps", 3 * ROUND]
    return exploit("--out", out, "--game", "two_crowns", "--threads", 1, *asked, *hyper, *arguments)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exploit") / "unbroken"
    done = search_responses(out)
    assert done.exit_code == 0, done.output
    assert "The best response found to policy" in output_text(done)
    return out


def results(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    return found


@pytest.mark.needs_jit
def test_the_best_is_chosen_and_measured_again(unbroken: Path) -> None:
    found = results(unbroken)
    about = {"agent": "policy", "game": "two_crowns", "players": 2, "timesteps": 3 * ROUND, "fair_share": 0.5}
    assert about.items() <= found.items()
    assert found["rules_version"] == Rules.version
    assert found["package_version"]
    assert [its["name"] for its in found["responses"]] == ["own, seed 0", "scratch, seed 0", "greedy"]
    for its in found["responses"]:
        assert its["selection"]["games"] == 10
        assert [point["timesteps"] for point in its["curve"]] == ([2 * ROUND, 3 * ROUND] if "seed" in its else [])
    shares = {its["name"]: its["selection"]["win_share"] for its in found["responses"]}
    best = found["best"]
    assert shares[best["response"]] == max(shares.values())
    assert best["games"] == 12
    assert best["low"] <= best["win_share"] <= best["high"]


@pytest.mark.needs_jit
def test_the_page_shows_every_response(unbroken: Path) -> None:
    page = (unbroken / "report.html").read_text()
    assert page.count("<svg") == 1
    assert page.count("from own") == page.count("from scratch") == page.count("fair share</text>") == 1
    assert all(its["name"] in page for its in results(unbroken)["responses"])


def deals(folder: Path) -> set[int]:
    """Return the seeds of an arena's games."""
    _, *lines = map(json.loads, (folder / "games.jsonl").read_text().splitlines())
    return {line["seed"] for line in lines if "game" in line}


@pytest.mark.needs_jit
def test_every_deal_has_one_purpose(unbroken: Path) -> None:
    """Choosing, measuring and evaluating during training use different deals."""
    choosing, measuring = deals(unbroken / "selection"), deals(unbroken / "measurement")
    on_the_way = set(derived_seeds(np.zeros(64, np.int64), np.arange(64)).tolist())
    assert (len(choosing), len(measuring)) == (5, 6)
    assert not choosing & measuring
    assert not (choosing | measuring) & on_the_way


Callback = Callable[[], None]


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def call_before_iteration(monkeypatch: pytest.MonkeyPatch, number: int, action: Callback) -> None:
    """Call `action` before the iteration with that number, counted over all responses."""
    iterate, numbers = PpoLearner.iterate, iter(range(number + 1))

    def disturbed(self: PpoLearner, timer: Any) -> dict[str, float]:
        if next(numbers, None) == number:
            action()
        return iterate(self, timer)

    monkeypatch.setattr(PpoLearner, "iterate", disturbed)


def interrupt_games(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Raise KeyboardInterrupt in the first contest once this number of games is finished."""
    play = Contest.play

    def disturbed(self: Contest, workers: int, report: Any) -> bool:
        def interrupting_report(finished: int) -> None:
            if finished == number:
                monkeypatch.setattr(Contest, "play", play)
                raise KeyboardInterrupt

        return play(self, workers, interrupting_report)

    monkeypatch.setattr(Contest, "play", disturbed)


@pytest.mark.needs_jit
@pytest.mark.parametrize("iteration", [1, 5])
def test_stopping_while_learning_keeps_the_result(
    iteration: int, tmp_path: Path, unbroken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_before_iteration(monkeypatch, iteration, interrupt)
    stopped = search_responses(tmp_path / "run")
    assert "Stopped; resume with --resume." in stopped.output
    assert not (tmp_path / "run" / "results.json").exists()
    assert exploit("--out", tmp_path / "run", "--resume").exit_code == 0
    assert (tmp_path / "run" / "results.json").read_bytes() == (unbroken / "results.json").read_bytes()


@pytest.mark.needs_jit
def test_killing_keeps_the_result(tmp_path: Path, unbroken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kill() -> None:
        raise OSError("killed")

    call_before_iteration(monkeypatch, 4, kill)
    assert isinstance(search_responses(tmp_path / "run").exception, OSError)
    assert exploit("--out", tmp_path / "run", "--resume").exit_code == 0
    assert (tmp_path / "run" / "results.json").read_bytes() == (unbroken / "results.json").read_bytes()


@pytest.mark.needs_jit
def test_stopping_while_choosing_keeps_the_result(
    tmp_path: Path, unbroken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_games(monkeypatch, 3)
    assert "Stopped; resume with --resume." in search_responses(tmp_path / "run").output
    assert not (tmp_path / "run" / "results.json").exists()
    assert exploit("--out", tmp_path / "run", "--resume").exit_code == 0
    assert (tmp_path / "run" / "results.json").read_bytes() == (unbroken / "results.json").read_bytes()


@pytest.mark.needs_jit
def test_a_complete_run_is_not_changed(unbroken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_is_learned(self: PpoLearner, timer: Any) -> dict[str, float]:
        raise AssertionError

    before = {path: path.read_bytes() for path in unbroken.rglob("*.npz")}, (unbroken / "results.json").read_bytes()
    monkeypatch.setattr(PpoLearner, "iterate", nothing_is_learned)
    assert exploit("--out", unbroken, "--resume").exit_code == 0
    after = {path: path.read_bytes() for path in unbroken.rglob("*.npz")}, (unbroken / "results.json").read_bytes()
    assert before == after


@pytest.mark.needs_jit
def test_a_folder_has_one_writer(unbroken: Path) -> None:
    with locked_folder(unbroken):
        refused = exploit("--out", unbroken, "--resume")
    assert refused.exit_code == 1
    assert "is in use by another process" in output_text(refused)


# -- settings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agent", "wizard"], "unknown kind of agent 'wizard'"),
        (["--agent", "policy:nowhere.npz"], "trained network nowhere.npz does not exist"),
        (["--starts", "nowhere.npz"], "trained network nowhere.npz does not exist"),
        (["--searches", "wizard:sims=3"], "unknown kind of agent 'wizard'"),
        (["--searches", "heuristic"], "searches must be others than the agent itself, not 'heuristic'"),
        (["--seeds", "0"], "seeds must be at least 1, not 0"),
        (["--measurement-games", "0"], "measurement_games must be at least 1, not 0"),
        (["--fixed-opponents", "random"], "No such option: --fixed-opponents"),
        (["--warm-start", "a.npz"], "No such option: --warm-start"),
        (["--network", "graph"], "two_crowns has no map for a graph network; use the network mlp"),
        (["--opponent-seat-fraction", "2"], "opponent_seat_fraction must be from 0 to 1, not 2.0"),
        (["--resume"], "no run to resume"),
    ],
)
def test_wrong_settings_are_named(arguments: list[str], message: str, tmp_path: Path) -> None:
    result = exploit("--out", tmp_path / "run", "--game", "two_crowns", "--threads", 1, *arguments)
    assert result.exit_code == 2
    assert message in output_text(result)
    assert not (tmp_path / "run").exists()


@pytest.mark.needs_jit
def test_a_run_resumes_with_its_settings(unbroken: Path) -> None:
    assert "already holds a run" in output_text(search_responses(unbroken))
    other = exploit("--out", unbroken, "--resume", "--agent", "random")
    assert other.exit_code == 2
    assert "the run was started with agent 'policy', not 'random'" in output_text(other)
