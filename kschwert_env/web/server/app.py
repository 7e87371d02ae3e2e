"""The web application: routes and request handlers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief, shown
from kschwert_env.rendering.pages.page import THEME
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import DEFAULT_CONFIG, ServerConfig
from kschwert_env.web.errors import FAILURE, UnavailableError
from kschwert_env.web.lobby.catalogue import catalogue
from kschwert_env.web.lobby.guides import opening_message
from kschwert_env.web.lobby.rules_page import rules_page
from kschwert_env.web.messages import MAX_ID, Validator, text, validate
from kschwert_env.web.server.bundle import STATIC, bundle
from kschwert_env.web.server.middleware import LOCAL, RequestGuard
from kschwert_env.web.server.public_address import PublicAddress
from kschwert_env.web.server.websocket import handle_connection
from kschwert_env.web.sessions.game_import import read_opened
from kschwert_env.web.sessions.request_parsing import OpenedGame, read_table
from kschwert_env.web.sessions.session_registry import SessionRegistry
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.workers.fair_queue import Requester

T = TypeVar("T")

LEAST_COMPRESSED = 2000
"""Size of the smallest response that is compressed, in bytes. Answers with links to seats are smaller."""

MAX_TABLE_BYTES = 1 << 16
"""Maximum size of a request that creates a table, in bytes."""

JOIN: dict[str, Validator] = {"listing": text(MAX_ID)}
"""Fields of a request to join a listed table, with their validators."""

MAX_ANALYSIS_BYTES = 1 << 22
"""Maximum size of a request that opens a game for analysis, in bytes."""


def make_app(
    store: Store,
    hosts: Iterable[str] = LOCAL,
    any_address: bool = False,
    server_config: ServerConfig = DEFAULT_CONFIG,
    public_address: PublicAddress | None = None,
) -> RequestGuard:
    """Return the application, with its tables in `store`, which it closes at its end.

    It answers requests for the names in `hosts`, and with `any_address` for all numeric IP addresses; also for
    `public_address`, that of a proxy.
    """

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        app.state.registry = SessionRegistry(store, server_config)
        yield
        await app.state.registry.close()

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games),
            Route("/api/rules/{game}", rules),
            Route("/api/openings/{game}", opening),
            Route("/api/tables", new_table, methods=["POST"]),
            Route("/api/listed", listed),
            Route("/api/joins", join, methods=["POST"]),
            Route("/api/pairings", pair, methods=["POST"]),
            Route("/api/analyses", new_analysis, methods=["POST"]),
            WebSocketRoute("/ws", handle_connection),
            Route("/static/{name}-{digest}.{suffix}", bundled),
            Route("/static/theme.css", theme),
            Mount("/static", StaticFiles(directory=STATIC, check_dir=False)),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED)],
        exception_handlers={RequestError: refuse, Exception: failed},
        lifespan=running,
    )
    return RequestGuard(app, hosts, any_address, public_address)


async def refuse(request: Request, error: Exception) -> Response:
    """Answer with the error message, and status 503 if the request may be repeated, else 400."""
    return JSONResponse({"error": shown(error)}, 503 if isinstance(error, UnavailableError) else 400)


async def failed(request: Request, error: Exception) -> Response:
    """Answer with status 500 and a message; `RequestGuard` logs the exception."""
    return JSONResponse({"error": FAILURE}, 500)


async def page(request: Request) -> Response:
    """Answer with the page. Its screens are in the URL fragment, which browsers don't send."""
    return HTMLResponse(bundle().page, headers={"cache-control": "no-cache"})


async def bundled(request: Request) -> Response:
    """Answer with the script or the style of the page, which browsers keep: another version has another address."""
    name = "{name}-{digest}.{suffix}".format(**request.path_params)
    content = bundle().files.get(name)
    if content is None:
        return Response("no such file", 404)
    media_type = "text/javascript" if name.endswith(".js") else "text/css"
    return Response(content, media_type=media_type, headers={"cache-control": "public, max-age=31536000, immutable"})


