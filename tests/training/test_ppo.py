"""Self-play and what is learned from it; runs that are stopped, killed and gone on with."""

import os
import signal
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents import saved
from kschwert_env.agents.networks import Network, Shape, new_network
from kschwert_env.agents.protocol import Decisions
from kschwert_env.engine.batch import Batch
from kschwert_env.training.collect import Collector
from kschwert_env.training.imitate import ImitationSettings
from kschwert_env.training.learner import Learner, PpoSettings
from kschwert_env.training.line_ups import CURRENT, PAST, RIVAL, Mixture
from kschwert_env.training.ppo import main
from kschwert_env.training.settings import keep
from kschwert_env.training.update import Sample, Weights, update
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL, same_weights, without_seconds

TINY = {"games": 16, "steps": 24, "epochs": 2, "minibatch": 64, "width": 16, "layers": 1, "evaluators": "random"}
TINY |= {
    "rivals": "heuristic",
    "past_share": 0.3,
    "evaluate_games": 8,
    "evaluate_every": 768,
    "pool_every": 2,
    "pool": 2,
    "checkpoint_every": 0,
}
ITERATION = 16 * 24


def untimed(part: str) -> AbstractContextManager[Any]:
    return nullcontext()


def ppo(*arguments: object) -> Result:
    app = Typer()
    app.command()(main)
    return CliRunner().invoke(app, list(map(str, arguments)))


def trained(out: Path, *arguments: object, iterations: int = 5) -> Result:
    hyper = [part for name, value in TINY.items() for part in ("--hyper", f"{name}={value}")]
    command = ["--out", out, "--game", "two_crowns", "--threads", 1, "--decisions", iterations * ITERATION]
    return ppo(*command, *hyper, *arguments)


@pytest.fixture
def before_iteration(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, Callable[[], None]], None]:
    """Do something in the midst of the iteration with that number, once."""
    iterate = Learner.iterate

    def plan(number: int, deed: Callable[[], None]) -> None:
        pending = [deed]

        def disturbed(self: Learner, timer: Any) -> dict[str, float]:
            if self.iteration == number and pending:
                pending.pop()()
            return iterate(self, timer)

        monkeypatch.setattr(Learner, "iterate", disturbed)

    return plan


# -- playing --------------------------------------------------------------------------------------------------


class First:
    """Takes the first legal action, and keeps in mind what it was shown."""

    games_at_once: ClassVar[int] = 1

    def __init__(self) -> None:
        self.asked = 0

    def act(self, decisions: Decisions) -> np.ndarray:
        self.asked += len(decisions)
        assert (decisions.worlds(1)["player"][:, 0] >= 0).all()
        return decisions.masks.argmax(axis=1)


@pytest.fixture
def collected(rules: Rules, network: Network) -> Collector:
    device, generator = torch.device("cpu"), np.random.default_rng(0)
    collector = Collector(rules, 32, 200, Mixture(0.3, 0.3, 1), {"first": First()}, device, generator)
    figures = collector.collect(network, new_network(rules, SMALL, seed=2), untimed).figures()
    assert figures["games/finished"] == collector.ended.sum() > 0
    assert 0 <= figures["shares/first"] <= 2
    return collector


def test_what_is_kept_is_what_the_current_self_decided(collected: Collector, network: Network) -> None:
    learns = torch.from_numpy(collected.learns)
    masks, actions = collected.masks[learns], collected.actions[learns]
    with torch.inference_mode():
        logits, values = network(collected.observations[learns], masks)
    chances = torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)
    assert torch.allclose(chances, collected.log_chances[learns], atol=1e-5)
    assert np.allclose(values.numpy(), collected.values[collected.learns], atol=1e-5)
    assert (masks.sum(dim=1) > 1).all()  # where there is a choice
    assert ((chances > -0.01).float().mean() < 0.1).item()


def test_every_decision_is_legal_and_of_the_seat_that_observes(collected: Collector, rules: Rules) -> None:
    legal = collected.masks.gather(2, collected.actions[..., None])
    assert (legal == 1).all()
    player = rules.observation.pieces["player"].slice
    assert (collected.observations[..., player][..., 0] == 1).all()  # seats count from the observer
    assert collected.ended.sum() > 0
    assert (np.abs(collected.rewards).sum(axis=2)[~collected.ended] == 0).all()


