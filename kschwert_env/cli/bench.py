"""`kschwert bench`: how fast this machine plays."""

import platform
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from kschwert_env import GAMES, terminal
from kschwert_env.cli.throughput import rates, rollouts, steps
from kschwert_env.engine.batch import Batch, available_cores

DECISIONS = 300_000  # in a run, in all games together
WAYS: dict[str, Callable[..., Callable[[], int]]] = {
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
            help="Games side by side; may be repeated.",
            show_default="256 and 4096",
        ),
    ] = None,
    threads: Annotated[
        list[int] | None,
        typer.Option(
            metavar="NUMBER", min=1, max=1024, help="May be repeated.", show_default="1, and one for each core"
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, max=1000, help="Runs for each figure, after one to warm up.")
    ] = 5,
    json: terminal.JsonFile = None,
) -> None:
    """Measure how many random decisions a second this machine makes.

    Figures are medians of several runs, with the smallest and the largest.
    """
    rules = terminal.chosen_rules(game, players, options)
    console = terminal.new_console()
    ready = seconds_until_ready(rules)
    rows = measure(console, rules, games or SIZES, threads or sorted({1, available_cores()}), runs)
    show(console, rules, rows)
    console.print(f"Ready after {ready:.1f} s, in which the rules were compiled, or loaded as compiled before.")
    if json:
        about = {"game": rules.package, "rules": rules.options(), "machine": machine(), "runs": runs}
        terminal.save_json(json, {**about, "seconds_until_ready": ready, "decisions_per_second": rows})


def seconds_until_ready(rules: Any) -> float:
    """How long the first decisions take, for which the rules are compiled or loaded from disk."""
    start = time.perf_counter()
    batch = Batch(rules, 2)
    batch.step(batch.random_actions())
    return time.perf_counter() - start


def measure(
    console: Console, rules: Any, sizes: Sequence[int], threads: Sequence[int], runs: int
) -> list[dict[str, Any]]:
    """Decisions per second in every way, for all sizes and threads."""
    cases = [(what, size, count) for size in sizes for count in threads for what in WAYS]
    rows = []
    for what, size, count in track(cases, "measuring", console=console, transient=True):
        found = rates(WAYS[what](rules, size, count, decisions=DECISIONS), runs)
        figures = {"median": median(found), "smallest": min(found), "largest": max(found)}
        rows.append({"what": what, "games": size, "threads": count, **figures})
    return rows


def show(console: Console, rules: Any, rows: list[dict[str, Any]]) -> None:
    """The figures as a table, in millions."""
    columns = ("games", "threads", "median", "smallest", "largest")
    table = terminal.numbers(terminal.heading(rules), "million decisions a second", *columns)
    for row in rows:
        millions = [f"{row[name] / 1e6:.2f}" for name in ("median", "smallest", "largest")]
        table.add_row(row["what"], f"{row['games']:,}", str(row["threads"]), *millions)
    console.print(table)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    versions = {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}
    return {"platform": platform.platform(), "cores": available_cores(), "versions": versions}
