"""Events of a game as each seat sees them, since its last decision."""

import re
from collections.abc import Sequence
from typing import Self

from kschwert_env.engine.contract.rules import GameRules, Position

_ABOUT_A_SEAT = re.compile(r"Seat \d+ (?:\(you\) )?")


class Events:
    """Events that each seat has seen since it was last asked, as that seat saw them."""

    def __init__(self, seats: int) -> None:
        """Start without events."""
        self._lines: list[list[str]] = [[] for _ in range(seats)]

    def list_for(self, seat: int) -> list[str]:
        """Return the events that a seat has seen since it was last asked, one line each."""
        return list(self._lines[seat])

    def record(self, rules: GameRules, before: Position, action: int, after: Position, asked: int | None) -> None:
        """Add a decision to the events of every seat, as that seat sees it.

        `asked` is the seat that took it, whose events begin anew; None for a decision without a choice.
        """
        if asked is not None:
            self._lines[asked] = []
        for seat, lines in enumerate(self._lines):
            told = rules.tell(before, rules.actions.decode(action), after, seat)
            lines += [as_you(line, seat) for line in told]

    def copy(self) -> Self:
        """Return a copy, which continues alone."""
        other = type(self)(len(self._lines))
        other._lines = [list(lines) for lines in self._lines]
        return other


def joined_by_seat(lines: Sequence[str]) -> list[str]:
    """Return lines in which consecutive sentences about the same seat are one, such as "Seat 1 pays; draws a card."."""
    joined: list[str] = []
    last = None
    for line in lines:
        beginning = _ABOUT_A_SEAT.match(line)
        if beginning and beginning[0] == last:
            joined[-1] = f"{joined[-1].removesuffix('.')}; {line[beginning.end() :]}"
        else:
            joined.append(line)
        last = beginning[0] if beginning else None
    return joined


def as_you(text: str, seat: int) -> str:
    """Return a text in which a seat is marked as the reader's."""
    text = re.sub(rf"\bseat {seat} has\b", "you have", text)
    text = re.sub(rf"\bseat {seat}'s\b", "your", text)
    text = re.sub(rf"\bSeat {seat}'s\b", "Your", text)
    return re.sub(rf"\b([Ss]eat {seat})\b", r"\1 (you)", text)