def test_rivals_play_their_seats(collected: Collector) -> None:
    """All choices are the current self's, a past self's, or a rival's, who is asked for nothing else."""
    rival: Any = collected._rivals["first"]
    choice = collected.masks.sum(dim=2).numpy() > 1
    others = choice & ~collected.learns
    first = collected.actions.numpy() == collected.masks.numpy().argmax(axis=2)
    assert 0 < rival.asked < others.sum()
    assert first[others].sum() >= rival.asked
    assert not first[others].all()


class Last(First):
    """Takes the last legal action."""

    def act(self, decisions: Decisions) -> np.ndarray:
        self.asked += len(decisions)
        return np.asarray(decisions.masks.shape[1] - 1 - decisions.masks[:, ::-1].argmax(axis=1))


def who_decided(collector: Collector, drawn: list[np.ndarray]) -> np.ndarray:
    """For each decision the kind of player in the deciding seat, by the line-ups drawn one after another."""
    line_ups, *later = drawn
    who = np.zeros_like(collector.seats)
    for t, ended in enumerate(collector.ended):
        who[t] = line_ups[np.arange(len(line_ups)), collector.seats[t]]
        line_ups[ended] = later[t]
    return who


def decided(network: Network) -> Network:
    """One that is as good as certain of its actions."""
    with torch.no_grad():
        network.policy.weight.mul_(1e4)  # type: ignore[operator, union-attr]
    return network


