"""Positions in words, for people who do not see the picture."""

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.voice import Voice
from kschwert_env.web.sessions.table import TableView
from kschwert_env.web.sessions.views import Message


def description_message(rules: GameRules, view: TableView, voice: Voice) -> Message:
    """Return a position in words, line by line, as its viewer knows it; an empty line separates its parts."""
    lines = rules.text_module().speak_position(view.position(), view.viewer)
    return {"type": "description", "lines": list(map(voice.say, lines))}
