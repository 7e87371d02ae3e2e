"""What clients may say over the socket: each kind of message, and what is in it. Anything else is refused."""

import json
import math
from collections.abc import Callable
from typing import Any

from kschwert_env.engine.text import brief
from kschwert_env.web.errors import Refused

MOST_BYTES = 1 << 16
"""Of a message."""

MOST_DECISIONS = 1 << 20
"""Of a game that somebody names a decision of."""

TOKEN = 64
"""Characters of a token at most."""

Check = Callable[[Any], bool]
"""Whether a value of JSON is what a field takes."""


def whole(low: int, high: int) -> Check:
    """A whole number in these bounds; true and false are none."""
    return lambda value: type(value) is int and low <= value <= high


def number(low: float, high: float) -> Check:
    """A finite number in these bounds."""
    return lambda value: type(value) in (int, float) and math.isfinite(value) and low <= value <= high


def text(most: int) -> Check:
    """A text of so many characters at most."""
    return lambda value: isinstance(value, str) and len(value) <= most


def or_none(check: Check) -> Check:
    """The same, or null."""
    return lambda value: value is None or check(value)


def flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


_MOMENT = whole(0, MOST_DECISIONS)

KINDS: dict[str, dict[str, Check]] = {
    "join": {"token": text(TOKEN)},
    "act": {"number": _MOMENT, "action": whole(0, 1 << 16)},
    "why": {"action": whole(0, 1 << 16)},
    "reasons": {"target": or_none(text(64))},
    "back": {"number": or_none(_MOMENT)},
    "settings": {"pace": or_none(number(0, 60)), "paused": or_none(flag), "forced": or_none(flag)},
    "goto": {"number": or_none(_MOMENT)},
    "analyse": {"number": or_none(_MOMENT), "agent": or_none(text(200)), "seconds": or_none(number(0.1, 600))},
    "graph": {},
    "stop": {},
    "record": {},
    "position": {"number": or_none(_MOMENT)},
    "branch": {"number": or_none(_MOMENT), "seats": lambda value: isinstance(value, list) and len(value) <= 16},
}
"""Each kind of message with its fields; those that may be null may be left out."""


def read(given: str) -> tuple[str, dict[str, Any]]:
    """Kind and fields of a message. Raises Refused, saying what is wrong with it."""
    try:
        message = json.loads(given)
    except (ValueError, RecursionError):
        raise Refused("a message must be a JSON object") from None
    if not isinstance(message, dict):
        raise Refused(f"a message must be a JSON object, not {brief(message)}")
    kind = message.pop("type", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused(f"unknown type of message {brief(kind)}; there are {', '.join(KINDS)}")
    return kind, checked(kind, message, KINDS[kind])


def checked(what: str, given: dict[str, Any], fields: dict[str, Check]) -> dict[str, Any]:
    """All fields, null where one is left out. Raises Refused, naming the first that is wrong."""
    for name in given:
        if name not in fields:
            raise Refused(f"{what} has no field {brief(name)}; it has {', '.join(fields)}")
    for name, check in fields.items():
        if not check(given.get(name)):
            shown = "..." if name == "token" else brief(given.get(name))
            raise Refused(f"{name} of {what} must not be {shown}")
    return {name: given.get(name) for name in fields}
