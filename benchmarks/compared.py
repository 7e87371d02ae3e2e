"""The process that `benchmarks.compare` runs in each checkout: the bare engine, through nothing that is not as old."""

import sys
from collections.abc import Callable
from importlib import import_module

from benchmarks.serve import Playing, Row, serve

SIZE = 256  # games: their positions stay in the core's cache
DECISIONS = 200  # in each of them, at a time


def rollouts(game: str, players: int, observations: bool) -> Callable[[], Playing]:
    """Random play in compiled code, on one thread."""

    def make() -> Playing:
        package = import_module(f"kschwert_env.{game}")
        rules = package.Rules(players)
        batch = package.Batch(rules, SIZE, seed=1, threads=1, observations=observations)

        def play() -> int:
            batch.rollout(DECISIONS)
            return SIZE * DECISIONS

        return Playing(play, players, rules.num_actions, batch.observations.shape[1])

    return make


def main(game: str, players: int) -> None:
    """Serve what is compared."""
    rows = [
        Row("mask", "choice, step, mask", rollouts(game, players, observations=False)),
        Row("mask, observation", "choice, step, mask, observation", rollouts(game, players, observations=True)),
    ]
    serve(rows, ["numba", "numpy"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
