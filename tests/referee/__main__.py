"""The differential run: `python -m tests.referee --game krone_schwert --games 2000 --players 4`.

The engine plays random games and constructed positions, and the second implementation checks every decision. The exit
status is 0 only if there is no difference and every applicable rule has been observed.
"""

import sys
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.referee.coverage import Coverage
from tests.referee.duel import Tally, run_games, run_stages
from tests.referee.games import GAMES, judge_of

WIDTH = 120  # columns if the output is no terminal
MOST_SHOWN = 20  # maximum number of printed differences
app = typer.Typer(add_completion=False)


@app.command()
def main(
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = "krone_schwert",
    games: Annotated[int, typer.Option(min=0, help="Number of random games.")] = 2000,
    players: Annotated[int | None, typer.Option(min=2, help="Number of players; 4 in krone_schwert, else 2.")] = None,
    fewer_parts: Annotated[bool, typer.Option(help="Variant V1 of krone_schwert, for 4 or 5 players.")] = False,
    tournament: Annotated[bool, typer.Option(help="The tournament game of politics_and_intrigue.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of options, policies and chance.")] = 0,
    only: Annotated[int | None, typer.Option(min=0, help="Play just this game of the run, to reproduce it.")] = None,
    first_only: Annotated[bool, typer.Option(help="Stop at the first difference, and ignore coverage.")] = False,
) -> None:
    """Compare the engine with the second implementation; Ctrl-C ends the run early."""
    try:
        tally = Tally(judge_of(game, players, fewer_parts, tournament))
    except ValueError as reason:
        raise typer.BadParameter(str(reason)) from None
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    numbers = range(games) if only is None else range(only, only + 1)
    runs = [(run_games(tally, seed, numbers), "games", len(numbers))]
    if only is None:
        number = sum(1 for _ in tally.judge.stages())
        if first_only:  # constructed positions find differences sooner
            stages = run_stages(tally, seed, tries=1, decisions=tally.judge.pace.decisions)
            runs.insert(0, (stages, "constructed positions", number))
        else:
            runs.append((run_stages(tally, seed), "constructed positions", number))
    try:
        for run, name, total in runs:
            for _ in track(run, name, total, console=console):
                if first_only and tally.differences:
                    break
    except KeyboardInterrupt:
        console.print("Stopped early.")
    needs_coverage = only is None and not first_only
    report(console, tally, needs_coverage)
    raise typer.Exit(int(bool(tally.differences or (needs_coverage and tally.coverage.zeros()))))


def report(console: Console, tally: Tally, needs_coverage: bool) -> None:
    """Print the differences, and the coverage if it should be complete."""
    for difference in tally.differences[:MOST_SHOWN]:
        console.print(str(difference), markup=False, soft_wrap=True)
    if needs_coverage:
        console.print(coverage_table(tally.coverage))
        if zeros := tally.coverage.zeros():
            console.print("Never seen: " + ", ".join(zeros), markup=False)
    console.print(f"{tally.games:,} games, {tally.steps:,} decisions, {len(tally.differences)} differences")


def coverage_table(coverage: Coverage) -> Table:
    """Return a table of all rules with their labels and counts."""
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
