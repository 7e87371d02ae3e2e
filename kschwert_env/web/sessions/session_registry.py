"""All tables: loaded when somebody comes, let go when the last has left."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.web.errors import Refused
from kschwert_env.web.server_config import House
from kschwert_env.web.sessions.analyst import Analyst
from kschwert_env.web.sessions.game_import import Again
from kschwert_env.web.sessions.players import Players
from kschwert_env.web.sessions.request_parsing import Opened
from kschwert_env.web.sessions.session import LiveTable, Visitor
from kschwert_env.web.sessions.store import Link, Store
from kschwert_env.web.sessions.table import Table, Viewer
from kschwert_env.web.table_config import About
from kschwert_env.web.workers.pool import Workers
from kschwert_env.web.workers.worker import job

TOKEN_BYTES = 24
"""Of chance in a token."""

AGAIN_SECONDS = 60
"""That agents may take to play a game again."""


class Hall:
    """The tables of a server.

    Attributes:
        house: what its owner has named.
    """

    def __init__(self, folder: Path, house: House) -> None:
        """Open the store in a folder. Raises StoreError."""
        processes = max(1, (os.cpu_count() or 1) // 2)
        self.house = house
        self._store, self._players = Store(folder / "tables.sqlite"), Players(processes)
        self._workers = Workers(processes)
        self._threads = ThreadPoolExecutor(2, "loading")
        self._drawing = ThreadPoolExecutor(1, "drawing")  # the interpreter would not draw two at once
        self._live: dict[int, asyncio.Task[LiveTable]] = {}

    async def close(self) -> None:
        """Keep what is being kept, and stop."""
        await self._players.close()
        await self._workers.close()
        self._threads.shutdown(cancel_futures=True)
        self._drawing.shutdown(cancel_futures=True)
        await self._store.close()

    async def work(self, work: Callable[..., Any], *given: Any) -> Any:
        """What `work` returns, outside the event loop."""
        return await asyncio.wrap_future(self._threads.submit(work, *given))

    async def begin(self, opened: Opened) -> dict[str, Any]:
        """A new table: a link for each seat of a person, or one to watch where there is none.

        Raises Refused where it can't be played.
        """
        about, actions = opened.about, opened.actions
        table: Table = await self.work(Table, about, actions)
        for typed in {seat.agent for seat in about.seats if seat.agent}:
            await self._players.check(table.rules, typed, table.game.state.reshape(1))
        places: list[Viewer] = [*about.people] or [None]
        tokens = {place: secrets.token_urlsafe(TOKEN_BYTES) for place in places}
        await self._store.begin(about.to_json(), actions, {token: place for place, token in tokens.items()})
        return {
            "links": [{"seat": seat, "token": tokens[seat]} for seat in about.people],
            "watch": tokens.get(None),
        }

    async def play_again(self, game: Again) -> Opened:
        """A game of an arena with its decisions. Raises Refused where its agents come to another end, or to none."""
        rules, seed = game.about.rules(), game.about.seed
        nothing = np.zeros(0, rules.state_dtype)
        asked = job("again", rules, nothing, line_up=game.line_up, seed=seed, scores=game.scores, seconds=AGAIN_SECONDS)
        return Opened(game.about, await self._workers.think(asked, AGAIN_SECONDS))

    def analyst(self, table: LiveTable, visitor: Visitor) -> Analyst:
        """Who thinks for a visitor."""
        return Analyst(table, visitor, self._workers, self.work, self.house)

    async def find(self, token: str) -> Link:
        """Where a token leads. Raises Refused for one that leads nowhere."""
        link = await self._store.find(token)
        if link is None:
            raise Refused("this link leads to no table; was it copied whole?")
        return link

    @asynccontextmanager
    async def at_table(self, link: Link, visitor: Visitor) -> AsyncIterator[LiveTable]:
        """Be at a table, which is in memory for so long. Raises Refused where it can't be loaded."""
        number = link.table
        while True:
            if number not in self._live:
                self._live[number] = asyncio.create_task(self._load(number))
            loading = self._live[number]
            try:
                live = await asyncio.shield(loading)
            except BaseException:
                if loading.done() and self._live.get(number) is loading:
                    del self._live[number]
                raise
            if self._live.get(number) is loading:  # or it was let go meanwhile
                break
        live.enter(visitor)
        try:
            yield live
        finally:
            await live.leave(visitor)
            if not live.visitors and self._live.get(number) is loading:
                del self._live[number]

    async def _load(self, number: int) -> LiveTable:
        kept = await self._store.load(number)
        table = await self.work(Table, About.from_json(kept.about), kept.actions)
        return LiveTable(number, table, self._store, self._players, self._draw)

    async def _draw(self, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.wrap_future(self._drawing.submit(work, *given))
