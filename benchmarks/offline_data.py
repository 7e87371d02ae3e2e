"""Sizes and speeds of datasets: `python -m benchmarks.offline_data [--write]`.

The heuristic plays all seats, on one thread. Speeds are decisions per second of wall-clock time, from the first game to
the finished file, and from opening a file to the last decision. `--write` writes the results into docs/datasets.md.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated

import minari
import pyarrow.parquet as pq
import typer

from benchmarks.peers import measure, report
from benchmarks.peers.catalogue import ROOT
from kschwert_env import GAMES
from kschwert_env.agents import make_agent
from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.arena.datasets.minari_dataset import write_minari
from kschwert_env.arena.datasets.parquet import write_parquet
from kschwert_env.importing import find_game

BEGIN = "<!-- figures: python -m benchmarks.offline_data --write -->"

HEAD = ("game", "format", "decisions", "bytes per decision", "raw bytes", "written per second", "read per second")


def read_parquet(path: Path) -> None:
    """Read all rows."""
    pq.read_table(path)


def read_minari(path: Path) -> None:
    """Read all episodes."""
    for episode in minari.MinariDataset(path / "data"):
        episode.observations["observation"].sum()


FORMATS: dict[str, tuple[Callable[..., int], Callable[[Path], None]]] = {
    "Parquet": (write_parquet, read_parquet),
    "Minari": (write_minari, read_minari),
}
"""Functions that write and read, by format."""


def measured(game: str, games: int, folder: Path) -> list[list[str]]:
    """Return the rows of a game."""
    rules = find_game(game)()
    agents = [make_agent("heuristic", rules)]
    write_parquet(folder / "warm-up.parquet", GameSeries(rules, agents, 2))
    rows = []
    for name, (write, read) in FORMATS.items():
        path = folder / f"{game}-{name}-v0"
        start = perf_counter()
        decisions = write(path, GameSeries(rules, agents, games), workers=1)
        written = perf_counter()
        read(path)
        done = perf_counter()
        files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
        size = sum(each.stat().st_size for each in files) / decisions
        raw = rules.observation.size + rules.num_actions
        speeds = (decisions / (written - start), decisions / (done - written))
        rows.append([game, name, f"{decisions:,}", f"{size:,.0f}", f"{raw:,}", *map(report.rate, speeds)])
    return rows


def main(
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 500,
    write: Annotated[bool, typer.Option("--write", help="Write the results into docs/datasets.md.")] = False,
) -> None:
    """Measure sizes and speeds of datasets of all games."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [row for game in GAMES for row in measured(game, games, Path(folder))]
    text = "\n".join([report.provenance(measure.provenance()), "", report.markdown_table(HEAD, rows)])
    print(text)
    if write:
        report.replace_between(ROOT / "docs" / "datasets.md", BEGIN, report.END, text)


if __name__ == "__main__":
    typer.run(main)
