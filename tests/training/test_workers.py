"""Games distributed among workers: shares, streams and samples do not depend on where workers run."""

import sys
from contextlib import nullcontext
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from kschwert_env.cli.app import app
from kschwert_env.nn.networks import Network, new_network
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.rollout.backends import (
    AsyncBackend,
    RolloutWorker,
    WorkerBackend,
    pack,
    unpack,
    worker_generator,
)
from kschwert_env.training.rollout.collector import Rollout, RolloutStats
from kschwert_env.training.runs import checkpoint
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import SMALL, same_weights

CPU = torch.device("cpu")
SETTINGS = PpoSettings.of(
    game="two_crowns",
    games=7,
    rollout_steps=80,
    epochs=1,
    minibatch_size=64,
    fixed_opponents="random",
    pool_size=2,
    pool_interval=1,
    workers=3,
)


@pytest.mark.parametrize(("games", "workers"), [(7, 3), (6, 3), (5, 1), (4, 4)])
def test_every_game_belongs_to_one_worker(games: int, workers: int) -> None:
    settings = PpoSettings.of(games=games, workers=workers)
    parts = [settings.rollout.count_games(worker) for worker in range(workers)]
    assert sum(parts) == games
    assert max(parts) - min(parts) <= 1
    assert parts == sorted(parts, reverse=True)


def test_invalid_numbers_of_workers() -> None:
    with pytest.raises(ValueError, match="workers must be at most as many as games, 4, not 5"):
        PpoSettings.of(games=4, workers=5)
    with pytest.raises(ValueError, match="workers must be at least 1, not 0"):
        PpoSettings.of(workers=0)
    with pytest.raises(ValueError, match="workers must be a number, to play on Ray, not None"):
        PpoSettings.of(ray="auto")


def test_streams_are_unrelated() -> None:
    """Streams of every seed, worker, iteration and purpose differ, also from the learner's.

    Equal arguments give equal streams.
    """
    keys = [
        (seed, worker, step, use) for seed in (0, 1, 2**32) for worker in (0, 1) for step in (0, 1) for use in (0, 1)
    ]
    first = [worker_generator(*key).integers(2**63) for key in keys] + [
        np.random.default_rng(s).integers(2**63) for s in (0, 1)
    ]
    assert len(set(first)) == len(first)
    assert [worker_generator(*key).integers(2**63) for key in keys] == first[: len(keys)]


def test_samples_are_concatenated_without_loss() -> None:
    generator, rows, size, actions = np.random.default_rng(0), 5, 12, 19
    log_probs, advantages, returns = (torch.from_numpy(generator.random(rows, np.float32)) for _ in range(3))
    sample = Rollout(
        torch.from_numpy(generator.integers(-128, 128, (rows, size)).astype(np.int8)),
        torch.from_numpy(generator.integers(0, 2, (rows, actions)).astype(np.int8)),
        torch.from_numpy(generator.integers(0, 2040, rows)),
        log_probs,
        advantages,
        returns,
        torch.from_numpy(generator.integers(0, 300, (rows, 4))),
    )
    packed = pack(sample)
    assert sum(array.nbytes for array in packed) == rows * (size + 3 + 14 + 8)
    for array in packed:
        array.flags.writeable = False  # in the form that Ray passes
    for one, other in zip(vars(sample).values(), vars(unpack(packed, actions, CPU)).values(), strict=True):
        assert one.dtype == other.dtype
        assert torch.equal(one, other)


def test_stats_cover_all_games() -> None:
    stats = RolloutStats.concatenate(
        [RolloutStats(3, [4, 8], {"a": [1.0], "b": []}), RolloutStats(5, [6], {"a": [0.0], "b": []})]
    )
    assert stats.figures() == {"games/finished": 3, "games/learned": 8, "games/decisions": 6, "shares/a": 0.5}


# -- playing --------------------------------------------------------------------------------------------------

needs_jit = pytest.mark.needs_jit


@pytest.fixture
def networks(rules: Rules) -> tuple[Network, Network]:
    return new_network(rules, SMALL, seed=1), new_network(rules, SMALL, seed=2)


def untimed(part: str) -> Any:
    return nullcontext()


def same(one: Rollout, other: Rollout) -> bool:
    return all(torch.equal(a, b) for a, b in zip(vars(one).values(), vars(other).values(), strict=True))


@needs_jit
def test_samples_are_in_the_order_of_the_workers(rules: Rules, networks: tuple[Network, Network]) -> None:
    """Every worker plays as it does alone."""
    workers = WorkerBackend(rules, SETTINGS, SMALL, CPU)
    for iteration in range(2):
        sample, stats = workers.collect(*networks, iteration, untimed)
    weights = [network.state_dict() for network in networks]
    parts, each = [], []
    for number in range(3):
        worker = RolloutWorker(rules, SETTINGS, SMALL, number, 0)
        worker.play_part(weights[0], weights[1], 0)
        packed, its = worker.play_part(weights[0], weights[1], 1)
        parts.append(unpack(packed, rules.num_actions, CPU))
        each.append(its)
    assert all(len(part) > 50 for part in parts)
    assert not same(*(part.select(torch.arange(50)) for part in parts[:2]))
    assert same(sample, Rollout.concatenate(parts))
    assert stats == RolloutStats.concatenate(each)


