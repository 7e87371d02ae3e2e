"""Measurement of a library's speed."""

import time
from collections.abc import Callable
from importlib import metadata
from statistics import median

from kschwert_env.cli.throughput import rollouts
from kschwert_env.engine.contract.rules import GameRules

RUNS = 3
SIZE = 256  # games of the bare engine
HEAD = ("library", "what was done", "decisions/s", "of the bare engine")


def report_speed(library: str, what: str, rules: GameRules, play: Callable[[], int]) -> None:
    """Print the decisions per second of `play`, which returns its number of decisions, as a row below `HEAD`.

    It takes turns with the bare engine, after a warm-up. Times are processor time, to reduce the influence of other
    load.
    """
    bare = rollouts(rules, SIZE, 1, observations=True, decisions=500_000)
    play()
    found = [(per_second(play), per_second(bare)) for _ in range(RUNS)]
    speed, share = median(one for one, _ in found), median(one / other for one, other in found)
    figure = f"{speed / 1e6:.3g} M" if speed >= 1e6 else f"{speed / 1e3:.3g} k"
    cells = (f"{library} {metadata.version(library)}", what, figure, f"1 in {1 / share:,.0f}")
    print(f"| {' | '.join(cells)} |", flush=True)


def per_second(play: Callable[[], int]) -> float:
    """Return decisions per second of processor time."""
    start = time.process_time()
    decisions = play()
    return decisions / (time.process_time() - start)
