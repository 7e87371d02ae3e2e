"""Chat of the people at a table: short messages, which are kept only as long as the table is loaded."""

from time import monotonic

from kschwert_env.requests.errors import RequestError

MAX_CHAT = 500
"""Maximum number of messages at a table."""

MIN_SECONDS = 0.7
"""Minimum time between two messages of a seat, in seconds."""


class Chat:
    """Messages at a table, in order.

    Attributes:
        messages: all messages, as clients get them.
    """

    def __init__(self) -> None:
        """Start without messages."""
        self.messages: list[dict[str, object]] = []
        self._said: dict[int, float] = {}

    def say(self, seat: int, words: str) -> None:
        """Add a message. Raises RequestError for an empty one, and if a seat says too much."""
        now = monotonic()
        if not words.strip():
            raise RequestError("a message must not be empty")
        if now - self._said.get(seat, -MIN_SECONDS) < MIN_SECONDS or len(self.messages) >= MAX_CHAT:
            raise RequestError("that was too much at once; wait a moment")
        self._said[seat] = now
        self.messages.append({"type": "chat", "seat": seat, "words": words.strip()})
