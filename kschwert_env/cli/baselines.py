"""`kschwert agents`, `kschwert arena` and `kschwert train`: the agents that come along, and how others are made.

Agents and training need extras of the package, and take seconds to import, so each command imports what it needs.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import typer

from kschwert_env import GAMES, terminal

FORWARDED = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Settings of a command whose arguments another one reads."""


def agents(game: terminal.Game = GAMES[0], players: terminal.Players = None, options: terminal.Options = None) -> None:
    """List the agents that can play a game, and their options."""
    from kschwert_env.agents import KINDS, available

    rules = terminal.chosen_rules(game, players, options)
    console = terminal.new_console()
    table = terminal.words(f"Agents for {terminal.heading(rules)}", "kind", "plays", "options")
    for kind in available(rules):
        doc, parameters = inspect.getdoc(KINDS[kind]) or "", inspect.signature(KINDS[kind]).parameters
        table.add_row(kind, doc.partition("\n\n")[0], ", ".join(name for name in parameters if name != "rules"))
    console.print(table)
    console.print("Typed as kind[:option=value,...], or as module.Class[:option=value,...] for one of your own.")


def arena(context: typer.Context) -> None:
    """Let agents play each other, and say how good they are."""
    with needing("agents"):
        from kschwert_env.agents.arena.__main__ import main
    forward(main, context)


def train(context: typer.Context) -> None:
    """Train an agent by one of several methods, or draw what it learned."""
    from kschwert_env.training.methods import METHODS

    method, *arguments = context.args or ["--help"]
    if method not in METHODS:
        told = [f"  {name:<18}{words}" for name, words in METHODS.items()]
        typer.echo("\n".join(["Usage: kschwert train METHOD [OPTIONS]", "", *told]))
        raise typer.Exit(0 if method == "--help" else 2)
    with needing("agents,train"):
        main = import_module(f"kschwert_env.training.{method}").main
    context.args[:] = arguments
    forward(main, context, method)


def forward(main: Callable[..., Any], context: typer.Context, *names: str) -> None:
    """Run the command of another module with the arguments of this one."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(main)
    app(context.args, prog_name=" ".join([context.command_path, *names]))


@contextmanager
def needing(extras: str) -> Iterator[None]:
    """Fail with words where what is imported needs extras of the package that are not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        terminal.fail(f"{error.name} is not installed: pip install 'kschwert_env[{extras}]'")
