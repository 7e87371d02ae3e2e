"""Session of a table with connected clients: decisions and changes are saved, then shown."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Literal

from kschwert_env.engine.text.phrases import brief
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.errors import UnavailableError
from kschwert_env.web.lobby.listed_tables import NOT_OPEN
from kschwert_env.web.lobby.table_config import TableConfig
from kschwert_env.web.sessions.chat import Chat
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.drawing import StateDrawer, Work
from kschwert_env.web.sessions.play_loop import PlayLoop
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.sessions.table import Table, Viewer, is_seat
from kschwert_env.web.sessions.timekeeper import Timekeeper
from kschwert_env.web.sessions.views import clock_message, help_message, log_lines, table_message
from kschwert_env.web.workers.agent_runner import AgentRunner
from kschwert_env.web.workers.shared_jobs import SharedJobs

Links = dict[Viewer, str]
"""Tokens of links to another table, by viewer of this one."""


class Session:
    """A table with connected clients.

    The table is in the store, with the time at which the running turn began. What is in memory only is lost when the
    last client leaves, and does no harm: connections and what they have been sent; ids of the last answers, since an
    answer that is sent again names a decision that is no longer due; offers of abandoned seats, which the owner can
    repeat; and the links of a rematch, which the registry keeps until the server stops.

    Attributes:
        number: id of the table in the store.
        table: the table.
        connections: connected clients.
        lock: held while the table is changed.
        timekeeper: measures the turns of people.
        shared_jobs: analyses of the game that all may ask for.
        take_backs: number of take-backs; numbers of decisions taken back are used again.
    """

    def __init__(
        self,
        number: int,
        table: Table,
        store: Store,
        agent_runner: AgentRunner,
        work: Work,
        rematch: Links | None = None,
        free: set[int] | None = None,
    ) -> None:
        """Start without connections; `rematch` has the links of a rematch that was offered before.

        `free` are the free seats of a table that the lobby lists, which are offered to anyone.
        """
        self.number, self.table, self.connections = number, table, set[Connection]()
        self.lock, self.timekeeper, self.take_backs = asyncio.Lock(), Timekeeper(table), 0
        self._store, self._rematch = store, rematch
        self.shared_jobs, self._loop = SharedJobs(), PlayLoop(self, agent_runner)
        self._last_answers: dict[Viewer, str | None] = {}  # by seat: id of its last answer
        self._drawer, self._chat = StateDrawer(number, table, work), Chat()
        self._offered = set() if free is None else free  # seats that people who watch may take
        self._is_listed = free is not None

    # -- connections ------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Add a connection; agents play while there are any.

        Raises RequestError for a seat that is not a person's, and for a link to see everything where people play.
        """
        people = self.table.config.people
        seats: list[Viewer] = [*people, PUBLIC] if people else [None]
        if not people and connection.seat == PUBLIC:  # the last person has left the table to agents
            connection.seat = None
        if connection.seat not in seats:
            raise RequestError(f"this link can't be used: the table has no place for {brief(connection.seat)}")
        self.connections.add(connection)
        if is_seat(connection.seat):
            self._offered.discard(connection.seat)
        if not self._loop.is_started:
            self._loop.start()
        self._notify()

    async def leave(self, connection: Connection) -> None:
        """Remove a connection. After the last one, agents stop."""
        self.connections.discard(connection)
        self._notify()
        if not self.connections:
            await self._loop.stop()

    def _notify(self) -> None:
        self._loop.wake()
        for connection in self.connections:
            connection.updated.set()

    # -- updates ----------------------------------------------------------------------------------------------

    async def show(self, connection: Connection) -> None:
        """Send all updates to a client."""
        table, present = self.table, [other.seat for other in self.connections]
        await connection.send_posted()
        await connection.show(help_message(table.rules))
        await connection.show(table_message(table, connection.seat, present, self._offered, self._is_listed))
        await self._show_clock(connection)  # before the state, which may open a battle
        viewer = table.effective_viewer(connection.seat)
        is_fresh = connection.log[:2] != (self.take_backs, viewer)
        since = 0 if is_fresh else connection.log[2]
        log = self.take_backs, viewer, len(table.known_indices(viewer))
        lines = log_lines(table, viewer, since, table.voice(connection.seat))
        state = await self._drawer.draw(connection)
        await connection.show({**state, "of": log[2]}, log=lines, fresh=is_fresh)
        connection.log = log
        await self._show_news(connection)

    async def _show_news(self, connection: Connection) -> None:
        """Send chat messages to people, and the link of a rematch."""
        while is_seat(connection.seat) and connection.heard < len(self._chat.messages):
            connection.heard += 1
            await connection.send(self._chat.messages[connection.heard - 1])
        if self._rematch is not None and connection.seat in self._rematch:
            await connection.show({"type": "rematch", "token": self._rematch[connection.seat]})

    async def _show_clock(self, connection: Connection) -> None:
        """Send the clock at the beginning of each turn, and when it runs on."""
        clock, keeper = self.table.config.clock, self.timekeeper
        if clock is not None and connection.turn != keeper.turn:
            connection.turn = keeper.turn
            await connection.send(clock_message(clock, keeper.seat, keeper.used, keeper.stopped))

    def _invalidate(self) -> None:
        self._drawer.forget()
        self._notify()

    def go_to(self, connection: Connection, number: int | None) -> None:
        """Show a client the position after `number` decisions that it knows of; None is the present.

        Raises RequestError for an unknown number.
        """
        connection.at = (
            None if number is None else self.table.event_count(self.table.effective_viewer(connection.seat), number)
        )
        connection.updated.set()

    # -- decisions --------------------------------------------------------------------------------------------

    async def act(
        self, connection: Connection, number: int, action: int, then: list[int] | None = None, id: str | None = None
    ) -> None:
        """Play a decision of a seat, and those that follow `then`, all or none of them.

        A client sends an answer again if its acknowledgement was lost; the same `id` twice is executed once. Raises
        RequestError for a wrong seat, a wrong number or an illegal action.
        """
        async with self.lock:
            table, player = self.table, self.table.player
            if id is not None and self._last_answers.get(connection.seat) == id:
                return
            if not is_seat(connection.seat):
                raise RequestError("this link is for watching; it can't play")
            if player != connection.seat:
                if player is None:
                    raise RequestError("you can't decide now: the game is over")
                raise RequestError(f"you can't decide now: it is {table.config.names[player]}'s turn")
            due = len(table.known_indices(connection.seat))
            if number != due:
                raise RequestError(f"this action was for decision {number}, but decision {due} is due")
            actions = [action, *(then or [])]
            table.check_all(actions)
            await self.decide(actions)
            self._last_answers[connection.seat] = id

    async def decide(self, actions: list[int]) -> None:
        """Save legal decisions, then play them. The caller holds the lock."""
        await self._store.decide(self.number, len(self.table.events), actions)
        for action in actions:
            self.table.step(action)
        await self._keep_time()
        self._invalidate()

    async def _keep_time(self) -> None:
        """Count the time of a turn that has ended."""
        clock = self.timekeeper.follow()
        if clock is not None:
            self.table.config = self.table.config.changed(clock=clock)
            with suppress(UnavailableError):  # the decision is stored; the time will be, with the next turn
                await self._store.change(self.number, self.table.config.to_json())

    async def end_scene(self, connection: Connection) -> None:
        """Let the clock of the client's seat run: its player has looked at a battle."""
        async with self.lock:
            clock = self.timekeeper.end_scene(connection.seat) if is_seat(connection.seat) else None
            if clock is not None:
                await self._change(self.table.config.changed(clock=clock))

    async def take_back(self, connection: Connection, number: int | None) -> None:
        """Undo up to the client's last decision with a choice, or its last one up to a given number.

        Raises RequestError if other people play, if somebody has given up, and if there is no such decision.
        """
        async with self.lock:
            table = self.table
            if table.config.ending is not None:
                raise RequestError("nothing can be taken back: the game is over")
            if table.config.people != [connection.seat]:
                raise RequestError("decisions can be taken back only if all other seats are agents")
            before = len(table.events)
            if number is not None:
                before = table.event_count(table.effective_viewer(connection.seat), number)
            choices = [i for i, m in enumerate(table.events[:before]) if m.player == connection.seat and m.choices > 1]
            if not choices:
                raise RequestError("you have no decision to take back")
            first = table.first_part(choices[-1])
            await self._store.take_back(self.number, first)
            table.truncate(first)
            await self._keep_time()
            self.take_backs += 1
            for other in self.connections:
                other.at = None
            self._invalidate()

    async def change_settings(
        self, connection: Connection, pace: float | None, paused: bool | None, forced: bool | None
    ) -> None:
        """Change the settings that are not None: `forced` of the client's seat, and `pace` and `paused` of the table.

        Raises RequestError unless the client owns the table, or has a seat.
        """
        async with self.lock:
            config = self.table.config
            changes = {name: value for name, value in (("pace", pace), ("paused", paused)) if value is not None}
            if changes and not config.is_owner(connection.seat):
                raise RequestError(f"only the owner of the table may change {' and '.join(changes)}")
            if forced is not None:
                if not is_seat(connection.seat):
                    raise RequestError("this link is for watching; forced is a setting of a seat")
                config = config.with_forced(connection.seat, forced)
            await self._change(config.changed(**changes))

    async def rename(self, connection: Connection, name: str) -> None:
        """Give the client's seat another name. Raises RequestError for an empty name, and for clients that watch."""
        async with self.lock:
            if not is_seat(connection.seat):
                raise RequestError("this link is for watching; only people who play have a name")
            if not name.strip():
                raise RequestError("a name must not be empty")
            await self._change(self.table.config.renamed(connection.seat, name.strip()))
            for other in self.connections:
                other.log = (-1, None, 0)  # all lines again, with the new name
            self._invalidate()

    async def chat(self, connection: Connection, words: str) -> None:
        """Pass a message on to all people who play. Raises RequestError for clients that watch, and for too many."""
        if not is_seat(connection.seat):
            raise RequestError("only people who play can write")
        self._chat.say(connection.seat, words)
        self._notify()

    async def _change(self, config: TableConfig) -> None:
        await self._store.change(self.number, config.to_json())
        self.table.config = config
        self._notify()

    async def pause(self) -> None:
        """Let agents wait, also if that can't be saved."""
        async with self.lock:
            self.table.config = self.table.config.changed(paused=True)
            with suppress(UnavailableError):
                await self._change(self.table.config)

    # -- people who leave -------------------------------------------------------------------------------------

    async def resign(self, connection: Connection) -> None:
        """Give up for the client's seat. Raises RequestError without a seat, and when the game is over."""
        async with self.lock:
            if not is_seat(connection.seat):
                raise RequestError("this link is for watching; it can't resign")
            if self.table.is_over:
                raise RequestError("you can't resign: the game is over")
            await self._give_up(connection.seat, "resigned")

    async def _give_up(self, seat: int, reason: Literal["resigned", "time"]) -> None:
        config = self.table.config.given_up(seat, reason)
        if config.ending is None:
            await self._replace(seat, config, None)
        else:
            await self._change(config)
        await self._keep_time()
        self._invalidate()

    async def end_time(self) -> None:
        """Give up for the deciding person, if that person's time is over."""
        async with self.lock:
            seat, left = self.timekeeper.seat, self.timekeeper.left
            if seat is not None and left is not None and left <= 0:
                await self._give_up(seat, "time")

    async def replace(self, connection: Connection, seat: int, agent: str | None, token: str) -> None:
        """Let an agent play on in a person's seat, or without an agent another person, by `token`.

        Raises RequestError unless the client owns the table, and the seat is the client's own or its person is away.
        """
        async with self.lock:
            self._check_may_give(connection, seat)
            if seat != connection.seat:
                self._check_away(seat)
            config = self.table.config
            if agent is None:
                await self._replace(seat, config.handed_on(seat), token)
            else:
                await self._replace(seat, config.replaced(seat, agent), None)
            await self._keep_time()
            self._invalidate()

    async def offer(self, connection: Connection, seat: int) -> None:
        """Offer an abandoned seat to people who watch; the offer lapses when somebody sits down in it.

        Raises RequestError unless the client owns the table, and the person is away.
        """
        async with self.lock:
            self._check_may_give(connection, seat)
            self._check_away(seat)
            self._offered.add(seat)
            self._notify()

    async def take(self, connection: Connection, seat: int | None, token: str) -> int:
        """Give an offered seat to a person who watches, by `token`; None is the next one. Return the seat.

        Raises RequestError for any other seat, and unless the client watches.
        """
        async with self.lock:
            if connection.seat != PUBLIC:
                raise RequestError("only people who watch can take a seat")
            if seat is None:
                seat = min(self._offered, default=None)
            if seat is None:
                raise RequestError(NOT_OPEN)
            if seat not in self._offered or self.table.is_over:
                raise RequestError(f"seat {seat + 1} is not offered; ask the owner of the table")
            await self._replace(seat, self.table.config.handed_on(seat), token)
            await self._keep_time()
            self._invalidate()
            return seat

    def _check_may_give(self, connection: Connection, seat: int) -> None:
        """Raise RequestError unless a client owns the table, and a person plays in the seat."""
        if not self.table.config.is_owner(connection.seat):
            raise RequestError("only the owner of the table may give a seat to somebody else")
        if seat not in self.table.config.people or self.table.is_over:
            raise RequestError(f"seat {seat + 1} can't be given to somebody else: no person plays in it")

    def _check_away(self, seat: int) -> None:
        """Raise RequestError if the person of a seat is at the table."""
        if any(other.seat == seat for other in self.connections):
            name = self.table.config.names[seat]
            raise RequestError(f"{name} is at the table; only an abandoned seat can be given away")

    async def _replace(self, seat: int, config: TableConfig, token: str | None) -> None:
        """Save the table after a seat has got another player; who had it watches from now on."""
        await self._store.replace_seat(self.number, seat, config.to_json(), token)
        self.table.config = config
        self._last_answers.pop(seat, None)
        self._offered.discard(seat)
        for other in self.connections:
            if other.seat == seat:
                other.seat, other.at = PUBLIC, None
            if other.seat == PUBLIC and config.is_open:
                other.seat = None

    async def rematch(self, connection: Connection, create: Callable[[TableConfig], Awaitable[Links]]) -> None:
        """Offer a new game with the same players, each one seat further; `create` returns its links.

        Raises RequestError without a seat, unless the game is over, and where no people play.
        """
        async with self.lock:
            config = self.table.config
            if config.people and not is_seat(connection.seat):
                raise RequestError("this link is for watching; it can't start a rematch")
            if not self.table.is_over or not config.people:
                raise RequestError("a rematch is for people whose game is over")
            if self._rematch is None:
                self._rematch = await create(config)
            self._notify()
