"""Tables that the lobby lists: anyone may take a free seat."""

import secrets
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Any, NamedTuple

from kschwert_env.importing import find_game
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.lobby.table_config import TableConfig

GRACE_SECONDS = 15.0
"""Time for which a table stays in the list without its owner, whose page may still load, in seconds."""

MAX_LISTED = 200
"""Maximum number of tables that are remembered."""

MAX_JOINS = 20
"""Maximum number of seats that a visitor may take in `JOINS_SECONDS`."""

JOINS_SECONDS = 60.0
"""Time over which seats that a visitor takes are counted, in seconds."""

NOT_OPEN = "this game is no longer open: its seats are taken, or its owner has left; choose another one"
"""Message to somebody who joins a table that is not listed, or no longer."""


class Attendance(NamedTuple):
    """State of a table in memory.

    Attributes:
        config: its configuration.
        has_owner: whether its owner is connected.
        is_over: whether the game is over.
        active: seats that have decided, as far as everybody knows.
    """

    config: TableConfig
    has_owner: bool
    is_over: bool
    active: frozenset[int]


@dataclass
class ListedTable:
    """A table that anyone may join.

    Attributes:
        id: random id in the list, which is no link to the table.
        number: id of the table in the store.
        config: configuration at its creation.
        visitor: network address of who created it.
        free: free seats; its session removes those that are taken, and adds those that the owner offers.
        seen: time at which its owner was last seen, in seconds of the monotonic clock.
    """

    id: str
    number: int
    config: TableConfig
    visitor: str
    free: set[int]
    seen: float


class ListedTables:
    """Listed tables, the oldest first. They are kept in memory: a server that starts again has an empty list."""

    def __init__(self, attendance: Callable[[int], Attendance | None]) -> None:
        """`attendance` returns the state of a table by its number; None for one that is not in memory."""
        self._attendance = attendance
        self._tables: dict[str, ListedTable] = {}
        self._joins: deque[tuple[float, str]] = deque()  # time and visitor

    def add(self, number: int, config: TableConfig, visitor: str) -> str:
        """List a table with the seats of people who come by a link; return its id in the list.

        If the list is full, a table that is not shown gives way, or else one of the visitor with most tables.
        """
        while len(self._tables) >= MAX_LISTED:
            counts = Counter(table.visitor for table in self._tables.values())
            oldest = max(self._tables.values(), key=lambda each: (not self._is_shown(each), counts[each.visitor]))
            del self._tables[oldest.id]
        free = {seat for seat in config.people if config.seats[seat].kind == "link"}
        table = ListedTable(secrets.token_hex(8), number, config, visitor, free, monotonic())
        self._tables[table.id] = table
        return table.id

    def free_seats(self, number: int) -> set[int] | None:
        """Return the free seats of a table, which its session keeps up to date; None if it was not listed."""
        return next((table.free for table in self._tables.values() if table.number == number), None)

    def note_owner(self, number: int) -> None:
        """Note whether the owner of a table is there, before somebody leaves it."""
        for table in self._tables.values():
            if table.number == number:
                self._is_shown(table)

    def find(self, listing: str) -> ListedTable:
        """Return a table by its id in the list. Raises RequestError for one that is not shown."""
        table = self._tables.get(listing)
        if table is None or not self._is_shown(table):
            raise RequestError(NOT_OPEN)
        return table

    def equal(self, config: TableConfig) -> list[ListedTable]:
        """Return the tables with the game, options and players of a new one, in whose free seats nobody has decided."""
        return [
            table
            for table in self._tables.values()
            if _kind(table.config) == _kind(config) and self._is_shown(table) and not self._message(table)["begun"]
        ]

    def messages(self) -> list[dict[str, Any]]:
        """Return what the lobby shows of each table, in JSON types."""
        return [self._message(table) for table in self._tables.values() if self._is_shown(table)]

    def count_join(self, visitor: str) -> None:
        """Count a seat that a visitor takes. Raises RequestError for too many."""
        now = monotonic()
        while self._joins and now - self._joins[0][0] > JOINS_SECONDS:
            self._joins.popleft()
        if sum(each == visitor for _, each in self._joins) >= MAX_JOINS:
            raise RequestError("you have taken too many seats at once; wait a minute")
        self._joins.append((now, visitor))

    def _is_shown(self, table: ListedTable) -> bool:
        """Return whether a table has a free seat, and an owner who was there a moment ago."""
        now, attendance = monotonic(), self._attendance(table.number)
        if attendance is not None and attendance.has_owner:
            table.seen = now
        is_over = attendance is not None and attendance.is_over
        return bool(table.free) and not is_over and now - table.seen <= GRACE_SECONDS

    def _message(self, table: ListedTable) -> dict[str, Any]:
        attendance = self._attendance(table.number)
        config = table.config if attendance is None else attendance.config
        usual = _usual_options(config.game, len(config.seats))
        return {
            "id": table.id,
            "game": config.game,
            "title": find_game(config.game).title,
            "players": [None if seat in table.free else name for seat, name in enumerate(config.names)],
            "clock": config.clock and {"seconds": config.clock.seconds, "free": config.clock.free},
            "options": {name: value for name, value in config.options.items() if value != usual[name]},
            "analysis": config.analysis,
            "begun": attendance is not None and not table.free.isdisjoint(attendance.active),
        }


@cache
def _usual_options(game: str, players: int) -> dict[str, Any]:
    return find_game(game).read_options({"num_players": players}).options()


def _kind(config: TableConfig) -> tuple[Any, ...]:
    """Return what two new tables have in common whose players may as well play at one of them."""
    agents = sorted(seat.agent for seat in config.seats)
    return config.game, config.options, config.clock, config.analysis, agents
