"""Ours: bare engine and all adapters for Krone & Schwert with four players; bare engine for the other games."""

from collections.abc import Callable
from functools import partial

from benchmarks.adapters import ADAPTERS, ENGINE
from benchmarks.server import Workload, WorkloadSpec, serve
from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.engine.contract.rules import GameRules


def new_workload(make: Callable[[GameRules], Callable[[], int]], rules: GameRules, observed: bool) -> Workload:
    return Workload(make(rules), rules.num_players, rules.num_actions, rules.observation.size if observed else 0)


def rows() -> list[WorkloadSpec]:
    """Return all workloads."""
    four_players = krone_schwert.Rules(4)
    specs = [
        WorkloadSpec(case.name, case.included, partial(new_workload, case.make, four_players, case.observed))
        for case in ENGINE + ADAPTERS
    ]
    other_games: list[tuple[str, GameRules]] = [
        ("Two Crowns", two_crowns.Rules()),
        ("Politics & Intrigue", politics_and_intrigue.Rules()),
    ]
    for title, rules in other_games:
        for case in ENGINE:
            make_workload = partial(new_workload, case.make, rules, case.observed)
            specs.append(WorkloadSpec(f"{title}, {case.name}", case.included, make_workload))
    return specs


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "numba", "numpy"])
