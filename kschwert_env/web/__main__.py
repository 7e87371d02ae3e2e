"""`python -m kschwert_env.web`."""

import typer

from kschwert_env.web.command import main

typer.run(main)
