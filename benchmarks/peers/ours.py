"""Ours: bare engine and all adapters for Krone & Schwert with four players; bare engine for the other games."""

from collections.abc import Callable
from functools import partial

from benchmarks.adapters import ADAPTERS, ENGINE
from benchmarks.server import Workload, WorkloadSpec, serve
from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.cli.throughput import rollouts
from kschwert_env.engine.rules import GameRules

BATCHES = (1, 256, 4096)  # batch sizes, as for Pgx


def new_workload(make: Callable[[GameRules], Callable[[], int]], rules: GameRules, observed: bool) -> Workload:
    return Workload(make(rules), rules.num_players, rules.num_actions, rules.observation.size if observed else 0)


def in_batches(rules: GameRules, batch: int) -> Callable[[], int]:
    """Return random play of a batch, with the default number of threads."""
    return rollouts(rules, batch, None, observations=True, decisions=100_000)


def rows() -> list[WorkloadSpec]:
    """Return all workloads."""
    kingdom = krone_schwert.Rules(4)
    found = [
        WorkloadSpec(case.name, case.included, partial(new_workload, case.make, kingdom, case.observed))
        for case in ENGINE + ADAPTERS
    ]
    for batch in BATCHES:
        make = partial(in_batches, batch=batch)
        name = f"engine: mask, observation, batch {batch}"
        found.append(WorkloadSpec(name, ENGINE[1].included, partial(new_workload, make, kingdom, True), threads=True))
    others: list[tuple[str, GameRules]] = [
        ("Two Crowns", two_crowns.Rules()),
        ("Politics & Intrigue", politics_and_intrigue.Rules()),
    ]
    for title, rules in others:
        for case in ENGINE:
            make_it = partial(new_workload, case.make, rules, case.observed)
            found.append(WorkloadSpec(f"{title}, {case.name}", case.included, make_it))
    return found


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "numba", "numpy"])
