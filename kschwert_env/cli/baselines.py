"""`kschwert agents`, `arena`, `evaluate` and `train`: bundled agents, tournaments, evaluation, training.

Agents and training need extras and take seconds to import, so each command imports what it needs.
"""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import needing

FORWARDED = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Context settings of a command that forwards its arguments to another command line."""


def agents(game: terminal.Game = GAMES[0], players: terminal.Players = None, options: terminal.Options = None) -> None:
    """List the bundled agents of a game, and their options."""
    from kschwert_env.agents import KINDS, available

    rules = terminal.chosen_rules(game, players, options)
    console = terminal.new_console()
    table = terminal.text_table(f"Agents for {terminal.describe_rules(rules)}", "kind", "description", "options")
    for kind in available(rules):
        doc, parameters = inspect.getdoc(KINDS[kind]) or "", inspect.signature(KINDS[kind]).parameters
        table.add_row(kind, doc.partition("\n\n")[0], ", ".join(name for name in parameters if name != "rules"))
    console.print(table)
    console.print("Use an agent as kind[:option=value,...], or your own class as module.Class[:option=value,...].")


def arena(context: typer.Context) -> None:
    """Let agents play against each other, and report win shares and ratings."""
    with installed("agents"):
        from kschwert_env.arena.command import main
    add_current_folder()
    terminal.run_command(main, context.args, context.command_path)


def evaluate(context: typer.Context) -> None:
    """Evaluate an agent by a protocol with fixed opponents."""
    with installed("agents"):
        from kschwert_env.cli.evaluate import main
    add_current_folder()
    terminal.run_command(main, context.args, context.command_path)


def train(context: typer.Context) -> None:
    """Train agents, measure best responses, draw learning curves."""
    from kschwert_env.training.methods import main_of, run, summaries

    methods = summaries()
    name, *arguments = context.args or ["--help"]
    if name == "--help":
        lines = [f"  {name:<20}{line}" for name, line in methods.items()]
        more = f"{context.command_path} METHOD --help lists the settings of a method."
        typer.echo("\n".join([f"Usage: {context.command_path} METHOD [OPTIONS]", "", *lines, "", more]))
    elif name not in methods:
        raise terminal.usage_error(f"unknown method {brief(name)}; expected one of: {', '.join(methods)}")
    else:
        with installed("agents,train"):
            main_of(name)
        add_current_folder()
        run(name, arguments, f"{context.command_path} {name}")


@contextmanager
def installed(extras: str) -> Iterator[None]:
    """Import inside the block; exit with an error if packages of these extras are missing."""
    try:
        with needing(extras, "these commands"):
            yield
    except ImportError as error:
        terminal.fail(str(error))


def add_current_folder() -> None:
    """Add the current folder to the module search path, so that a user's own agents can be imported from there."""
    if "" not in sys.path:
        sys.path.append("")
