"""Session of a table with connected clients: decisions are saved, then shown; agents play."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from kschwert_env.engine.rng import derived_seeds
from kschwert_env.engine.text import brief
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.web.errors import RequestError, UnavailableError, log
from kschwert_env.web.sessions.agent_runner import AgentRunner
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.sessions.table import Table, Viewer, is_seat
from kschwert_env.web.sessions.timekeeper import Timekeeper
from kschwert_env.web.sessions.views import (
    Message,
    clock_message,
    describe_action,
    help_message,
    log_lines,
    state_message,
    table_message,
)
from kschwert_env.web.table_config import TableConfig
from kschwert_env.web.workers.fair_queue import Requester

RETRY_SECONDS = 2.0
"""Time until a decision is tried again that could not be made or saved for now, in seconds."""


class Work(Protocol):
    """Runs functions outside the event loop."""

    async def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        """Return the result of `work`."""


class _Due(NamedTuple):
    """A decision that is not left to a person.

    Attributes:
        take_backs: number of take-backs before it.
        number: number of decisions before it.
        agent: spec of the agent; empty for the only legal action of a person.
    """

    take_backs: int
    number: int
    agent: str


class Session:
    """A table with connected clients.

    Attributes:
        number: id of the table in the store.
        table: the table.
        connections: connected clients.
    """

    def __init__(self, number: int, table: Table, store: Store, agent_runner: AgentRunner, work: Work) -> None:
        """Start without connections."""
        self.number, self.table, self.connections = number, table, set[Connection]()
        self._store, self._agent_runner, self._work = store, agent_runner, work
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._count = 0  # number of take-backs; numbers of decisions taken back are used again
        self._last_answers: dict[Viewer, str | None] = {}  # by seat: id of its last answer
        self._drawn: dict[tuple[Viewer, Viewer], asyncio.Task[Message]] = {}
        self._runner: asyncio.Task[None] | None = None
        self._timekeeper = Timekeeper(table)
        self._rematch: dict[Viewer, str] | None = None  # links of the rematch, by viewer of this table

    # -- connections ------------------------------------------------------------------------------------------

    def join(self, connection: Connection) -> None:
        """Add a connection; agents play while there are any.

        Raises RequestError for a seat that is not a person's, and for a link to see everything where people play.
        """
        people = self.table.config.people
        seats: list[Viewer] = [*people, PUBLIC] if people else [None]
        if connection.seat not in seats:
            raise RequestError(f"this link can't be used: the table has no place for {brief(connection.seat)}")
        self.connections.add(connection)
        if self._runner is None:
            self._timekeeper = Timekeeper(self.table)
            self._runner = asyncio.create_task(self._run())
        self._notify()

    async def leave(self, connection: Connection) -> None:
        """Remove a connection. After the last one, agents stop, once a decision that is being saved is complete."""
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

    # -- updates ----------------------------------------------------------------------------------------------

    async def show(self, connection: Connection) -> None:
        """Send all updates to a client."""
        table, present = self.table, {other.seat for other in self.connections}
        await connection.send_posted()
        await connection.show(help_message(table.rules))
        await connection.show(table_message(table, connection.seat, present))
        viewer = table.effective_viewer(connection.seat)
        voice = table.voice(connection.seat)
        is_fresh = connection.log[:2] != (self._count, viewer)
        since = 0 if is_fresh else connection.log[2]
        log, lines = (self._count, viewer, len(table.known_indices(viewer))), log_lines(table, viewer, since, voice)
        if connection.at is not None and connection.at <= len(table.events):
            state = await self._work(state_message, table.rules, table.view(viewer, connection.at), voice)
        else:
            state = await self._current_state(viewer, connection.seat)
        await connection.show({**state, "of": log[2]}, log=lines, fresh=is_fresh)
        connection.log = log
        await self._show_news(connection)

    async def _show_news(self, connection: Connection) -> None:
        """Send the clock at the beginning of each turn, and the link of a rematch."""
        clock, keeper = self.table.config.clock, self._timekeeper
        if clock is not None and connection.turn != keeper.turn:
            connection.turn = keeper.turn
            await connection.send(clock_message(clock, keeper.seat, keeper.used))
        if self._rematch is not None and connection.seat in self._rematch:
            await connection.show({"type": "rematch", "token": self._rematch[connection.seat]})

    async def _current_state(self, viewer: Viewer, seat: Viewer) -> Message:
        """Return the state message for a viewer in texts for a seat, drawn once for all clients that see the same."""
        key = viewer, seat
        if key not in self._drawn:
            view, voice = self.table.view(viewer), self.table.voice(seat)
            self._drawn[key] = asyncio.create_task(self._work(state_message, self.table.rules, view, voice))
        return await asyncio.shield(self._drawn[key])

    def _invalidate(self) -> None:
        self._drawn = {}
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
        async with self._lock:
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
            for each in actions:
                await self._decide(each)
            self._last_answers[connection.seat] = id

    async def _decide(self, action: int) -> None:
        """Save a decision, then play it."""
        await self._store.decide(self.number, len(self.table.events), action)
        self.table.play(action)
        await self._keep_time()
        self._invalidate()

    async def _keep_time(self) -> None:
        """Count the time of a turn that has ended."""
        clock = self._timekeeper.follow()
        if clock is not None:
            self.table.config = self.table.config.changed(clock=clock)
            with suppress(UnavailableError):  # the decision is stored; the time will be, with the next turn
                await self._store.change(self.number, self.table.config.to_json())

    async def take_back(self, connection: Connection, number: int | None) -> None:
        """Undo up to the client's last decision with a choice, or its last one up to a given number.

        Raises RequestError if other people play, and if there is no such decision.
        """
        async with self._lock:
            table = self.table
            if table.config.people != [connection.seat]:
                raise RequestError("decisions can be taken back only if all other seats are agents")
            before = (
                len(table.events)
                if number is None
                else table.event_count(table.effective_viewer(connection.seat), number)
            )
            choices = [i for i, m in enumerate(table.events[:before]) if m.player == connection.seat and m.choices > 1]
            if not choices:
                raise RequestError("you have no decision to take back")
            first = table.first_part(choices[-1])
            await self._store.take_back(self.number, first)
            table.truncate(first)
            await self._keep_time()
            self._count += 1
            for other in self.connections:
                other.at = None
            self._invalidate()

    async def change_settings(
        self, connection: Connection, pace: float | None, paused: bool | None, forced: bool | None
    ) -> None:
        """Change the settings that are not None: `forced` of the client's seat, and `pace` and `paused` of the table.

        Raises RequestError unless the client owns the table, or has a seat.
        """
        async with self._lock:
            config = self.table.config
            changes = {name: value for name, value in (("pace", pace), ("paused", paused)) if value is not None}
            if changes and not config.is_owner(connection.seat):
                raise RequestError(f"only the owner of the table may change {' and '.join(changes)}")
            if forced is not None:
                if not is_seat(connection.seat):
                    raise RequestError("this link is for watching; forced is a setting of a seat")
                config = config.with_forced(connection.seat, forced)
            await self._change(config.changed(**changes))

    async def _change(self, config: TableConfig) -> None:
        await self._store.change(self.number, config.to_json())
        self.table.config = config
        self._notify()

    # -- people who leave -------------------------------------------------------------------------------------

    async def resign(self, connection: Connection) -> None:
        """Give up for the client's seat. Raises RequestError without a seat, and when the game is over."""
        async with self._lock:
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

    async def replace(self, connection: Connection, seat: int, agent: str | None, token: str) -> None:
        """Let an agent play on in the abandoned seat of a person, or without an agent another person, by `token`.

        Raises RequestError unless the client owns the table, and the person is away.
        """
        async with self._lock:
            config = self.table.config
            if not config.is_owner(connection.seat):
                raise RequestError("only the owner of the table may give a seat to somebody else")
            if seat not in config.people or self.table.is_over:
                raise RequestError(f"seat {seat + 1} can't be given to somebody else: nobody has left it in this game")
            if any(other.seat == seat for other in self.connections):
                raise RequestError(f"{config.names[seat]} is at the table; only an abandoned seat can be given away")
            if agent is None:
                await self._replace(seat, config, token)
            else:
                await self._replace(seat, config.replaced(seat, agent), None)
            await self._keep_time()
            self._invalidate()

    async def _replace(self, seat: int, config: TableConfig, token: str | None) -> None:
        """Save the table after a seat has got another player; who had it watches from now on."""
        await self._store.replace_seat(self.number, seat, config.to_json(), token)
        self.table.config = config
        self._last_answers.pop(seat, None)
        for other in self.connections:
            if other.seat == seat:
                other.seat, other.at = None if config.is_open else PUBLIC, None

    async def rematch(self, create: Callable[[TableConfig], Awaitable[dict[Viewer, str]]]) -> None:
        """Offer a new game with the same players, each one seat further; `create` returns its links by viewer.

        Raises RequestError unless the game is over, and where no people play.
        """
        async with self._lock:
            config, count = self.table.config, len(self.table.config.seats)
            if not self.table.is_over or not config.people:
                raise RequestError("a rematch is for people whose game is over")
            if self._rematch is None:
                links = await create(config)
                self._rematch = {seat: links[(seat + 1) % count] for seat in config.people}
                self._rematch[PUBLIC] = links[PUBLIC]
            self._notify()

    # -- agents -----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                moved = await self._play_pending()
            except UnavailableError as error:
                self._post_error(str(error))
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("an agent failed at table %d", self.number)
                await self._pause_after_failure()
                await asyncio.sleep(RETRY_SECONDS)  # pausing does not stop automatic decisions
            else:
                if not moved:
                    await self._wait_for_news()

    async def _wait_for_news(self) -> None:
        """Wait until something has changed, or the time of the deciding person is over."""
        try:
            async with asyncio.timeout(self._timekeeper.left):
                await self._wake.wait()
        except TimeoutError:
            async with self._lock:
                left = self._timekeeper.left
                if left is not None and left <= 0 and self._timekeeper.seat is not None:
                    await self._give_up(self._timekeeper.seat, "time")

    async def _pause_after_failure(self) -> None:
        async with self._lock:
            self.table.config = self.table.config.changed(paused=True)  # also if it can't be saved
            with suppress(UnavailableError):
                await self._change(self.table.config)
        self._post_error("an agent failed, so the table is paused; see the log of the server")

    def _post_error(self, words: str) -> None:
        """Tell clients about a failed decision; an automatic one of a person concerns nobody else."""
        player = self.table.player
        seat = None if player is None else self.table.config.seats[player]
        for connection in self.connections:
            if seat is None or seat.kind == "agent" or connection.seat == player:
                connection.post({"type": "error", "words": words})

    async def _play_pending(self) -> bool:
        """Play a decision of an agent, or a forced one; return False if none is due."""
        table, due = self.table, self._due()
        if due is None:
            return False
        if table.config.pace and (not table.events or all(table.events[-1].lines)):  # no pause after hidden decisions
            await self._pause(table.config.pace, due)
        if self._due() != due:
            return True
        actions = table.game.legal_actions()
        action = actions[0] if len(actions) == 1 else await self._choose(due.agent)
        async with self._lock:
            if self._due() == due:
                await self._decide(action)
        return True

    def _due(self) -> _Due | None:
        """Return the decision that an agent has to make, or that is made automatically; None if there is none.

        Settings of other seats don't affect it: they must neither interrupt an agent nor tell anything about a person.
        """
        table, config, player = self.table, self.table.config, self.table.player
        if player is None:
            return None
        seat = config.seats[player]
        is_automatic = seat.forced and len(table.game.legal_actions()) == 1
        if not (is_automatic or (seat.kind == "agent" and not config.paused)):
            return None
        return _Due(self._count, len(table.events), seat.agent)

    async def _pause(self, seconds: float, due: _Due) -> None:
        """Wait, but no longer than until something else is due, or the pace changes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._due() == due and self.table.config.pace == seconds:
                    await self._wake.wait()
                    self._wake.clear()

    async def _choose(self, agent: str) -> int:
        """Return an agent's action. Clients that see everything get the results of its search."""
        table, number = self.table, len(self.table.events)
        seed = int(derived_seeds(np.array([table.config.seed]), np.array([number]))[0])
        visitor = min((connection.visitor for connection in self.connections), default="")
        who = Requester(visitor, self.number)
        choice = await self._agent_runner.choose(table.rules, agent, table.game.state.reshape(1), seed, who)
        if choice["thought"] is not None:
            position = table.game.position()
            actions = [
                {**found, **describe_action(table.rules, found["number"], position, table.voice(None))}
                for found in choice["thought"]
            ]
            for connection in [
                connection for connection in self.connections if table.effective_viewer(connection.seat) is None
            ]:
                thought = {"number": number, "player": table.game.player, "agent": agent, "win": None}
                connection.post({"type": "analysis", **thought, "actions": actions, "done": True})
        return int(choice["action"])
