"""`python -m kschwert_env.agents.arena`: the same as `kschwert arena`."""

import typer

from kschwert_env.agents.arena.command import main

if __name__ == "__main__":
    typer.run(main)
