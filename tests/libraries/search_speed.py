"""Speed of the searches of docs/search_libraries.md: `.venv/mctx/bin/python -m tests.libraries.search_speed`.

Prints simulations per second of processor time, medians of five searches, and decisions per second by `io_callback`.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import jax
import numpy as np

from kschwert_env.engine.simulation.batch import Batch
from tests.libraries.games import EVERY_GAME
from tests.libraries.pages import run_section

GAMES, WORLDS, WIDTH = 64, 16, 8


def rate(done: int, act: Callable[[], Any]) -> str:
    """Return how many thousand are done per second, the median of five calls after one that compiles."""
    act()
    seconds = []
    for _ in range(5):
        begun = time.process_time()
        act()
        seconds.append(time.process_time() - begun)
    return f"{done / median(seconds) / 1e3:.3g} k"


def main() -> None:
    """Print a table."""
    shared = run_section("search_libraries.md", "NumPy")
    names = run_section("search_libraries.md", "mctx", **shared)
    print("| game | simulations | NumPy | mctx |")
    for rules in EVERY_GAME:
        games = Batch(rules, GAMES, seed=0)
        games.rollout(40)
        states, streams = shared["determinize"](games, WORLDS, seed=1)
        params, key = names["initial"](rules), jax.random.key(0)
        for simulations in (16, 32):
            done = len(states) * simulations
            mctx_search = names["MctxSearch"](rules, names["apply"], len(states), simulations, WIDTH)
            by_numpy = rate(done, lambda: shared["search"](rules, states, streams, shared["uniform"], simulations))  # noqa: B023
            by_mctx = rate(done, lambda: mctx_search(params, key, states, streams))  # noqa: B023
            print(f"| {rules.package} | {simulations} | {by_numpy} | {by_mctx} |", flush=True)
    names = run_section("search_libraries.md", "JAX")
    first = names["first"]
    rollout = rate(1024 * 64, lambda: np.asarray(names["rollout"](jax.random.key(0), *first)[1]))
    print(f"io_callback: {rollout} decisions per second")


if __name__ == "__main__":
    main()
