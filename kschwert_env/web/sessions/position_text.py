"""Positions in words, for people who do not see the picture."""

import re

from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.voice import Voice
from kschwert_env.web.sessions.table import TableView
from kschwert_env.web.sessions.views import Message

_SEAT = re.compile(r"\b[Ss]eat (\d+)(?: (decides|has)\b)?")


def description_message(rules: GameRules, view: TableView, voice: Voice) -> Message:
    """Return a position in words, line by line, as its viewer knows it; an empty line separates its parts."""
    text = rules.modules.text
    describe = getattr(text, "speak_position", text.describe_position)  # games with a map have their own words for it
    words = describe(view.game.position(), view.viewer).replace("_", " ")  # such as names of phases
    return {"type": "description", "lines": [voice.say(_SEAT.sub(_marked, line)) for line in words.splitlines()]}


def _marked(found: re.Match[str]) -> str:
    """Return a seat, and the verb after it, with marks for the voice."""
    seat, verb = found.groups()
    return f"[{seat}]{f' [{verb}]' if verb else ''}"
