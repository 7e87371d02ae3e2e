"""The server's addresses."""

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from kschwert_env import GAMES
from kschwert_env.rendering.page import THEME
from kschwert_env.web.catalogue import catalogue
from kschwert_env.web.errors import Refused
from kschwert_env.web.middleware import LOCAL, Guard
from kschwert_env.web.rules_page import rules_page
from kschwert_env.web.server_config import COMES_ALONG, House
from kschwert_env.web.sessions.game_import import read_opened
from kschwert_env.web.sessions.request_parsing import Opened, read_table
from kschwert_env.web.sessions.session_registry import Hall
from kschwert_env.web.websocket import talk

STATIC = Path(__file__).resolve().parent / "static"
"""The page."""

MOST_BODY = 1 << 16
"""Bytes of a request that makes a table."""

MOST_OPENED = 1 << 22
"""Bytes of a request that opens a game."""


def make_app(
    folder: Path, hosts: Iterable[str] = LOCAL, any_address: bool = False, house: House = COMES_ALONG
) -> Guard:
    """The server, with its tables in a folder. It answers to these names, and perhaps to all addresses in numbers."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        app.state.hall = Hall(folder, house)
        yield
        await app.state.hall.close()

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games),
            Route("/api/rules/{game}", rules),
            Route("/api/tables", new_table, methods=["POST"]),
            Route("/api/analyses", new_analysis, methods=["POST"]),
            WebSocketRoute("/ws", talk),
            Route("/static/theme.css", look),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ],
        exception_handlers={Refused: refused},
        lifespan=running,
    )
    return Guard(app, hosts, any_address)


async def refused(request: Request, error: Exception) -> Response:
    """What is wrong, in words."""
    return JSONResponse({"error": str(error)}, 400)


async def page(request: Request) -> Response:
    """The page; where it leads stands behind the #, which no server is told."""
    return FileResponse(STATIC / "index.html")


async def look(request: Request) -> Response:
    """The look of all pages, which is not the table's alone."""
    return Response(THEME, media_type="text/css")


async def games(request: Request) -> Response:
    """What can be played, by whom."""
    hall: Hall = request.app.state.hall
    return JSONResponse(await hall.work(catalogue, hall.house))


async def rules(request: Request) -> Response:
    """The rules of a game, as a part of a page."""
    game = request.path_params["game"]
    if game not in GAMES:
        return JSONResponse({"error": f"the games are {', '.join(GAMES)}"}, 404)
    hall: Hall = request.app.state.hall
    return HTMLResponse(await hall.work(rules_page, game))


async def new_table(request: Request) -> Response:
    """Make a table: a link for each seat of a person, and one to watch agents."""
    hall: Hall = request.app.state.hall
    opened = await hall.work(read_table, await _json(request, MOST_BODY), hall.house)
    return JSONResponse(await hall.begin(opened))


async def new_analysis(request: Request) -> Response:
    """Open a game to be looked at: one link."""
    hall: Hall = request.app.state.hall
    opened = await hall.work(read_opened, await _json(request, MOST_OPENED), hall.house)
    links = await hall.begin(opened if isinstance(opened, Opened) else await hall.play_again(opened))
    return JSONResponse({"token": links["watch"]})


async def _json(request: Request, most: int) -> Any:
    """The body. Raises Refused where it is too long, or no JSON."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused("a request must be of the type application/json")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused(f"a request must not be longer than {most:,} bytes")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("a request must be JSON") from None
