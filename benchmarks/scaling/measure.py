"""Measurements of scaling, on one core and with threads on several cores."""

import os
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np

from benchmarks.peers.measure import provenance
from benchmarks.step_breakdown import step_breakdown
from kschwert_env.cli.throughput import rate, rollouts, steps
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch, available_cores

SIZES = tuple(4**power for power in range(9))  # 1 to 65,536
FORMAT = "kschwert_env.scaling.v1"
BUFFER = 2**28  # bytes: far more than any cache holds
STEP_RUN = 65_536  # decisions per run of `Batch.step`
ROLLOUT_RUN = 200_000  # decisions per run of a rollout

Measurements = list[dict[str, Any]]


def bandwidth(runs: int) -> dict[str, float]:
    """Return bytes per second that one core writes, and copies (bytes written), in arrays larger than its caches."""
    source, target = np.ones(BUFFER, np.uint8), np.ones(BUFFER, np.uint8)  # ones, so that pages are allocated
    actions: dict[str, Callable[[], None]] = {
        "write": lambda: target.fill(1),
        "copy": lambda: np.copyto(target, source),
    }
    return {name: median(BUFFER / _seconds(action) for _ in range(runs)) for name, action in actions.items()}


def _seconds(action: Callable[[], None]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def bytes_per_decision(rules: GameRules) -> int:
    """Return the bytes that a decision writes: a mask and an observation."""
    return rules.num_actions + rules.observation.size


def memory(rules: GameRules) -> dict[str, int]:
    """Return the memory of a batch per game in bytes, by array."""
    single, double = Batch(rules, 1), Batch(rules, 2)
    arrays = {name: value.nbytes for name, value in vars(double).items() if isinstance(value, np.ndarray)}
    return {name.strip("_"): size - getattr(single, name).nbytes for name, size in arrays.items()}


def interleaved_medians(actions: Sequence[Callable[[], int]], runs: int) -> list[float]:
    """Return median decisions per second of each action; they take turns, after a warm-up."""
    for action in actions:
        action()
    rates = [[rate(action) for action in actions] for _ in range(runs)]
    return [median(column) for column in zip(*rates, strict=True)]


def by_size(rules: GameRules, runs: int, roofline: float) -> Measurements:
    """Measure batch sizes, with one thread and observations; `roof` is the roofline in decisions per second."""
    results = []
    for size in SIZES:
        loops = (
            rollouts(rules, size, 1, observations=True, decisions=ROLLOUT_RUN),
            steps(rules, size, 1, observations=True, decisions=STEP_RUN),
        )
        rolled, stepped = interleaved_medians(loops, runs)
        results.append({"games": size, "rollout": rolled, "step": stepped, "step of the roof": stepped / roofline})
    return results


def by_players(rules_type: Any, runs: int) -> Measurements:
    """Measure numbers of players, with one thread and 256 games."""
    results = []
    for players in rules_type.player_counts:
        rules = rules_type(players)
        loops = [rollouts(rules, 256, 1, observed, ROLLOUT_RUN) for observed in (False, True)]
        masked, observed = interleaved_medians(loops, runs)
        sizes = {"players": players, "actions": rules.num_actions, "observation": rules.observation.size}
        results.append({**sizes, "mask": masked, "mask, observation": observed})
    return results


def by_threads(rules: GameRules, runs: int, games: int = 8192) -> Measurements:
    """Measure numbers of threads: powers of two up to the number of cores, and all cores."""
    cores = available_cores()
    threads = sorted({2**power for power in range(cores.bit_length()) if 2**power <= cores} | {cores})
    rolled = interleaved_medians([rollouts(rules, games, count, True, ROLLOUT_RUN) for count in threads], runs)
    stepped = interleaved_medians([steps(rules, games, count, True, STEP_RUN) for count in threads], runs)
    return [
        {"threads": count, "games": games, "rollout": a, "step": b, "rollout of one": a / rolled[0]}
        for count, a, b in zip(threads, rolled, stepped, strict=True)
    ]


def measure(rules: GameRules, runs: int) -> dict[str, Any]:
    """Return all measurements for JSON. Figures are per second unless stated otherwise."""
    header = {"format": FORMAT, **provenance(), "runs": runs}  # before the process is pinned to one core
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        bandwidths = bandwidth(runs)
        roofline = bandwidths["write"] / bytes_per_decision(rules)
        results = {
            **header,
            "game": rules.package,
            "players": rules.num_players,
            "bytes written by a decision": bytes_per_decision(rules),
            "bandwidth": bandwidths,
            "roof": roofline,
            "memory": memory(rules),
            "parts": step_breakdown(rules, 256, runs),
            "by size": by_size(rules, runs, roofline),
            "by players": by_players(type(rules), runs),
        }
    finally:
        os.sched_setaffinity(0, cores)
    return {**results, "by threads": by_threads(rules, runs)}
