"""The differential run: `python -m tests.referee --game krone_schwert --games 2000 --players 4`.

Random games and constructed positions, every decision judged by the referee. Exits with 0 only if there was no
difference and every rule that applies to such games has been seen at work.
"""

import sys
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from .coverage import Coverage
from .duel import Tally, run_games, run_stages
from .judges import GAMES, judge_of

WIDTH = 120  # columns where the output is no terminal
MOST_TOLD = 20  # differences
app = typer.Typer(add_completion=False)


@app.command()
def main(
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = "krone_schwert",
    games: Annotated[int, typer.Option(min=0, help="Random games.")] = 2000,
    players: Annotated[int | None, typer.Option(min=2, help="4, or as many as the game is for.")] = None,
    fewer_parts: Annotated[bool, typer.Option(help="Variant V1 of krone_schwert, for 4 or 5 players.")] = False,
    tournament: Annotated[bool, typer.Option(help="The tournament game of politics_and_intrigue.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    only: Annotated[int | None, typer.Option(min=0, help="Just this game of the run, to see it again.")] = None,
    first_only: Annotated[bool, typer.Option(help="Stop at the first difference, whatever was seen by then.")] = False,
) -> None:
    """Let the engine play and the referee judge; Ctrl-C ends it early."""
    try:
        tally = Tally(judge_of(game, players, fewer_parts, tournament))
    except ValueError as reason:
        raise typer.BadParameter(str(reason)) from None
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    numbers = range(games) if only is None else range(only, only + 1)
    runs = [("games", run_games(tally, seed, numbers), len(numbers))]
    if only is None:
        made = sum(1 for _ in tally.judge.stages())
        if first_only:  # a difference is sooner met in constructed positions
            positions = run_stages(tally, seed, tries=1, decisions=tally.judge.pace.decisions)
            runs.insert(0, ("constructed positions", positions, made))
        else:
            runs.append(("constructed positions", run_stages(tally, seed), made))
    try:
        for run in runs:
            watch(console, *run, tally, first_only)
    except KeyboardInterrupt:
        console.print("Stopped early.")
    needs_all = only is None and not first_only
    tell(console, tally, needs_all)
    raise typer.Exit(int(bool(tally.differences or (needs_all and tally.coverage.zeros()))))


def watch(console: Console, name: str, run: Iterable[object], total: int, tally: Tally, first_only: bool) -> None:
    """Go through a run under a progress bar."""
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    if first_only and tally.differences:
        return
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(name, total=total)
        for _ in run:
            progress.advance(task)
            if first_only and tally.differences:
                return


def tell(console: Console, tally: Tally, needs_all: bool) -> None:
    """Print the differences, and what was seen if all of it should have been."""
    for difference in tally.differences[:MOST_TOLD]:
        console.print(str(difference), markup=False, soft_wrap=True)
    if needs_all:
        console.print(coverage_table(tally.coverage))
        if zeros := tally.coverage.zeros():
            console.print("Never seen: " + ", ".join(zeros), markup=False)
    console.print(f"{tally.games:,} games, {tally.steps:,} decisions, {len(tally.differences)} differences")


def coverage_table(coverage: Coverage) -> Table:
    """Every rule, what was seen of it, and how often."""
    table = Table(title="Rules seen at work", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("rule")
    table.add_column("what")
    table.add_column("count", justify="right")
    for label, count in coverage.rows():
        rule, _, what = label.partition(" ")
        if count is None:
            reason = coverage.catalogue.never.get(label, "")
            table.add_row(rule, what, f"does not apply{': ' * bool(reason)}{reason}", style="dim")
        else:
            table.add_row(rule, what, f"{count:,}", style="" if count else "bold red")
    return table


if __name__ == "__main__":
    app()
