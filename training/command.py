"""The command lines of the methods: what their options are called, and the run that is asked for."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from kschwert_env import terminal
from kschwert_env.training.settings import Settings, from_file, given, settings_of_run

Out = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")]
Game = Annotated[str | None, typer.Option(metavar="NAME", help="The game.")]
Players = Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.")]
Options = terminal.Options
Network = Annotated[str | None, typer.Option(metavar="KIND", help="mlp or graph.")]
Device = Annotated[str | None, typer.Option(metavar="NAME", help="cpu or cuda.")]
Threads = Annotated[int | None, typer.Option(metavar="NUMBER", help="Threads of torch.")]
Seed = Annotated[int | None, typer.Option(metavar="NUMBER", help="Seed of everything.")]
Decisions = Annotated[int | None, typer.Option(metavar="NUMBER", help="Decisions to learn from.")]
Hyper = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any other setting; docs/training.md lists them.")
]

S = TypeVar("S", bound=Settings)
R = TypeVar("R")


def run_asked_for(
    new_run: Callable[[Path, S, bool], R],
    kind: type[S],
    out: Path,
    config: Path | None,
    resume: bool,
    options: list[str] | None,
    hyper: list[str] | None,
    named: Mapping[str, Any],
) -> R:
    """A run by what was typed, or the error that it can't be; `named` are settings with an option of their own."""
    try:
        settings = settings_of_run(kind, out, resume, from_file(config), given(named, options, hyper))
        return new_run(out, settings, resume)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
