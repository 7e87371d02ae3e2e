"""`kschwert dataset`: play games, and write them as a dataset for offline learning."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents import AgentError, make_agent
from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.cli.baselines import add_current_folder
from kschwert_env.engine.contract.rules import GameRules

Format = Literal["parquet", "text", "minari"]
"""Formats of datasets."""

Writer = Callable[[Path, GameSeries, int | None, Callable[[int], object]], int]
"""Function of path, games, number of threads, and a report of finished games; it returns the number of decisions."""


def dataset(
    out: Annotated[
        Path, typer.Option(metavar="PATH", help="Parquet file, or folder of the Minari dataset, such as heuristic-v0.")
    ],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="Player of all seats, or repeated once for each seat, in order; see `kschwert agents`.",
            show_default="random",
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="Number of games.")] = 1000,
    first: Annotated[
        int, typer.Option(metavar="NUMBER", min=0, help="Number of the first game: parts of a series, in several runs.")
    ] = 0,
    seed: terminal.Seed = 0,
    format: Annotated[
        Format,
        typer.Option(
            help="A row with observation and mask for each decision; a row with prompt and answer for each decision "
            "with a choice, also in Parquet; or an episode for each seat."
        ),
    ] = "parquet",
    values: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT", help="Search that evaluates all choices, such as ismcts:sims=400. Format text only."
        ),
    ] = None,
    workers: terminal.Workers = None,
) -> None:
    """Play games, and write every decision as its seat saw it.

    A game depends on the seed and its number only. The dataset appears when it is complete; Ctrl-C leaves nothing.
    """
    rules = terminal.chosen_rules(game, players, options)
    names = agent or ["random"]
    if values is not None and format != "text":
        raise terminal.usage_error(f"--values needs --format text, not {format}")
    add_current_folder()
    try:
        made = {name: make_agent(name, rules) for name in dict.fromkeys(names)}
        series = GameSeries(rules, [made[name] for name in names], games, seed, first, names)
        write = writer(format, out, rules, values)
    except (ImportError, FileExistsError) as error:
        terminal.fail(str(error))
    except ValueError as error:
        raise terminal.usage_error(error) from None
    try:
        with terminal.progress_bar(games) as report:
            decisions = write(out, series, workers, report)
    except OSError as error:
        terminal.fail(f"{out} can't be written: {error.strerror or error}")
    except AgentError as error:
        terminal.fail(str(error))
    except KeyboardInterrupt:
        terminal.fail("stopped early; nothing was written")
    terminal.new_console().print(f"Wrote {decisions:,} decisions of {games:,} games to {out}.")


def writer(format: Format, out: Path, rules: GameRules, values: str | None) -> Writer:
    """Return the function that writes a dataset; `values` is the search of the format text.

    Raises ImportError without the extra, FileExistsError, and ValueError for an unusable path or no search.
    """
    if format == "minari":
        from kschwert_env.arena.datasets.minari_dataset import check_folder, write_minari

        check_folder(out)
        return write_minari
    terminal.writable_path(out)
    if format == "text":
        from kschwert_env.arena.datasets.texts import make_search, write_texts

        if values is not None:
            make_search(values, rules)
        return partial(write_texts, values=values)
    from kschwert_env.arena.datasets.parquet import write_parquet

    return write_parquet
