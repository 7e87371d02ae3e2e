"""Editions: the facts of a game as data, read from TOML and checked."""

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from kschwert_env.engine.io.files import FileError, read_text
from kschwert_env.engine.text import brief

_KEPT = 16  # editions

E = TypeVar("E")


class EditionError(ValueError):
    """An edition that can't be played with. Names the file, the key, the value and what would be right."""


class EditionFolder(Generic[E]):
    """The editions of one game: those in a folder of the package by name, any other by path."""

    def __init__(self, folder: Path, parse: Callable[[str, str], E]) -> None:
        """`parse(text, source)` makes an edition of a file's text; `source` names it in errors.

        The latest texts are parsed once: every position of a game names its edition, and a file may change.
        """
        self._folder, self._parse = folder, lru_cache(_KEPT)(parse)

    def load(self, name: str) -> E:
        """The edition of that name, or in the file of that path. Raises EditionError for the first thing wrong."""
        return self._packaged[name] if name in self._packaged else self._read(name, Path(name))

    @cached_property
    def _packaged(self) -> dict[str, E]:
        return {path.stem: self._read(path.stem, path) for path in sorted(self._folder.glob("*.toml"))}

    def _read(self, name: str, path: Path) -> E:
        try:
            text = read_text(path)
        except FileError as error:
            known = ", ".join(self._packaged)
            raise EditionError(
                f"edition {brief(name)} is neither a known edition ({known}) nor a readable file: {error}"
            ) from None
        return self._parse(text, str(path))


def fingerprint(edition: Any) -> str:
    """Hexadecimal SHA-256 of the contents of an edition, a dataclass, wherever its file, the field `source`, lies.

    What has nothing in it does not count: a new kind of contents leaves editions without it as they are.
    """
    contents = {part.name: getattr(edition, part.name) for part in fields(edition) if part.name != "source"}
    counting = [(name, value) for name, value in contents.items() if value not in ((), {})]
    return hashlib.sha256(repr(sorted(counting)).encode()).hexdigest()


def read_toml(text: str, source: str) -> "TomlTable":
    """The top level of a TOML text. Raises EditionError if it is none."""
    try:
        return TomlTable(source, "", tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise EditionError(f"{source}: not a TOML file: {error}") from None


class TomlTable:
    """A TOML table that knows its place, for errors. All methods raise EditionError for what is wrong.

    Attributes:
        source: the name of the file.
        place: of the table in it, as keys with dots between them; empty at the top level.
        entries: by key.
    """

    def __init__(self, source: str, place: str, entries: Any) -> None:
        """`entries` as TOML gives them. Raises EditionError where they are no table."""
        self.source, self.place = source, place
        if not isinstance(entries, dict):
            self.fail("", entries, "a table")
        self.entries = entries

    def fail(self, key: str, value: Any, right: str) -> NoReturn:
        """Refuse the value of a key, saying what would be right."""
        place = ".".join(filter(None, (self.place, key)))
        raise EditionError(f"{self.source}: {place or 'top level'}: {brief(value)} is wrong; it must be {right}")

    def only(self, *keys: str) -> None:
        """These keys are all there, and no others."""
        for key in keys:
            self.value(key)
        for key in self.entries:
            if key not in keys:
                self.fail(key, self.entries[key], f"left out: the keys here are {', '.join(keys)}")

    def value(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self.entries:
            place = ".".join(filter(None, (self.place, key)))
            raise EditionError(f"{self.source}: {place} is missing")
        return self.entries[key]

    def table(self, key: str) -> "TomlTable":
        """A table within this one."""
        return TomlTable(self.source, ".".join(filter(None, (self.place, key))), self.value(key))

    def integer(self, key: str, low: int, high: int) -> int:
        """An int from `low` to `high`."""
        value = self.value(key)
        if type(value) is not int or not low <= value <= high:
            self.fail(key, value, f"an integer from {low} to {high}" if low < high else f"{low}")
        return value

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.value(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, value, "a text that is not empty")
        return value
