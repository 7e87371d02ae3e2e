"""Validation of client messages over the WebSocket: kinds of messages and their fields."""

from collections.abc import Callable
from typing import Any
from unicodedata import category

from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief
from kschwert_env.requests.errors import RequestError

MAX_MESSAGE_BYTES = 1 << 16
"""Maximum size of a message, in bytes."""

MAX_DECISION_NUMBER = 1 << 20
"""Maximum number of a decision in a message."""

MAX_TOKEN = 64
"""Maximum length of a token, in characters."""

MAX_ID = 40
"""Maximum length of the id of an answer, in characters."""

MAX_ACTIONS = 64
"""Maximum number of decisions in a message."""

MAX_PICTURES = 64
"""Maximum number of pictures in a request."""

MAX_PACE = 60
"""Maximum time between decisions of agents, in seconds."""

Validator = Callable[[Any], bool]
"""Returns whether a JSON value is valid for a field."""


def integer(low: int, high: int) -> Validator:
    """Return a validator of integers from `low` to `high`; bools are invalid."""
    return lambda value: type(value) is int and low <= value <= high


def number(low: float, high: float) -> Validator:
    """Return a validator of finite numbers from `low` to `high`."""
    return lambda value: type(value) in (int, float) and low <= value <= high


def text(max_length: int) -> Validator:
    """Return a validator of strings with at most `max_length` characters, without lone surrogates."""
    return lambda value: isinstance(value, str) and len(value) <= max_length and _is_encodable(value)


_INVISIBLE = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff"
"""Marks that change the direction of all that follows, and characters that XML does not have."""


def line(max_length: int) -> Validator:
    """Return a validator of texts in one line, which pictures can contain: without control characters."""
    check = text(max_length)
    return lambda value: check(value) and not any(category(each) == "Cc" or each in _INVISIBLE for each in value)


def _is_encodable(value: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in value)


def optional(check: Validator) -> Validator:
    """Return a validator that also accepts null."""
    return lambda value: value is None or check(value)


def boolean(value: Any) -> bool:
    """Return whether a value is a bool."""
    return isinstance(value, bool)


def list_of(most: int, check: Validator) -> Validator:
    """Return a validator of lists with at most `most` values."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(check, value))


def fields_of(fields: dict[str, Validator]) -> Validator:
    """Return a validator of objects with exactly these fields."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == fields.keys()
        and all(check(value[name]) for name, check in fields.items())
    )


_NUMBER = integer(0, MAX_DECISION_NUMBER)
_ACTION = integer(0, 1 << 16)
_ACTIONS = list_of(MAX_ACTIONS, _ACTION)

KINDS: dict[str, dict[str, Validator]] = {
    "join": {"token": text(MAX_TOKEN)},
    "act": {"number": _NUMBER, "action": _ACTION, "then": optional(_ACTIONS), "id": optional(text(MAX_ID))},
    "check": {"actions": _ACTIONS},
    "ping": {},
    "scene_over": {},
    "pictures": {"cards": list_of(MAX_PICTURES, text(MAX_ID))},
    "why": {"action": _ACTION},
    "reasons": {"target": optional(text(64))},
    "back": {"number": optional(_NUMBER)},
    "settings": {"pace": optional(number(0, MAX_PACE)), "paused": optional(boolean), "forced": optional(boolean)},
    "goto": {"number": optional(_NUMBER)},
    "analyse": {"number": optional(_NUMBER), "agent": optional(line(200)), "seconds": optional(number(0.1, 600))},
    "hint": {"number": optional(_NUMBER)},
    "graph": {"seat": optional(integer(0, 15))},
    "summary": {},
    "stop": {},
    "record": {},
    "position": {"number": optional(_NUMBER)},
    "resign": {},
    "replace": {"seat": integer(0, 15), "agent": optional(line(200))},
    "offer": {"seat": integer(0, 15)},
    "take": {"seat": integer(0, 15)},
    "rematch": {},
    "name": {"name": line(40)},
    "chat": {"words": line(200)},
    "describe": {},
    "branch": {"number": optional(_NUMBER), "seats": lambda value: isinstance(value, list) and len(value) <= 16},
}
"""Kinds of messages with their fields. Fields that may be null may be left out."""


def read(message_text: str) -> tuple[str, dict[str, Any]]:
    """Return the kind and the fields of a message. Raises RequestError for an invalid message."""
    try:
        message = parse_json(message_text)
    except ValueError:
        raise RequestError("a message must be a JSON object") from None
    if not isinstance(message, dict):
        raise RequestError(f"a message must be a JSON object, not {brief(message)}")
    kind = message.pop("type", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise RequestError(f"unknown message type {brief(kind)}; expected one of: {', '.join(KINDS)}")
    return kind, validate(kind, message, KINDS[kind])


def validate(what: str, values: dict[str, Any], fields: dict[str, Validator]) -> dict[str, Any]:
    """Return all fields, None for those left out. Raises RequestError, naming the first invalid field."""
    for name in values:
        if name not in fields:
            raise RequestError(f"unknown field {brief(name)} of {what}; expected one of: {', '.join(fields)}")
    for name, check in fields.items():
        if not check(values.get(name)):
            shown = "..." if name == "token" else brief(values.get(name))
            raise RequestError(f"invalid {name} of {what}: {shown}")
    return {name: values.get(name) for name in fields}
