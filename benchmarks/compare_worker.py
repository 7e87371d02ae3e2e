"""Worker process that `benchmarks.compare` runs in each checkout. It uses only interfaces of old commits."""

import sys
from collections.abc import Callable
from importlib import import_module

from benchmarks.server import Workload, WorkloadSpec, serve

SIZE = 256  # games; their states fit into the core's cache
DECISIONS = 200  # decisions per game and call


def rollouts(game: str, players: int, observations: bool) -> Callable[[], Workload]:
    """Return a workload of random play in compiled code, on one thread."""

    def make() -> Workload:
        package = import_module(f"kschwert_env.{game}")
        rules = package.Rules(players)
        batch = package.Batch(rules, SIZE, seed=1, threads=1, observations=observations)

        def play() -> int:
            batch.rollout(DECISIONS)
            return SIZE * DECISIONS

        return Workload(play, players, rules.num_actions, batch.observations.shape[1])

    return make


def main(game: str, players: int) -> None:
    """Serve the compared workloads."""
    rows = [
        WorkloadSpec("mask", "choice, step, mask", rollouts(game, players, observations=False)),
        WorkloadSpec(
            "mask, observation", "choice, step, mask, observation", rollouts(game, players, observations=True)
        ),
    ]
    serve(rows, ["numba", "numpy"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
