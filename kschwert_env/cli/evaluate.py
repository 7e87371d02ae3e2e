"""`kschwert evaluate`: an agent against the opponents of a protocol, on its deals."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kschwert_env import terminal
from kschwert_env.arena.command import progress_bar
from kschwert_env.arena.evaluation import report
from kschwert_env.arena.evaluation.evaluation import Evaluation
from kschwert_env.arena.evaluation.protocols import PROTOCOLS, Protocol, protocol_of
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import FileError, read_bytes
from kschwert_env.importing import needing


def main(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="kind[:option=value,...], function:module.name or module.Class.")
    ],
    protocol: Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(PROTOCOLS)}.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for games, results.json and report.html.")],
    best_response: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", min=1, help="Also train best responses, each for this many timesteps."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games in DIR.")] = False,
    workers: Annotated[int | None, typer.Option(metavar="NUMBER", min=1, help="Threads.", show_default="cores")] = None,
) -> None:
    """Evaluate an agent by a protocol: fixed opponents, deals, seats and numbers of games, so that figures compare.

    Ctrl-C keeps the games that are finished; --resume goes on with them.
    """
    try:
        evaluation = Evaluation(protocol_of(protocol), agent, out, resume)
    except (FileError, ImportError) as error:
        terminal.fail(str(error))
    except ValueError as error:
        raise terminal.refused(error) from None
    try:
        with progress_bar(evaluation.protocol.games) as report_finished:
            if not evaluation.play(workers, report_finished):
                terminal.fail("stopped early; --resume goes on")
        found = evaluation.figures()
        if best_response:
            found["exploitability"] = exploitability(evaluation.protocol, agent, out / "best_response", best_response)
    except FileError as error:
        terminal.fail(str(error))
    terminal.save_json(out / "results.json", found)
    terminal.save(out / "report.html", lambda file: report.write(file, found))
    console = terminal.new_console()
    console.print(report.overview(found))
    console.print(f"{report.summary(found)} {out / 'report.html'} tells more.")


def exploitability(protocol: Protocol, agent: str, folder: Path, timesteps: int) -> Figures:
    """Return the win share of the best response, each trained for `timesteps` decisions."""
    try:
        with needing("train", "responses that learn"):
            from kschwert_env.training.algorithms import best_response
            from kschwert_env.training.runs.settings import holds_a_run
    except ImportError as error:
        terminal.fail(str(error))
    settings = {"agent": agent, "game": protocol.game, "players": protocol.players, "timesteps": timesteps}
    responses = best_response.BestResponseRun.of(folder, resume=holds_a_run(folder), **settings)
    if not responses.play():
        terminal.fail("stopped early; --resume goes on")
    best = json.loads(read_bytes(folder / "results.json"))["best"]
    return {"timesteps": timesteps, "seeds": responses.settings.seeds, **best}
