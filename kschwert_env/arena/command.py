"""`kschwert arena`: a tournament between agents, with win shares and ratings."""

from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from kschwert_env import GAMES, terminal
from kschwert_env.agents.base import AgentError
from kschwert_env.agents.registry import KINDS, make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.report import write_report
from kschwert_env.arena.schedule import TableKind
from kschwert_env.arena.statistics import Figures, csv_rows
from kschwert_env.arena.text.report import answers_summary, sections
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.text.phrases import shown


def main(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help=f"Agents as kind[:option=value,...]. Kinds: {', '.join(KINDS)}, or module.Class for your own class.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for games, results.json, results.csv and report.html.")
    ],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    games: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="Number of games (per pairing, unless tables are mixed).")
    ] = 1000,
    tables: Annotated[
        TableKind,
        typer.Option(
            help="Line-ups: all agents mixed; each agent against copies of each other agent; or each agent against "
            "copies of the first."
        ),
    ] = "mixed",
    seed: terminal.Seed = 0,
    transcripts: terminal.Transcripts = 8,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with the games in DIR.")] = False,
    workers: terminal.Workers = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Address of a Ray cluster, which plays on all its cores; replaces --workers."
        ),
    ] = None,
) -> None:
    """Let agents play against each other, and report win shares and ratings.

    Every agent of a line-up plays every seat on the same deals. Ctrl-C keeps finished games; --resume continues.
    """
    if workers and ray:
        raise typer.BadParameter("--workers and --ray exclude each other: a Ray cluster uses all its cores")
    rules = terminal.chosen_rules(game, players, options)
    with terminal.argument_errors():
        contest = Contest(rules, make_agents(names, rules), out, games, tables, seed, resume, ray)
    console = terminal.new_console()
    with contest:
        with terminal.progress_bar(contest.total, min(contest.finished, contest.total)) as report:
            try:
                complete = contest.play(workers, report)
            except (FileError, AgentError) as error:
                terminal.fail(str(error))
        if not complete:
            console.print(
                f"Stopped early: {contest.finished:,} of {contest.total:,} games finished. Continue with --resume."
            )
        results = contest.figures()
        if results is None:
            terminal.fail("no results: the first game has not finished")
        try:
            texts = contest.text_figures(transcripts)
        except (AgentError, OSError) as error:
            terminal.fail(str(error))
    more = {heading: part for name, text in texts.items() for heading, part in sections(text, name).items()}
    terminal.save_json(out / "results.json", {**results, "text": texts} if texts else results)
    terminal.save_csv(out / "results.csv", csv_rows(results["agents"], "agent"))
    terminal.save(out / "report.html", lambda file: write_report(file, results, more))
    console.print(ranking_table(results))
    for text in filter(None, texts.values()):
        console.print(answers_summary(text["answers"]), soft_wrap=True)
    speed = results["games_per_second"]  # None until a session has ended
    console.print(f"{f'{speed:,.1f} games per second. ' if speed else ''}Report: {out / 'report.html'}")


def ranking_table(results: Figures) -> Table:
    """Return the table of agents, sorted by rating, best first."""
    title = (
        f"{results['game']}, {results['players']} players, {terminal.plural(results['games'], 'game')}; "
        f"fair share {results['fair_share']:.1%}"
    )
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for i, column in enumerate(("agent", "games", "win share (95 %)", "placement", "points", "rating ± sigma")):
        table.add_column(column, justify="right" if i else "left", overflow="fold")
    for name, entry in sorted(results["agents"].items(), key=lambda item: -item[1]["rating"]):
        if entry["games"]:
            wins = f"{entry['win_share']:.1%} ({entry['low']:.1%} to {entry['high']:.1%})"
            rating = f"{entry['rating']:.1f} ± {entry['rating_sigma']:.1f}"
            table.add_row(
                shown(name), f"{entry['games']:,}", wins, f"{entry['placement']:.2f}", f"{entry['points']:.1f}", rating
            )
    return table
