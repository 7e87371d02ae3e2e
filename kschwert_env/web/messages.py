"""What clients may say over the socket: each kind of message, and what is in it. Anything else is refused."""

import json
import math
from collections.abc import Callable
from typing import Any

from kschwert_env.engine.text import brief
from kschwert_env.web.errors import RequestError

MAX_MESSAGE_BYTES = 1 << 16
"""Of a message."""

MAX_DECISION_NUMBER = 1 << 20
"""Of a game that somebody names a decision of."""

MAX_TOKEN = 64
"""Characters of a token at most."""

Validator = Callable[[Any], bool]
"""Whether a value of JSON is what a field takes."""


def integer(low: int, high: int) -> Validator:
    """A whole number in these bounds; true and false are none."""
    return lambda value: type(value) is int and low <= value <= high


def number(low: float, high: float) -> Validator:
    """A finite number in these bounds."""
    return lambda value: type(value) in (int, float) and math.isfinite(value) and low <= value <= high


def text(most: int) -> Validator:
    """A text of so many characters at most."""
    return lambda value: isinstance(value, str) and len(value) <= most


def optional(check: Validator) -> Validator:
    """The same, or null."""
    return lambda value: value is None or check(value)


def boolean(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


_NUMBER = integer(0, MAX_DECISION_NUMBER)

KINDS: dict[str, dict[str, Validator]] = {
    "join": {"token": text(MAX_TOKEN)},
    "act": {"number": _NUMBER, "action": integer(0, 1 << 16)},
    "why": {"action": integer(0, 1 << 16)},
    "reasons": {"target": optional(text(64))},
    "back": {"number": optional(_NUMBER)},
    "settings": {"pace": optional(number(0, 60)), "paused": optional(boolean), "forced": optional(boolean)},
    "goto": {"number": optional(_NUMBER)},
    "analyse": {"number": optional(_NUMBER), "agent": optional(text(200)), "seconds": optional(number(0.1, 600))},
    "graph": {},
    "stop": {},
    "record": {},
    "position": {"number": optional(_NUMBER)},
    "branch": {"number": optional(_NUMBER), "seats": lambda value: isinstance(value, list) and len(value) <= 16},
}
"""Each kind of message with its fields; those that may be null may be left out."""


def read(given: str) -> tuple[str, dict[str, Any]]:
    """Kind and fields of a message. Raises Refused, saying what is wrong with it."""
    try:
        message = json.loads(given)
    except (ValueError, RecursionError):
        raise RequestError("a message must be a JSON object") from None
    if not isinstance(message, dict):
        raise RequestError(f"a message must be a JSON object, not {brief(message)}")
    kind = message.pop("type", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise RequestError(f"unknown type of message {brief(kind)}; there are {', '.join(KINDS)}")
    return kind, validated(kind, message, KINDS[kind])


def validated(what: str, given: dict[str, Any], fields: dict[str, Validator]) -> dict[str, Any]:
    """All fields, null where one is left out. Raises Refused, naming the first that is wrong."""
    for name in given:
        if name not in fields:
            raise RequestError(f"{what} has no field {brief(name)}; it has {', '.join(fields)}")
    for name, check in fields.items():
        if not check(given.get(name)):
            shown = "..." if name == "token" else brief(given.get(name))
            raise RequestError(f"{name} of {what} must not be {shown}")
    return {name: given.get(name) for name in fields}
