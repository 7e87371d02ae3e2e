"""`kschwert agents`, `arena`, `evaluate` and `train`: bundled agents, tournaments, evaluation, training.

Agents and training need extras and take seconds to import, so each command imports what it needs.
"""

import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import needing

_ARGUMENT = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)

FORWARDED = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Context settings of a command that forwards its arguments to another command line."""


def agents(game: terminal.Game = GAMES[0], players: terminal.Players = None, options: terminal.Options = None) -> None:
    """List all kinds of agents with their options, defaults and meanings."""
    from kschwert_env.agents import KINDS, available

    rules = terminal.chosen_rules(game, players, options)
    ready = available(rules)
    typer.echo(f"Agents that play {terminal.describe_rules(rules)} without options: {', '.join(ready)}")
    for kind in sorted(KINDS, key=lambda kind: kind not in ready):
        typer.echo(f"\n{kind}: {(inspect.getdoc(KINDS[kind]) or '').partition(chr(10) * 2)[0]}")
        meanings = described_arguments(KINDS[kind].__init__)
        for name, option in inspect.signature(KINDS[kind]).parameters.items():
            if name != "rules":
                typer.echo(describe_option(name, option, meanings.get(name, "")))
    typer.echo("\nUse an agent as kind[:option=value,...], or your own class as module.Class[:option=value,...].")


def describe_option(name: str, option: inspect.Parameter, meaning: str) -> str:
    """Return the line of an option of an agent."""
    if option.default is option.empty:
        meaning = f"required: {meaning}"
    elif option.default is not None:
        meaning = f"{meaning} [default: {option.default}]"
    first, others = f"  {name:<16}", " " * 18
    return textwrap.fill(meaning, terminal.WIDTH, initial_indent=first, subsequent_indent=others)


def described_arguments(function: Callable[..., object]) -> dict[str, str]:
    """Return the entries of the section "Args" in a docstring, by argument."""
    section = inspect.cleandoc(function.__doc__ or "").partition("Args:\n")[2].partition("\n\n")[0]
    return {name: " ".join(text.split()) for name, text in _ARGUMENT.findall(section)}


def arena(context: typer.Context) -> None:
    """Let agents play against each other, and report win shares and ratings."""
    from kschwert_env.arena.command import main

    check_reports(context.args)
    add_current_folder()
    terminal.run_command(main, context.args, context.command_path)


def evaluate(context: typer.Context) -> None:
    """Evaluate an agent by a protocol with fixed opponents."""
    from kschwert_env.cli.evaluate import main

    check_reports(context.args)
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
        with installed("agents,train", arguments, f"{context.command_path} {name}", methods[name]):
            import_module("matplotlib")
            main_of(name)
        add_current_folder()
        run(name, arguments, f"{context.command_path} {name}")


def check_reports(arguments: Sequence[str]) -> None:
    """Exit with an error if reports of the arena can't be written, before games are played."""
    if "--help" not in arguments:
        with installed("agents"):
            for name in ("openskill", "matplotlib"):
                import_module(name)


@contextmanager
def installed(extras: str, arguments: Sequence[str] = (), program: str = "", summary: str = "") -> Iterator[None]:
    """Import inside the block; exit with an error if packages of these extras are missing.

    If `arguments` ask for help, print the summary of the program and which extras show its options instead.
    """
    try:
        with needing(extras, "these commands"):
            yield
    except ImportError as error:
        if "--help" not in arguments:
            terminal.fail(str(error))
        typer.echo(f"Usage: {program} [OPTIONS]\n\n  {summary}\n\nIts options are listed after installation. {error}")
        raise typer.Exit from None


def add_current_folder() -> None:
    """Add the current folder to the module search path, so that a user's own agents can be imported from there."""
    if "" not in sys.path:
        sys.path.append("")
