"""Did the engine become slower? `python -m benchmarks.compare COMMIT [COMMIT] [--game two_crowns] [--players 2]`.

Checks both commits out into a folder of its own, with a compile cache of its own, and lets them play in turn, so that
what else the machine does disturbs both alike. Prints how many times as fast the second is (by default HEAD): the
median of the runs' ratios and their quartiles. Speeds are per second of processor time, on one core. Only what is
committed is compared, and by this checkout's benchmark; a commit with its own worktree gives the same ratio.
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

from benchmarks.ask import PREPARE, SPARE, Worker
from benchmarks.chosen import rules_of
from kschwert_env import GAMES

ROOT = Path(__file__).parent.parent

console = Console(highlight=False, width=110)


class Ratio(NamedTuple):
    """How many times as fast the second of two is, over pairs of runs."""

    low: float
    middle: float
    high: float


def ratio(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """Quartiles of second to first. Needs two pairs at least."""
    return Ratio(*quantiles([second / first for first, second in pairs], n=4, method="inclusive"))


def git(*arguments: str | Path) -> str:
    """What git prints. Raises BadParameter with git's own words when it refuses."""
    done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise typer.BadParameter(done.stderr.strip().splitlines()[-1])
    return done.stdout.strip()


def resolved(commit: str) -> str:
    """The short name of a commit. Raises BadParameter if there is none."""
    return git("rev-parse", "--verify", "--short", f"{commit}^{{commit}}")


@contextmanager
def checkout(commit: str, folder: Path) -> Iterator[Path]:
    """A worktree of that commit, with this checkout's benchmarks in place of its own."""
    git("worktree", "add", "--quiet", "--detach", folder, commit)
    try:
        shutil.rmtree(folder / "benchmarks", ignore_errors=True)
        shutil.copytree(ROOT / "benchmarks", folder / "benchmarks", ignore=shutil.ignore_patterns("__pycache__"))
        yield folder
    finally:
        git("worktree", "remove", "--force", folder)


def player(folder: Path, game: str, players: int) -> Worker:
    """A process that plays by the package in that folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "KSCHWERT_CACHE": str(folder.with_suffix(".cache"))}
    command = [sys.executable, "-m", "benchmarks.compared", game, str(players)]
    return Worker(command, folder, [max(os.sched_getaffinity(0))], environment)


def measured(workers: Sequence[Worker], row: str, runs: int, seconds: float) -> list[tuple[float, float]]:
    """Decisions per second of processor time, run by run in turn; every other pair of runs the other way round."""
    pairs = []
    for run in track(range(runs), f"{row} ", console=Console(stderr=True), transient=True):
        rates = {}
        for i in (0, 1) if run % 2 else (1, 0):
            answer = workers[i].ask({"play": row, "seconds": seconds}, seconds + SPARE)
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
    """Print the ratios of two commits, by default for 4 players where a game is for as many."""
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
                worker.ask({"prepare": row}, PREPARE)
            pairs = measured(workers, row, runs, seconds)
            found = ratio(pairs)
            rates = [f"{median(column) / 1e6:.2f} M/s" for column in zip(*pairs, strict=True)]
            table.add_row(row, *rates, f"{found.middle:.3f}", f"{found.low:.3f} to {found.high:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
