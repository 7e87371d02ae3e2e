"""What all command lines share: options, tables, and how they fail."""

import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kschwert_env import GAMES
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.text import brief, shown

WIDTH = 100  # columns where the output is no terminal
WORDS = {"true": True, "false": False, "none": None}


def package(game: str) -> Any:
    """The package of a game, with its `Rules`, `Game`, `Batch` and `Tally`."""
    return importlib.import_module(f"kschwert_env.{game}")


def fail(message: str) -> NoReturn:
    """Say what went wrong on stderr, and exit with status 1."""
    typer.echo(f"Error: {shown(message)}", err=True)
    raise typer.Exit(1)


def refused(reason: object) -> typer.BadParameter:
    """The error, to be raised, that what was typed is wrong."""
    return typer.BadParameter(shown(reason))


# -- options --------------------------------------------------------------------------------------------------


def known_game(name: str) -> str:
    """The name of a game, or the error that there is none of that name."""
    if name not in GAMES:
        raise refused(f"{brief(name)} is not one of the games, which are {', '.join(GAMES)}")
    return name


def file_to_write(path: Path | None) -> Path | None:
    """A path that can be written, or the error that it can't: better now than when all is done."""
    if path is not None and not path.parent.is_dir():
        raise refused(f"{path} can't be written: there is no folder {path.parent}")
    if path is not None and os.path.exists(path) and not path.is_file():
        raise refused(f"{path} can't be written: it is not a file")
    return path


def output_file(name: str, help: str) -> Any:
    """An option that names a file to write."""
    return typer.Option(name, metavar="FILE", callback=file_to_write, help=help)


Game = Annotated[str, typer.Option(metavar="NAME", callback=known_game, help=f"One of {', '.join(GAMES)}.")]
Players = Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.", show_default="the fewest")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="An option of the rules, such as reward=score. May be given several times."
    ),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", min=0, max=2**63 - 1, help="Seed of all games.")]
JsonFile = Annotated[Path | None, output_file("--json", "Write the figures here, too.")]


def chosen_rules(game: str, players: int | None, options: list[str] | None) -> Any:
    """The rules that the options of a command ask for."""
    rules_type = package(game).Rules
    chosen = dict(map(assignment, options or []))
    if "num_players" in chosen:
        raise refused("num_players is set by --players")
    chosen["num_players"] = rules_type.player_counts[0] if players is None else players
    try:
        return rules_type.read_options(chosen)
    except ValueError as error:
        raise refused(error) from None


def assignment(text: str) -> tuple[str, Any]:
    """Name and value of `name=value`: a whole number, true, false or none, else a text."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise refused(f"--set takes NAME=VALUE, such as reward=score, not {brief(text)}")
    if value.lower() in WORDS:
        return name, WORDS[value.lower()]
    try:
        return name, int(value)
    except ValueError:
        return name, value


# -- output ---------------------------------------------------------------------------------------------------


def on_terminal() -> bool:
    """Whether somebody looks at the output as it comes."""
    return sys.stdout.isatty()


class _Console(Console):
    """Shows texts literally: names in them come from outside."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str("\n".join(map(shown, text.split("\n"))), **options)


def new_console() -> Console:
    """The terminal, or plain text of a fixed width where there is none, as in a notebook. It knows no markup."""
    width, seen = (None, None) if on_terminal() else (WIDTH, False)
    return _Console(width=width, force_terminal=seen, force_jupyter=False, highlight=False, markup=False, emoji=False)


def heading(rules: Any) -> str:
    """The game and its options, as far as they are not as usual."""
    usual = type(rules).from_options({"num_players": rules.num_players}).options()
    unusual = [f", {name}={value}" for name, value in rules.options().items() if value != usual[name]]
    return f"{rules.package}, {rules.num_players} players{''.join(unusual)}"


def numbers(title: str, *columns: str) -> Table:
    """An empty table whose first column is text and whose others are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for i, name in enumerate(columns):
        table.add_column(name, justify="right" if i else "left", min_width=10 if i else 20)
    return table


def words(title: str, *columns: str) -> Table:
    """An empty table of texts."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def save(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file, or fail saying why it can't be written."""
    try:
        write(path)
    except OSError as error:
        fail(f"{path} can't be written: {error.strerror or error}")


def save_json(path: Path, figures: dict[str, Any]) -> None:
    """Write figures as JSON."""
    save(path, lambda file: atomic_write_text(file, json.dumps(figures, indent=2) + "\n"))
