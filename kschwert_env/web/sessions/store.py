"""Storage of tables in SQLite. A decision is on disk before its result is shown.

Tokens are stored as digests only, so readers of the file can't take a seat.
"""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

_SCHEMA = """
create table if not exists tables (id integer primary key, about text not null);
create table if not exists links (digest blob primary key, of integer not null, seat integer) without rowid;
create table if not exists decisions (of integer, number integer, action integer not null, primary key (of, number))
without rowid;
"""

FORMAT = 2
"""Format of the file, as `pragma user_version`; it changes with the schema, and with the keys of a table."""


class StoreError(ValueError):
    """A file that is not a store of this version. The message has its path."""


class Link(NamedTuple):
    """Target of a token.

    Attributes:
        table: id of the table.
        seat: seat of the table; None for a viewer that sees everything and can't play.
    """

    table: int
    seat: int | None


class StoredTable(NamedTuple):
    """A stored table.

    Attributes:
        config: its configuration, in JSON types.
        actions: all decisions so far, as action ids.
    """

    config: dict[str, Any]
    actions: list[int]


class Store:
    """The file. One thread reads and writes; pending writes are committed together."""

    def __init__(self, path: Path) -> None:
        """Open or create a store. Raises StoreError for a file of another kind or version."""
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")  # shown decisions survive a power failure
            (version,) = self._db.execute("pragma user_version").fetchone()
            if version == 0:
                self._db.executescript(f"{_SCHEMA} pragma user_version={FORMAT};")
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} is not a store of tables: {error}") from None
        if version not in (0, FORMAT):
            raise StoreError(f"{path} has format {version}, not {FORMAT}; choose another folder")

    async def close(self) -> None:
        """Finish pending writes, and close the file."""
        while self._writing is not None:
            await self._writing
        self._thread.submit(self._db.close).result()
        self._thread.shutdown()

    # -- reading ----------------------------------------------------------------------------------------------

    async def find(self, token: str) -> Link | None:
        """Return the target of a token; None for an unknown token."""
        row = await self._read("select of, seat from links where digest = ?", _digest(token))
        return Link(*row[0]) if row else None

    async def load(self, table: int) -> StoredTable:
        """Return a table. Raises KeyError for an unknown id."""
        rows = await self._read("select about from tables where id = ?", table)
        if not rows:
            raise KeyError(table)
        actions = await self._read("select action from decisions where of = ? order by number", table)
        return StoredTable(json.loads(rows[0][0]), [action for (action,) in actions])

    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        found = self._thread.submit(lambda: self._db.execute(sql, values).fetchall())
        return await asyncio.wrap_future(found)

    # -- writing ----------------------------------------------------------------------------------------------

    async def create(self, config: dict[str, Any], actions: list[int], links: dict[str, int | None]) -> int:
        """Store a new table, with seats by token; return its id."""

        def write() -> int:
            added = self._db.execute("insert into tables (about) values (?)", (json.dumps(config),))
            table = added.lastrowid or 0
            rows = [(_digest(token), table, seat) for token, seat in links.items()]
            self._db.executemany("insert into links values (?, ?, ?)", rows)
            self._db.executemany("insert into decisions values (?, ?, ?)", _numbered(table, 0, actions))
            return table

        return await self._write(write)

    async def decide(self, table: int, number: int, action: int) -> None:
        """Store the decision with that number, counted from 0."""
        await self._write(lambda: self._db.execute("insert into decisions values (?, ?, ?)", (table, number, action)))

    async def take_back(self, table: int, number: int) -> None:
        """Delete the decision with that number, and all later ones."""
        await self._write(
            lambda: self._db.execute("delete from decisions where of = ? and number >= ?", (table, number))
        )

    async def change(self, table: int, config: dict[str, Any]) -> None:
        """Keep what a table is from now on."""
        text = json.dumps(config)
        await self._write(lambda: self._db.execute("update tables set about = ? where id = ?", (text, table)))

    async def _write(self, change: Callable[[], T]) -> T:
        """Apply a change; it is on disk when this returns."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting, []
            outcomes = await asyncio.wrap_future(self._thread.submit(self._commit, [change for change, _ in together]))
            for (_, done), outcome in zip(together, outcomes, strict=True):
                if done.done():
                    continue  # the caller was cancelled; the change is stored nevertheless
                if isinstance(outcome, Exception):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)
        self._writing = None

    def _commit(self, changes: list[Callable[[], Any]]) -> list[Any]:
        """Apply changes in one transaction; return the result of each, or its error."""
        outcomes: list[Any] = []
        try:
            self._db.execute("begin immediate")
            for change in changes:
                self._db.execute("savepoint one")
                try:
                    outcomes.append(change())
                except sqlite3.Error as error:
                    outcomes.append(error)
                    self._db.execute("rollback to one")
                self._db.execute("release one")
            self._db.execute("commit")
        except sqlite3.Error as error:  # such as a full disk
            if self._db.in_transaction:
                self._db.execute("rollback")
            return [error] * len(changes)
        return outcomes


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _numbered(table: int, first: int, actions: list[int]) -> list[tuple[int, int, int]]:
    return [(table, number, action) for number, action in enumerate(actions, start=first)]
