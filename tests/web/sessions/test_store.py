"""The store: immediate, atomic writes, and no plain tokens."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kschwert_env.requests.errors import RequestError
from kschwert_env.web.sessions.store import Link, Store, StoreError


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    async def write() -> int:
        store = Store(tmp_path / "tables.sqlite")
        table = await store.create({"game": "x"}, [4, 5], {"first": 0, "watch": None})
        await store.decide(table, 2, [6])
        await store.take_back(table, 1)
        await store.decide(table, 1, [7])
        await store.change(table, {"game": "y"})
        await store.close()
        return table

    async def read(table: int) -> None:
        store = Store(tmp_path / "tables.sqlite")
        assert await store.load(table) == ({"game": "y"}, [4, 7])
        assert await store.find("first") == Link(table, 0)
        assert await store.find("watch") == Link(table, None)
        assert await store.find("other") is None
        with pytest.raises(RequestError, match="no longer exists"):
            await store.load(table + 1)
        await store.close()

    asyncio.run(read(asyncio.run(write())))
    assert b"first" not in (tmp_path / "tables.sqlite").read_bytes()


def test_a_decision_is_in_the_file_when_it_is_kept(tmp_path: Path) -> None:
    """Another reader finds it immediately."""

    async def write() -> None:
        store = Store(tmp_path / "tables.sqlite")
        table = await store.create({}, [], {"token": 0})
        for number in range(5):
            await store.decide(table, number, [number * 2])
            reader = sqlite3.connect(tmp_path / "tables.sqlite")
            assert reader.execute("select max(action) from decisions").fetchone() == (number * 2,)
            reader.close()
        await store.close()

    asyncio.run(write())


def test_what_fails_is_told_to_who_asked_and_the_rest_is_kept(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "tables.sqlite")
        table = await store.create({}, [1], {"token": 0})
        together = [store.decide(table, number, [1]) for number in (0, 1, 2, 1, 3)]
        outcomes = await asyncio.gather(*together, return_exceptions=True)
        assert [isinstance(outcome, sqlite3.IntegrityError) for outcome in outcomes] == [
            True,
            False,
            False,
            True,
            False,
        ]
        assert (await store.load(table)).actions == [1, 1, 1, 1]
        await store.close()

    asyncio.run(write())


def test_a_table_is_kept_with_all_its_links_or_not_at_all(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "tables.sqlite")
        await store.create({}, [], {"token": 0})
        with pytest.raises(sqlite3.IntegrityError):
            await store.create({}, [], {"another": 0, "token": 1})
        assert await store.find("another") is None
        await store.close()
        reader = sqlite3.connect(tmp_path / "tables.sqlite")
        assert reader.execute("select count(*) from tables").fetchone() == (1,)
        reader.close()

    asyncio.run(write())


def test_a_store_of_another_format_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    database.execute("pragma user_version=99")
    database.close()
    with pytest.raises(StoreError, match="format 99, not 4"):
        Store(tmp_path / "tables.sqlite")
