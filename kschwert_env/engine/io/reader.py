"""Read positions from JSON: look up values by path and collect all errors. Helpers to write positions."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.engine.text.phrases import brief

_MISSING = object()
_MAX_REPORTED = 100  # errors


def plain_dict(position: Any) -> dict[str, Any]:
    """Return a deep copy of a position that holds JSON types only. Raises ValueError for anything else."""
    try:
        plain = json.loads(json.dumps(position))
        if isinstance(plain, dict) and plain == position:
            return plain
    except Exception:  # foreign types can raise anything; nesting can be infinite
        pass
    raise ValueError("a position must be a dict of plain dicts, lists, strings, numbers, bools and None")


def or_none(value: int) -> int | None:
    """Return a number as written in JSON: null for a negative one, which stands for nobody or nothing."""
    return int(value) if value >= 0 else None


def by_name(counts: np.ndarray, names: Sequence[str]) -> dict[str, int]:
    """Return counts as written in JSON: by name, without zeros. `names` may be longer than `counts`."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


@lru_cache(4096)
def _split_path(place: str) -> tuple[str | int, ...]:
    """Return the keys and list indices of a path."""
    steps = re.findall(r"([^.\[\]]+)|\[(\d+)\]", place)
    return tuple(int(index) if index else key for key, index in steps)


class PositionReader:
    """Reads values by paths such as "revolt.votes[2]". Errors are collected instead of raised at once.

    Attributes:
        contents: contents to read.
        wrong: error messages so far.
    """

    def __init__(self, contents: dict[str, Any]) -> None:
        """Read from a dict of plain dicts, lists and values, as `plain_dict` returns it."""
        self.contents = contents
        self.wrong: list[str] = []
        self._missing: set[str] = set()

    def raise_if_wrong(self) -> None:
        """Raise ValueError with all errors so far, at most the first hundred; do nothing without errors."""
        if self.wrong:
            raise ValueError("; ".join(list(dict.fromkeys(self.wrong))[:_MAX_REPORTED]))

    def find(self, place: str) -> Any:
        """Return the value at a path, or the sentinel `_MISSING`."""
        value: Any = self.contents
        for key in _split_path(place):
            if isinstance(key, int):
                value = value[key] if isinstance(value, list) and key < len(value) else _MISSING
            else:
                value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
        return value

    def value(self, place: str) -> Any:
        """Return the value at a path; None, with an error, if it is missing."""
        value = self.find(place)
        if value is _MISSING:
            self._miss(place)
            return None
        return value

    def fail(self, place: str, right: str) -> None:
        """Record an error at a path."""
        value = self.find(place)
        if value is not _MISSING:
            self.wrong.append(f"{place} is {brief(value)}, but must be {right}")
        else:
            self._miss(place)

    def _miss(self, place: str) -> None:
        """Record a missing value, once."""
        if place not in self._missing:
            self._missing.add(place)
            self.wrong.append(f"{place} is missing")

    def expect_format(self, name: str) -> None:
        """Raise ValueError unless the key "format" has this value: other formats have other keys."""
        if self.value("format") != name:
            self.fail("format", repr(name))
            self.raise_if_wrong()

    def only(self, place: str, *keys: str) -> None:
        """Record an error for every unknown key of a dict."""
        value = self.find(place)
        if isinstance(value, dict):
            self.wrong += [f"{place}.{key}".strip(".") + " is unknown" for key in value if key not in keys]

    def integer(self, place: str, low: int, high: int, optional: bool = False) -> int:
        """Return an int from `low` to `high`; -1 for null if `optional`, and a default for errors."""
        value = self.find(place)
        if optional and value is None:
            return -1
        if type(value) is not int or not low <= value <= high:
            self.fail(place, f"an integer from {low} to {high}" + (" or null" if optional else ""))
            return -1 if optional else low
        return value

    def flag(self, place: str) -> bool:
        """Return a bool."""
        value = self.find(place)
        if not isinstance(value, bool):
            self.fail(place, "true or false")
        return value is True

    def name(self, place: str, names: Sequence[str], optional: bool = False) -> int:
        """Return the index of a name; -1 for null if `optional`."""
        value = self.find(place)
        if optional and value is None:
            return -1
        if value not in names:
            self.fail(place, "one of " + ", ".join(names))
            return 0
        return names.index(value)

    def listed(self, place: str, length: int | None = None) -> list[Any]:
        """Return a list, of this length if given."""
        value = self.find(place)
        if not isinstance(value, list) or length not in (None, len(value)):
            self.fail(place, "a list" + (f" of {length}" if length is not None else ""))
            return []
        return value

    def counts(self, place: str, names: Sequence[str], complete: bool = False) -> list[int]:
        """Return a dict of counts as a list in the order of `names`; missing names are 0 unless `complete`."""
        value = self.find(place)
        if not isinstance(value, dict):
            self.fail(place, "counts by name")
            return [0] * len(names)
        self.only(place, *names)
        low = 0 if complete else 1
        present = [name for name in names if complete or name in value]
        counts = {name: self.integer(f"{place}.{name}", low, 999) for name in present}
        return [counts.get(name, 0) for name in names]
