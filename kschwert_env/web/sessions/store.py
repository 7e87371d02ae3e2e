"""Storage of tables in SQLite. A decision is on disk before its result is shown.

Tokens are stored as digests only, so readers of the file can't take a seat.
"""

import asyncio
import hashlib
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import shown
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.errors import UnavailableError

T = TypeVar("T")

_SCHEMA = """
create table tables (id integer primary key, about text not null);
create table links (digest blob primary key, of integer not null, seat integer) without rowid;
create table decisions (of integer, number integer, action integer not null, primary key (of, number))
without rowid;
"""

FORMAT = 4
"""Format of the file, as `pragma user_version`; it changes with the schema, and with the keys of a table."""


BUSY_SECONDS = 5.0
"""Time to wait for another process that has locked the file, in seconds."""

_MAX_WORDS = 200  # characters of an error

_ERRORS = (sqlite3.Error, UnicodeDecodeError)  # the latter if a message of SQLite quotes a damaged file

_COMPANIONS = ("", "-wal", "-shm", "-journal")  # suffixes of the files that SQLite opens


class StoreError(ValueError):
    """A file that can't be used as a store. The message, a line, has its path."""


class Link(NamedTuple):
    """Target of a token.

    Attributes:
        table: id of the table.
        seat: seat of the table; `PUBLIC` for a viewer that sees only what is public, None for one that sees everything.
    """

    table: int
    seat: int | None


class StoredTable(NamedTuple):
    """A stored table.

    Attributes:
        config: its configuration, in JSON types.
        actions: all decisions so far, as action ids.

    Nothing in it has been validated: somebody may have changed the file.
    """

    config: Any
    actions: list[Any]


class Store:
    """The file. One thread reads and writes; pending writes are committed together."""

    def __init__(self, path: Path) -> None:
        """Open or create a store. Raises StoreError for any other file, which is not changed."""
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None
        try:
            self._db = _open(path)
        except sqlite3.OperationalError as error:
            raise StoreError(f"{path} can't be opened: {_words(error)}") from None
        except _ERRORS as error:
            raise StoreError(f"{path} is not a store of tables, or is damaged: {_words(error)}") from None

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
        """Return a table. Raises RequestError for an unknown id, and for damaged rows."""
        rows = await self._read("select about from tables where id = ?", table)
        if not rows:
            raise RequestError("the table of this link no longer exists")
        decisions = await self._read("select number, action from decisions where of = ? order by number", table)
        if [number for number, _ in decisions] != list(range(len(decisions))):
            raise RequestError("the table is damaged: decisions are missing")
        try:
            config = parse_json(rows[0][0])
        except (ValueError, TypeError, AttributeError):
            raise RequestError("the table is damaged: its configuration is not JSON") from None
        return StoredTable(config, [action for _, action in decisions])

    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return await asyncio.wrap_future(self._thread.submit(self._select, sql, values))
        except _ERRORS as error:
            raise UnavailableError(f"tables can't be read at the moment ({_words(error)}); try again") from None

    def _select(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._db.execute(sql, values).fetchall()

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

    async def decide(self, table: int, number: int, actions: list[int]) -> None:
        """Store decisions, all or none; the first has that number, counted from 0."""
        rows = _numbered(table, number, actions)
        await self._write(lambda: self._db.executemany("insert into decisions values (?, ?, ?)", rows))

    async def take_back(self, table: int, number: int) -> None:
        """Delete the decision with that number, and all later ones."""
        await self._write(
            lambda: self._db.execute("delete from decisions where of = ? and number >= ?", (table, number))
        )

    async def change(self, table: int, config: dict[str, Any]) -> None:
        """Keep what a table is from now on."""
        text = json.dumps(config)
        await self._write(lambda: self._db.execute("update tables set about = ? where id = ?", (text, table)))

    async def replace_seat(self, table: int, seat: int, config: dict[str, Any], token: str | None) -> None:
        """Keep what a table is after a seat has got another player, with a link for a person.

        Earlier links of the seat are for watching now.
        """

        def write() -> None:
            self._db.execute("update tables set about = ? where id = ?", (json.dumps(config), table))
            self._db.execute("update links set seat = ? where of = ? and seat = ?", (PUBLIC, table, seat))
            if token is not None:
                self._db.execute("insert into links values (?, ?, ?)", (_digest(token), table, seat))

        await self._write(write)

    async def _write(self, change: Callable[[], T]) -> T:
        """Apply a change; it is on disk when this returns. Raises UnavailableError if it can't be written."""
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
                except (sqlite3.IntegrityError, ValueError, OverflowError) as error:
                    outcomes.append(error)
                    self._db.execute("rollback to one")
                self._db.execute("release one")
            self._db.execute("commit")
        except Exception as error:  # such as a full disk; the callers raise it, and later changes are tried again
            self._roll_back()
            words = f"tables can't be saved at the moment ({_words(error)}); nothing was changed, so try again"
            return [UnavailableError(words) if isinstance(error, _ERRORS) else error] * len(changes)
        return outcomes

    def _roll_back(self) -> None:
        with suppress(*_ERRORS):  # SQLite rolls back by itself after some errors
            if self._db.in_transaction:
                self._db.execute("rollback")


def _open(path: Path) -> sqlite3.Connection:
    is_new = _check(path)
    database = sqlite3.connect(path, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        database.execute("pragma journal_mode=wal")
        database.execute("pragma synchronous=full")  # shown decisions survive a power failure
        if is_new:
            database.executescript(f"begin; {_SCHEMA} pragma user_version={FORMAT}; commit;")
    except BaseException:
        database.close()
        raise
    return database


def _check(path: Path) -> bool:
    """Return whether there is no store yet. Raises StoreError or sqlite3.Error for anything but a store."""
    for suffix in _COMPANIONS:
        file = path.with_name(path.name + suffix)
        if os.path.lexists(file) and not stat.S_ISREG(file.lstat().st_mode):
            raise StoreError(f"{file} is not a regular file; remove it, or choose another folder")
    if not os.path.lexists(path) or not path.stat().st_size:
        return True
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", BUSY_SECONDS, uri=True)) as database:
        (version,) = database.execute("pragma user_version").fetchone()
        schema = _schema(database)
        if version == 0 and not schema:
            return True
        if version != FORMAT and version != 0:
            raise StoreError(f"{path} has format {version}, not {FORMAT}; choose another folder")
        with closing(sqlite3.connect(":memory:")) as expected:
            expected.executescript(_SCHEMA)
            if version == 0 or schema != _schema(expected):
                raise StoreError(f"{path} is another database, not a store of tables; choose another folder")
        (outcome,) = database.execute("pragma quick_check(1)").fetchone()
        if outcome != "ok":
            raise StoreError(f"{path} is damaged: {_words(outcome)}")
    return False


def _words(error: object) -> str:
    """Return an error of SQLite in one line; it may quote the file."""
    return shown(str(error)[:_MAX_WORDS])


def _schema(database: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return database.execute("select type, name, tbl_name, sql from sqlite_master order by name").fetchall()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _numbered(table: int, first: int, actions: list[int]) -> list[tuple[int, int, int]]:
    return [(table, number, action) for number, action in enumerate(actions, start=first)]
