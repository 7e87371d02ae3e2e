"""The conversation with one client: it names its link, then it is told of its table, and says what it wants."""

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
"""Seconds that a client may take to name its link."""

UNKNOWN_LINK_CODE = 4404
"""How a connection ends whose link leads nowhere."""


async def handle_connection(websocket: WebSocket) -> None:
    """A conversation, from its first message to its end."""
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
            words = str(error) or f"no link was named within {JOIN_SECONDS} seconds"
            await websocket.send_json({"type": "error", "words": words})
            await websocket.close(UNKNOWN_LINK_CODE)


def _sender(websocket: WebSocket) -> Callable[[str], Awaitable[None]]:
    lock = asyncio.Lock()  # answers and news come from two tasks

    async def send(text: str) -> None:
        async with lock:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):  # who listens notices that the client has gone
                await websocket.send_text(text)

    return send


async def _text(websocket: WebSocket) -> str:
    """The next message. Raises WebSocketDisconnect when there is none, and Refused for bytes."""
    received = await websocket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise RequestError("messages are texts")
    return str(text)


class _MessageHandler:
    """With a visitor who is at a table."""

    def __init__(self, registry: SessionRegistry, table: Session, connection: Connection) -> None:
        self._registry, self._session, self._connection = registry, table, connection
        self._analyst = registry.analyst(table, connection)
        self._handlers: dict[str, Callable[..., Awaitable[None]]] = {
            "act": partial(table.act, connection),
            "back": partial(table.take_back, connection),
            "settings": table.change_settings,
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
        """Until one of both has left."""
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
        """What is new, as fast as the client takes it: what a slow one has missed is in the next picture and log."""
        while True:
            await self._connection.updated.wait()
            self._connection.updated.clear()
            await self._session.show(self._connection)

    async def _receive_messages(self, websocket: WebSocket) -> None:
        while True:
            try:
                kind, fields = messages.read(await _text(websocket))
                if kind not in self._handlers:
                    raise RequestError(f"{kind!r} was said already")
                # what has begun is finished, whether the client stays or not
                await asyncio.shield(asyncio.ensure_future(self._handlers[kind](**fields)))
            except RequestError as error:
                await self._connection.send({"type": "error", "words": str(error)})

    async def _go_to(self, number: int | None) -> None:
        self._session.go_to(self._connection, number)

    async def _why(self, action: int) -> None:
        player, seat = self._session.table.game.player, self._connection.seat
        if player is not None and seat != player:
            words = f"it is the turn of seat {player}"
        else:
            words = self._session.table.why(action)
        await self._connection.send({"type": "why", "action": action, "words": words})

    async def _reasons(self, target: str | None) -> None:
        table, seat = self._session.table, self._connection.seat
        reasons = table.reasons(target) if seat is not None and seat == table.game.player else []
        await self._connection.send({"type": "reasons", "target": target, "reasons": reasons})

    async def _stop(self) -> None:
        self._analyst.stop()

    async def _record(self) -> None:
        table = self._session.table
        if table.effective_viewer(self._connection.seat) is not None:
            raise RequestError("the record of a game tells all its secrets, and so it can be had when the game is over")
        await self._connection.send({"type": "record", "text": await self._registry.work(table.record)})

    async def _position(self, number: int | None) -> None:
        await self._connection.send({"type": "position", "position": self._visible_position(number)})

    def _visible_position(self, number: int | None) -> Position:
        """A position as the visitor knows it; what is hidden from a seat is dealt anew."""
        table = self._session.table
        viewer = table.effective_viewer(self._connection.seat)
        check_analysis(table, viewer)
        return table.view(viewer, None if number is None else table.event_count(viewer, number)).game.position()

    async def _branch(self, number: int | None, seats: list[Any]) -> None:
        """Another table, at which this position is played on."""
        rules, registry = self._session.table.rules, self._registry
        taken = await registry.work(read_seats, seats, rules, registry.server_config)
        config = replace(new_config(rules, taken), position=self._visible_position(number), analysis=True)
        await self._connection.send({"type": "links", **await registry.create(OpenedGame(config, []))})
