"""`kschwert train ppo` on Krone & Schwert for two: as it is usually run, and as far as other learners can follow."""

import math
import os
from functools import partial

import torch

from benchmarks.serve import Playing, Row, serve
from kschwert_env.nn.networks import new_network
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import Stopwatch

CORES = len(os.sched_getaffinity(0))
GRAPH = PpoSettings(players=2, network="graph", threads=CORES)
MLP = PpoSettings(players=2, network="mlp", threads=CORES)
SAME = PpoSettings(  # nothing that others lack: no past selves, no rivals, always all epochs
    players=2,
    network="mlp",
    threads=CORES,
    historical_fraction=0.0,
    fixed_opponents="",
    fixed_opponent_fraction=0.0,
    target_kl=math.inf,
)

SELF_PLAY = "MLP, self-play alone"


def learning(settings: PpoSettings) -> Playing:
    """One iteration after another."""
    torch.set_num_threads(settings.threads)
    rules, watch, learned = settings.game_rules(), Stopwatch(), 0.0
    learner = PpoLearner(rules, settings, new_network(rules, settings.shape(rules), settings.seed))

    def play() -> int:
        nonlocal learned
        before = learner.timesteps
        learned += learner.iterate(watch)["games/learned"]
        return learner.timesteps - before

    sizes = rules.num_players, rules.num_actions, rules.observation.size
    return Playing(play, *sizes, lambda: {**watch.seconds, "learned": learned})


def rows() -> list[Row]:
    """The usual settings of both networks, and those that are the same for all."""
    usual = (
        "usual settings; past selves and the heuristic have seats in six of ten games: their decisions count here, too"
    )
    return [
        Row("graph network", usual, partial(learning, GRAPH)),
        Row("MLP", usual, partial(learning, MLP)),
        Row(SELF_PLAY, "the current self has all seats, every iteration has two epochs", partial(learning, SAME)),
    ]


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "torch", "numba"])
