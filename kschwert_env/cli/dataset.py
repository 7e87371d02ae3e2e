"""`kschwert dataset`: play games, and write them as a dataset for offline learning."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.agents import AgentError, make_agent
from kschwert_env.arena.datasets.games import GameSeries
from kschwert_env.cli.baselines import add_current_folder

Format = Literal["parquet", "minari"]
"""Formats of datasets."""

Writer = Callable[[Path, GameSeries, int | None, Callable[[int], object]], int]
"""Function of path, games, number of threads, and a report of finished games; it returns the number of decisions."""


def dataset(
    out: Annotated[
        Path,
        typer.Option(metavar="PATH", help="Parquet file, or folder of the Minari dataset, such as heuristic-v0."),
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
    format: Annotated[Format, typer.Option(help="A row for each decision, or an episode for each seat.")] = "parquet",
    workers: terminal.Workers = None,
) -> None:
    """Play games, and write every decision as its seat saw it.

    A game depends on the seed and its number only. The dataset appears when it is complete; Ctrl-C leaves nothing.
    """
    rules = terminal.chosen_rules(game, players, options)
    names = agent or ["random"]
    add_current_folder()
    try:
        made = {name: make_agent(name, rules) for name in dict.fromkeys(names)}
        series = GameSeries(rules, [made[name] for name in names], games, seed, first, names)
        write = writer(format, out)
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


def writer(format: Format, out: Path) -> Writer:
    """Return the function that writes a dataset.

    Raises ImportError without the extra, FileExistsError, and ValueError for an unusable path.
    """
    if format == "minari":
        from kschwert_env.arena.datasets.minari_dataset import check_folder, write_minari

        check_folder(out)
        return write_minari
    from kschwert_env.arena.datasets.parquet import write_parquet

    terminal.writable_path(out)
    return write_parquet