@needs_jit
def test_new_games_depend_on_the_iteration(rules: Rules) -> None:
    first, again, later = (
        RolloutWorker(rules, SETTINGS, SMALL, 1, iteration).state()["states"] for iteration in (0, 0, 1)
    )
    assert first.tobytes() == again.tobytes() != later.tobytes()


@needs_jit
def test_workers_resume_from_their_states(rules: Rules) -> None:
    """The states of all workers are taken between two iterations."""
    learners = [PpoLearner(rules, SETTINGS, new_network(rules, SMALL, seed)) for seed in (1, 2)]
    one, other = learners
    for _ in range(2):
        one.iterate(untimed)
    state = one.state()
    assert all(len(array) == SETTINGS.rollout.games for array in state["collector"].values())
    arrays = {
        name: torch.frombuffer(bytearray(a.tobytes()), dtype=torch.uint8) for name, a in state["collector"].items()
    }
    kept = {name: deepcopy(state[name]) for name in ("network", "optimizer")}
    other.restore({**state, **kept, "collector": arrays})
    figures = [learner.iterate(untimed) for learner in learners]
    assert figures[0] == figures[1]
    for name, tensor in one.network.state_dict().items():
        assert torch.equal(tensor, other.network.state_dict()[name])


# -- asynchronous rollouts ------------------------------------------------------------------------------------


AHEAD = SETTINGS.changed(async_rollouts=1, magnet_coef=0.5)


@needs_jit
def test_async_rollouts_use_the_previous_weights(rules: Rules) -> None:
    """The first weights play iterations 0 and 1, the weights after the first update play iteration 2, and so on."""
    learner, workers = (PpoLearner(rules, settings, new_network(rules, SMALL, 1)) for settings in (AHEAD, SETTINGS))
    ahead, alone = learner._backend, workers._backend
    assert isinstance(ahead, AsyncBackend)
    networks = [new_network(rules, SMALL, seed) for seed in (1, 2, 3, 4)]
    for iteration, by in enumerate((0, 0, 1, 2)):
        found, stats = ahead.collect(networks[iteration], networks[-1], iteration, untimed)
        wanted, expected_stats = alone.collect(networks[by], networks[-1], iteration, untimed)
        assert same(found, wanted)
        assert stats == expected_stats


@needs_jit
def test_async_rollouts_copy_the_network(rules: Rules) -> None:
    one, other = (PpoLearner(rules, AHEAD, new_network(rules, SMALL, 1))._backend for _ in range(2))
    network, past = new_network(rules, SMALL, 1), new_network(rules, SMALL, 2)
    other.collect(network, past, 0, untimed)
    wanted, _ = other.collect(network, past, 1, untimed)
    one.collect(network, past, 0, untimed)
    with torch.no_grad():
        for weight in network.parameters():
            weight.fill_(0.0)
    assert same(one.collect(network, past, 1, untimed)[0], wanted)


@needs_jit
@pytest.mark.parametrize("iterations", [0, 1, 3])
def test_async_rollouts_resume_bit_for_bit(rules: Rules, tmp_path: Path, iterations: int) -> None:
    one, other = (PpoLearner(rules, AHEAD, new_network(rules, SMALL, seed)) for seed in (1, 2))
    for _ in range(iterations):
        one.iterate(untimed)
    checkpoint.write(tmp_path / "checkpoint.pt", one.state(), 1.0)
    other.restore(checkpoint.read(tmp_path / "checkpoint.pt", CPU)[0])
    assert [one.iterate(untimed) for _ in range(2)] == [other.iterate(untimed) for _ in range(2)]
    assert same_weights(one.network, other.network)


def test_async_rollouts_need_workers() -> None:
    with pytest.raises(ValueError, match="workers must be a number, for asynchronous rollouts, not None"):
        PpoSettings.of(async_rollouts=1)
    with pytest.raises(ValueError, match="async_rollouts must be 0 or 1, not 2"):
        PpoSettings.of(async_rollouts=2, workers=1)


# -- without the extra ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "train ppo --out {} --game two_crowns --ray auto --workers 2",
        "arena random heuristic --out {} --game two_crowns --ray auto",
    ],
)
def test_a_missing_extra_is_named(command: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = CliRunner().invoke(app, command.format(tmp_path / "out").split(), env={"COLUMNS": "500"})
    assert result.exit_code == 1
    assert 'need the extra "ray": pip install "kschwert_env[ray]"' in result.output
    assert not (tmp_path / "out").exists()


def test_threads_and_a_cluster_are_exclusive(tmp_path: Any) -> None:
    arguments = f"arena random --out {tmp_path / 'out'} --ray auto --workers 2".split()
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "500"})
    assert result.exit_code == 2
    assert "--workers and --ray exclude each other" in result.output
