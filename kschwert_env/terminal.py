"""Shared code of all command lines: options, help texts, tables and errors."""

import csv
import inspect
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand

from kschwert_env import CLASSICS, GAMES
from kschwert_env.engine.io.files import FileError, atomic_write_text
from kschwert_env.engine.text.phrases import brief, encodable, shown
from kschwert_env.importing import find_game, load_game

WIDTH = 100  # columns, if the output is not a terminal
LITERALS = {"true": True, "false": False, "none": None}


def fail(message: str) -> NoReturn:
    """Print an error message to stderr, and exit with status 1."""
    typer.echo(f"Error: {shown(message)}", err=True)
    raise typer.Exit(1)


def usage_error(reason: object) -> typer.BadParameter:
    """Return the exception for a wrong argument or option, to be raised."""
    return typer.BadParameter(shown(reason))


@contextmanager
def argument_errors() -> Iterator[None]:
    """Exit with one line for a wrong argument inside the block, a file that can't be used, or a missing extra."""
    try:
        yield
    except (FileError, ImportError) as error:
        fail(str(error))
    except ValueError as error:
        raise usage_error(error) from None


# -- options --------------------------------------------------------------------------------------------------


def check_game(source: str) -> str:
    """Return the name of a game, which may be in a file (`load_game`). Raises BadParameter if it can't be loaded."""
    try:
        return load_game(source).package
    except ValueError as error:
        raise usage_error(error) from None


def writable_path(path: Path | None) -> Path | None:
    """Return a path that can be written. Raises BadParameter otherwise, before the work starts."""
    if path is not None and not path.parent.is_dir():
        raise usage_error(f"{path} can't be written: folder {path.parent} does not exist")
    if path is not None and os.path.exists(path) and not path.is_file():
        raise usage_error(f"{path} can't be written: it is not a file")
    return path


def output_file(name: str, help: str) -> Any:
    """Return a typer option for a file to write."""
    return typer.Option(name, metavar="FILE", callback=writable_path, help=help)


_GAME = f"Game: {', '.join((*GAMES, *CLASSICS))}; or your own, as my_game.py or package.module:Class."
Game = Annotated[str, typer.Option(metavar="NAME", callback=check_game, help=_GAME)]
AddedGames = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="Additional game, such as my_game.py. May be repeated.")
]
Players = Annotated[int | None, typer.Option(metavar="NUMBER", help="Number of players.", show_default="minimum")]
Options = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Option of the rules, such as reward=score. May be repeated."),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", min=0, max=2**63 - 1, help="Seed of all games.")]
Workers = Annotated[
    int | None, typer.Option(metavar="NUMBER", min=1, help="Number of threads.", show_default="number of cores")
]
Transcripts = Annotated[
    int, typer.Option(metavar="NUMBER", min=0, help="Number of games of each agent in text with a transcript.")
]
AddedAgents = Annotated[
    list[str] | None,
    typer.Option(metavar="AGENT", help="Additional agent: policy:path=FILE or your own module.Class. May be repeated."),
]
AddedEditions = Annotated[
    list[str] | None, typer.Option(metavar="FILE", help="Additional edition, a TOML file. May be repeated.")
]
JsonFile = Annotated[Path | None, output_file("--json", "Also write the results as JSON to this file.")]


def chosen_rules(game: str, players: int | None, options: list[str] | None) -> Any:
    """Return the rules for the options of a command. Raises BadParameter for wrong options."""
    rules_type = find_game(game)
    chosen = dict(map(parse_assignment, options or []))
    if "num_players" in chosen:
        raise usage_error("num_players can't be given by --set; use --players")
    chosen["num_players"] = rules_type.player_counts[0] if players is None else players
    try:
        return rules_type.read_options(chosen)
    except ValueError as error:
        raise usage_error(error) from None


def parse_assignment(text: str) -> tuple[str, Any]:
    """Return name and value of `name=value`. The value is an integer, true, false, none, or else a string."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise usage_error(f"--set must be NAME=VALUE, such as reward=score, not {brief(text)}")
    if value.lower() in LITERALS:
        return name, LITERALS[value.lower()]
    try:
        return name, int(value)
    except ValueError:
        return name, value


# -- commands -------------------------------------------------------------------------------------------------


def help_text(docstring: str | None) -> str:
    """Return a docstring as a help text: each paragraph is one line, which the terminal wraps."""
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def help_width() -> dict[str, Any]:
    """Return settings by which help texts are as wide as other output: of fixed width if it is not a terminal."""
    return {"max_content_width": WIDTH} if is_terminal() else {"terminal_width": WIDTH}


class _CommandWithGroups(TyperCommand):
    """A command whose help lists each group of options (`rich_help_panel`) under its name."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, those without a group first."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            own = "Arguments" if parameter.param_type_name == "argument" else "Options"
            if record := parameter.get_help_record(ctx):
                group = getattr(parameter, "rich_help_panel", None)
                sections.setdefault(group.capitalize() if group else own, []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


def run_command(main: Callable[..., None], arguments: list[str] | None = None, name: str | None = None) -> None:
    """Run a function as a command; its docstring is the help text.

    The default arguments and name are those of the running script. Always raises SystemExit.
    """
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=help_width())
    app.command(help=help_text(main.__doc__), cls=_CommandWithGroups)(main)
    app(arguments, prog_name=name)


# -- output ---------------------------------------------------------------------------------------------------


def is_terminal() -> bool:
    """Return whether the output is a terminal."""
    return sys.stdout.isatty()


class _Console(Console):
    """Console that escapes texts, since names in them are untrusted."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str("\n".join(map(shown, text.split("\n"))), **options)


def new_console() -> Console:
    """Return a console without markup; plain text of fixed width if the output is not a terminal."""
    width, seen = (None, None) if is_terminal() else (WIDTH, False)
    return _Console(width=width, force_terminal=seen, force_jupyter=False, highlight=False, markup=False, emoji=False)


def describe_rules(rules: Any) -> str:
    """Return the game, the number of players, and all options that differ from the defaults."""
    defaults = type(rules).from_options({"num_players": rules.num_players}).options()
    changed = [f", {name}={value}" for name, value in rules.options().items() if value != defaults[name]]
    return f"{rules.package}, {rules.num_players} players{''.join(changed)}"


def plural(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural ends in s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@contextmanager
def progress_bar(total: int, finished: int = 0, words: str = "games finished") -> Iterator[Callable[[int], None]]:
    """Show the number of finished games and the remaining time; yield a function that updates the number."""
    text, *columns = TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(text, *columns, TimeRemainingColumn(), console=new_console()) as progress:
        task = progress.add_task("games", total=total, completed=finished)
        yield lambda finished: progress.update(task, completed=finished)


def number_table(title: str, *columns: str) -> Table:
    """Return an empty table; the first column is text, all others are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for i, name in enumerate(columns):
        table.add_column(name, justify="right" if i else "left", min_width=10 if i else 20)
    return table


def text_table(title: str, *columns: str) -> Table:
    """Return an empty table of texts."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def save(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file; exit with an error if it can't be written."""
    try:
        write(path)
    except OSError as error:
        fail(f"{path} can't be written: {error.strerror or error}")


def save_csv(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows as CSV, with the columns of all; exit with an error if it can't be written."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    save(path, lambda file: atomic_write_text(file, encodable(text.getvalue())))


def save_json(path: Path, figures: dict[str, Any]) -> None:
    """Write a dict as JSON; exit with an error if it can't be written."""
    save(path, lambda file: atomic_write_text(file, json.dumps(figures, indent=2) + "\n"))
