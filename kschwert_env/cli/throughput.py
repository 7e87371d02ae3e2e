"""Throughput of random play: timing functions, and the workloads that they time."""

import time
from collections.abc import Callable

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch


def rates(action: Callable[[], int], runs: int) -> list[float]:
    """Return decisions per second of each run of `action`, which returns its number of decisions, after a warm-up."""
    action()
    return [rate(action) for _ in range(runs)]


def rate(action: Callable[[], int]) -> float:
    """Return decisions per second of one run of `action`."""
    start = time.perf_counter()
    decisions = action()
    return decisions / (time.perf_counter() - start)


def rollouts(
    rules: GameRules, size: int, threads: int | None, observations: bool, decisions: int = 1_000_000
) -> Callable[[], int]:
    """Return a run of random play in compiled code, with about `decisions` decisions in `size` games together."""
    batch = Batch(rules, size, seed=1, threads=threads, observations=observations)
    each = max(1, decisions // size)

    def run() -> int:
        batch.rollout(each)
        return size * each

    return run


def steps(rules: GameRules, size: int, threads: int, observations: bool, decisions: int = 300_000) -> Callable[[], int]:
    """Return a run of random play by `Batch.step`, with about `decisions` decisions in `size` games together."""
    batch = Batch(rules, size, seed=1, threads=threads, observations=observations)
    each = max(1, decisions // size)

    def run() -> int:
        for _ in range(each):
            batch.step(batch.random_actions())
        return size * each

    return run
