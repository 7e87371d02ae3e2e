"""Self-play in a cluster equals self-play in one process. Loss of a node or of the head is handled."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import ray
import torch
from ray.cluster_utils import Cluster

from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training import train
from kschwert_env.training.algorithms.ppo import PpoLearner, PpoRun
from kschwert_env.training.rollout.backends import WorkerBackend
from kschwert_env.training.rollout.ray_backend import RayBackend
from kschwert_env.two_crowns import Rules
from tests.training.algorithms.test_ppo import TINY
from tests.training.conftest import same_weights, without_seconds

ITERATIONS = 5
GAMES, STEPS = 15, 24  # one worker has one game more
SETTINGS: dict[str, Any] = {
    **TINY,
    "game": "two_crowns",
    "threads": 1,
    "workers": 2,
    "games": GAMES,
    "rollout_steps": STEPS,
}
SETTINGS |= {"timesteps": ITERATIONS * GAMES * STEPS}

NewCluster = Callable[[int], Cluster]


def network_in(folder: Path) -> Network:
    return serialization.load(folder / "agent.npz", Rules())[0]


def assert_same(one: Path, other: Path) -> None:
    """Assert that weights are equal bit for bit, and all logged values."""
    assert len(without_seconds(one / "progress.jsonl")) == ITERATIONS + 1
    assert without_seconds(one / "progress.jsonl") == without_seconds(other / "progress.jsonl")
    checkpoints = [torch.load(folder / "checkpoint.pt", weights_only=True)["learner"] for folder in (one, other)]
    weights, others = (checkpoint["network"] for checkpoint in checkpoints)
    assert all(torch.equal(weights[name], others[name]) for name in weights)
    assert same_weights(network_in(one), network_in(other))


def test_an_unknown_opponent_is_reported_immediately(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        train("ppo", tmp_path, **{**SETTINGS, "fixed_opponents": "nonsense", "ray": "127.0.0.1:1"})


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same run in one process."""
    folder = tmp_path_factory.mktemp("alone")
    assert train("ppo", folder, **SETTINGS)
    return folder


def at_iteration(monkeypatch: pytest.MonkeyPatch, number: int, action: Callable[[PpoLearner], None]) -> None:
    """Call `action` just before that iteration."""
    iterate = PpoLearner.iterate

    def calling_update(self: PpoLearner, timer: Any) -> dict[str, float]:
        if self.iteration == number:
            action(self)
        return iterate(self, timer)

    monkeypatch.setattr(PpoLearner, "iterate", calling_update)


def test_a_cluster_learns_the_same_as_one_process(alone: Path, tmp_path: Path, new_cluster: NewCluster) -> None:
    assert train("ppo", tmp_path / "run", ray=new_cluster(2).address, **SETTINGS)
    assert_same(tmp_path / "run", alone)


def test_losing_a_node_loses_only_the_games_of_its_worker(
    tmp_path: Path, new_cluster: NewCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker continues on another node with new games; one process gives the same result."""
    cluster, begun = new_cluster(3), list[tuple[int, int]]()
    new_worker = RayBackend.new_worker

    def recording_worker(self: RayBackend, number: int, iteration: int) -> Any:
        begun.append((number, iteration))
        return new_worker(self, number, iteration)

    monkeypatch.setattr(RayBackend, "new_worker", recording_worker)
    with monkeypatch.context() as patch:
        at_iteration(patch, 2, lambda learner: lose_the_node_of(learner, cluster))
        assert train("ppo", tmp_path / "run", ray=cluster.address, **SETTINGS)
    *first, (lost, when) = begun
    assert first == [(0, 0), (1, 0)]
    assert (lost, when) == (1, 2)
    with monkeypatch.context() as patch:
        at_iteration(patch, 2, lambda learner: replace_worker(learner, lost, when))
        assert train("ppo", tmp_path / "again", **SETTINGS)
    assert_same(tmp_path / "run", tmp_path / "again")


def lose_the_node_of(learner: PpoLearner, cluster: Cluster) -> None:
    """Kill the node that the second worker is on."""
    backend = learner._backend
    assert isinstance(backend, RayBackend)
    where = backend._ray.get(backend._workers[1].__ray_call__.remote(node_of))
    [node] = [node for node in cluster.worker_nodes if node.node_id == where]
    cluster.remove_node(node, allow_graceful=False)


def node_of(worker: Any) -> str:
    return str(ray.get_runtime_context().get_node_id())


def replace_worker(learner: PpoLearner, number: int, iteration: int) -> None:
    backend = learner._backend
    assert isinstance(backend, WorkerBackend)
    backend._workers[number] = backend.new_worker(number, iteration)


def test_a_run_resumes_after_the_head_has_died(alone: Path, tmp_path: Path, new_cluster: NewCluster) -> None:
    """The run dies with the head; another cluster resumes it from the checkpoint."""
    first, folder = new_cluster(2), tmp_path / "run"
    arguments = f"'ppo', Path({str(folder)!r}), **{ {**SETTINGS, 'ray': first.address}!r}"
    code = f"from pathlib import Path; from kschwert_env.training import train; train({arguments})"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(folder / "checkpoint.pt", process)
    first.remove_node(first.head_node, allow_graceful=False)
    try:
        assert process.wait(timeout=300) != 0
    finally:
        process.kill()
    assert 0 < len(without_seconds(folder / "progress.jsonl")) < ITERATIONS
    run = PpoRun.create(folder, resume=True, ray=new_cluster(2).address)
    assert 0 < run.learner.iteration < ITERATIONS
    assert run.train()
    assert_same(folder, alone)


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    late = monotonic() + 300
    while not path.exists():
        assert process.poll() is None
        assert monotonic() < late
        sleep(0.01)


def test_unsupported_cluster_options_are_reported(tmp_path: Path, new_cluster: NewCluster) -> None:
    address = new_cluster(1).address
    with pytest.raises(ValueError, match="the Ray cluster has 1 cores; 2 workers need 2"):
        train("ppo", tmp_path / "run", ray=address, **SETTINGS)


def test_an_unknown_cluster_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"can't connect to a Ray cluster at '127\.0\.0\.1:1'"):
        train("ppo", tmp_path / "run", ray="127.0.0.1:1", **SETTINGS)
    assert not (tmp_path / "run").exists()
