"""Compare the speed of two commits: `python -m benchmarks.compare COMMIT [COMMIT] [--game two_crowns] [--players 2]`.

Both commits are checked out into separate folders with separate compile caches. They run in turn, so that other load
affects both alike. The output is the speed ratio of the second commit (default: HEAD) to the first: the median of the
runs' ratios, and quartiles. Speeds are per second of processor time, on one core. Uncommitted changes are not measured;
both commits run this checkout's benchmark.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.client import EXTRA_SECONDS, PREPARE_TIMEOUT, Worker
from benchmarks.options import rules_of
from kschwert_env import GAMES

ROOT = Path(__file__).parent.parent

console = Console(highlight=False, width=110)


class Ratio(NamedTuple):
    """Speed ratio of the second commit to the first, over pairs of runs: quartiles and median."""

    low: float
    median_text: float
    high: float


def ratio(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """Return the quartiles of second / first. Needs at least two pairs."""
    return Ratio(*quantiles([second / first for first, second in pairs], n=4, method="inclusive"))


def git(*arguments: str | Path) -> str:
    """Run git; return its output. Raises BadParameter with git's message if it fails."""
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise typer.BadParameter(done.stderr.strip().splitlines()[-1])
    return done.stdout.strip()


def resolved(commit: str) -> str:
    """Return the short hash of a commit. Raises BadParameter for an unknown commit."""
    return git("rev-parse", "--verify", "--short", f"{commit}^{{commit}}")


@contextmanager
def checkout(commit: str, folder: Path) -> Iterator[Path]:
    """Yield a worktree of a commit, with this checkout's benchmarks instead of its own."""
    git("worktree", "add", "--quiet", "--detach", folder, commit)
    try:
        shutil.rmtree(folder / "benchmarks", ignore_errors=True)
        shutil.copytree(ROOT / "benchmarks", folder / "benchmarks", ignore=shutil.ignore_patterns("__pycache__"))
        yield folder
    finally:
        git("worktree", "remove", "--force", folder)


def player(folder: Path, game: str, players: int) -> Worker:
    """Return a process that plays with the package in that folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "KSCHWERT_CACHE": str(folder.with_suffix(".cache"))}
    command = [sys.executable, "-m", "benchmarks.compare_worker", game, str(players)]
    return Worker(command, folder, [max(os.sched_getaffinity(0))], environment)


def measured(workers: Sequence[Worker], row: str, runs: int, seconds: float) -> list[tuple[float, float]]:
    """Return decisions per second of processor time for pairs of runs; the order alternates."""
    pairs = []
    for run in track(range(runs), f"{row} ", console=Console(stderr=True), transient=True):
        rates = {}
        for i in (0, 1) if run % 2 else (1, 0):
            answer = workers[i].ask({"play": row, "seconds": seconds}, seconds + EXTRA_SECONDS)
            rates[i] = answer["decisions"] / answer["cpu_seconds"]
        pairs.append((rates[0], rates[1]))
    return pairs


def main(
    old: str,
    new: Annotated[str, typer.Argument()] = "HEAD",
    game: str = GAMES[0],
    players: int | None = None,
    runs: Annotated[int, typer.Option(min=2)] = 15,
    seconds: Annotated[float, typer.Option(min=0.01)] = 0.5,
) -> None:
    """Print the speed ratios of two commits. The default is 4 players, or the game's maximum."""
    players = rules_of(game, players).num_players
    commits = [resolved(old), resolved(new)]
    table = Table("bare engine", commits[0], commits[1], "ratio", "quartiles")
    table.title = f"{game}, {players} players, {runs} pairs of runs of {seconds:g} s, one core"
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        workers = []
        for name, commit in zip(("old", "new"), commits, strict=True):
            folder = stack.enter_context(checkout(commit, Path(temporary) / name))
            workers.append(stack.enter_context(player(folder, game, players)))
        for row in ("mask", "mask, observation"):
            for worker in workers:
                worker.ask({"prepare": row}, PREPARE_TIMEOUT)
            pairs = measured(workers, row, runs, seconds)
            found = ratio(pairs)
            rates = [f"{median(column) / 1e6:.2f} M/s" for column in zip(*pairs, strict=True)]
            table.add_row(row, *rates, f"{found.median_text:.3f}", f"{found.low:.3f} to {found.high:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
