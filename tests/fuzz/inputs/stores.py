"""Stores of the browser table: damaged files and rows are refused in words, or hold tables that can be played."""

import asyncio
import json
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import DEFAULT_CONFIG
from kschwert_env.web.lobby.table_config import Seat
from kschwert_env.web.sessions.request_parsing import OpenedGame, new_config, read_stored
from kschwert_env.web.sessions.store import Store, StoredTable, StoreError
from kschwert_env.web.sessions.table import Table
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json
from tests.helpers.cases import CASES

_VALUES = (None, -1, 0, 2**63 - 1, 1.5, "", "x", b"\0", b"\xff" * 50)  # that a column may have
_COLUMNS = [
    ("tables", "id"),
    ("tables", "about"),
    ("links", "of"),
    ("links", "seat"),
    ("decisions", "of"),
    ("decisions", "number"),
    ("decisions", "action"),
]


@cache
def _whole() -> bytes:
    """Return a store with a table of each game, after some decisions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tables.sqlite")
        asyncio.run(_fill(path))
        return path.read_bytes()


async def _fill(path: Path) -> None:
    store, rng = Store(path), np.random.default_rng(0)
    for case in {case.rules.package: case for case in CASES if case.rules.edition == "standard"}.values():
        people = tuple(Seat("me" if seat == 0 else "link", f"P{seat}") for seat in range(case.rules.num_players))
        game = case.game(case.rules, 7)
        actions = list[int]()
        for _ in range(30):
            actions.append(int(rng.choice(game.legal_actions())))
            game.step(actions[-1])
        config = new_config(case.rules, people)
        links: dict[str, int | None] = {f"{case.rules.package} {seat}": seat for seat in config.people}
        await store.create({**config.to_json(), "seed": 7}, actions, links)
    await store.close()


def _change_rows(path: Path, rng: np.random.Generator) -> None:
    """Change values of some rows, or keys of a table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for number, text in database.execute("select id, about from tables").fetchall():
            if rng.integers(2):
                changed = json.dumps(damaged_json(json.loads(text), rng))
                database.execute("update tables set about = ? where id = ?", (changed, number))
        if rng.integers(2):
            table, column = _COLUMNS[rng.integers(len(_COLUMNS))]
            value = _VALUES[rng.integers(len(_VALUES))]
            sql = f"update or ignore {table} set {column} = ? where abs(random()) % {rng.integers(1, 20)} = 0"
            try:
                database.execute(sql, (value,))
            except sqlite3.IntegrityError:
                return  # the column has no such values


async def _check(path: Path) -> None:
    """Open a store and all its tables, as the server does."""
    try:
        store = Store(path)
    except StoreError as error:
        check_message(error, path)
        return
    try:
        for number in (1, 2, 3):
            try:
                stored: StoredTable = await store.load(number)
                opened: OpenedGame = read_stored(stored.config, stored.actions, DEFAULT_CONFIG)
                _use(Table(opened.config, opened.actions))
            except RequestError as error:
                check_message(error)
    finally:
        await store.close()


def _use(table: Table) -> None:
    """Look at a table as every viewer does, and play on."""
    viewers: list[Any] = [*range(table.rules.num_players), None]
    for viewer in viewers:
        table.view(viewer).game.position()
    for action in table.game.legal_actions()[:1]:
        table.step(action)


def try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tables.sqlite")
        path.write_bytes(_whole())
        if rng.integers(2):
            _change_rows(path, rng)
        else:
            path.write_bytes(damaged_bytes(_whole(), rng))
        if rng.integers(8) == 0:
            Path(f"{path}-wal").write_bytes(rng.bytes(int(rng.integers(5000))))
        asyncio.run(_check(path))
