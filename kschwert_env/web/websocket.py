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
from kschwert_env.web.errors import Refused
from kschwert_env.web.sessions.analyst import check_analysis
from kschwert_env.web.sessions.request_parsing import Opened, new_about, read_seats
from kschwert_env.web.sessions.session import LiveTable, Visitor
from kschwert_env.web.sessions.session_registry import Hall

PATIENCE = 10
"""Seconds that a client may take to name its link."""

UNKNOWN = 4404
"""How a connection ends whose link leads nowhere."""


async def talk(websocket: WebSocket) -> None:
    """A conversation, from its first message to its end."""
    hall: Hall = websocket.app.state.hall
    await websocket.accept()
    with suppress(WebSocketDisconnect, ConnectionError):
        try:
            async with asyncio.timeout(PATIENCE):
                kind, fields = messages.read(await _text(websocket))
            if kind != "join":
                raise Refused("the first message must be of type 'join', with the token of a link")
            link = await hall.find(fields["token"])
            visitor = Visitor(link.seat, _sender(websocket))
            async with hall.at_table(link, visitor) as table:
                await _Conversation(hall, table, visitor).go_on(websocket)
        except (Refused, TimeoutError) as error:
            words = str(error) or f"no link was named within {PATIENCE} seconds"
            await websocket.send_json({"type": "error", "words": words})
            await websocket.close(UNKNOWN)


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
        raise Refused("messages are texts")
    return str(text)


class _Conversation:
    """With a visitor who is at a table."""

    def __init__(self, hall: Hall, table: LiveTable, visitor: Visitor) -> None:
        self._hall, self._live, self._visitor = hall, table, visitor
        self._analyst = hall.analyst(table, visitor)
        self._answers: dict[str, Callable[..., Awaitable[None]]] = {
            "act": partial(table.act, visitor),
            "back": partial(table.back, visitor),
            "settings": table.settle,
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

    async def go_on(self, websocket: WebSocket) -> None:
        """Until one of both has left."""
        news, listening = asyncio.create_task(self._tell_news()), asyncio.create_task(self._listen(websocket))
        try:
            finished, _ = await asyncio.wait((news, listening), return_when=asyncio.FIRST_COMPLETED)
            for task in finished:
                task.result()
        finally:
            self._analyst.stop()
            for task in (news, listening):
                task.cancel()
            await asyncio.gather(news, listening, return_exceptions=True)

    async def _tell_news(self) -> None:
        """What is new, as fast as the client takes it: what a slow one has missed is in the next picture and log."""
        while True:
            await self._visitor.stir.wait()
            self._visitor.stir.clear()
            await self._live.show(self._visitor)

    async def _listen(self, websocket: WebSocket) -> None:
        while True:
            try:
                kind, fields = messages.read(await _text(websocket))
                if kind not in self._answers:
                    raise Refused(f"{kind!r} was said already")
                # what has begun is finished, whether the client stays or not
                await asyncio.shield(asyncio.ensure_future(self._answers[kind](**fields)))
            except Refused as error:
                await self._visitor.answer({"type": "error", "words": str(error)})

    async def _go_to(self, number: int | None) -> None:
        self._live.go_to(self._visitor, number)

    async def _why(self, action: int) -> None:
        player, seat = self._live.table.game.player, self._visitor.seat
        if player is not None and seat != player:
            words = f"it is the turn of seat {player}"
        else:
            words = self._live.table.why(action)
        await self._visitor.answer({"type": "why", "action": action, "words": words})

    async def _reasons(self, target: str | None) -> None:
        table, seat = self._live.table, self._visitor.seat
        reasons = table.reasons(target) if seat is not None and seat == table.game.player else []
        await self._visitor.answer({"type": "reasons", "target": target, "reasons": reasons})

    async def _stop(self) -> None:
        self._analyst.stop()

    async def _record(self) -> None:
        table = self._live.table
        if table.eyes(self._visitor.seat) is not None:
            raise Refused("the record of a game tells all its secrets, and so it can be had when the game is over")
        await self._visitor.answer({"type": "record", "text": await self._hall.work(table.record)})

    async def _position(self, number: int | None) -> None:
        await self._visitor.answer({"type": "position", "position": self._seen(number)})

    def _seen(self, number: int | None) -> Position:
        """A position as the visitor knows it; what is hidden from a seat is dealt anew."""
        table = self._live.table
        eyes = table.eyes(self._visitor.seat)
        check_analysis(table, eyes)
        return table.look(eyes, None if number is None else table.place(eyes, number)).game.position()

    async def _branch(self, number: int | None, seats: list[Any]) -> None:
        """Another table, at which this position is played on."""
        rules, hall = self._live.table.rules, self._hall
        taken = await hall.work(read_seats, seats, rules, hall.house)
        about = replace(new_about(rules, taken), position=self._seen(number), analysis=True)
        await self._visitor.answer({"type": "links", **await hall.begin(Opened(about, []))})
