"""Positions in words, for people who do not see the picture."""

import re

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.voice import Voice
from kschwert_env.web.sessions.table import TableView
from kschwert_env.web.sessions.views import Message

_SEAT = re.compile(r"\b[Ss]eat (\d+)(?: (decides|has)\b)?")
_OWNED = re.compile(r"\b(ban|field \d+) of seat (\d+)")
_NOW = re.compile(r"seat \d+ (?:decides \([\w ]+(?:, (.*))?\)|places a marker)$")
_WHOSE = re.compile(r" of seat (\d+)")


def description_message(rules: GameRules, view: TableView, voice: Voice) -> Message:
    """Return a position in words, line by line, as its viewer knows it; an empty line separates its parts."""
    text, position = rules.text_module(), view.position()
    first, *lines = text.speak_position(position, view.viewer).replace("_", " ").splitlines()  # such as names of phases
    question = text.question(position)
    if question is not None:
        words = question.ask if position["player"] == view.viewer else question.words
        first = _NOW.sub(lambda match: "; ".join(filter(None, (words, match[1]))), first)
    first = _WHOSE.sub(r" ([\1])", first)
    return {"type": "description", "lines": [voice.say(_with_marks(line)) for line in (first, *lines)]}


def _with_marks(line: str) -> str:
    """Return a line with marks for the voice instead of seats, and for the verbs after them."""
    return _SEAT.sub(_marked, _OWNED.sub(r"[\2's] \1", line))


def _marked(match: re.Match[str]) -> str:
    seat, verb = match.groups()
    return f"[{seat}]{f' [{verb}]' if verb else ''}"
