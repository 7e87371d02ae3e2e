"""The conversation with one client: it names its link, then it is told of its table, and says what it wants."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from kschwert_env.web import messages
from kschwert_env.web.hall import Hall
from kschwert_env.web.live import LiveTable, Visitor
from kschwert_env.web.refused import Refused

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
                await _at_table(websocket, table, visitor)
        except (Refused, TimeoutError) as error:
            words = str(error) or f"no link was named within {PATIENCE} seconds"
            await websocket.send_json({"type": "error", "words": words})
            await websocket.close(UNKNOWN)


def _sender(websocket: WebSocket) -> Callable[[str], Awaitable[None]]:
    lock = asyncio.Lock()  # answers and news come from two tasks

    async def send(text: str) -> None:
        async with lock:
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


async def _at_table(websocket: WebSocket, table: LiveTable, visitor: Visitor) -> None:
    news = asyncio.create_task(_tell_news(table, visitor))
    listening = asyncio.create_task(_listen(websocket, table, visitor))
    try:
        finished, _ = await asyncio.wait((news, listening), return_when=asyncio.FIRST_COMPLETED)
        for task in finished:
            task.result()
    finally:
        for task in (news, listening):
            task.cancel()
        await asyncio.gather(news, listening, return_exceptions=True)


async def _tell_news(table: LiveTable, visitor: Visitor) -> None:
    """What is new, as fast as the client takes it: what a slow one has missed is in the next picture and log."""
    while True:
        await visitor.stir.wait()
        visitor.stir.clear()
        await table.show(visitor)


async def _listen(websocket: WebSocket, table: LiveTable, visitor: Visitor) -> None:
    while True:
        try:
            kind, fields = messages.read(await _text(websocket))
            if kind not in ANSWERS:
                raise Refused(f"{kind!r} was said already")
            # what has begun is finished, whether the client stays or not
            await asyncio.shield(asyncio.create_task(ANSWERS[kind](table, visitor, **fields)))
        except Refused as error:
            await visitor.answer({"type": "error", "words": str(error)})


async def _why(table: LiveTable, visitor: Visitor, action: int) -> None:
    if visitor.seat is not None and visitor.seat != table.table.game.player:
        player = table.table.game.player
        words = "the game is over" if player is None else f"it is the turn of seat {player}"
    else:
        words = table.table.why(action)
    await visitor.answer({"type": "why", "action": action, "words": words})


async def _settings(table: LiveTable, visitor: Visitor, **settings: Any) -> None:
    await table.settle(**settings)


async def _goto(table: LiveTable, visitor: Visitor, number: int | None) -> None:
    table.go_to(visitor, number)


ANSWERS: dict[str, Callable[..., Awaitable[None]]] = {
    "act": LiveTable.act,
    "back": LiveTable.back,
    "goto": _goto,
    "settings": _settings,
    "why": _why,
}
