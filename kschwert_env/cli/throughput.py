"""How fast random games are played: what is measured, and how."""

import time
from collections.abc import Callable

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules


def rates(action: Callable[[], int], runs: int) -> list[float]:
    """Decisions per second in each run of `action`, which returns how many it made. One run more comes first."""
    action()
    return [rate(action) for _ in range(runs)]


def rate(action: Callable[[], int]) -> float:
    """Decisions per second in one run of `action`."""
    start = time.perf_counter()
    decisions = action()
    return decisions / (time.perf_counter() - start)


def rollouts(
    rules: GameRules, size: int, threads: int | None, observations: bool, decisions: int = 1_000_000
) -> Callable[[], int]:
    """Random play in compiled code: about so many decisions a run, shared by `size` games."""
    batch = Batch(rules, size, seed=1, threads=threads, observations=observations)
    each = max(1, decisions // size)

    def run() -> int:
        batch.rollout(each)
        return size * each

    return run


def steps(rules: GameRules, size: int, threads: int, observations: bool, decisions: int = 300_000) -> Callable[[], int]:
    """Random play step by step from Python: about so many decisions a run, shared by `size` games."""
    batch = Batch(rules, size, seed=1, threads=threads, observations=observations)
    each = max(1, decisions // size)

    def run() -> int:
        for _ in range(each):
            batch.step(batch.random_actions())
        return size * each

    return run
