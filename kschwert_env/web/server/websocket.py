"""WebSocket connections: a client joins a table by a token, receives updates and sends requests."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import shown
from kschwert_env.requests.errors import RequestError
from kschwert_env.web import messages
from kschwert_env.web.errors import FAILURE, UnavailableError, log
from kschwert_env.web.server.connections import joined
from kschwert_env.web.sessions.analyst import check_analysis
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.request_parsing import OpenedGame, new_config, read_seats
from kschwert_env.web.sessions.session import Session
from kschwert_env.web.sessions.session_registry import SessionRegistry, new_token
from kschwert_env.web.sessions.table import reasons, why_not_all
from kschwert_env.web.sessions.views import description_message, pictures_message, summary_message
from kschwert_env.web.workers.fair_queue import Requester

JOIN_SECONDS = 10
"""Time limit for the message 'join', in seconds."""

UNKNOWN_LINK_CODE = 4404
"""Close code of a connection with a token that leads to no table."""

FAILURE_CODE = 1011
"""Close code after an unexpected exception; the client may connect again."""

TRY_AGAIN_CODE = 1013
"""Close code if a table can't be opened for now, such as while the store is locked."""

_SAVING = (
    "act",
    "back",
    "settings",
    "name",
    "resign",
    "offer",
    "take",
)  # messages completed even if the client disconnects


async def handle_connection(websocket: WebSocket) -> None:
    """Handle a connection from its first message to its end."""
    await websocket.accept()
    with suppress(WebSocketDisconnect, ConnectionError):
        try:
            await _handle(websocket)
        except UnavailableError as error:
            await _refuse(websocket, str(error), TRY_AGAIN_CODE)
        except RequestError as error:
            await _refuse(websocket, str(error), UNKNOWN_LINK_CODE)
        except (WebSocketDisconnect, ConnectionError):
            raise
        except Exception:
            log.exception("a connection failed")
            await _refuse(websocket, FAILURE, FAILURE_CODE)


async def _handle(websocket: WebSocket) -> None:
    registry: SessionRegistry = websocket.app.state.registry
    link = await registry.find(await _token(websocket))
    visitor = websocket.client.host if websocket.client else ""
    connection = Connection(link.seat, _sender(websocket), visitor)
    async with registry.open_session(link, connection) as table:
        joined(websocket.scope)
        await _MessageHandler(registry, table, connection).run(websocket)


async def _token(websocket: WebSocket) -> str:
    """Return the token of the first message."""
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            kind, fields = messages.read(await _text(websocket))
    except TimeoutError:
        raise RequestError(f"no 'join' message within {JOIN_SECONDS} seconds") from None
    if kind != "join":
        raise RequestError("the first message must be of type 'join', with the token of a link")
    return str(fields["token"])


async def _refuse(websocket: WebSocket, words: str, code: int) -> None:
    with suppress(RuntimeError):  # the connection is closed already
        await websocket.send_json({"type": "error", "words": shown(words)})
        await websocket.close(code)


def _sender(websocket: WebSocket) -> Callable[[str], Awaitable[None]]:
    lock = asyncio.Lock()  # answers and updates come from two tasks

    async def send(text: str) -> None:
        async with lock:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the receiving task notices the disconnection
                await websocket.send_text(text)

    return send


async def _text(websocket: WebSocket) -> str:
    """Return the next message. Raises WebSocketDisconnect at the end, and RequestError for bytes."""
    received = await websocket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise RequestError("messages must be text, not bytes")
    return str(text)


