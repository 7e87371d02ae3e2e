"""Measurement of thinking time at a table."""

from collections.abc import Callable
from dataclasses import replace
from time import time

from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.sessions.table import Table

MAX_SCENE_SECONDS = 15.0
"""Maximum time for which a clock stops while its player looks at a battle, in seconds; once per turn."""


class Timekeeper:
    """Measures the turns of people at a table with a clock.

    The first turn of each seat is not measured, since people come to the table one after another. All others are
    measured to their end, also while nobody is at the table, and while the server does not run: the clock of the table,
    which is stored, has the time at which the running turn began. After a battle of the deciding seat since its last
    decision the turn begins when the seat has looked at it, but no later than `MAX_SCENE_SECONDS` from now.

    Attributes:
        turn: number of changes of the clocks, which increases with each change of the deciding seat.
        seat: seat whose turn is measured; None if nothing is measured.
    """

    def __init__(self, table: Table, now: Callable[[], float] | None = None) -> None:
        """Go on with the running turn, as its clock says; `now` returns the time in seconds of the epoch."""
        self.turn = 1
        self._table, self._now = table, now or time
        self._player = table.player
        self.seat = self._measured_seat()
        clock = table.config.clock
        is_running = clock is not None and clock.first == self._first_of_turn()
        self._since = clock.since if is_running and clock is not None and clock.since is not None else self._now()

    def follow(self) -> Clock | None:
        """Note a change at the table. At the begin and the end of a measured turn, return the new clock."""
        table, ended, used = self._table, self.seat, self.used
        player, clock = table.player, table.config.clock
        if player == self._player and (ended is None or ended in table.config.people):
            return None
        self.turn, self._player = self.turn + 1, player
        self.seat = self._measured_seat()
        self._since = self._now() + (MAX_SCENE_SECONDS if self._has_battle() else 0.0)
        if clock is None:
            return None
        counted = clock if ended is None else clock.after_turn(ended, used)
        since = None if self.seat is None else self._since
        after = replace(counted, since=since, first=self._first_of_turn())
        return None if clock == replace(after, first=clock.first) else after

    def end_scene(self, seat: int) -> Clock | None:
        """Let the clock of a seat run that stops for a battle, and return the new clock; None if it runs already."""
        clock = self._table.config.clock
        if clock is None or seat != self.seat or self.stopped <= 0:
            return None
        self.turn, self._since = self.turn + 1, self._now()
        return replace(clock, since=self._since)

    def _has_battle(self) -> bool:
        """Return whether the measured seat was in a battle at its last decision, or since then."""
        for event in reversed(self._table.events):
            if event.scene is not None and any(side.seat == self.seat for side in event.scene.sides):
                return True
            if event.player == self.seat:
                return False
        return False

    def _first_of_turn(self) -> int:
        """Return the number of decisions before the running turn, a series of decisions of one player."""
        events, first = self._table.events, len(self._table.events)
        while first and events[first - 1].player == self._table.player:
            first -= 1
        return first

    def _measured_seat(self) -> int | None:
        """Return the deciding seat, if it is a person's that has had a turn before; else None."""
        table, player = self._table, self._table.player
        if table.config.clock is None or player not in table.config.people:
            return None
        return player if any(event.player == player for event in table.events[: self._first_of_turn()]) else None

    @property
    def used(self) -> float:
        """Return the time of the measured turn so far, in seconds; 0 if nothing is measured."""
        return 0.0 if self.seat is None else max(0.0, self._now() - self._since)  # clocks of machines are set back

    @property
    def stopped(self) -> float:
        """Return for how long the clock of the measured turn stops from now on, in seconds."""
        return 0.0 if self.seat is None else max(0.0, self._since - self._now())

    @property
    def left(self) -> float | None:
        """Return the time until the deciding seat has used all its time; None if nothing is measured."""
        clock = self._table.config.clock
        return None if clock is None or self.seat is None else clock.limit(self.seat) - self.used + self.stopped
