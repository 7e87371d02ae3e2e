"""A table while somebody is at it: decisions are kept, then shown; agents take theirs."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

import numpy as np

from kschwert_env.engine.rng import derived_seeds
from kschwert_env.web.players import Players
from kschwert_env.web.refused import Refused
from kschwert_env.web.store import Store
from kschwert_env.web.table import Table, Viewer
from kschwert_env.web.views import Message, described, log_lines, state_message, table_message

_log = logging.getLogger("kschwert_env.web")


class Visitor:
    """Somebody at a table, by one connection.

    Attributes:
        seat: that he sits in; None for who sees everything.
        at: how many decisions had been taken where he looks back to; None for the present.
        stir: set when there is something new to show.
        log: by which count, with whose eyes and up to which number he has been told the game.
    """

    def __init__(self, seat: Viewer, send: Callable[[str], Awaitable[None]]) -> None:
        """`send` takes a message as text."""
        self.seat = seat
        self.at: int | None = None
        self.stir = asyncio.Event()
        self.log: tuple[int, Viewer, int] = (-1, None, 0)
        self._send = send
        self._shown: dict[str, int] = {}
        self._posted: dict[str, Message] = {}

    async def show(self, message: Message, **news: Any) -> None:
        """Send a message with its news, unless there are none and the rest is the same as in the last of its kind.

        That anything happened may be a secret.
        """
        seen = hash(json.dumps(message))
        if any(news.values()) or self._shown.get(message["type"]) != seen:
            self._shown[message["type"]] = seen
            await self.answer({**message, **news})

    def post(self, message: Message) -> None:
        """Have a message sent with what is new: a slow client holds nobody up, and gets the last of each kind."""
        self._posted[message["type"]] = message
        self.stir.set()

    async def answer_posted(self) -> None:
        """Send what was posted."""
        posted, self._posted = self._posted, {}
        for message in posted.values():
            await self.answer(message)

    async def answer(self, message: Message) -> None:
        """Send an answer to what was asked."""
        await self._send(json.dumps(message, separators=(",", ":")))


class Work(Protocol):
    """Works outside the event loop."""

    async def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        """What `work` returns."""


class LiveTable:
    """A table with visitors.

    Attributes:
        number: its id in the store.
        table: the game.
        visitors: who is there.
    """

    def __init__(self, number: int, table: Table, store: Store, players: Players, work: Work) -> None:
        """A table that nobody is at yet."""
        self.number, self.table, self.visitors = number, table, set[Visitor]()
        self._store, self._players, self._work = store, players, work
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._count = 0  # raised when decisions are taken back: their numbers are given out again
        self._drawn: dict[Viewer, asyncio.Task[Message]] = {}
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
        await visitor.answer_posted()
        await visitor.show(table_message(table, visitor.seat, here))
        eyes = table.eyes(visitor.seat)
        is_fresh = visitor.log[:2] != (self._count, eyes)
        since = 0 if is_fresh else visitor.log[2]
        told, lines = (self._count, eyes, len(table.known(eyes))), log_lines(table, eyes, since)
        if visitor.at is not None and visitor.at <= len(table.moments):
            state = await self._work(state_message, table.rules, table.look(eyes, visitor.at))
        else:
            state = await self._present(eyes)
        await visitor.show({**state, "of": told[2]}, log=lines, fresh=is_fresh)
        visitor.log = told

    async def _present(self, eyes: Viewer) -> Message:
        """The state for a viewer, drawn once for all who see the same."""
        if eyes not in self._drawn:
            look = self.table.look(eyes)
            self._drawn[eyes] = asyncio.create_task(self._work(state_message, self.table.rules, look))
        return await asyncio.shield(self._drawn[eyes])

    def _changed(self) -> None:
        self._drawn = {}
        self._stir()

    def go_to(self, visitor: Visitor, number: int | None) -> None:
        """Show a visitor the moment when he knew of so many decisions; None is the present. Raises Refused."""
        visitor.at = None if number is None else self.table.place(self.table.eyes(visitor.seat), number)
        visitor.stir.set()

    # -- what is decided --------------------------------------------------------------------------------------

    async def act(self, visitor: Visitor, number: int, action: int) -> None:
        """A decision of a seat. Raises Refused where it is not that seat's turn, or not that decision's, or illegal."""
        async with self._lock:
            table, player = self.table, self.table.game.player
            if visitor.seat is None:
                raise Refused("this link is for watching; it decides nothing")
            if player != visitor.seat:
                turn = "the game is over" if player is None else f"it is the turn of seat {player}"
                raise Refused(f"seat {visitor.seat} can't decide now: {turn}")
            due = len(table.known(visitor.seat))
            if number != due:
                raise Refused(f"this was meant for decision {number}, and decision {due} is due")
            table.check(action)
            await self._decide(action)

    async def _decide(self, action: int) -> None:
        """Keep a decision, and then carry it out."""
        await self._store.decide(self.number, len(self.table.moments), action)
        self.table.play(action)
        self._changed()

    async def back(self, visitor: Visitor, number: int | None) -> None:
        """Go back to before the visitor's last choice, or his last at or before a decision, by its number.

        Raises Refused where others than agents play, and where there is nothing to go back to.
        """
        async with self._lock:
            table = self.table
            if table.about.people != [visitor.seat]:
                raise Refused("decisions can be taken back only where all other seats are agents")
            before = len(table.moments) if number is None else table.place(table.eyes(visitor.seat), number)
            choices = [i for i, m in enumerate(table.moments[:before]) if m.player == visitor.seat and m.choices > 1]
            if not choices:
                raise Refused("there is no decision of yours to take back")
            await self._store.take_back(self.number, choices[-1])
            table.cut(choices[-1])
            self._count += 1
            for other in self.visitors:
                other.at = None
            self._changed()

    async def settle(self, **settings: Any) -> None:
        """Change how the table is played: what is not None."""
        async with self._lock:
            changes = {name: value for name, value in settings.items() if value is not None}
            about = self.table.about.changed(**changes)
            await self._store.change(self.number, about.to_json())
            self.table.about = about
            self._stir()

    # -- agents -----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                moved = await self._turn()
            except Exception:
                _log.exception("an agent failed at table %d", self.number)
                await self.settle(paused=True)
                words = "an agent failed, and the table is paused; the log of the server says why"
                for visitor in self.visitors:
                    visitor.post({"type": "error", "words": words})
                moved = False
            if not moved:
                await self._wake.wait()

    async def _turn(self) -> bool:
        """One decision that no person takes; False if none is due, or something has changed meanwhile."""
        table, about, stage = self.table, self.table.about, self._stage()
        player = table.game.player
        seat = None if player is None else about.seats[player]
        actions = table.game.legal_actions()
        takes_itself = seat is not None and seat.kind in ("me", "link") and about.forced and len(actions) == 1
        if seat is None or not (takes_itself or (seat.kind == "agent" and not about.paused)):
            return False
        if about.pace and (not table.moments or all(table.moments[-1].lines)):  # secret decisions take no time
            await self._pause(about.pace, stage)
        if self._stage() != stage:
            return True
        action = actions[0] if len(actions) == 1 else await self._chosen(seat.agent)
        async with self._lock:
            if self._stage() == stage:
                await self._decide(action)
        return True

    async def _pause(self, seconds: float, stage: tuple[Any, ...]) -> None:
        """Wait so long, or until the stage is another."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._stage() == stage:
                    await self._wake.wait()
                    self._wake.clear()

    def _stage(self) -> tuple[Any, ...]:
        """What must not change while a decision is thought about."""
        about = self.table.about
        return len(self.table.moments), self._count, about.forced, about.paused, about.pace

    async def _chosen(self, agent: str) -> int:
        """What an agent does. What a search has thought is told to those who may see everything."""
        table, number = self.table, len(self.table.moments)
        seed = int(derived_seeds(np.array([table.about.seed]), np.array([number]))[0])
        choice = await self._players.choose(table.rules, agent, table.game.state.reshape(1), seed)
        if choice["thought"] is not None:
            position = table.game.position()
            actions = [{**found, **described(table.rules, found["number"], position)} for found in choice["thought"]]
            for visitor in [visitor for visitor in self.visitors if table.eyes(visitor.seat) is None]:
                thought = {"number": number, "player": table.game.player, "agent": agent, "win": None}
                visitor.post({"type": "analysis", **thought, "actions": actions, "done": True})
        return int(choice["action"])