class _MessageHandler:
    """Handles the messages of a connection that has joined a table."""

    def __init__(self, registry: SessionRegistry, table: Session, connection: Connection) -> None:
        self._registry, self._session, self._connection = registry, table, connection
        self._analyst = registry.analyst(table, connection)
        self._who = Requester(connection.visitor, table.number)
        self._handlers: dict[str, Callable[..., Awaitable[None]]] = {
            "act": self._act,
            "check": self._check,
            "ping": self._ping,
            "pictures": self._pictures,
            "back": partial(table.take_back, connection),
            "scene_over": partial(table.end_scene, connection),
            "settings": partial(table.change_settings, connection),
            "name": partial(table.rename, connection),
            "chat": partial(table.chat, connection),
            "resign": partial(table.resign, connection),
            "replace": partial(self._start, self._replace),
            "offer": partial(table.offer, connection),
            "take": self._take,
            "rematch": partial(self._start, self._rematch),
            "describe": self._describe,
            "goto": self._go_to,
            "why": self._why,
            "reasons": self._reasons,
            "analyse": self._analyst.analyse,
            "hint": self._analyst.hint,
            "graph": self._analyst.graph,
            "summary": self._summary,
            "stop": self._stop,
            "record": self._record,
            "position": self._position,
            "branch": partial(self._start, self._branch),
        }
        self._pending: asyncio.Task[None] | None = None

    async def run(self, websocket: WebSocket) -> None:
        """Exchange messages until the client or the server disconnects."""
        news, listen = asyncio.create_task(self._push_updates()), asyncio.create_task(self._receive_messages(websocket))
        try:
            finished, _ = await asyncio.wait((news, listen), return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                task.result()
        finally:
            self._analyst.close()
            tasks = [task for task in (news, listen, self._pending) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _push_updates(self) -> None:
        """Send updates as fast as the client reads them; a slow client gets skipped updates with the next one."""
        while True:
            await self._connection.updated.wait()
            self._connection.updated.clear()
            await self._session.show(self._connection)

    async def _receive_messages(self, websocket: WebSocket) -> None:
        while True:
            await self._report_errors(self._handle_next(websocket))

    async def _handle_next(self, websocket: WebSocket) -> None:
        kind, fields = messages.read(await _text(websocket))
        if kind not in self._handlers:
            raise RequestError(f"duplicate {kind!r} message")
        handling = asyncio.ensure_future(self._handlers[kind](**fields))
        await (asyncio.shield(handling) if kind in _SAVING else handling)

    async def _report_errors(self, work: Coroutine[Any, Any, None]) -> None:
        """Complete a part of the work; send the client its error message if it fails."""
        try:
            await work
        except RequestError as error:
            await self._connection.send({"type": "error", "words": str(error)})
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("a message failed at table %d", self._session.number)
            await self._connection.send({"type": "error", "words": FAILURE})

    async def _act(self, number: int, action: int, then: list[int] | None, id: str | None) -> None:
        """Take an answer, and acknowledge it, also one that is refused: the client need not send it again."""
        try:
            await self._session.act(self._connection, number, action, then, id)
        finally:
            if id is not None:
                await self._connection.send({"type": "acknowledged", "id": id})

    async def _check(self, actions: list[int]) -> None:
        """Answer why the client's seat can't take all of these actions in turn, as far as it may know."""
        table, seat = self._session.table, self._connection.seat
        if seat is None or seat != table.player:
            raise RequestError("it is not your turn")
        reason = await self._registry.work(
            self._who, why_not_all, table.rules, table.view(seat).game, actions, table.voice(seat)
        )
        await self._connection.send({"type": "checked", "actions": actions, "reason": reason})

    async def _ping(self) -> None:
        await self._connection.send({"type": "pong"})

    async def _pictures(self, cards: list[str]) -> None:
        await self._connection.send(
            await self._registry.work(self._who, pictures_message, self._session.table.rules, cards)
        )

    async def _go_to(self, number: int | None) -> None:
        self._session.go_to(self._connection, number)

    async def _why(self, action: int) -> None:
        player, seat = self._session.table.player, self._connection.seat
        if player is not None and seat != player:
            reason = f"it is {self._session.table.config.names[player]}'s turn"
        else:
            reason = self._session.table.why(action)
        await self._connection.send({"type": "why", "action": action, "words": reason})

    async def _reasons(self, target: str | None) -> None:
        table, seat = self._session.table, self._connection.seat
        listed = []
        if seat is not None and seat == table.player:
            listed = await self._registry.work(
                self._who, reasons, table.rules, table.view(seat), target, table.voice(seat)
            )
        await self._connection.send({"type": "reasons", "target": target, "reasons": listed})

    async def _describe(self) -> None:
        """Answer with the position that the client views, in words."""
        table, connection = self._session.table, self._connection
        at = connection.at if connection.at is not None and connection.at <= len(table.events) else None
        view = table.view(table.effective_viewer(connection.seat), at)
        voice = table.voice(connection.seat)
        await connection.send(await self._registry.work(self._who, description_message, table.rules, view, voice))

    async def _stop(self) -> None:
        self._analyst.stop()

    async def _record(self) -> None:
        table = self._session.table
        if table.effective_viewer(self._connection.seat) is not None:
            raise RequestError("the record shows hidden information; it is available when the game is over")
        await self._connection.send({"type": "record", "text": await self._registry.work_long(self._who, table.record)})

    async def _summary(self) -> None:
        await self._connection.send(await self._registry.work_long(self._who, summary_message, self._session.table))

    async def _position(self, number: int | None) -> None:
        await self._connection.send({"type": "position", "position": self._visible_position(number)})

    def _visible_position(self, number: int | None) -> Position:
        """Return a position as the client's seat sees it; hidden information is dealt anew."""
        table = self._session.table
        viewer = table.effective_viewer(self._connection.seat)
        check_analysis(table, viewer)
        return table.view(viewer, None if number is None else table.event_count(viewer, number)).game.position()

    async def _replace(self, seat: int, agent: str | None) -> None:
        """Give a person's seat to an agent, or to another person; answer with the person's link."""
        registry, session = self._registry, self._session
        if agent is not None:
            await registry.check_agent(session.table, agent, self._who)
        token = new_token()
        await asyncio.shield(session.replace(self._connection, seat, agent, token))  # also if the client disconnects
        if agent is None:
            await self._connection.send({"type": "link", "seat": seat, "token": token})

    async def _take(self, seat: int) -> None:
        """Take an offered seat; answer with its link."""
        token = new_token()
        await self._session.take(self._connection, seat, token)
        await self._connection.send({"type": "taken", "seat": seat, "token": token})

    async def _rematch(self) -> None:
        """Create a table for a rematch, and offer it to all people at this one."""
        create = partial(self._registry.create_rematch, self._session.number, who=self._who)
        await self._session.rematch(self._connection, create)

    async def _start(self, work: Callable[..., Coroutine[Any, Any, None]], **fields: Any) -> None:
        """Start work that may wait for a worker process; other messages are handled meanwhile."""
        if self._pending is not None and not self._pending.done():
            raise RequestError("wait until your last request for another table or player is completed")
        self._pending = asyncio.create_task(self._report_errors(work(**fields)))

    async def _branch(self, number: int | None, seats: list[Any]) -> None:
        rules, registry = self._session.table.rules, self._registry
        taken = await registry.work(self._who, read_seats, seats, rules, registry.server_config)
        config = replace(new_config(rules, taken), position=self._visible_position(number), analysis=True)
        await self._connection.send({"type": "links", **await registry.create(OpenedGame(config, []), self._who)})
