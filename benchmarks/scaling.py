"""How cost grows: `python -m benchmarks.scaling [--game two_crowns] [--json FILE]`.

Batches of 1 to 65,536 games, every number of players, threads, memory of a game, and the time of a decision by parts,
beside the roof: a decision can't take less than it takes to write its mask and observation to memory, as fast as this
machine writes at all. `Batch.step` comes near the roof only in batches too large for the caches; in smaller ones, and
in rollouts, which stay with one game for many decisions, what is written stays in the cache.
"""

import json as json_format
import os
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.parts import nanoseconds
from kschwert_env import GAMES
from kschwert_env.engine.batch import Batch, available_cores
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.throughput import rate, rollouts, steps

SIZES = tuple(4**power for power in range(9))  # 1 to 65,536
BUFFER = 2**28  # bytes: far more than any cache holds
STEP_RUN = 65_536  # decisions of `Batch.step` in a run
ROLLOUT_RUN = 200_000

console = Console(highlight=False, width=110)

Found = list[dict[str, Any]]


def bandwidth(runs: int) -> dict[str, float]:
    """Bytes per second that one core writes, and copies (counting those written), in arrays larger than its caches."""
    source, target = np.ones(BUFFER, np.uint8), np.ones(BUFFER, np.uint8)  # written, so that their pages are there
    actions: dict[str, Callable[[], None]] = {
        "write": lambda: target.fill(1),
        "copy": lambda: np.copyto(target, source),
    }
    return {name: median(BUFFER / _seconds(action) for _ in range(runs)) for name, action in actions.items()}


def _seconds(action: Callable[[], None]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def written(rules: GameRules) -> int:
    """Bytes of a mask and an observation."""
    return rules.num_actions + rules.observation.size


def memory(rules: GameRules) -> dict[str, int]:
    """Bytes that a batch needs for one more game, by array."""
    one, two = Batch(rules, 1), Batch(rules, 2)
    arrays = {name: value.nbytes for name, value in vars(two).items() if isinstance(value, np.ndarray)}
    return {name.strip("_"): size - getattr(one, name).nbytes for name, size in arrays.items()}


def in_turn(actions: Sequence[Callable[[], int]], runs: int) -> list[float]:
    """Median decisions per second of each, which take turns, after one run more to warm up."""
    for action in actions:
        action()
    found = [[rate(action) for action in actions] for _ in range(runs)]
    return [median(column) for column in zip(*found, strict=True)]


def by_size(rules: GameRules, runs: int, roof: float) -> Found:
    """One thread, with observations; `roof` in decisions per second."""
    found = []
    for size in SIZES:
        ways = (
            rollouts(rules, size, 1, observations=True, decisions=ROLLOUT_RUN),
            steps(rules, size, 1, observations=True, decisions=STEP_RUN),
        )
        rolled, stepped = in_turn(ways, runs)
        found.append({"games": size, "rollout": rolled, "step": stepped, "step of the roof": stepped / roof})
    return found


def by_players(rules_type: Any, runs: int) -> Found:
    """One thread, 256 games, from the smallest number of players to the largest."""
    found = []
    for players in rules_type.player_counts:
        rules = rules_type(players)
        ways = [rollouts(rules, 256, 1, observed, ROLLOUT_RUN) for observed in (False, True)]
        masked, observed = in_turn(ways, runs)
        sizes = {"players": players, "actions": rules.num_actions, "observation": rules.observation.size}
        found.append({**sizes, "mask": masked, "mask, observation": observed})
    return found


def by_threads(rules: GameRules, runs: int, games: int = 8192) -> Found:
    """Powers of two up to the cores there are, and all of them, in turn."""
    cores = available_cores()
    threads = sorted({2**power for power in range(cores.bit_length()) if 2**power <= cores} | {cores})
    rolled = in_turn([rollouts(rules, games, count, True, ROLLOUT_RUN) for count in threads], runs)
    stepped = in_turn([steps(rules, games, count, True, STEP_RUN) for count in threads], runs)
    return [
        {"threads": count, "games": games, "rollout": a, "step": b, "rollout of one": a / rolled[0]}
        for count, a, b in zip(threads, rolled, stepped, strict=True)
    ]


def measure(game: str, players: int | None, runs: int) -> dict[str, Any]:
    """All of it, as it is written to JSON. Figures are per second unless they say otherwise."""
    rules_type = import_module(f"kschwert_env.{game}").Rules
    rules = rules_type(min(4, rules_type.player_counts[-1]) if players is None else players)
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        speeds = bandwidth(runs)
        roof = speeds["write"] / written(rules)
        found = {
            "game": game,
            "players": rules.num_players,
            "bytes written by a decision": written(rules),
            "bandwidth": speeds,
            "roof": roof,
            "memory": memory(rules),
            "parts": nanoseconds(rules, 256, runs),
            "by size": by_size(rules, runs, roof),
            "by players": by_players(rules_type, runs),
        }
    finally:
        os.sched_setaffinity(0, cores)
    return {**found, "by threads": by_threads(rules, runs)}


def shown(value: float) -> str:
    """A share or ratio with its digits, anything else in full."""
    return f"{value:,.0f}" if value >= 10 or isinstance(value, int) else f"{value:.3f}"


def tables(found: dict[str, Any]) -> list[Table]:
    """What was found, for the terminal."""
    title = f"{found['game']}, {found['players']} players"
    whole = sum(found["parts"].values())
    parts = Table("part", "ns a decision", "share", title=f"{title}: one decision")
    for part, cost in found["parts"].items():
        parts.add_row(part, f"{cost:,.0f}", f"{cost / whole:.0%}")
    parts.add_row(f"roof: write {found['bytes written by a decision']:,} bytes", f"{1e9 / found['roof']:,.0f}", "")
    held = Table("array", "bytes a game", title=f"{title}: memory")
    for name, size in found["memory"].items():
        held.add_row(name, f"{size:,}")
    return [parts, held, *(grown(f"{title}: {key}", found[key]) for key in found if key.startswith("by "))]


def grown(title: str, rows: Found) -> Table:
    table = Table(*rows[0], title=title)
    for row in rows:
        table.add_row(*map(shown, row.values()))
    return table


def main(
    game: str = GAMES[0],
    players: int | None = None,
    runs: Annotated[int, typer.Option(min=1)] = 7,
    json: Annotated[Path | None, typer.Option(help="File to write the figures to.", dir_okay=False)] = None,
) -> None:
    """Print the tables, by default for 4 players where a game is for as many."""
    if game not in GAMES:
        raise typer.BadParameter(f"the games are {', '.join(GAMES)}, not {game!r}")
    found = measure(game, players, runs)
    for table in tables(found):
        console.print(table)
    if json:
        json.write_text(json_format.dumps(found, indent=1))


if __name__ == "__main__":
    typer.run(main)
