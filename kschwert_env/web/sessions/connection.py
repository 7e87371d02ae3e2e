"""Connection of a client to a table."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from kschwert_env.web.sessions.table import Viewer
from kschwert_env.web.sessions.views import Message


class Connection:
    """Connection of a client to a table.

    Attributes:
        seat: seat of the client; None for a client that sees everything.
        visitor: network address of the client.
        at: number of decisions before the past position that the client views; None for the present.
        updated: set when there are updates to send.
        log: what the client's log contains: the count of take-backs, the viewer, and the number of decisions.
        turn: number of the turn whose clock was sent last.
        heard: number of chat messages that were sent.
    """

    def __init__(self, seat: Viewer, send: Callable[[str], Awaitable[None]], visitor: str) -> None:
        """`send` sends a message, given as text."""
        self.seat, self.visitor = seat, visitor
        self.at: int | None = None
        self.updated = asyncio.Event()
        self.log: tuple[int, Viewer, int] = (-1, None, 0)
        self.turn = self.heard = 0
        self._send = send
        self._sent_digests: dict[str, int] = {}
        self._posted: dict[str, Message] = {}

    async def show(self, message: Message, **news: Any) -> None:
        """Send a message with `news`, unless `news` are empty and the message equals the last of its type.

        An unchanged message must not be sent, since it would reveal that a hidden decision was made.
        """
        digest = hash(json.dumps(message))
        if any(news.values()) or self._sent_digests.get(message["type"]) != digest:
            self._sent_digests[message["type"]] = digest
            await self.send({**message, **news})

    def post(self, message: Message) -> None:
        """Queue a message for the next update. A slow client only gets the last message of each type."""
        self._posted[message["type"]] = message
        self.updated.set()

    async def send_posted(self) -> None:
        """Send the queued messages."""
        posted, self._posted = self._posted, {}
        for message in posted.values():
            await self.send(message)

    async def send(self, message: Message) -> None:
        """Send a message."""
        await self._send(json.dumps(message, separators=(",", ":")))
