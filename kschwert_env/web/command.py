"""`kschwert play`: starts the server on this machine, and opens the browser."""

import os
import socket
import sys
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from kschwert_env import terminal
from kschwert_env.engine.io.files import FileError, locked_folder
from kschwert_env.web.app import make_app
from kschwert_env.web.errors import Refused
from kschwert_env.web.messages import MOST_BYTES
from kschwert_env.web.middleware import LOCAL
from kschwert_env.web.server_config import House
from kschwert_env.web.sessions.store import StoreError

MOST_CONNECTIONS = 4096
"""At once; more are told to come later."""

SWITCH = 0.001
"""Seconds after which a thread that draws lets go of the interpreter: clicks are waiting."""

EXPOSED = (
    "It listens on {host}: everybody who reaches this machine there can make tables, and have it search. "
    "Nothing is encrypted: who can read the network's traffic can read links, and with them hands."
)
"""What it means to listen on more than this machine."""


def main(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen there: 0.0.0.0 is reached from other machines.")
    ] = LOCAL[0],
    port: Annotated[int, typer.Option(metavar="NUMBER", min=0, max=65535, help="Port; 0 takes a free one.")] = 8765,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A name that it is called by, too.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of the tables.")] = None,
    agent: Annotated[
        list[str] | None, typer.Option(metavar="AGENT", help="An agent with a file, or of your own, that may sit down.")
    ] = None,
    edition: Annotated[list[str] | None, typer.Option(metavar="FILE", help="An edition that may be played.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Sit down at a table in the browser: play, watch and analyse.

    Ctrl-C ends it. Tables are kept, and stand where they stood when it is started again.
    """
    os.umask(0o077)  # who reads the file of a table knows what will be drawn
    folder = data or usual_folder()
    try:
        house = House.of(agent or [], edition or [])
    except Refused as error:
        raise terminal.refused(error) from None
    try:
        with locked_folder(folder), listening(host, port) as listener:
            address, is_local = address_of(listener, host), is_loopback(host)
            console = terminal.new_console()
            console.print(f"The tables stand at {address}, and are kept in {folder}. Ctrl-C ends it.")
            if not is_local:
                console.print(EXPOSED.format(host=host))
            app = make_app(folder, [*LOCAL, *(name or [])], not is_local, house)
            if browser:
                webbrowser.open(address)
            sys.setswitchinterval(SWITCH)
            server(app).run(sockets=[listener])
    except (FileError, StoreError) as error:
        terminal.fail(str(error))


def usual_folder() -> Path:
    """Where tables are kept if no folder is named."""
    data = os.environ.get("XDG_DATA_HOME")
    return Path(data or Path.home() / ".local" / "share") / "kschwert_env"


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Fails, saying why, where that can't be."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        terminal.fail(f"{host}, port {port}, can't be listened on: {error.strerror or error}; --port names another")


def address_of(listener: socket.socket, host: str) -> str:
    """Where a browser on this machine finds the server."""
    shown = {"0.0.0.0": LOCAL[0], "::": "::1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listener.getsockname()[1]}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def server(app: object) -> uvicorn.Server:
    """What speaks HTTP for an app; it writes no log of requests."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]  # Starlette's app is one
        access_log=False,
        limit_concurrency=MOST_CONNECTIONS,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
    )
    return uvicorn.Server(config)
