"""Fair queue for worker processes: the requester that has used them least is next."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import NamedTuple

MEMORY_SECONDS = 60.0
"""Time that a requester may have used more than the others before it stops counting, in seconds."""


class Requester(NamedTuple):
    """Who needs a worker process.

    Attributes:
        visitor: network address of the visitor.
        table: id of the table; None before there is one.
        in_background: whether nobody is in a hurry: all others go first, and nothing is counted against them.
    """

    visitor: str
    table: int | None = None
    in_background: bool = False


SERVER = Requester("")
"""The server itself."""

Account = Requester | tuple[str, bool]
"""Whose time is counted: a requester, or all of a visitor, in the background or not."""


class FairQueue:
    """Admits a limited number of requesters at a time.

    The next one is of the visitor that has used the least time, and of the visitor's tables the one that has used the
    least. So many requests of one visitor delay others by one request, and a slow table hardly delays a fast one.
    What is in the background waits while anything else does.
    """

    def __init__(self, places: int) -> None:
        """`places` is the number of requesters that are admitted at the same time."""
        self._free = places
        self._waiting: dict[asyncio.Future[None], Requester] = {}
        self._present: list[Requester] = []  # waiting or admitted
        self._used: dict[Account, float] = {}  # seconds

    @asynccontextmanager
    async def turn(self, who: Requester) -> AsyncIterator[None]:
        """Wait for a place, and hold it inside the block."""
        equal = [other for other in self._present if other.in_background == who.in_background]
        self._start_account(_of_visitor(who), {_of_visitor(other) for other in equal})
        self._start_account(who, {other for other in equal if other.visitor == who.visitor})
        self._present.append(who)
        try:
            await self._place(who)
            start = monotonic()
            try:
                yield
            finally:
                for account in (who, _of_visitor(who)):
                    self._used[account] += monotonic() - start
                self._free += 1
                self._admit()
        finally:
            self._present.remove(who)
            if not self._present:
                self._used.clear()

    def _start_account(self, account: Account, others: set[Requester] | set[tuple[str, bool]]) -> None:
        """Let an account begin where the others are, so that neither newcomers nor old debts block anybody."""
        least = min((self._used[other] for other in others if other != account), default=0.0)
        self._used[account] = min(max(self._used.get(account, 0.0), least), least + MEMORY_SECONDS)

    async def _place(self, who: Requester) -> None:
        ticket = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = who
        self._admit()
        try:
            await ticket
        except asyncio.CancelledError:
            if self._waiting.pop(ticket, None) is None:  # it was admitted meanwhile
                self._free += 1
                self._admit()
            raise

    def _admit(self) -> None:
        while self._free and self._waiting:
            ticket = min(self._waiting, key=lambda ticket: self._rank(self._waiting[ticket]))
            del self._waiting[ticket]
            self._free -= 1
            ticket.set_result(None)

    def _rank(self, who: Requester) -> tuple[bool, float, float]:
        return who.in_background, self._used[_of_visitor(who)], self._used[who]


def _of_visitor(who: Requester) -> tuple[str, bool]:
    return who.visitor, who.in_background
