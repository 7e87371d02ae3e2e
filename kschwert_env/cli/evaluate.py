"""`kschwert evaluate`: play an agent against the opponents of a protocol."""

from pathlib import Path
from typing import Annotated

import typer

from kschwert_env import terminal
from kschwert_env.agents.base import AgentError
from kschwert_env.arena.evaluation.evaluation import make_evaluation
from kschwert_env.arena.evaluation.protocols import (
    PROTOCOLS,
    TABLE_PROTOCOLS,
    Protocol,
    TableProtocol,
    protocol_of,
    random_protocol,
)
from kschwert_env.arena.statistics import Figures, csv_rows
from kschwert_env.arena.text.report import answers_summary
from kschwert_env.engine.io.files import FileError, read_bytes
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.importing import needing

_NAMES = [*PROTOCOLS, *TABLE_PROTOCOLS]


def main(
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help="Agent as kind[:option=value,...], function:module.name or module.Class."),
    ],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for games, results.json, results.csv and report.html.")
    ],
    protocol: Annotated[str | None, typer.Option(metavar="NAME", help=f"Protocol: one of {', '.join(_NAMES)}.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Instead of a protocol: a game, also your own, to play with random agents."),
    ] = None,
    players: terminal.Players = None,
    best_response: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", min=1, help="Also train three best responses, each for this number of timesteps."
        ),
    ] = None,
    transcripts: terminal.Transcripts = 8,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with the games in DIR.")] = False,
    workers: terminal.Workers = None,
) -> None:
    """Evaluate an agent by a protocol: fixed opponents, deals, seats and numbers of games, for comparable results.

    With --game, it plays 400 games against random agents, whose rating is 0.

    Ctrl-C keeps finished games; --resume continues.
    """
    with terminal.argument_errors():
        evaluation = make_evaluation(_chosen_protocol(protocol, game, players), agent, out, resume)
    console = terminal.new_console()
    if evaluation.text_agent:
        console.print(evaluation.protocol.about, soft_wrap=True)
    try:
        with terminal.progress_bar(evaluation.protocol.games) as report_finished:
            if not evaluation.play(workers, report_finished):
                terminal.fail("stopped early; continue with --resume")
        results = evaluation.figures()
        if evaluation.text_agent:
            with terminal.progress_bar(evaluation.protocol.games, words="games read again") as report_read:
                results["text"] = evaluation.text_figures(transcripts, report_read)
        if best_response:
            results["exploitability"] = exploitability(evaluation.protocol, agent, out / "best_response", best_response)
    except (FileError, AgentError, OSError) as error:
        terminal.fail(str(error))
    terminal.save_json(out / "results.json", results)
    opponents, tables = results.get("against", {}), results.get("tables", {})
    terminal.save_csv(out / "results.csv", csv_rows(opponents, "opponent") + csv_rows(tables, "table"))
    report = evaluation.report(results)
    terminal.save(out / "report.html", report.write)
    console.print(report.overview())
    if answers := results.get("text", {}).get("answers"):
        console.print(answers_summary(answers), soft_wrap=True)
    console.print(f"{report.summary()} Report: {out / 'report.html'}")


def _chosen_protocol(name: str | None, game: str | None, players: int | None) -> Protocol | TableProtocol:
    if (name is None) == (game is None) or (name and players):
        raise terminal.usage_error("give either --protocol, or --game, which may have --players")
    if game is None:
        return protocol_of(str(name))
    return random_protocol(terminal.chosen_rules(terminal.check_game(game), players, None))


def exploitability(protocol: Protocol | TableProtocol, agent: str, folder: Path, timesteps: int) -> Figures:
    """Train best responses, each for `timesteps` decisions; return the best one's win share with its interval."""
    try:
        with needing("train", "best responses"):
            from kschwert_env.training.algorithms import best_response
            from kschwert_env.training.runs.settings import holds_run
    except ImportError as error:
        terminal.fail(str(error))
    settings = {"agent": agent, "game": protocol.game, "players": protocol.players, "timesteps": timesteps}
    responses = best_response.BestResponseRun.create(folder, resume=holds_run(folder), **settings)
    if not responses.train():
        terminal.fail("stopped early; continue with --resume")
    best = parse_json(read_bytes(folder / "results.json"))["best"]
    return {"timesteps": timesteps, "seeds": responses.settings.response.seeds, **best}
