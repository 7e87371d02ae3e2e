"""`kschwert play`: starts the server on this machine, and opens the browser."""

import webbrowser
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from kschwert_env.web.app import make_app
from kschwert_env.web.guard import LOCAL
from kschwert_env.web.messages import MOST_BYTES


def main(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = LOCAL[0],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8765,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the tables.")] = Path("tables"),
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Sit down at a table in the browser: play, watch and analyse."""
    data.mkdir(parents=True, exist_ok=True)
    config = uvicorn.Config(
        make_app(data),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        server_header=False,
    )
    if browser:
        webbrowser.open(f"http://{host}:{port}/")
    uvicorn.Server(config).run()
