"""`kschwert agents`, `arena`, `evaluate` and `train`: the agents that come along, and how others are made.

Agents and training need extras of the package, and take seconds to import, so each command imports what it needs.
"""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.text import brief
from kschwert_env.importing import needing

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
    with installed("agents"):
        from kschwert_env.arena.command import main
    find_own_agents()
    app = typer.Typer(add_completion=False)
    app.command()(main)
    app(context.args, prog_name=context.command_path)


def evaluate(context: typer.Context) -> None:
    """Evaluate an agent by a named protocol, so that figures can be compared."""
    with installed("agents"):
        from kschwert_env.cli.evaluate import main
    find_own_agents()
    app = typer.Typer(add_completion=False)
    app.command()(main)
    app(context.args, prog_name=context.command_path)


def train(context: typer.Context) -> None:
    """Train an agent by one of several methods, or draw learning curves."""
    from kschwert_env.training.methods import RENAMED, main_of, run, summaries

    known = summaries()
    name, *arguments = context.args or ["--help"]
    if name == "--help":
        lines = [f"  {name:<20}{line}" for name, line in known.items()]
        typer.echo("\n".join([f"Usage: {context.command_path} METHOD [OPTIONS]", "", *lines]))
    elif name in RENAMED:
        raise terminal.refused(f"{name!r} is now called {RENAMED[name]!r} (since 0.2.0)")
    elif name not in known:
        raise terminal.refused(f"unknown method {brief(name)}; expected one of: {', '.join(known)}")
    else:
        with installed("agents,train"):
            main_of(name)
        find_own_agents()
        run(name, arguments, f"{context.command_path} {name}")


@contextmanager
def installed(extras: str) -> Iterator[None]:
    """Fail with words where packages of extras, which a command imports inside, are missing."""
    try:
        with needing(extras, "these commands"):
            yield
    except ImportError as error:
        terminal.fail(str(error))


def find_own_agents() -> None:
    """Agents of one's own are looked up in the current folder, too, as `python -m` would."""
    if "" not in sys.path:
        sys.path.append("")
