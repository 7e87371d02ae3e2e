"""`kschwert play`: a table in the browser."""

import typer

from kschwert_env.cli.baselines import find_own_agents, installed


def play(context: typer.Context) -> None:
    """Sit down at a table in the browser: play, watch and analyse."""
    with installed("web"):
        from kschwert_env.web.command import main
    find_own_agents()
    app = typer.Typer(add_completion=False)
    app.command()(main)
    app(context.args, prog_name=context.command_path)
