"""The differential run: `python -m tests.referee --game krone_schwert --games 2000 --players 4`.

The engine plays random games and constructed positions, and the second implementation checks every decision. The exit
status is 0 only if there is no difference.
"""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

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
    first_only: Annotated[bool, typer.Option(help="Stop at the first difference.")] = False,
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
    for difference in tally.differences[:MOST_SHOWN]:
        console.print(str(difference), markup=False, soft_wrap=True)
    console.print(f"{tally.games:,} games, {tally.steps:,} decisions, {len(tally.differences)} differences")
    raise typer.Exit(int(bool(tally.differences)))


if __name__ == "__main__":
    app()
