"""Comparing positions in JSON, and telling what differs."""

import json
from typing import Any

Json = dict[str, Any]


def faults_of_keys(before: Json, after: Json) -> list[str]:
    """A successor has the same keys, and the same format."""
    faults = [f"the key {key} is missing" for key in before.keys() - after.keys()]
    faults += [f"the key {key} is unknown" for key in after.keys() - before.keys()]
    if after.get("format") != before["format"]:
        faults.append(f"the format is {after.get('format')}, not {before['format']}")
    return faults


def fault(key: str, expected: Any, found: Any, notes: list[str]) -> str:
    """The sentence for a key that is wrong, with the rules applied so far: each note begins with the id of one."""
    rules = ", ".join(dict.fromkeys(note.split()[0] for note in notes))
    return f"{key} is {_told(found)} but should be {_told(expected)} (rules applied: {rules})"


def alike(expected: Any, found: Any) -> bool:
    """Equal as JSON, so that 1, 1.0 and true differ."""
    return repr(expected) == repr(found) or as_json(expected) == as_json(found)  # the first is quicker


_ENCODE = json.JSONEncoder(sort_keys=True, default=repr).encode


def as_json(value: Any) -> str:
    """One text per JSON value; what is no JSON is told as it is, and so equals nothing."""
    return _ENCODE(value)


def _told(value: Any) -> str:
    """Short enough to be read."""
    text = str(value)
    return text if len(text) <= 300 else text[:300] + "..."
