"""Ours: the bare engine, and every adapter, of Krone & Schwert for four; of the other games the bare engine."""

from collections.abc import Callable
from functools import partial

from benchmarks.doors import ADAPTERS, ENGINE
from benchmarks.serve import Playing, Row, serve
from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.cli.throughput import rollouts
from kschwert_env.engine.contract import GameRules

BATCHES = (1, 256, 4096)  # as Pgx's


def playing(make: Callable[[GameRules], Callable[[], int]], rules: GameRules, observed: bool) -> Playing:
    return Playing(make(rules), rules.num_players, rules.num_actions, rules.observation.size if observed else 0)


def in_batches(rules: GameRules, batch: int) -> Callable[[], int]:
    """On as many threads as pay."""
    return rollouts(rules, batch, None, observations=True, decisions=100_000)


def rows() -> list[Row]:
    """All of them."""
    kingdom = krone_schwert.Rules(4)
    found = [
        Row(door.name, door.included, partial(playing, door.make, kingdom, door.observed)) for door in ENGINE + ADAPTERS
    ]
    for batch in BATCHES:
        make = partial(in_batches, batch=batch)
        name = f"engine: mask, observation, batch {batch}"
        found.append(Row(name, ENGINE[1].included, partial(playing, make, kingdom, True), threads=True))
    others: list[tuple[str, GameRules]] = [
        ("Two Crowns", two_crowns.Rules()),
        ("Politics & Intrigue", politics_and_intrigue.Rules()),
    ]
    for title, rules in others:
        for door in ENGINE:
            make_it = partial(playing, door.make, rules, door.observed)
            found.append(Row(f"{title}, {door.name}", door.included, make_it))
    return found


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "numba", "numpy"])
