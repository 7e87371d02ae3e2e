"""`kschwert play`: start the server on this machine, and open the browser."""

import os
import socket
import sys
import webbrowser
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

import typer
import uvicorn

from kschwert_env import terminal
from kschwert_env.engine.io.files import FileError, locked_folder
from kschwert_env.engine.jit import background
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.messages import MAX_MESSAGE_BYTES
from kschwert_env.web.server.app import make_app
from kschwert_env.web.server.connections import (
    BACKLOG,
    MAX_CONNECTIONS,
    LimitedHttp,
    LimitedServer,
    LimitedWebSocket,
    connection_limit,
)
from kschwert_env.web.server.log import log_to_stderr
from kschwert_env.web.server.middleware import LOCAL
from kschwert_env.web.server.public_address import PublicAddress
from kschwert_env.web.sessions.store import Store, StoreError
from kschwert_env.web.workers.preparation import request_preparation

SHUTDOWN_SECONDS = 3
"""Time to finish requests after Ctrl-C, in seconds."""

PING_SECONDS = 20.0
"""Time between heartbeats of the server on a WebSocket, and its patience with each, in seconds."""

SWITCH_INTERVAL = 0.001
"""Switch interval of the interpreter in seconds, short so that drawing threads don't delay requests."""

EXPOSED_WARNING = (
    "Warning: the server listens on {host}. Anyone who can reach this address can create tables and run searches on "
    "this machine. Traffic is not encrypted: anyone who can read it can copy links, and see hidden cards with them."
)
"""Warning if the server is reachable from other machines."""


def main(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 is reachable from other machines.")
    ] = LOCAL[0],
    port: Annotated[int, typer.Option(metavar="NUMBER", min=0, max=65535, help="Port; 0 = any free port.")] = 8765,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Additional host name that the server accepts. May be repeated."),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Address of the page behind a proxy, such as https://host/some/path/."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder where tables are saved.", show_default="~/.local/share/kschwert_env"),
    ] = None,
    agent: terminal.AddedAgents = None,
    edition: terminal.AddedEditions = None,
    game: terminal.AddedGames = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Play, watch and analyse games in the browser.

    Ctrl-C stops the server. Tables are saved, and continue at the next start.
    """
    os.umask(0o077)  # the files of tables reveal future draws
    folder = data or default_folder()
    try:
        games = [terminal.check_game(each) for each in game or []]
        server_config = ServerConfig.read(agent or [], edition or [], games)
        public_address = None if url is None else PublicAddress.read(url)
    except ValueError as error:
        raise terminal.usage_error(error) from None
    try:
        most = connection_limit()
    except ValueError as error:
        terminal.fail(str(error))
    log_to_stderr()
    try:
        with locked_folder(folder), listen(host, port) as listener:
            store = Store(folder / "tables.sqlite")
            address, is_local = browser_address(listener, host), is_loopback(host)
            console = terminal.new_console()
            console.print(f"Open {address} in a browser. Tables are saved in {folder}. Ctrl-C stops the server.")
            if url is not None:
                console.print(f"Behind the proxy, the page is at {url}.")
            if not is_local:
                console.print(EXPOSED_WARNING.format(host=host))
            background.announces = False
            if request_preparation(server_config.games):
                console.print("Games are prepared in the background; opponents and hints are simpler until then.")
            app = make_app(store, [*LOCAL, *(name or [])], not is_local, server_config, public_address)
            if browser:
                webbrowser.open(address)
            sys.setswitchinterval(SWITCH_INTERVAL)
            server(app, most).run(sockets=[listener])
    except (FileError, StoreError) as error:
        terminal.fail(str(error))


def default_folder() -> Path:
    """Return the default folder of the tables."""
    data = os.environ.get("XDG_DATA_HOME")
    return Path(data or Path.home() / ".local" / "share") / "kschwert_env"


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; exit with an error if the address can't be used."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        terminal.fail(f"can't listen on {host}, port {port}: {error.strerror or error}; choose another with --port")


def browser_address(listener: socket.socket, host: str) -> str:
    """Return the URL of the server for a browser on this machine."""
    shown = {"0.0.0.0": LOCAL[0], "::": "::1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listener.getsockname()[1]}/"


def is_loopback(host: str) -> bool:
    """Return whether an address is reachable from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def server(app: object, max_connections: int = MAX_CONNECTIONS) -> uvicorn.Server:
    """Return the HTTP server of an app, without a log of requests."""
    http: Any = partial(LimitedHttp, max_connections=max_connections)
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]  # an ASGI app
        access_log=False,
        backlog=BACKLOG,
        http=http,
        log_config=None,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws=LimitedWebSocket,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
    )
    return LimitedServer(config)
