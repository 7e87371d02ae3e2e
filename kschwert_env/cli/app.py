"""The app `kschwert`: all its commands, and the option `--version`."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from kschwert_env import terminal
from kschwert_env.cli.baselines import FORWARDED, agents, arena, evaluate, train
from kschwert_env.cli.bench import bench
from kschwert_env.cli.chat_server import chat_server
from kschwert_env.cli.check_game import check_game
from kschwert_env.cli.dataset import dataset
from kschwert_env.cli.edition import edition
from kschwert_env.cli.export import export
from kschwert_env.cli.mcp import mcp
from kschwert_env.cli.play import play
from kschwert_env.cli.replay import replay
from kschwert_env.cli.simulate import simulate
from kschwert_env.engine.jit.compiler_errors import compiler_message

app = typer.Typer(
    name="kschwert",
    help="Reinforcement-learning environments for board and card games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings=terminal.help_width(),
)
app.command()(simulate)
app.command()(bench)
app.command()(dataset)
app.add_typer(edition)
app.command("check-game")(check_game)
app.add_typer(export)
app.command(context_settings=FORWARDED)(play)
app.command()(mcp)
app.command()(replay)
app.command()(agents)
app.command(context_settings=FORWARDED)(arena)
app.command(context_settings=FORWARDED)(evaluate)
app.command(context_settings=FORWARDED)(train)
app.command("chat-server")(chat_server)


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        typer.echo(f"kschwert {version('kschwert_env')}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=show_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take the options that come before a command."""


def run() -> None:
    """Run the command that the process was started with; an error of Numba in a user's game becomes one line."""
    try:
        app()
    except Exception as error:
        message = compiler_message(error)
        if message is None:
            raise
        sys.exit(f"Error: {message}")
