"""A table while somebody is at it: decisions are kept, then shown; agents take theirs."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from kschwert_env.web.about import About
from kschwert_env.web.players import Players
from kschwert_env.web.refused import Refused
from kschwert_env.web.store import Store
from kschwert_env.web.table import Snapshot, Table, Viewer
from kschwert_env.web.views import Message, log_lines, state_message, table_message

log = logging.getLogger("kschwert_env.web")


class Visitor:
    """Somebody at a table, by one connection.

    Attributes:
        seat: that he sits in; None for who sees everything.
        at: the decision that he looks back to, by its number among all; None for the present.
        stir: set when there is something new to show.
    """

    def __init__(self, seat: Viewer, send: Callable[[str], Awaitable[None]]) -> None:
        """`send` takes a message as text."""
        self.seat = seat
        self.at: int | None = None
        self.stir = asyncio.Event()
        self._send = send
        self._sent: dict[str, str] = {}
        self.log: tuple[int, Viewer, int] = (-1, None, 0)

    async def show(self, message: Message) -> None:
        """Send a message, unless it is the same as the last of its kind: that something happened may be secret."""
        text = json.dumps(message, separators=(",", ":"))
        if self._sent.get(message["type"]) != text:
            self._sent[message["type"]] = text
            await self._send(text)

    async def answer(self, message: Message) -> None:
        """Send an answer to what was asked."""
        await self._send(json.dumps(message, separators=(",", ":")))


class Drawer(Protocol):
    """Draws outside the event loop."""

    async def __call__(self, work: Callable[..., Message], *given: Any) -> Message:
        """What `work` returns."""


class LiveTable:
    """A table with visitors.

    Attributes:
        number: its id in the store.
        table: the game.
        visitors: who is there.
    """

    def __init__(self, number: int, table: Table, store: Store, players: Players, draw: Drawer) -> None:
        """A table that nobody is at yet."""
        self.number, self.table, self.visitors = number, table, set[Visitor]()
        self._store, self._players, self._draw = store, players, draw
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._epoch = 0  # raised when decisions are taken back
        self._drawn: dict[tuple[Viewer, int], Message] = {}
        self._runner: asyncio.Task[None] | None = None

    # -- who is there -----------------------------------------------------------------------------------------

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes; agents go on."""
        self.visitors.add(visitor)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())
        self._stir()

    async def leave(self, visitor: Visitor) -> None:
        """Somebody goes; when nobody is left, agents stop after the decision that they are about to keep."""
        self.visitors.discard(visitor)
        self._stir()
        if not self.visitors and self._runner is not None:
            runner, self._runner = self._runner, None
            async with self._lock:
                runner.cancel()
            with suppress(asyncio.CancelledError):
                await runner

    def _stir(self) -> None:
        self._wake.set()
        for visitor in self.visitors:
            visitor.stir.set()

    # -- what is shown ----------------------------------------------------------------------------------------

    async def show(self, visitor: Visitor) -> None:
        """Send a visitor what is new for him."""
        table, here = self.table, {other.seat for other in self.visitors}
        await visitor.show(table_message(table.about, visitor.seat, here, table.game.is_over))
        eyes = table.eyes(visitor.seat)
        at = len(table.moments) if visitor.at is None else min(visitor.at, len(table.moments))
        epoch, number = self._epoch, sum(1 for i, _ in table.told(eyes) if i < at)
        lines = log_lines(table, eyes, visitor.log[2] if visitor.log[:2] == (epoch, eyes) else 0)
        fresh = visitor.log[:2] != (epoch, eyes)
        message = await self._state(eyes, at, number)
        await visitor.show({**message, "log": lines, "fresh": fresh, "of": table.count(eyes)})
        visitor.log = (epoch, eyes, lines[-1]["number"] if lines else (0 if fresh else visitor.log[2]))

    def go_to(self, visitor: Visitor, number: int | None) -> None:
        """Show a visitor the moment when he knew of so many decisions; None is the present. Raises Refused."""
        told = [i for i, _ in self.table.told(self.table.eyes(visitor.seat))]
        if number is not None and number > len(told):
            raise Refused(f"there are {len(told)} decisions, so there is no number {number}")
        visitor.at = None if number is None else ([0] + [i + 1 for i in told])[number]
        visitor.stir.set()

    async def _state(self, eyes: Viewer, at: int, number: int) -> Message:
        key = eyes, at
        if key not in self._drawn:
            snapshot, drawn = self.table.at(at), self._drawn
            drawn[key] = await self._draw(_drawn, self.table, snapshot, eyes, number)
        return self._drawn.get(key) or drawn[key]

    def _changed(self) -> None:
        self._drawn = {}
        self._stir()

    # -- what is decided --------------------------------------------------------------------------------------

    async def act(self, visitor: Visitor, number: int, action: int) -> None:
        """A decision of a seat. Raises Refused where it is not that seat's turn, or not that decision's, or illegal."""
        async with self._lock:
            table = self.table
            if visitor.seat is None:
                raise Refused("this link is for watching; it decides nothing")
            if table.game.player != visitor.seat:
                turn = (
                    "the game is over" if table.game.player is None else f"it is the turn of seat {table.game.player}"
                )
                raise Refused(f"seat {visitor.seat} can't decide now: {turn}")
            known = table.count(visitor.seat)
            if number != known:
                raise Refused(f"this was meant for decision {number}, and decision {known} is due")
            table.check(action)
            await self._decide(action)

    async def _decide(self, action: int) -> None:
        """Keep a decision, and then carry it out."""
        await self._store.decide(self.number, len(self.table.moments), action)
        self.table.play(action)
        self._changed()

    async def back(self, visitor: Visitor, number: int | None) -> None:
        """Go back to where the visitor knew of so many decisions; by default to before his own last choice.

        Raises Refused where others than agents play, and where there is nothing to go back to.
        """
        async with self._lock:
            table = self.table
            if table.about.people != [visitor.seat]:
                raise Refused("decisions can be taken back only where all other seats are agents")
            choices = [i for i, (player, _, n, _) in enumerate(table.moments) if player == visitor.seat and n > 1]
            if number is not None:
                told = [i for i, _ in table.told(visitor.seat)]
                choices = [i for i in choices if i <= (told[number] if number < len(told) else -1)]
            if not choices:
                raise Refused("there is no decision of yours to take back")
            await self._store.take_back(self.number, choices[-1])
            table.cut(choices[-1])
            self._epoch += 1
            self._changed()

    async def settle(self, **settings: Any) -> None:
        """Change how the table is played: what is not None."""
        async with self._lock:
            about: About = self.table.about.changed(**{k: v for k, v in settings.items() if v is not None})
            await self._store.change(self.number, about.to_json())
            self.table.about = about
            self._changed()

    # -- agents -----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                moved = await self._turn()
            except Exception as error:
                log.exception("an agent failed at table %d", self.number)
                await self.settle(paused=True)
                for visitor in self.visitors:
                    await visitor.answer({"type": "error", "words": f"an agent failed, and the table waits: {error}"})
                moved = False
            if not moved:
                await self._wake.wait()

    async def _turn(self) -> bool:
        """One decision that no person takes; False if none is due."""
        table, about = self.table, self.table.about
        player, decisions, epoch = table.game.player, len(table.moments), self._epoch
        if player is None or player >= len(about.seats):
            return False
        seat, actions = about.seats[player], table.game.legal_actions()
        if seat.kind == "agent" and about.paused:
            return False
        if seat.kind != "agent" and not (about.forced and len(actions) == 1):
            return False
        if about.pace and (not table.moments or all(table.moments[-1].lines)):  # secret decisions take no time
            await asyncio.sleep(about.pace)
        action = actions[0]
        if len(actions) > 1:
            action = await self._players.choose(table.rules, seat.agent, table.game.copy(), about.seed, decisions)
        async with self._lock:
            now = self.table.about
            if (len(table.moments), self._epoch) == (decisions, epoch) and (now.forced, now.paused) == (
                about.forced,
                about.paused,
            ):
                await self._decide(action)
        return True


def _drawn(table: Table, snapshot: Snapshot, eyes: Viewer, number: int) -> Message:
    return state_message(table.rules, snapshot, eyes, number)
