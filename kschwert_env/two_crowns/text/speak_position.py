"""Positions for listeners."""

import re

from kschwert_env.engine.contract.rules import Position
from kschwert_env.two_crowns.text.describe_position import describe_position

_LYING = (
    (re.compile(r"laid no cards; there lie.*"), "laid no cards"),
    (re.compile(r"; there lie face down: "), " face down: "),
    (re.compile(r"; there lie face down"), " face down"),
    (re.compile(r"; there lie: "), ", of which lie open: "),
)


def speak_position(position: Position, viewer: int) -> str:
    """Return a position as `viewer` sees it, with whole sentences about a battle."""
    words = describe_position(position, viewer)
    for pattern, spoken in _LYING:
        words = pattern.sub(spoken, words)
    return words
