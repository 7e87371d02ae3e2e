"""Rounds of responses and self-play: who meets whom, what comes of it; stopped and gone on with."""

from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms import ppo
from kschwert_env.training.algorithms.harden import Run, main
from kschwert_env.training.runs import curves
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import lines
from kschwert_env.two_crowns import Rules
from tests.training.conftest import same_weights

ROUND = 16 * 24
TINY = {"games": 16, "steps": 24, "minibatch": 64, "width": 16, "layers": 1, "evaluate_games": 4, "checkpoint_every": 0}
ASKED: dict[str, Any] = {
    "game": "two_crowns",
    "rounds": 2,
    "responses": 2,
    "decisions": 2 * ROUND,
    "response_decisions": 1,
    **TINY,
}


def harden(*arguments: object) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, list(map(str, arguments)))


def hardened(out: Path, *arguments: object) -> Result:
    named = ("game", "rounds", "responses", "decisions", "response_decisions")
    asked = [part for name in named for part in (f"--{name.replace('_', '-')}", ASKED[name])]
    hyper = [part for name, value in TINY.items() for part in ("--hyper", f"{name}={value}")]
    return harden("--out", out, *asked, *hyper, *arguments)


def of_round(run: Run, number: int) -> dict[str, dict[str, Any]]:
    """The settings of its runs, by their folders in that of the round."""
    return {str(path.relative_to(run.folder / "rounds" / str(number))): its for path, its in run._runs(number)}


@pytest.fixture
def start(tmp_path: Path, rules: Rules, network: Network) -> str:
    path = tmp_path / "start.npz"
    serialization.save(path, network, rules, {})
    return str(path)


def test_responses_learn_against_the_network_of_the_round_before(tmp_path: Path, start: str) -> None:
    run = Run.of(tmp_path, warm_start=start, seed=10, **ASKED)
    before = {1: start, 2: str(tmp_path / "rounds" / "1" / "self_play" / "agent.npz")}
    seeds = []
    for number, path in before.items():
        runs = of_round(run, number)
        assert list(runs) == ["responses/0", "responses/1", "self_play"]
        for name in ("responses/0", "responses/1"):
            its = runs[name]
            assert its["warm_start"] == path
            assert its["rivals"] == f"policy:{path}"
            assert (its["rival_share"], its["past_share"], its["other_seats"]) == (1, 0, 1)
            assert (its["decisions"], its["entropy"], its["games"]) == (1, 0.003, 256)
            seeds.append(its["seed"])
        assert runs["self_play"]["warm_start"] == path
    assert seeds == [10, 11, 12, 13]


def test_self_play_meets_all_responses_so_far(tmp_path: Path, start: str) -> None:
    run = Run.of(tmp_path, warm_start=start, rivals="heuristic+random", rival_share=0.3, seed=10, **ASKED)
    found = ["heuristic", "random"]
    for number in (1, 2):
        its = of_round(run, number)["self_play"]
        found += (f"policy:{tmp_path}/rounds/{number}/responses/{i}/agent.npz" for i in range(2))
        assert its["rivals"].split("+") == found
        assert (its["seed"], its["rival_share"], its["decisions"]) == (10 + number, 0.3, 2 * ROUND)


def test_learning_rate_and_entropy_fall_from_the_first_round_to_the_last(tmp_path: Path) -> None:
    run = Run.of(tmp_path, rivals="", learning_rate=0.8, entropy=0.4, last_share=0.25, last_entropy=0.5, **ASKED)
    rates, weights = list[float](), list[float]()
    for number in (1, 2):
        settings = PpoSettings.of(of_round(run, number)["self_play"])
        rates += (settings.falling_rate(left) for left in (1.0, 0.0))
        weights += (settings.at(left).entropy for left in (1.0, 0.0))
    assert rates == pytest.approx([0.8, 0.5, 0.5, 0.2])
    assert weights == pytest.approx([0.4, 0.3, 0.3, 0.2])


def test_from_nothing_the_first_round_has_no_responses(tmp_path: Path) -> None:
    run = Run.of(tmp_path, rivals="", **ASKED)
    assert list(of_round(run, 1)) == ["self_play"]
    assert of_round(run, 1)["self_play"]["warm_start"] is None
    assert of_round(run, 1)["self_play"]["rivals"] == ""
    assert list(of_round(run, 2)) == ["responses/0", "responses/1", "self_play"]


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("harden") / "unbroken"
    done = hardened(out)
    assert done.exit_code == 0, done.output
    return out


@pytest.mark.needs_jit
def test_the_last_network_and_all_progress_are_told(unbroken: Path) -> None:
    one, other = (
        serialization.load(path / "agent.npz", Rules())[0]
        for path in (unbroken, unbroken / "rounds" / "2" / "self_play")
    )
    assert same_weights(one, other)
    told = lines(unbroken / "progress.jsonl")
    assert [line["decisions"] for line in told] == [ROUND, 2 * ROUND, 2 * ROUND, 3 * ROUND, 4 * ROUND, 4 * ROUND]
    assert [line["iteration"] for line in told] == [1, 2, 3, 4, 5, 6]
    seconds = [line["seconds"] for line in told]
    assert seconds == sorted(seconds)
    assert [point.decisions for point in curves.read([unbroken])["heuristic"]] == [2 * ROUND, 4 * ROUND]


@pytest.mark.needs_jit
@pytest.mark.parametrize("stopped_at", [1, 3])
def test_what_was_stopped_comes_to_the_same(
    stopped_at: int, unbroken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a response, and before the last self-play."""
    play, numbers = ppo.Run.play, iter(range(4))

    def stop_there(self: ppo.Run) -> bool:
        if next(numbers) != stopped_at:
            return play(self)
        self._held.close()
        return False

    out = tmp_path / "stopped"
    with monkeypatch.context() as during:
        during.setattr(ppo.Run, "play", stop_there)
        assert hardened(out).exit_code == 0
    assert not (out / "agent.npz").exists()
    assert hardened(out).exit_code == 2
    done = hardened(out, "--resume")
    assert done.exit_code == 0, done.output
    assert same_weights(*(serialization.load(path / "agent.npz", Rules())[0] for path in (out, unbroken)))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("rounds=0", "rounds must be at least 1, not 0"),
        ("responses=-1", "responses must be at least 0, not -1"),
        ("rivals=nobody", "unknown kind of agent 'nobody'"),
        ("evaluators=nobody", "unknown kind of agent 'nobody'"),
        ("warm_start=none.npz", "none.npz"),
        ("network=graph", "graph"),
        ("seconds=60", "seconds must be left out"),
    ],
)
def test_what_can_not_be_leaves_nothing_behind(setting: str, message: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = harden("--out", out, "--game", "two_crowns", "--hyper", setting)
    assert done.exit_code == 2
    assert message in " ".join(done.output.replace("│", " ").split())
    assert not out.exists()
