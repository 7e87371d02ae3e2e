"""`python -m agents.arena`: agents play each other, and it says how good they are."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from kschwert_env import GAMES
from kschwert_env.agents.arena import session
from kschwert_env.agents.arena.figures import Figures, figures
from kschwert_env.agents.arena.log import Log, LogError, up_to_the_first_missing
from kschwert_env.agents.arena.report import write_report
from kschwert_env.agents.arena.schedule import Schedule, TableKind
from kschwert_env.agents.files import replace_text
from kschwert_env.agents.kinds import KINDS, make_agent
from kschwert_env.cli import common
from kschwert_env.engine.batch import available_cores


def main(
    names: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help=f"kind[:option=value,...]; kinds are {', '.join(KINDS)}.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for games, results.json and report.html.")],
    game: common.Game = GAMES[0],
    players: common.Players = None,
    options: common.Options = None,
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Games; for one-vs-rest, of each pairing.")
    ] = 1000,
    tables: Annotated[TableKind, typer.Option(help="Who sits together.")] = "mixed",
    seed: common.Seed = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games in DIR.")] = False,
    workers: Annotated[int | None, typer.Option(metavar="NUMBER", min=1, help="Threads.", show_default="cores")] = None,
) -> None:
    """Let agents play each other at fair tables, and say how good they are.

    Every agent of a table sits in every seat on the same deals. Ctrl-C keeps the games that are finished; --resume
    goes on with them.
    """
    rules = common.chosen_rules(game, players, options)
    try:
        schedule = Schedule(tuple(names), rules.num_players, tables, seed)
        agents = [make_agent(name, rules) for name in names]
        log = Log(out, settings(rules, schedule), resume)
    except LogError as error:
        common.fail(str(error))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    console, total = common.new_console(), schedule.total(games)
    with progress_bar(console) as progress:
        task = progress.add_task("games", total=total, completed=min(len(log.games), total))
        complete = session.play(
            rules,
            schedule,
            agents,
            total,
            log,
            workers or available_cores(),
            lambda played: progress.update(task, completed=played),
        )
    log.close()
    if not complete:
        console.print(f"Stopped early; {len(log.games):,} of {total:,} games are finished. --resume goes on.")
    rows = up_to_the_first_missing(log.games)
    if not rows:
        common.fail("the first game has not been finished")
    found = {**settings(rules, schedule), **figures(schedule, rows, log.sessions)}
    common.save(out / "results.json", lambda file: replace_text(file, json.dumps(found, indent=2) + "\n"))
    common.save(out / "report.html", lambda file: write_report(file, found))
    console.print(ladder(found))
    console.print(f"{found['games_per_second']:,.1f} games per second. {out / 'report.html'} tells more.")


def settings(rules: Any, schedule: Schedule) -> dict[str, Any]:
    """What must be the same for games to be gone on with."""
    return {
        "game": rules.game,
        "rules": rules.options(),
        "fingerprint": rules.fingerprint,
        "names": list(schedule.agents),
        "tables": schedule.tables,
        "seed": schedule.seed,
    }


def progress_bar(console: Console) -> Progress:
    """How many games have been finished, and how long the rest will take."""
    columns = (
        TextColumn("games finished"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console)


def ladder(found: Figures) -> Table:
    """The agents from the best to the worst."""
    title = (
        f"{found['game']}, {found['players']} players, {found['games']:,} games; fair share {found['fair_share']:.1%}"
    )
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for i, column in enumerate(("agent", "games", "win share (95 %)", "place", "points", "rating ± sigma")):
        table.add_column(column, justify="right" if i else "left", overflow="fold")
    for name, its in sorted(found["agents"].items(), key=lambda item: -item[1]["rating"]):
        if its["games"]:
            wins = f"{its['win_share']:.1%} ({its['low']:.1%} to {its['high']:.1%})"
            rating = f"{its['rating']:.1f} ± {its['rating_sigma']:.1f}"
            table.add_row(name, f"{its['games']:,}", wins, f"{its['placement']:.2f}", f"{its['points']:.1f}", rating)
    return table


if __name__ == "__main__":
    typer.run(main)
