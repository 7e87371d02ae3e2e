"""Sentences about a position that several games draw or write, and text drawings as prose."""

from collections.abc import Iterable
from typing import NamedTuple

from kschwert_env.engine.contract.rules import Position, Question
from kschwert_env.engine.text.phrases import wrapped
from kschwert_env.engine.text.voice import PLAIN


class Line(NamedTuple):
    """A line of a text drawing, with marks for seats and numbers (`engine.text.voice`).

    Attributes:
        label: what the line is about; empty if it continues the line before.
        text: the rest. Both are empty in a line that separates parts.
    """

    label: str
    text: str


SEPARATOR = Line("", "")
"""A line between parts."""


def say_question(question: Question | None, position: Position, viewer: int | None) -> str:
    """Return the question as the deciding seat or another viewer reads it; or that the game is over."""
    if question is None:
        return f"The game is over{' (stopped by the cap)' if position['truncated'] else ''}"
    return question.ask if viewer == position["player"] else question.words


def say_ending(position: Position) -> str:
    """Return how a game has ended; in a phase of play a player has given up."""
    if position["phase"] != "over":
        return "given up"
    return "stopped by the cap" if position["truncated"] else "finished"


def say_turn(position: Position) -> Line:
    """Return whose turn it is and who decides, or how the game ended."""
    turn = f"turn {position['turn'] + 1} of [{position['turn_player']}]"
    if position["player"] is None:
        return Line("Over", f"{say_ending(position)} in {turn}")
    return Line("Now", f"{turn}; [{position['player']}] decides ({position['phase']})")


def speak_turn(question: Question | None, position: Position, viewer: int | None) -> Line:
    """Return whose turn it is and the question, for a listener; or how the game ended."""
    turn = f"turn {position['turn'] + 1} ([{position['turn_player']}])"
    if question is None:
        return Line("Over", f"{say_ending(position)} in {turn}")
    return Line("Now", f"{turn}; {say_question(question, position, viewer)}")


def draw_line(line: Line, indent: int) -> str:
    """Return a line in words, with its text after `indent` columns, wrapped to the page."""
    padding = " " * (indent - len(PLAIN.say(line.label))) if line.text else ""
    return wrapped(PLAIN.say(f"{line.label}{padding}{line.text}"), indent)


def join_lines(lines: Iterable[Line]) -> list[str]:
    """Return lines as prose, with marks: a colon after each label."""
    return [f"{line.label}: {line.text}" if line.label else line.text for line in lines]
