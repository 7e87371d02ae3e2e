"""A table while somebody is at it: decisions are kept, then shown; agents take theirs."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

import numpy as np

from kschwert_env.engine.rng import derived_seeds
from kschwert_env.web.errors import RequestError
from kschwert_env.web.sessions.agent_runner import AgentRunner
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.sessions.table import Table, Viewer
from kschwert_env.web.sessions.views import Message, describe_action, log_lines, state_message, table_message

_log = logging.getLogger("kschwert_env.web")


class Connection:
    """Somebody at a table, by one connection.

    Attributes:
        seat: that he sits in; None for who sees everything.
        at: how many decisions had been taken where he looks back to; None for the present.
        stir: set when there is something new to show.
        log: by which count, with whose eyes and up to which number he has been told the game.
    """

    def __init__(self, seat: Viewer, send: Callable[[str], Awaitable[None]]) -> None:
        """`send` takes a message as text."""
        self.seat = seat
        self.at: int | None = None
        self.updated = asyncio.Event()
        self.log: tuple[int, Viewer, int] = (-1, None, 0)
        self._send = send
        self._shown: dict[str, int] = {}
        self._posted: dict[str, Message] = {}

    async def show(self, message: Message, **news: Any) -> None:
        """Send a message with its news, unless there are none and the rest is the same as in the last of its kind.

        That anything happened may be a secret.
        """
        seen = hash(json.dumps(message))
        if any(news.values()) or self._shown.get(message["type"]) != seen:
            self._shown[message["type"]] = seen
            await self.send({**message, **news})

    def post(self, message: Message) -> None:
        """Have a message sent with what is new: a slow client holds nobody up, and gets the last of each kind."""
        self._posted[message["type"]] = message
        self.updated.set()

    async def send_posted(self) -> None:
        """Send what was posted."""
        posted, self._posted = self._posted, {}
        for message in posted.values():
            await self.send(message)

    async def send(self, message: Message) -> None:
        """Send an answer to what was asked."""
        await self._send(json.dumps(message, separators=(",", ":")))


class Work(Protocol):
    """Works outside the event loop."""

    async def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        """What `work` returns."""


class Session:
    """A table with visitors.

    Attributes:
        number: its id in the store.
        table: the game.
        visitors: who is there.
    """

    def __init__(self, number: int, table: Table, store: Store, players: AgentRunner, work: Work) -> None:
        """A table that nobody is at yet."""
        self.number, self.table, self.connections = number, table, set[Connection]()
        self._store, self._agent_runner, self._work = store, players, work
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._count = 0  # raised when decisions are taken back: their numbers are given out again
        self._drawn: dict[Viewer, asyncio.Task[Message]] = {}
        self._runner: asyncio.Task[None] | None = None

    # -- who is there -----------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Somebody comes; agents go on."""
        self.connections.add(connection)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())
        self._notify()

    async def leave(self, connection: Connection) -> None:
        """Somebody goes; when nobody is left, agents stop after the decision that they are about to keep."""
        self.connections.discard(connection)
        self._notify()
        if not self.connections and self._runner is not None:
            runner, self._runner = self._runner, None
            async with self._lock:
                runner.cancel()
            with suppress(asyncio.CancelledError):
                await runner

    def _notify(self) -> None:
        self._wake.set()
        for connection in self.connections:
            connection.updated.set()

    # -- what is shown ----------------------------------------------------------------------------------------

    async def show(self, connection: Connection) -> None:
        """Send a visitor what is new for him."""
        table, here = self.table, {other.seat for other in self.connections}
        await connection.send_posted()
        await connection.show(table_message(table, connection.seat, here))
        viewer = table.effective_viewer(connection.seat)
        is_fresh = connection.log[:2] != (self._count, viewer)
        since = 0 if is_fresh else connection.log[2]
        told, lines = (self._count, viewer, len(table.known_indices(viewer))), log_lines(table, viewer, since)
        if connection.at is not None and connection.at <= len(table.events):
            state = await self._work(state_message, table.rules, table.view(viewer, connection.at))
        else:
            state = await self._current_state(viewer)
        await connection.show({**state, "of": told[2]}, log=lines, fresh=is_fresh)
        connection.log = told

    async def _current_state(self, viewer: Viewer) -> Message:
        """The state for a viewer, drawn once for all who see the same."""
        if viewer not in self._drawn:
            view = self.table.view(viewer)
            self._drawn[viewer] = asyncio.create_task(self._work(state_message, self.table.rules, view))
        return await asyncio.shield(self._drawn[viewer])

    def _invalidate(self) -> None:
        self._drawn = {}
        self._notify()

    def go_to(self, connection: Connection, number: int | None) -> None:
        """Show a visitor the moment when he knew of so many decisions; None is the present. Raises Refused."""
        connection.at = (
            None if number is None else self.table.event_count(self.table.effective_viewer(connection.seat), number)
        )
        connection.updated.set()

    # -- what is decided --------------------------------------------------------------------------------------

    async def act(self, connection: Connection, number: int, action: int) -> None:
        """A decision of a seat. Raises Refused where it is not that seat's turn, or not that decision's, or illegal."""
        async with self._lock:
            table, player = self.table, self.table.game.player
            if connection.seat is None:
                raise RequestError("this link is for watching; it decides nothing")
            if player != connection.seat:
                turn = "the game is over" if player is None else f"it is the turn of seat {player}"
                raise RequestError(f"seat {connection.seat} can't decide now: {turn}")
            due = len(table.known_indices(connection.seat))
            if number != due:
                raise RequestError(f"this was meant for decision {number}, and decision {due} is due")
            table.check(action)
            await self._decide(action)

    async def _decide(self, action: int) -> None:
        """Keep a decision, and then carry it out."""
        await self._store.decide(self.number, len(self.table.events), action)
        self.table.play(action)
        self._invalidate()

    async def take_back(self, connection: Connection, number: int | None) -> None:
        """Go back to before the visitor's last choice, or his last at or before a decision, by its number.

        Raises Refused where others than agents play, and where there is nothing to go back to.
        """
        async with self._lock:
            table = self.table
            if table.config.people != [connection.seat]:
                raise RequestError("decisions can be taken back only where all other seats are agents")
            before = (
                len(table.events)
                if number is None
                else table.event_count(table.effective_viewer(connection.seat), number)
            )
            choices = [i for i, m in enumerate(table.events[:before]) if m.player == connection.seat and m.choices > 1]
            if not choices:
                raise RequestError("there is no decision of yours to take back")
            await self._store.take_back(self.number, choices[-1])
            table.truncate(choices[-1])
            self._count += 1
            for other in self.connections:
                other.at = None
            self._invalidate()

    async def change_settings(self, **settings: Any) -> None:
        """Change how the table is played: what is not None."""
        async with self._lock:
            changes = {name: value for name, value in settings.items() if value is not None}
            config = self.table.config.changed(**changes)
            await self._store.change(self.number, config.to_json())
            self.table.config = config
            self._notify()

    # -- agents -----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                moved = await self._play_pending()
            except Exception:
                _log.exception("an agent failed at table %d", self.number)
                await self.change_settings(paused=True)
                words = "an agent failed, and the table is paused; the log of the server says why"
                for connection in self.connections:
                    connection.post({"type": "error", "words": words})
                moved = False
            if not moved:
                await self._wake.wait()

    async def _play_pending(self) -> bool:
        """One decision that no person takes; False if none is due, or something has changed meanwhile."""
        table, config, version_before = self.table, self.table.config, self._version()
        player = table.game.player
        seat = None if player is None else config.seats[player]
        actions = table.game.legal_actions()
        takes_itself = seat is not None and seat.kind in ("me", "link") and config.forced and len(actions) == 1
        if seat is None or not (takes_itself or (seat.kind == "agent" and not config.paused)):
            return False
        if config.pace and (not table.events or all(table.events[-1].lines)):  # secret decisions take no time
            await self._pause(config.pace, version_before)
        if self._version() != version_before:
            return True
        action = actions[0] if len(actions) == 1 else await self._choose(seat.agent)
        async with self._lock:
            if self._version() == version_before:
                await self._decide(action)
        return True

    async def _pause(self, seconds: float, version_before: tuple[Any, ...]) -> None:
        """Wait so long, or until the stage is another."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._version() == version_before:
                    await self._wake.wait()
                    self._wake.clear()

    def _version(self) -> tuple[Any, ...]:
        """What must not change while a decision is thought about."""
        config = self.table.config
        return len(self.table.events), self._count, config.forced, config.paused, config.pace

    async def _choose(self, agent: str) -> int:
        """What an agent does. What a search has thought is told to those who may see everything."""
        table, number = self.table, len(self.table.events)
        seed = int(derived_seeds(np.array([table.config.seed]), np.array([number]))[0])
        choice = await self._agent_runner.choose(table.rules, agent, table.game.state.reshape(1), seed)
        if choice["thought"] is not None:
            position = table.game.position()
            actions = [
                {**found, **describe_action(table.rules, found["number"], position)} for found in choice["thought"]
            ]
            for connection in [
                connection for connection in self.connections if table.effective_viewer(connection.seat) is None
            ]:
                thought = {"number": number, "player": table.game.player, "agent": agent, "win": None}
                connection.post({"type": "analysis", **thought, "actions": actions, "done": True})
        return int(choice["action"])
