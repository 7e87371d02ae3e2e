"""Reading positions: look things up by their place in nested JSON, collect all that is wrong; and writing them."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.engine.text import brief

_MISSING = object()
_MAX_REPORTED = 100  # mistakes


def plain_dict(given: Any) -> dict[str, Any]:
    """A position as a dict that is sure to hold nothing but JSON's types, and nobody else's. Raises ValueError."""
    try:
        plain = json.loads(json.dumps(given))
        if isinstance(plain, dict) and plain == given:
            return plain
    except Exception:  # whatever a stranger's types do when they are looked at, and nesting without end
        pass
    raise ValueError("a position must be a dict that consists of plain dicts, lists, strings, numbers, bools and None")


def or_none(value: int) -> int | None:
    """A number as it is written: null for the mark of nobody and nothing, a negative one."""
    return int(value) if value >= 0 else None


def by_name(counts: np.ndarray, names: Sequence[str]) -> dict[str, int]:
    """Counts as they are written: by name, zeros left out; there may be more names than counts."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


@lru_cache(4096)
def _split_path(place: str) -> tuple[str | int, ...]:
    """The keys and list indices that a place consists of."""
    steps = re.findall(r"([^.\[\]]+)|\[(\d+)\]", place)
    return tuple(int(index) if index else key for key, index in steps)


class PositionReader:
    """Reads values by places such as "revolt.votes[2]". What is wrong is noted, not raised at once.

    Attributes:
        contents: what is read.
        wrong: the mistakes found so far, in words.
    """

    def __init__(self, contents: dict[str, Any]) -> None:
        """Of a dict of plain dicts, lists and values, as `plain_dict` gives it."""
        self.contents = contents
        self.wrong: list[str] = []

    def raise_if_wrong(self) -> None:
        """Raise ValueError with every mistake found so far, if there is one; of very many, with the first."""
        if self.wrong:
            raise ValueError("; ".join(list(dict.fromkeys(self.wrong))[:_MAX_REPORTED]))

    def find(self, place: str) -> Any:
        """The value at a place, or a mark that nothing is there."""
        value: Any = self.contents
        for key in _split_path(place):
            if isinstance(key, int):
                value = value[key] if isinstance(value, list) and key < len(value) else _MISSING
            else:
                value = value.get(key, _MISSING) if isinstance(value, dict) else _MISSING
        return value

    def value(self, place: str) -> Any:
        """The value at a place; None, and a mistake noted, if nothing is there."""
        value = self.find(place)
        if value is _MISSING:
            self.wrong.append(f"{place} is missing")
            return None
        return value

    def fail(self, place: str, right: str) -> None:
        """Note a mistake at a place."""
        value = self.find(place)
        if value is not _MISSING:
            self.wrong.append(f"{place} is {brief(value)}, but must be {right}")
        elif f"{place} is missing" not in self.wrong:
            self.wrong.append(f"{place} is missing")

    def expect_format(self, name: str) -> None:
        """Raise ValueError unless the key "format" has this value: other formats have other keys."""
        if self.value("format") != name:
            self.fail("format", repr(name))
            self.raise_if_wrong()

    def only(self, place: str, *keys: str) -> None:
        """Note every key of a dict that has no business there."""
        value = self.find(place)
        if isinstance(value, dict):
            self.wrong += [f"{place}.{key}".strip(".") + " is unknown" for key in value if key not in keys]

    def integer(self, place: str, low: int, high: int, optional: bool = False) -> int:
        """An int from `low` to `high`; -1 for null where that is allowed, and for mistakes."""
        value = self.find(place)
        if optional and value is None:
            return -1
        if type(value) is not int or not low <= value <= high:
            self.fail(place, f"an integer from {low} to {high}" + (" or null" if optional else ""))
            return -1 if optional else low
        return value

    def flag(self, place: str) -> bool:
        """A bool."""
        value = self.find(place)
        if not isinstance(value, bool):
            self.fail(place, "true or false")
        return value is True

    def name(self, place: str, names: Sequence[str], optional: bool = False) -> int:
        """The number of a name; -1 for null where that is allowed."""
        value = self.find(place)
        if optional and value is None:
            return -1
        if value not in names:
            self.fail(place, "one of " + ", ".join(names))
            return 0
        return names.index(value)

    def listed(self, place: str, length: int | None = None) -> list[Any]:
        """A list, of a given length if there is one."""
        value = self.find(place)
        if not isinstance(value, list) or length not in (None, len(value)):
            self.fail(place, "a list" + (f" of {length}" if length is not None else ""))
            return []
        return value

    def counts(self, place: str, names: Sequence[str], complete: bool = False) -> list[int]:
        """A dict of counts as a list in the order of `names`; zeros are left out unless it is to be complete."""
        value = self.find(place)
        if not isinstance(value, dict):
            self.fail(place, "counts by name")
            return [0] * len(names)
        self.only(place, *names)
        low = 0 if complete else 1
        present = [name for name in names if complete or name in value]
        counts = {name: self.integer(f"{place}.{name}", low, 999) for name in present}
        return [counts.get(name, 0) for name in names]
