"""`kschwert bench`: throughput of random play on this machine."""

import platform
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from kschwert_env import GAMES, terminal
from kschwert_env.cli.throughput import rates, rollouts, steps
from kschwert_env.engine.simulation.batch import Batch, available_cores

DECISIONS = 300_000  # decisions per run, in all games together
VARIANTS: dict[str, Callable[..., Callable[[], int]]] = {
    "decision and mask": partial(rollouts, observations=False),
    "with observation": partial(rollouts, observations=True),
    "with observation, Batch.step": partial(steps, observations=True),
}
SIZES = (256, 4096)
LIBRARIES = ("kschwert_env", "numpy", "numba")


def bench(
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    games: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER",
            min=1,
            max=100_000,
            help="Number of parallel games (batch size). May be repeated.",
            show_default="256 and 4096",
        ),
    ] = None,
    threads: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER",
            min=1,
            max=1024,
            help="Number of threads. May be repeated.",
            show_default="1 and all cores",
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=1000, help="Number of timed runs, after one warm-up run.")
    ] = 5,
    json: terminal.JsonFile = None,
) -> None:
    """Measure random decisions per second on this machine.

    Results are the median, minimum and maximum of several runs.
    """
    rules = terminal.chosen_rules(game, players, options)
    console = terminal.new_console()
    ready = seconds_until_ready(rules)
    rows = measure(console, rules, games or SIZES, threads or sorted({1, available_cores()}), runs)
    show(console, rules, rows)
    console.print(f"Start-up took {ready:.1f} s, in which the rules were compiled or loaded from the cache.")
    if json:
        about = {"game": rules.package, "rules": rules.options(), "machine": machine(), "runs": runs}
        terminal.save_json(json, {**about, "seconds_until_ready": ready, "decisions_per_second": rows})


def seconds_until_ready(rules: Any) -> float:
    """Return the seconds of the first decision, which compiles the rules or loads them from disk."""
    start = time.perf_counter()
    batch = Batch(rules, 2)
    batch.step(batch.random_actions())
    return time.perf_counter() - start


def measure(
    console: Console, rules: Any, sizes: Sequence[int], threads: Sequence[int], runs: int
) -> list[dict[str, Any]]:
    """Return decisions per second of each variant, for all sizes and numbers of threads."""
    cases = [(what, size, count) for size in sizes for count in threads for what in VARIANTS]
    rows = []
    for what, size, count in track(cases, "measuring", console=console, transient=True):
        measured = rates(VARIANTS[what](rules, size, count, decisions=DECISIONS), runs)
        figures = {"median": median(measured), "smallest": min(measured), "largest": max(measured)}
        rows.append({"what": what, "games": size, "threads": count, **figures})
    return rows


def show(console: Console, rules: Any, rows: list[dict[str, Any]]) -> None:
    """Print the results as a table, in millions."""
    columns = ("games", "threads", "median", "smallest", "largest")
    table = terminal.number_table(terminal.describe_rules(rules), "million decisions per second", *columns)
    for row in rows:
        millions = [f"{row[name] / 1e6:.2f}" for name in ("median", "smallest", "largest")]
        table.add_row(row["what"], f"{row['games']:,}", str(row["threads"]), *millions)
    console.print(table)


def machine() -> dict[str, Any]:
    """Return platform, number of cores, and versions."""
    versions = {"python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}}
    return {"platform": platform.platform(), "cores": available_cores(), "versions": versions}


def _version(name: str) -> str | None:
    """Return the version of a library; None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
