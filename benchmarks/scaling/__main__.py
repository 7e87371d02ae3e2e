"""Command line of the package, which describes it."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.options import rules_of
from benchmarks.peers.catalogue import ROOT
from benchmarks.scaling import report
from benchmarks.scaling.measure import measure
from kschwert_env import GAMES

console = Console(highlight=False, width=110)
app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    game: Annotated[str, typer.Option(help="Name of the game.")] = GAMES[0],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    runs: Annotated[int, typer.Option(min=1, help="Number of runs.")] = 7,
    json: Annotated[Path | None, typer.Option(help="Write the results as JSON to this file.", dir_okay=False)] = None,
) -> None:
    """Measure and print the tables. The default is 4 players, or the game's maximum."""
    if context.invoked_subcommand is not None:
        return
    found = measure(rules_of(game, players), runs)
    if json:
        json.write_text(json_format.dumps(found, indent=1))
    for table in report.tables(found):
        console.print(table)


@app.command(name="report")
def write(
    results: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, help="JSON files of results, one per game.")
    ],
    docs: Annotated[Path, typer.Option(help="Folder with benchmarks.md.", file_okay=False)] = ROOT / "docs",
) -> None:
    """Write the results into docs/benchmarks.md, and the plot of the first game into docs/images."""
    report.write([json_format.loads(path.read_text()) for path in results], docs)


if __name__ == "__main__":
    app()
