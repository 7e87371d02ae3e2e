"""`python -m kschwert_env.web` is `kschwert play`."""

import typer

from kschwert_env.web.command import main

if __name__ == "__main__":
    typer.run(main)
