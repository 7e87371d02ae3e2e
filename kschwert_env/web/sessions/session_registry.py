"""All sessions: a table is loaded for its first client, and unloaded after its last."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.cores import available_cores
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.lobby.listed_tables import Attendance, ListedTable, ListedTables
from kschwert_env.web.lobby.table_config import TableConfig
from kschwert_env.web.sessions.analyst import Analyst
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.game_import import ArenaReplay
from kschwert_env.web.sessions.request_parsing import MAX_SEED, OpenedGame, read_stored
from kschwert_env.web.sessions.session import Links, Session
from kschwert_env.web.sessions.store import Link, Store
from kschwert_env.web.sessions.table import Table, Viewer, is_seat
from kschwert_env.web.workers.agent_runner import AgentRunner
from kschwert_env.web.workers.fair_queue import SERVER, Requester
from kschwert_env.web.workers.pool import WorkerPool
from kschwert_env.web.workers.work_queue import WorkQueue
from kschwert_env.web.workers.worker import make_job

TOKEN_BYTES = 24
"""Number of random bytes of a token."""

MAX_REMATCHES = 1_000
"""Maximum number of rematches whose links the server remembers."""

MAX_SHORT_DECISIONS = 300
"""Maximum number of decisions of a table that is made beside other short work."""

REPLAY_SECONDS = 60
"""Time limit to replay a game of an arena, in seconds."""


def new_token() -> str:
    """Return a new token, which cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class SessionRegistry:
    """The sessions of a server.

    Attributes:
        server_config: configuration of the server.
        listed: tables that the lobby lists.
    """

    def __init__(self, store: Store, server_config: ServerConfig) -> None:
        """Start without sessions; `close` closes the store."""
        processes = max(1, available_cores() // 2)
        self.server_config = server_config
        self._store, self._agent_runner = store, AgentRunner(processes)
        self._workers = WorkerPool(processes)
        self._short, self._long = WorkQueue(2, "work"), WorkQueue(1, "long work")
        self._drawing = WorkQueue(1, "drawing")  # drawing holds the interpreter lock, so one thread suffices
        self._sessions: dict[int, asyncio.Task[Session]] = {}
        self._rematches: dict[int, Links] = {}  # by number of the old table
        self.listed = ListedTables(self.attendance)

    async def close(self) -> None:
        """Finish pending writes, and stop."""
        await self._agent_runner.close()
        await self._workers.close()
        for queue in (self._short, self._long, self._drawing):
            queue.close()
        await self._store.close()

    async def work(self, who: Requester, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run short `work` outside the event loop, when it is the turn of who asked for it; return its result."""
        return await self._short.run(who, work, *arguments)

    async def work_long(self, who: Requester, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run `work` that may take seconds, such as for a whole game, apart from all that is short."""
        return await self._long.run(who, work, *arguments)

    async def make_table(self, who: Requester, config: TableConfig, actions: list[int]) -> Table:
        """Return a table after these decisions. Raises RequestError for a table that can't be played."""
        work = self.work_long if len(actions) > MAX_SHORT_DECISIONS else self.work
        table: Table = await work(who, Table, config, actions)
        return table

    async def create(self, opened: OpenedGame, who: Requester = SERVER) -> dict[str, Any]:
        """Create a table; return the links of people's seats and a link to watch, and its id if it is listed.

        Watchers see only what is public, and everything at a table without people.

        Raises RequestError for a table that can't be played.
        """
        return self._with_listing(opened, who, *await self._create(opened, who))

    def _with_listing(self, opened: OpenedGame, who: Requester, number: int, links: dict[str, Any]) -> dict[str, Any]:
        if not opened.is_listed:
            return links
        return {**links, "listing": self.listed.add(number, opened.config, who.visitor)}

    async def _create(self, opened: OpenedGame, who: Requester) -> tuple[int, dict[str, Any]]:
        config, actions = opened.config, opened.actions
        table = await self.make_table(who, config, actions)
        for typed in {seat.agent for seat in config.seats if seat.agent}:
            await self.check_agent(table, typed, who)
        watcher = PUBLIC if config.people else None
        viewers: list[Viewer] = [*config.people, watcher]
        tokens = {viewer: new_token() for viewer in viewers}
        links = {token: viewer for viewer, token in tokens.items()}
        number = await self._store.create(config.to_json(), actions, links)
        seats = [{"seat": seat, "token": tokens[seat]} for seat in config.people]
        return number, {"links": seats, "watch": tokens[watcher]}

    async def join_listed(self, table: ListedTable, who: Requester) -> dict[str, Any]:
        """Take the next free seat of a listed table; return the seat and its token.

        Raises RequestError if somebody else has just taken the last one, or if the visitor has taken too many.
        """
        self.listed.count_join(who.visitor)
        watcher, token = Connection(PUBLIC, _drop, who.visitor), new_token()
        async with self.open_session(Link(table.number, PUBLIC), watcher) as session:
            return {"seat": await session.take(watcher, None, token), "token": token}

    async def pair(self, opened: OpenedGame, who: Requester) -> dict[str, Any]:
        """Take a seat at the oldest listed table equal to a new one, or else create that one; return its links.

        Of two people who ask at once, both create a table. The second one then joins the first; its own is not used.
        """
        if joined := await self._join_equal(opened.config, who):
            return joined
        created = await self._create(opened, who)
        return await self._join_equal(opened.config, who) or self._with_listing(opened, who, *created)

    async def _join_equal(self, config: TableConfig, who: Requester) -> dict[str, Any] | None:
        for table in self.listed.equal(config):
            with suppress(RequestError):
                return await asyncio.shield(self.join_listed(table, who))  # also if the client disconnects
        return None

    def attendance(self, number: int) -> Attendance | None:
        """Return the state of a table; None if it is not in memory."""
        loading = self._sessions.get(number)
        if loading is None or not loading.done() or loading.cancelled() or loading.exception():
            return None
        session = loading.result()
        config, seats = session.table.config, {each.seat for each in session.connections}
        has_owner = any(is_seat(seat) and config.is_owner(seat) for seat in seats)
        active = frozenset(event.player for event in session.table.events if event.lines_for(PUBLIC))
        return Attendance(config, has_owner, session.table.is_over, active)

    async def check_agent(self, table: Table, typed: str, who: Requester) -> None:
        """Raise RequestError for an agent that the server does not offer, or that can't play at a table."""
        await self.work(who, self.server_config.check_agent, table.rules, typed)
        await self._agent_runner.check(table.rules, typed, table.game.state.reshape(1), who)

    async def create_rematch(self, number: int, config: TableConfig, who: Requester) -> Links:
        """Create a table for a rematch of table `number`, with all players one seat further; return its links.

        The server remembers the links of the last `MAX_REMATCHES`, for people who return to the old table. They are not
        stored, since readers of the store must not be able to take a seat.
        """
        clock = config.clock and config.clock.renewed()
        again = config.changed(
            seats=config.rotated(),
            seed=secrets.randbelow(MAX_SEED),
            seed_is_known=False,
            clock=clock,
            ending=None,
            paused=False,
        )
        made = await self.create(OpenedGame(again, []), who)
        tokens, count = {link["seat"]: link["token"] for link in made["links"]}, len(config.seats)
        links: Links = {**{seat: tokens[(seat + 1) % count] for seat in config.people}, PUBLIC: made["watch"]}
        self._rematches[number] = links
        while len(self._rematches) > MAX_REMATCHES:
            del self._rematches[next(iter(self._rematches))]  # the oldest
        return links

    async def replay_arena_game(self, game: ArenaReplay, who: Requester) -> OpenedGame:
        """Return a game of an arena with its decisions, which agents make again.

        Raises RequestError if the agents reach another result, or exceed the time limit.
        """
        rules, seed = game.config.rules(), game.config.seed
        nothing = np.zeros(0, rules.state_dtype)
        job = make_job(
            "replay", rules, nothing, line_up=game.line_up, seed=seed, scores=game.scores, seconds=REPLAY_SECONDS
        )
        return OpenedGame(game.config, await self._workers.run(job, REPLAY_SECONDS, who))

    def analyst(self, session: Session, connection: Connection) -> Analyst:
        """Return the analyst of a connection."""
        return Analyst(session, connection, self._workers, self.work, self.work_long, self.server_config)

    async def find(self, token: str) -> Link:
        """Return the table and the seat of a token. Raises RequestError for an unknown token."""
        link = await self._store.find(token)
        if link is None:
            raise RequestError("unknown link; check that it was copied completely")
        return link

    @asynccontextmanager
    async def open_session(self, link: Link, connection: Connection) -> AsyncIterator[Session]:
        """Join a session, which is loaded if necessary. Raises RequestError if it can't be loaded."""
        number = link.table
        while True:
            if number not in self._sessions:
                who = Requester(connection.visitor, number)
                self._sessions[number] = asyncio.create_task(self._load(number, who))
            loading = self._sessions[number]
            try:
                session = await asyncio.shield(loading)
            except BaseException:
                if loading.done() and self._sessions.get(number) is loading:
                    del self._sessions[number]
                raise
            if self._sessions.get(number) is loading:  # else it was unloaded meanwhile
                break
        try:
            session.join(connection)
            yield session
        finally:
            self.listed.note_owner(number)
            await session.leave(connection)
            if not session.connections and self._sessions.get(number) is loading:
                del self._sessions[number]

    async def _load(self, number: int, who: Requester) -> Session:
        stored = await self._store.load(number)
        opened: OpenedGame = await self.work(who, read_stored, stored.config, stored.actions, self.server_config)
        table = await self.make_table(who, opened.config, opened.actions)
        rematch, free = self._rematches.get(number), self.listed.free_seats(number)
        return Session(number, table, self._store, self._agent_runner, self._drawing.run, rematch, free)


async def _drop(text: str) -> None:
    """Send nothing: who takes a seat from the lobby is not connected yet."""
