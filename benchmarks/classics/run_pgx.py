"""Pgx: the same games in its compiled loop on the CPU, at several batch sizes."""

from functools import partial

import jax

from benchmarks.peers.run_pgx import new_workload
from benchmarks.server import WorkloadSpec, serve

GAMES = {"connect four": "connect_four", "kuhn poker": "kuhn_poker", "leduc poker": "leduc_holdem"}
SIZES = (256, 1024, 4096, 16384)
DECISIONS = 100_000  # approximate number of decisions per call

if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    serve(
        [
            WorkloadSpec(
                f"{title}, compiled loop, batch {size}",
                "choice, step, mask, observation",
                partial(new_workload, name, size, DECISIONS),
            )
            for title, name in GAMES.items()
            for size in SIZES
        ],
        ["pgx", "jax"],
    )
