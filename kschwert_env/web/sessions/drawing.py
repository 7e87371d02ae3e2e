"""Drawing of a table for its clients, outside the event loop."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from kschwert_env.engine.text.voice import Voice
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.table import Table, TableView, Viewer
from kschwert_env.web.sessions.views import Message, state_message
from kschwert_env.web.workers.fair_queue import Requester


class Work(Protocol):
    """Runs functions outside the event loop."""

    async def __call__(self, who: Requester, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of `work`, when it is the turn of who asked for it."""


class StateDrawer:
    """Draws the present once for all clients that see the same, and the past for each one."""

    def __init__(self, number: int, table: Table, work: Work) -> None:
        """`number` is the id of the table in the store; `work` draws."""
        self._number, self._table, self._work = number, table, work
        self._drawn: dict[tuple[Viewer, Viewer], asyncio.Task[Message]] = {}  # by viewer, and seat that texts address

    def forget(self) -> None:
        """Draw the present anew from now on: the table has changed."""
        self._drawn = {}

    async def draw(self, connection: Connection) -> Message:
        """Return the state message for a client, of the position that it views."""
        table, seat = self._table, connection.seat
        viewer, voice = table.effective_viewer(seat), table.voice(seat)
        if connection.at is not None and connection.at <= len(table.events):
            return await self._draw(connection, table.view(viewer, connection.at), voice)
        if (viewer, seat) not in self._drawn:
            drawing = self._draw(connection, table.view(viewer), voice)
            self._drawn[viewer, seat] = asyncio.create_task(drawing)
        return await asyncio.shield(self._drawn[viewer, seat])

    async def _draw(self, connection: Connection, view: TableView, voice: Voice) -> Message:
        who = Requester(connection.visitor, self._number)
        message: Message = await self._work(who, state_message, self._table.rules, view, voice)
        return message
