"""`kschwert train ppo` on Krone & Schwert for two players: default settings, and settings that other learners share."""

import math
import os
from functools import partial

import torch

from benchmarks.server import Workload, WorkloadSpec, serve
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import Stopwatch

CORES = len(os.sched_getaffinity(0))
GRAPH = PpoSettings.of(players=2, network="graph", threads=CORES)
MLP = PpoSettings.of(players=2, network="mlp", threads=CORES)
# only features of all learners: no past versions, no fixed opponents, no early stopping
SHARED_SETTINGS = PpoSettings.of(
    players=2,
    network="mlp",
    threads=CORES,
    historical_fraction=0.0,
    fixed_opponents="",
    fixed_opponent_fraction=0.0,
    target_kl=math.inf,
)

SELF_PLAY = "MLP, self-play alone"


def learning(settings: PpoSettings) -> Workload:
    """Return a workload of training iterations."""
    torch.set_num_threads(settings.run.threads)
    rules, watch, learned = settings.task.game_rules(), Stopwatch(), 0.0
    learner = PpoLearner(rules, settings, new_network(rules, settings.architecture.shape(rules), settings.run.seed))

    def play() -> int:
        nonlocal learned
        before = learner.timesteps
        learned += learner.iterate(watch)["games/learned"]
        return learner.timesteps - before

    sizes = rules.num_players, rules.num_actions, rules.observation.size
    return Workload(play, *sizes, lambda: {**watch.seconds, "learned": learned})


def rows() -> list[WorkloadSpec]:
    """Return workloads with the default settings of both networks, and with the shared settings."""
    default = (
        "default settings; past versions and the heuristic play in six of ten games, and their decisions count, too"
    )
    return [
        WorkloadSpec("graph network", default, partial(learning, GRAPH)),
        WorkloadSpec("MLP", default, partial(learning, MLP)),
        WorkloadSpec(
            SELF_PLAY,
            "the current network plays all seats, every iteration has two epochs",
            partial(learning, SHARED_SETTINGS),
        ),
    ]


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "torch", "numba"])
