"""`kschwert play`: a game table in the browser."""

import typer

from kschwert_env import terminal
from kschwert_env.cli.baselines import add_current_folder, installed


def play(context: typer.Context) -> None:
    """Play, watch and analyse games in the browser."""
    summary = "Play, watch and analyse games in the browser."
    with installed("web", context.args, context.command_path, summary):
        from kschwert_env.web.server.command import main
    add_current_folder()
    terminal.run_command(main, context.args, context.command_path)
