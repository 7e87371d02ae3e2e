"""The server's addresses."""

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from kschwert_env.web.catalogue import catalogue
from kschwert_env.web.guard import LOCAL, Guard
from kschwert_env.web.hall import Hall
from kschwert_env.web.making import read_table
from kschwert_env.web.refused import Refused
from kschwert_env.web.socket import talk

STATIC = Path(__file__).resolve().parent / "static"
"""The page."""

MOST_BODY = 1 << 16
"""Bytes of a request that makes a table."""


def make_app(folder: Path, hosts: Iterable[str] = LOCAL) -> Starlette:
    """The server, with its tables in a folder. It answers to these names."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        app.state.hall = Hall(folder)
        yield
        await app.state.hall.close()

    return Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games),
            Route("/api/tables", new_table, methods=["POST"]),
            WebSocketRoute("/ws", talk),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={Refused: refused},
        lifespan=running,
    )


async def refused(request: Request, error: Exception) -> Response:
    """What is wrong, in words."""
    return JSONResponse({"error": str(error)}, 400)


async def page(request: Request) -> Response:
    """The page; where it leads stands behind the #, which no server is told."""
    return FileResponse(STATIC / "index.html")


async def games(request: Request) -> Response:
    """What can be played, by whom."""
    hall: Hall = request.app.state.hall
    return JSONResponse(await hall.work(catalogue))


async def new_table(request: Request) -> Response:
    """Make a table: a link for each seat of a person, and one to watch agents."""
    hall: Hall = request.app.state.hall
    about = await hall.work(read_table, await _json(request, MOST_BODY))
    places = about.people or [None]
    tokens = await hall.begin(about, [], places)
    links = [{"seat": seat, "token": tokens[seat]} for seat in about.people]
    return JSONResponse({"links": links, "watch": tokens.get(None)})


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
        import json

        return json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("a request must be JSON") from None


def new_seed() -> int:
    """Chance for a game."""
    return secrets.randbelow(2**63)