async def theme(request: Request) -> Response:
    """Answer with the style sheet that all pages share."""
    return Response(THEME, media_type="text/css")


async def games(request: Request) -> Response:
    """Answer with the games, their options and their agents."""
    registry: SessionRegistry = request.app.state.registry
    return JSONResponse(await registry.work(_requester(request), catalogue, registry.server_config))


async def rules(request: Request) -> Response:
    """Answer with the rules of a game, as an HTML fragment."""
    registry: SessionRegistry = request.app.state.registry
    game, offered = request.path_params["game"], registry.server_config.games
    if game not in offered:
        return _unknown_game(offered)
    return HTMLResponse(await registry.work(_requester(request), rules_page, game))


async def opening(request: Request) -> Response:
    """Answer with the guided opening of a game."""
    registry: SessionRegistry = request.app.state.registry
    game, offered = request.path_params["game"], registry.server_config.games
    if game not in offered:
        return _unknown_game(offered)
    return JSONResponse(await registry.work(_requester(request), opening_message, game))


def _unknown_game(offered: Sequence[str]) -> Response:
    return JSONResponse({"error": f"unknown game; expected one of: {', '.join(offered)}"}, 404)


async def new_table(request: Request) -> Response:
    """Create a table; answer with a link for each person's seat, or a link to watch."""
    return await _opened(request, request.app.state.registry.create)


async def pair(request: Request) -> Response:
    """Join a listed table equal to the requested one, or else create it; answer with a token, or as `new_table`."""
    return await _opened(request, request.app.state.registry.pair)


async def _opened(
    request: Request, open_table: Callable[[OpenedGame, Requester], Awaitable[dict[str, Any]]]
) -> Response:
    registry: SessionRegistry = request.app.state.registry
    body, who = await _json(request, MAX_TABLE_BYTES), _requester(request)

    async def work() -> dict[str, Any]:
        return await open_table(await registry.work(who, read_table, body, registry.server_config), who)

    return JSONResponse(await _while_connected(request, work()))


async def listed(request: Request) -> Response:
    """Answer with the tables that anyone may join."""
    registry: SessionRegistry = request.app.state.registry
    return JSONResponse(registry.listed.messages(), headers={"cache-control": "no-store"})


async def join(request: Request) -> Response:
    """Take a seat at a listed table; answer with the seat and its token."""
    registry: SessionRegistry = request.app.state.registry
    body = await _json(request, MAX_TABLE_BYTES)
    if not isinstance(body, dict):
        raise RequestError(f"a request to join must be a JSON object, not {brief(body)}")
    fields = validate("a request to join", body, JOIN)
    return JSONResponse(await registry.join_listed(registry.listed.find(fields["listing"]), _requester(request)))


async def new_analysis(request: Request) -> Response:
    """Open a game for analysis; answer with its link."""
    registry: SessionRegistry = request.app.state.registry
    body, who = await _json(request, MAX_ANALYSIS_BYTES), _requester(request)

    async def create() -> dict[str, Any]:
        opened = await registry.work_long(who, read_opened, body, registry.server_config)
        if not isinstance(opened, OpenedGame):
            opened = await registry.replay_arena_game(opened, who)
        return await registry.create(opened, who)

    links = await _while_connected(request, create())
    return JSONResponse({"token": links["watch"]})


def _requester(request: Request) -> Requester:
    return Requester(request.client.host if request.client else "")


async def _while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of work on a request whose body was read; cancel it if the client disconnects."""
    working, leaving = asyncio.create_task(work), asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _json(request: Request, max_bytes: int) -> Any:
    """Return the body. Raises RequestError if it is too long or not JSON."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise RequestError("the content type of a request must be application/json")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > max_bytes:
            raise RequestError(f"a request must not be longer than {max_bytes:,} bytes")
    try:
        return parse_json(body)
    except ValueError:
        raise RequestError("a request must be JSON") from None
