"""Measurement of thinking time at a table."""

from collections.abc import Callable
from time import monotonic

from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.sessions.table import Table


class Timekeeper:
    """Measures the turns of people at a table with a clock.

    The first turn of each seat is not measured, since people come to the table one after another.

    Attributes:
        turn: number of turns so far, which increases with each change of the deciding seat.
        seat: seat whose turn is measured; None if nothing is measured.
    """

    def __init__(self, table: Table, now: Callable[[], float] = monotonic) -> None:
        """Start to measure the present turn; `now` returns the time in seconds."""
        self.turn = 0
        self.seat: int | None = None
        self._table, self._now, self._since = table, now, 0.0
        self._player: int | None = None
        self.follow()

    def follow(self) -> Clock | None:
        """Note a change at the table. At the end of a measured turn, return the new clock."""
        table, ended, used = self._table, self.seat, self.used
        player, clock = table.player, table.config.clock
        if player == self._player and (ended is None or ended in table.config.people):
            return None
        is_measured = clock is not None and player in table.config.people
        self.turn, self._player, self._since = self.turn + 1, player, self._now()
        self.seat = player if is_measured and any(event.player == player for event in table.events) else None
        return None if clock is None or ended is None else clock.after_turn(ended, used)

    @property
    def used(self) -> float:
        """Return the time of the measured turn so far, in seconds; 0 if nothing is measured."""
        return 0.0 if self.seat is None else self._now() - self._since

    @property
    def left(self) -> float | None:
        """Return the time until the deciding seat has used all its time; None if nothing is measured."""
        clock = self._table.config.clock
        return None if clock is None or self.seat is None else clock.limit(self.seat) - self.used