def test_each_seat_is_played_by_whom_the_line_up_names(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them play in every seat; only the current self's decisions are learned from."""
    draw, drawn = Mixture.draw, list[np.ndarray]()

    def noting(self: Mixture, *arguments: Any) -> np.ndarray:
        drawn.append(draw(self, *arguments))
        return drawn[-1].copy()

    monkeypatch.setattr(Mixture, "draw", noting)
    mixture, last = Mixture(0.4, 0.4, 1), Last()
    current, past = (decided(new_network(rules, SMALL, seed)) for seed in (1, 2))
    collector = Collector(rules, 16, 60, mixture, {"last": last}, torch.device("cpu"), np.random.default_rng(0))
    collector.collect(current, past, untimed)
    who = who_decided(collector, drawn)
    actions, masks = collector.actions.numpy(), collector.masks.numpy()
    choice = masks.sum(axis=2) > 1
    assert (collector.learns == (choice & (who == CURRENT))).all()
    assert (masks.argmax(axis=2) == actions)[~choice].all()
    assert last.asked == (choice & (who == RIVAL)).sum()
    latest = masks.shape[2] - 1 - masks[:, :, ::-1].argmax(axis=2)
    assert (latest == actions)[who == RIVAL].all()
    for kind, its, other in ((CURRENT, current, past), (PAST, past, current)):
        chances = [chances_of(collector, network, choice & (who == kind)) for network in (its, other)]
        assert chances[0].min() > 1e-4
        assert chances[1].min() < 1e-4
    for kind in (CURRENT, PAST, RIVAL):
        assert set(collector.seats[choice & (who == kind)]) == {0, 1}


def chances_of(collector: Collector, network: Network, which: np.ndarray) -> torch.Tensor:
    """How likely the actions of these decisions are by a network."""
    places = torch.from_numpy(which)
    with torch.inference_mode():
        logits, _ = network(collector.observations[places], collector.masks[places])
    return logits.softmax(dim=1).gather(1, collector.actions[places][:, None]).squeeze(1)


def test_games_that_are_truncated_have_ended() -> None:
    """As the same actions in the same games show."""
    rules, device = Rules(max_turns=4), torch.device("cpu")
    collector = Collector(rules, 8, 60, Mixture(0.0, 0.0, 0), {}, device, np.random.default_rng(3))
    network = new_network(rules, SMALL, seed=1)
    figures = collector.collect(network, network, untimed).figures()
    batch = Batch(rules, 8, int(np.random.default_rng(3).integers(2**63)))
    lengths, since, truncations = list[int](), np.zeros(8, np.int64), 0
    for t, actions in enumerate(collector.actions.numpy()):
        rewards, terminated, truncated = batch.step(actions)
        ended = terminated | truncated
        assert (collector.rewards[t] == rewards).all()
        assert (collector.ended[t] == ended).all()
        since += 1
        lengths += since[ended].tolist()
        since[ended] = 0
        truncations += int(truncated.sum())
    assert truncations > 8
    learned = collector.learns.sum()
    expected = {"games/finished": len(lengths), "games/decisions": np.mean(lengths), "games/learned": learned}
    assert figures == expected


@pytest.mark.parametrize("players", [2, 3, 5])
def test_line_ups_are_mixed_as_asked_for(players: int) -> None:
    line_ups = Mixture(0.25, 0.5, 2).draw(8000, players, np.random.default_rng(0))
    assert line_ups.shape == (8000, players)
    assert (line_ups == CURRENT).any(axis=1).all()  # somebody learns
    kinds = line_ups.max(axis=1)
    shares = np.bincount(kinds, minlength=4) / 8000
    np.testing.assert_allclose(shares, [0.25, 0.25, 0.25, 0.25], atol=0.02)
    for line_up, kind in zip(line_ups, kinds, strict=True):
        assert set(line_up) <= {CURRENT, kind}  # of the others one at a table
    mixed = line_ups[kinds != CURRENT]
    np.testing.assert_allclose((mixed == CURRENT).mean(axis=0), 0.5, atol=0.03)  # in every seat


def test_without_rivals_their_share_is_the_current_selfs() -> None:
    line_ups = Mixture(0.0, 1.0, 0).draw(50, 2, np.random.default_rng(0))
    assert (line_ups == CURRENT).all()
    assert (Mixture(1.0, 0.0, 0).draw(50, 2, np.random.default_rng(0)).max(axis=1) == PAST).all()


# -- learning -------------------------------------------------------------------------------------------------


def sampled(collected: Collector, count: int) -> Sample:
    """The first decisions of the current self, all of them as good as it expected."""
    places = torch.from_numpy(np.flatnonzero(collected.learns)[:count])
    arrays = collected.observations, collected.masks, collected.actions, collected.log_chances
    observations, masks, actions, log_chances = (array.flatten(0, 1)[places] for array in arrays)
    return Sample(observations, masks, actions, log_chances, torch.ones(count), torch.zeros(count))


def test_better_actions_become_likelier_and_values_closer(collected: Collector, network: Network) -> None:
    sample = sampled(collected, 500)
    good = (sample.actions % 2 == 0).float()  # even actions are better than expected
    sample = replace(sample, advantages=2 * good - 1, returns=good)
    with torch.inference_mode():
        before = torch.softmax(network(sample.observations, sample.masks)[0], dim=1)[:, ::2].sum(dim=1).mean()
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    weights = Weights(clip=0.2, entropy=0.0, value_weight=0.5, max_gradient=1.0, target_kl=10.0)
    losses = [update(network, optimizer, sample, 1, 64, weights, np.random.default_rng(i)) for i in range(4)]
    with torch.inference_mode():
        after = torch.softmax(network(sample.observations, sample.masks)[0], dim=1)[:, ::2].sum(dim=1).mean()
    assert after > before + 0.02
    assert losses[-1]["losses/value"] < losses[0]["losses/value"]


def test_epochs_end_where_the_policy_has_moved_far(collected: Collector, network: Network) -> None:
    sample = sampled(collected, 200)
    sample = replace(sample, log_chances=sample.log_chances - 1)  # as if the policy had moved
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    weights = Weights(clip=0.2, entropy=0.0, value_weight=0.5, max_gradient=1.0, target_kl=0.1)
    assert update(network, optimizer, sample, 5, 64, weights, np.random.default_rng(0))["policy/epochs"] == 1


def test_schedules_depend_on_decisions_alone() -> None:
    settings = PpoSettings(entropy=0.4, last_share=0.25)
    assert [settings.falling(left) for left in (1.0, 0.5, 0.0)] == [1.0, 0.625, 0.25]
    assert settings.weights(0.0).entropy == pytest.approx(0.1)


# -- runs -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "unbroken"
    result = trained(out)
    assert result.exit_code == 0, result.output
    assert "per second. environment" in result.output.replace("\n", " ")
    return out


def test_a_run_leaves_its_files(unbroken: Path, rules: Rules) -> None:
    names = {"settings.json", "checkpoint.pt", "agent.npz", "progress.jsonl", "tensorboard", "writer.lock"}
    assert {path.name for path in unbroken.iterdir()} == names
    lines = without_seconds(unbroken / "progress.jsonl")
    assert [line["iteration"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line["decisions"] for line in lines] == [ITERATION * i for i in (1, 2, 3, 4, 5, 5)]
    assert ["wins/random" in line for line in lines] == [False, True, False, True, False, True]
    _, about = saved.load(unbroken / "agent.npz", rules)
    assert about["training"]["decisions"] == 5 * ITERATION
    assert about["training"]["settings"]["width"] == 16
    assert list((unbroken / "tensorboard").iterdir())


def is_as(out: Path, unbroken: Path, rules: Rules) -> bool:
    networks = [saved.load(folder / "agent.npz", rules)[0] for folder in (out, unbroken)]
    states = [torch.load(folder / "checkpoint.pt", weights_only=True)["learner"] for folder in (out, unbroken)]
    assert all(torch.equal(states[0]["network"][name], weight) for name, weight in states[1]["network"].items())
    assert all(torch.equal(states[0]["collector"][name], array) for name, array in states[1]["collector"].items())
    assert without_seconds(out / "progress.jsonl") == without_seconds(unbroken / "progress.jsonl")
    return same_weights(*networks)


@pytest.mark.parametrize("number", [1, 3])
def test_stopped_and_gone_on_with_it_is_the_same_run(
    number: int, tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    """Ctrl-C lets the iteration end."""
    before_iteration(number, lambda: os.kill(os.getpid(), signal.SIGINT))
    stopped = trained(tmp_path / "run")
    assert stopped.exit_code == 0
    assert "Stopped early; --resume goes on." in stopped.output
    assert f"{(number + 1) * ITERATION:,} decisions in " in stopped.output
    assert trained(tmp_path / "run", "--resume").exit_code == 0
    assert is_as(tmp_path / "run", unbroken, rules)


def test_stopped_in_the_last_iteration_it_is_still_tested(
    tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    before_iteration(4, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert trained(tmp_path / "run").exit_code == 0
    for _ in range(2):  # and what is complete stays as it is
        assert trained(tmp_path / "run", "--resume").exit_code == 0
        assert is_as(tmp_path / "run", unbroken, rules)


def test_killed_and_gone_on_with_it_is_the_same_run(
    tmp_path: Path, unbroken: Path, rules: Rules, before_iteration: Any
) -> None:
    """From the last checkpoint on; lines that came after it are written anew, one that was cut off is forgotten."""

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
    assert ppo("--out", tmp_path / "run", "--resume").exit_code == 0  # the settings are those it was begun with
    assert is_as(tmp_path / "run", unbroken, rules)


def test_a_budget_of_seconds_stops_a_run(tmp_path: Path) -> None:
    assert trained(tmp_path / "run", "--seconds", 0).exit_code == 0
    assert [line["decisions"] for line in without_seconds(tmp_path / "run" / "progress.jsonl")] == [0]
    assert trained(tmp_path / "run", "--resume", "--seconds", 1000).exit_code == 0
    assert without_seconds(tmp_path / "run" / "progress.jsonl")[-1]["decisions"] == 5 * ITERATION


def test_it_begins_with_a_trained_network(tmp_path: Path, unbroken: Path) -> None:
    assert trained(tmp_path / "run", "--warm-start", unbroken / "agent.npz", iterations=1).exit_code == 0
    pool = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)["learner"]["pool"]
    begun = saved.load(unbroken / "agent.npz", Rules())[0].state_dict()
    assert all(torch.equal(pool[0][name], weight) for name, weight in begun.items())


def test_a_run_goes_on_without_the_network_that_it_began_with(
    tmp_path: Path, rules: Rules, before_iteration: Any
) -> None:
    """Which has another shape than the settings say."""
    first = tmp_path / "first.npz"
    saved.save(first, new_network(rules, Shape("mlp", width=24, layers=2), seed=5), rules, {})
    begun = "--warm-start", first
    assert trained(tmp_path / "whole", *begun, iterations=2).exit_code == 0
    before_iteration(0, lambda: os.kill(os.getpid(), signal.SIGINT))
    assert trained(tmp_path / "run", *begun, iterations=2).exit_code == 0
    first.unlink()
    assert trained(tmp_path / "run", "--resume", iterations=2).exit_code == 0
    assert is_as(tmp_path / "run", tmp_path / "whole", rules)


# -- settings -------------------------------------------------------------------------------------------------


def test_the_command_line_goes_before_the_file_and_that_before_what_is_usual(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('seed = 3\ngamma = 0.5\nentropy = 0\n[rules]\nreward = "score"\n')
    config = "--config", tmp_path / "run.toml"
    assert trained(tmp_path / "run", *config, "--seed", 4, "--hyper", "entropy=1e-2", iterations=1).exit_code == 0
    _, about = saved.load(tmp_path / "run" / "agent.npz", Rules(reward="score"))
    settings = about["training"]["settings"]
    assert (settings["seed"], settings["gamma"], settings["entropy"]) == (4, 0.5, 0.01)
    assert settings["gae_lambda"] == PpoSettings().gae_lambda


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hyper", "colour=red"], "unknown setting 'colour'; there are agent"),
        (["--hyper", "gamma"], "--hyper takes NAME=VALUE, each name once, not 'gamma'"),
        (["--hyper", "gamma=high"], "gamma must be a number, not 'high'"),
        (["--hyper", "gamma=1.5"], "gamma must be from 0 to 1, not 1.5"),
        (["--hyper", "past_share=0.9"], "past_share and rival_share must be at most 1 together, not 1.4"),
        (["--hyper", "rivals=wizard"], "unknown kind of agent 'wizard'"),
        (["--hyper", "games=2.5"], "games must be a whole number, not '2.5'"),
        (["--hyper", "evaluators=wizard"], "unknown kind of agent 'wizard'"),
        (["--game", "chess"], "game must be one of krone_schwert, two_crowns, not 'chess'"),
        (["--network", "graph"], "two_crowns has no map for a graph network; take the network mlp"),
        (["--network", "tree"], "network must be mlp or graph, not 'tree'"),
        (["--device", "abacus"], "device must be cpu or cuda, not 'abacus'"),
        (["--players", "7"], "num_players must be 2, not 7"),
        (["--set", "reward=gold"], "reward must be one of win, placement, score, not 'gold'"),
        (["--warm-start", "nowhere.npz"], "there is no trained network nowhere.npz"),
        (["--config", "nowhere.toml"], "nowhere.toml is no file of settings"),
        (["--resume"], "there is no run to go on with"),
    ],
)
def test_wrong_settings_are_named(arguments: list[str], message: str, tmp_path: Path) -> None:
    message = message.replace("agent", "checkpoint_every") if "unknown setting" in message else message
    result = ppo("--out", tmp_path / "run", "--game", "two_crowns", "--threads", 1, *arguments)
    assert result.exit_code == 2
    words = " ".join(result.output.replace("│", " ").split())
    assert message in words
    assert not (tmp_path / "run").exists()  # it can be begun with the right ones


def test_a_run_is_gone_on_with_as_it_was_begun(tmp_path: Path, unbroken: Path) -> None:
    assert "holds a run already" in " ".join(trained(unbroken).output.replace("│", " ").split())
    result = trained(unbroken, "--resume", "--seed", 9)
    assert result.exit_code == 2
    assert "the run was begun with seed 0, not 9" in " ".join(result.output.replace("│", " ").split())


def test_a_run_of_another_method_is_not_gone_on_with(tmp_path: Path) -> None:
    keep(tmp_path, ImitationSettings(game="two_crowns"))
    before = (tmp_path / "settings.json").read_text()
    result = trained(tmp_path, "--resume")
    assert result.exit_code == 2
    message = "holds a run of training.imitate, with which training.ppo can't go on"
    assert message in " ".join(result.output.replace("│", " ").split())
    assert (tmp_path / "settings.json").read_text() == before
