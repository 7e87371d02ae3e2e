"""WebSocket connections: a client joins a table by a token, receives updates and sends requests."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kschwert_env.engine.rules import Position
from kschwert_env.web import messages
from kschwert_env.web.errors import RequestError
from kschwert_env.web.sessions.analyst import check_analysis
from kschwert_env.web.sessions.request_parsing import OpenedGame, new_config, read_seats
from kschwert_env.web.sessions.session import Connection, Session
from kschwert_env.web.sessions.session_registry import SessionRegistry

JOIN_SECONDS = 10
"""Time limit for the message 'join', in seconds."""

UNKNOWN_LINK_CODE = 4404
"""Close code of a connection with an unknown token."""


async def handle_connection(websocket: WebSocket) -> None:
    """Handle a connection from its first message to its end."""
    registry: SessionRegistry = websocket.app.state.registry
    await websocket.accept()
    with suppress(WebSocketDisconnect, ConnectionError):
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                kind, fields = messages.read(await _text(websocket))
            if kind != "join":
                raise RequestError("the first message must be of type 'join', with the token of a link")
            link = await registry.find(fields["token"])
            connection = Connection(link.seat, _sender(websocket))
            async with registry.open_session(link, connection) as table:
                await _MessageHandler(registry, table, connection).run(websocket)
        except (RequestError, TimeoutError) as error:
            reason = str(error) or f"no 'join' message within {JOIN_SECONDS} seconds"
            await websocket.send_json({"type": "error", "words": reason})
            await websocket.close(UNKNOWN_LINK_CODE)


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
        self._handlers: dict[str, Callable[..., Awaitable[None]]] = {
            "act": partial(table.act, connection),
            "back": partial(table.take_back, connection),
            "settings": partial(table.change_settings, connection),
            "goto": self._go_to,
            "why": self._why,
            "reasons": self._reasons,
            "analyse": self._analyst.analyse,
            "graph": self._analyst.graph,
            "stop": self._stop,
            "record": self._record,
            "position": self._position,
            "branch": self._branch,
        }

    async def run(self, websocket: WebSocket) -> None:
        """Exchange messages until the client or the server disconnects."""
        news, listen = asyncio.create_task(self._push_updates()), asyncio.create_task(self._receive_messages(websocket))
        try:
            finished, _ = await asyncio.wait((news, listen), return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                task.result()
        finally:
            self._analyst.stop()
            for task in (news, listen):
                task.cancel()
            await asyncio.gather(news, listen, return_exceptions=True)

    async def _push_updates(self) -> None:
        """Send updates as fast as the client reads them; a slow client gets skipped updates with the next one."""
        while True:
            await self._connection.updated.wait()
            self._connection.updated.clear()
            await self._session.show(self._connection)

    async def _receive_messages(self, websocket: WebSocket) -> None:
        while True:
            try:
                kind, fields = messages.read(await _text(websocket))
                if kind not in self._handlers:
                    raise RequestError(f"duplicate {kind!r} message")
                # requests are completed even if the client disconnects
                await asyncio.shield(asyncio.ensure_future(self._handlers[kind](**fields)))
            except RequestError as error:
                await self._connection.send({"type": "error", "words": str(error)})

    async def _go_to(self, number: int | None) -> None:
        self._session.go_to(self._connection, number)

    async def _why(self, action: int) -> None:
        player, seat = self._session.table.game.player, self._connection.seat
        if player is not None and seat != player:
            reason = f"it is the turn of seat {player}"
        else:
            reason = self._session.table.why(action)
        await self._connection.send({"type": "why", "action": action, "words": reason})

    async def _reasons(self, target: str | None) -> None:
        table, seat = self._session.table, self._connection.seat
        reasons = table.reasons(target) if seat is not None and seat == table.game.player else []
        await self._connection.send({"type": "reasons", "target": target, "reasons": reasons})

    async def _stop(self) -> None:
        self._analyst.stop()

    async def _record(self) -> None:
        table = self._session.table
        if table.effective_viewer(self._connection.seat) is not None:
            raise RequestError("the record shows hidden information; it is available when the game is over")
        await self._connection.send({"type": "record", "text": await self._registry.work(table.record)})

    async def _position(self, number: int | None) -> None:
        await self._connection.send({"type": "position", "position": self._visible_position(number)})

    def _visible_position(self, number: int | None) -> Position:
        """Return a position as the client's seat sees it; hidden information is dealt anew."""
        table = self._session.table
        viewer = table.effective_viewer(self._connection.seat)
        check_analysis(table, viewer)
        return table.view(viewer, None if number is None else table.event_count(viewer, number)).game.position()

    async def _branch(self, number: int | None, seats: list[Any]) -> None:
        """Create another table that continues from a position."""
        rules, registry = self._session.table.rules, self._registry
        taken = await registry.work(read_seats, seats, rules, registry.server_config)
        config = replace(new_config(rules, taken), position=self._visible_position(number), analysis=True)
        await self._connection.send({"type": "links", **await registry.create(OpenedGame(config, []))})
