"""Events of a game as each seat sees them: since its last decision, and since the start."""

import re
from collections.abc import Sequence
from typing import Self

from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.text.voice import Voice

_ABOUT_A_SEAT = re.compile(r"\[\d+\] ")


class PromptVoice(Voice):
    """A voice for the prompts of a seat: seats have numbers, and "(you)" marks the reader's."""

    __slots__ = ()

    def addresses(self, seat: int, is_possessive: bool, is_first: bool, has_verb: bool) -> bool:
        """Return whether a seat is "you" or "your"; at the start of a sentence, the reader's has its number."""
        return seat == self.viewer and (is_possessive or (has_verb and not is_first))

    def seat_name(self, seat: int, is_first: bool) -> str:
        """Return the number of a seat."""
        return f"{super().seat_name(seat, is_first)}{' (you)' if seat == self.viewer else ''}"


def prompt_voice(seat: int) -> Voice:
    """Return the voice for the prompts of a seat."""
    return PromptVoice(viewer=seat)


class Events:
    """Events that each seat has seen, as that seat saw them, with marks for the seats."""

    def __init__(self, seats: int) -> None:
        """Start without events."""
        self._lines: list[list[str]] = [[] for _ in range(seats)]
        self._asked = [0] * seats  # number of its events when each seat was last asked

    def list_for(self, seat: int, since_start: bool = False) -> list[str]:
        """Return the events that a seat has seen since it was last asked, or `since_start`, in words.

        A line has consecutive events about the same seat.
        """
        return join_by_seat(self._lines[seat][0 if since_start else self._asked[seat] :], prompt_voice(seat))

    def record(self, rules: GameRules, before: Position, action: int, after: Position, asked: int | None) -> None:
        """Add a decision to the events of every seat, as that seat sees it.

        `asked` is the seat that took it, whose recent events begin anew; None for a decision without a choice.
        """
        if asked is not None:
            self._asked[asked] = len(self._lines[asked])
        for seat, lines in enumerate(self._lines):
            lines += rules.text_module().tell(before, rules.actions.decode(action), after, seat)

    def copy(self) -> Self:
        """Return a copy, which continues alone."""
        other = type(self)(len(self._lines))
        other._lines, other._asked = [list(lines) for lines in self._lines], list(self._asked)
        return other


def join_by_seat(marked: Sequence[str], voice: Voice) -> list[str]:
    """Return lines in words, with consecutive sentences about the same seat as one: "Seat 1 pays; draws a card."."""
    joined: list[str] = []
    last = None
    for line in marked:
        beginning, said = _ABOUT_A_SEAT.match(line), voice.say(line)
        if beginning and beginning[0] == last:
            joined[-1] = f"{joined[-1].removesuffix('.')}; {said.removeprefix(voice.say(beginning[0]))}"
        else:
            joined.append(said)
        last = beginning[0] if beginning else None
    return joined
