"""Files that are no stores, and stores that somebody has changed: an error in words, and nothing else happens."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kschwert_env.two_crowns import Rules
from kschwert_env.web.lobby.table_config import Seat
from kschwert_env.web.sessions.request_parsing import new_config
from kschwert_env.web.sessions.store import Store, StoreError
from tests.web.client import LINK, ME
from tests.web.client import Seat as Connection
from tests.web.conftest import Server
from tests.web.process import refusal


def fill(path: Path) -> None:
    """Write a store with a table."""

    async def write() -> None:
        store = Store(path)
        config = new_config(Rules(), (Seat("me", "Ada"), Seat("link", "Bob")))
        await store.create(config.to_json(), list(range(200)), {"token": 0})
        await store.close()

    asyncio.run(write())


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(sql)


def garble(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[4096:4352] = bytes(range(256))  # the head of a page
    path.write_bytes(whole)


def replaced(make: Callable[[Path], None]) -> Callable[[Path], None]:
    """Return a function that puts something else in the place of a file."""

    def replace(path: Path) -> None:
        path.unlink()
        make(path)

    return replace


def replace_by_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "folder": (replaced(lambda path: path.mkdir()), "is not a regular file"),
    "pipe": (replaced(os.mkfifo), "is not a regular file"),
    "link": (replace_by_link, "is not a regular file"),
    "link to a device": (replaced(lambda path: path.symlink_to("/dev/zero")), "is not a regular file"),
    "log is a link": (lambda path: path.with_name(path.name + "-wal").symlink_to("x"), "is not a regular file"),
    "text": (lambda path: path.write_bytes(b"something else, and long enough to be read" * 99), "is not a store"),
    "zeros": (lambda path: path.write_bytes(bytes(5000)), "is not a store"),
    "cut": (lambda path: os.truncate(path, 6000), "is not a store of tables, or is damaged"),
    "garbled": (garble, "damaged"),
    "another version": (lambda path: change(path, "pragma user_version=99"), "has format 99, not 4"),
    "another schema": (lambda path: change(path, "alter table tables add column more"), "is another database"),
    "a trigger": (
        lambda path: change(path, "create trigger t after insert on links begin delete from tables; end"),
        "is another database",
    ),
    "another database": (
        replaced(lambda path: change(path, "create table notes (words text); insert into notes values ('x')")),
        "is another database",
    ),
}


def contents(folder: Path) -> dict[str, Any]:
    """Return everything in a folder, except for lock and shared memory, which hold no data."""
    found: dict[str, Any] = {}
    for file in folder.iterdir():
        if file.name not in ("writer.lock", "tables.sqlite-shm", "tables.sqlite-wal"):
            found[file.name] = os.readlink(file) if file.is_symlink() else file.read_bytes() if file.is_file() else None
    return found


@pytest.mark.parametrize("damage", DAMAGES)
def test_nothing_but_a_store_is_opened_or_changed(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "tables.sqlite"
    fill(path)
    do, words = DAMAGES[damage]
    do(path)
    before = contents(tmp_path)
    with pytest.raises(StoreError) as refused:
        Store(path)
    assert words in str(refused.value)
    assert str(path) in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert contents(tmp_path) == before


@pytest.mark.parametrize("damage", ["folder", "garbled"])
def test_a_server_without_a_store_says_so_in_a_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "tables.sqlite"
    fill(path)
    do, words = DAMAGES[damage]
    do(path)
    assert words in refusal(tmp_path)


# -- tables in a sound store -----------------------------------------------------------------------------------


CLOCK = {"seconds": 60, "free": 0, "left": [60, 60], "since": None, "first": 0}
"""A stored clock."""


def about(served: Server, **changes: Any) -> None:
    """Change keys of all stored tables; values of `seats` are those of seat 1."""
    with closing(sqlite3.connect(served.folder / "tables.sqlite", isolation_level=None)) as database:
        for number, text in database.execute("select id, about from tables").fetchall():
            stored = json.loads(text)
            stored["seats"][1] |= changes.get("seat", {})
            stored |= {key: value for key, value in changes.items() if key != "seat"}
            database.execute("update tables set about = ? where id = ?", (json.dumps(stored), number))


def execute(served: Server, sql: str) -> None:
    change(served.folder / "tables.sqlite", sql)


CHANGES: list[tuple[Callable[[Server], None], str]] = [
    (lambda served: about(served, seat={"kind": "agent", "agent": "antigravity.x"}), "unknown agent 'antigravity.x'"),
    (lambda served: about(served, seat={"kind": "agent", "agent": "function:os.getcwd"}), "unknown agent"),
    (lambda served: about(served, seat={"kind": "agent", "agent": "policy:network=os.path"}), "unknown option"),
    (lambda served: about(served, seat={"kind": "agent", "agent": "greedy:worlds=2000000"}), "at most 64"),
    (lambda served: about(served, seat={"kind": "king"}), "invalid kind of a seat"),
    (lambda served: about(served, seat={"more": 1}), "unknown field 'more'"),
    (lambda served: about(served, seats=[]), "invalid seats"),
    (lambda served: about(served, seats=[{"kind": "me", "name": "", "agent": "", "forced": True}]), "must be 2, not 1"),
    (lambda served: about(served, game="os"), "unknown game 'os'"),
    (lambda served: about(served, options={"edition": "/etc/passwd"}), "edition must be one of"),
    (lambda served: about(served, options={"max_turns": "many"}), "max_turns"),
    (lambda served: about(served, seed=2**63), "invalid seed"),
    (lambda served: about(served, seed=None), "invalid seed"),
    (lambda served: about(served, pace=1e9), "invalid pace"),
    (lambda served: about(served, clock={"seconds": 60, "free": 0}), "invalid clock"),
    (lambda served: about(served, clock={**CLOCK, "left": [60]}), "must have 2 times, not 1"),
    (lambda served: about(served, clock={**CLOCK, "left": [60, -1]}), "invalid clock"),
    (lambda served: about(served, clock={**CLOCK, "since": "now"}), "invalid clock"),
    (lambda served: about(served, clock={**CLOCK, "first": -1}), "invalid clock"),
    (lambda served: about(served, seed_is_known=None), "invalid seed_is_known"),
    (lambda served: about(served, ending={"seat": 2, "reason": "time"}), "must be less than 2, not 2"),
    (lambda served: about(served, ending={"seat": 0, "reason": "bored"}), "invalid ending"),
    (lambda served: about(served, fingerprint="0"), "the rules of two_crowns have changed"),
    (lambda served: about(served, position={}), "can't be played"),
    (lambda served: about(served, position=[]), "invalid position"),
    (lambda served: about(served, more=1), "unknown field 'more'"),
    (lambda served: execute(served, "update tables set about = '{'"), "not JSON"),
    (lambda served: execute(served, "update tables set about = x'00'"), "not JSON"),
    (lambda served: execute(served, "update tables set about = '[]'"), "must be a JSON object"),
    (lambda served: execute(served, "update decisions set action = 99999999999999"), "can't be played"),
    (lambda served: execute(served, "update decisions set action = 'x'"), "must be integers"),
    (lambda served: execute(served, "update decisions set number = 5"), "decisions are missing"),
    (lambda served: execute(served, "update links set seat = null"), "no place for None"),
    (lambda served: execute(served, "update links set seat = -2"), "no place for -2"),
    (lambda served: execute(served, "update links set seat = 'x'"), "no place for 'x'"),
    (lambda served: execute(served, "update links set of = 'x'"), "no longer exists"),
    (lambda served: execute(served, "delete from tables"), "no longer exists"),
]


@pytest.mark.parametrize(("damage", "words"), CHANGES, ids=range(len(CHANGES)))
def test_tables_of_a_store_are_validated(
    served: Server, damage: Callable[[Server], None], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    token = served.client.table("two_crowns", [ME, LINK])["links"][0]["token"]
    with served.client.join(token) as seat:
        seat.act()
    while served.registry._sessions:
        pass
    damage(served)
    with Connection(served.client.address) as seat:
        seat.say("join", token=token)
        assert words in seat.next()["words"]
        assert seat.closed() == 4404
    while served.registry._sessions:
        pass
    assert caplog.records == []
    execute(served, "delete from tables; delete from links; delete from decisions")
