"""The loop of a session that plays what is not left to a person: agents, forced decisions, and losses on time."""

import asyncio
from contextlib import suppress
from typing import NamedTuple, Protocol

import numpy as np

from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.web.errors import UnavailableError, log
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.table import Table, forced_action
from kschwert_env.web.sessions.timekeeper import Timekeeper
from kschwert_env.web.sessions.views import describe_action
from kschwert_env.web.workers.agent_runner import AgentRunner, Choice
from kschwert_env.web.workers.fair_queue import Requester

RETRY_SECONDS = 2.0
"""Time until a decision is tried again that could not be made or saved for now, in seconds."""


class PlayedSession(Protocol):
    """The parts of a session that the loop uses.

    Attributes:
        number: id of the table in the store.
        table: the game and its seats.
        connections: everybody who watches or plays.
        lock: held while a decision is saved and played.
        timekeeper: the clocks of people.
        take_backs: number of take-backs so far.
    """

    number: int
    table: Table
    connections: set[Connection]
    lock: asyncio.Lock
    timekeeper: Timekeeper
    take_backs: int

    async def decide(self, actions: list[int]) -> None:
        """Save and play legal decisions."""

    async def pause(self) -> None:
        """Let agents wait."""

    async def end_time(self) -> None:
        """Give up for the deciding person, if that person's time is over."""


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


class PlayLoop:
    """Plays at a table while it is started."""

    def __init__(self, session: PlayedSession, agent_runner: AgentRunner) -> None:
        """Wait for `start`."""
        self._session, self._agent_runner = session, agent_runner
        self._wake = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None

    @property
    def is_started(self) -> bool:
        """Return whether the loop runs."""
        return self._runner is not None

    def start(self) -> None:
        """Start to play."""
        self._runner = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, once a decision that is being saved is complete."""
        if self._runner is None:
            return
        runner, self._runner = self._runner, None
        async with self._session.lock:
            runner.cancel()
        with suppress(asyncio.CancelledError):
            await runner

    def wake(self) -> None:
        """Look again what is due: something has changed."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                if not await self._play_pending():
                    await self._wait_for_news()
            except UnavailableError as error:
                self._post_error(str(error))
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("an agent failed at table %d", self._session.number)
                await self._session.pause()
                self._post_error("an agent failed, so the table is paused; see the log of the server")
                await asyncio.sleep(RETRY_SECONDS)  # pausing does not stop automatic decisions

    async def _wait_for_news(self) -> None:
        """Wait until something has changed, or the time of the deciding person is over."""
        try:
            async with asyncio.timeout(self._session.timekeeper.left):
                await self._wake.wait()
        except TimeoutError:
            await self._session.end_time()

    def _post_error(self, words: str) -> None:
        """Tell clients about a failed decision; an automatic one of a person concerns nobody else."""
        table = self._session.table
        seat = None if table.player is None else table.config.seats[table.player]
        for connection in self._session.connections:
            if seat is None or seat.kind == "agent" or connection.seat == table.player:
                connection.post({"type": "error", "words": words})

    async def _play_pending(self) -> bool:
        """Play a decision of an agent, or a forced one; return False if none is due."""
        table, due = self._session.table, self._due()
        if due is None:
            return False
        if table.config.pace and (not table.events or all(table.events[-1].lines)):  # no pause after hidden decisions
            await self._pause(table.config.pace, due)
        if self._due() != due:
            return True
        actions = table.game.legal_actions()
        action = actions[0] if len(actions) == 1 else await self._choose(due.agent)
        async with self._session.lock:
            if self._due() == due:
                await self._session.decide([action])
        return True

    def _due(self) -> _Due | None:
        """Return the decision that an agent has to make, or that is made automatically; None if there is none.

        Settings of other seats don't affect it: they must neither interrupt an agent nor tell anything about a person.
        """
        table = self._session.table
        config, player = table.config, table.player
        if player is None:
            return None
        seat = config.seats[player]
        is_automatic = seat.forced and forced_action(table.game) is not None
        if not (is_automatic or (seat.kind == "agent" and not config.paused)):
            return None
        return _Due(self._session.take_backs, len(table.events), seat.agent)

    async def _pause(self, seconds: float, due: _Due) -> None:
        """Wait, but no longer than until something else is due, or the pace changes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._due() == due and self._session.table.config.pace == seconds:
                    await self._wake.wait()
                    self._wake.clear()

    async def _choose(self, agent: str) -> int:
        """Return an agent's action. Clients that see everything get the results of its search."""
        table, number = self._session.table, len(self._session.table.events)
        seed = int(derived_seeds(np.array([table.config.seed]), np.array([number]))[0])
        visitor = min((connection.visitor for connection in self._session.connections), default="")
        who = Requester(visitor, self._session.number)
        choice = await self._agent_runner.choose(table.rules, agent, table.game.state.reshape(1), seed, who)
        if choice["thought"] is not None:
            self._show_thought(number, agent, choice)
        return int(choice["action"])

    def _show_thought(self, number: int, agent: str, choice: Choice) -> None:
        """Show the results of an agent's search to clients that see everything."""
        table = self._session.table
        position, voice = table.game.position(), table.voice(None)
        actions = [
            {**found, **describe_action(table.rules, found["number"], position, voice)} for found in choice["thought"]
        ]
        thought = {"type": "analysis", "number": number, "player": table.game.player, "agent": agent, "win": None}
        for connection in self._session.connections:
            if table.effective_viewer(connection.seat) is None:
                connection.post({**thought, "actions": actions, "done": True})
