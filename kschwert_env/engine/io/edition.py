"""Editions: the data of a game (components, maps, cards), read from TOML files and validated."""

import hashlib
from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from kschwert_env.engine.io.files import FileError, read_text
from kschwert_env.engine.text.phrases import brief

MAX_EDITION_BYTES = 1 << 20
"""Maximum size of an edition, 1 MiB: a hundred times the bundled ones."""

_KEPT = 16  # editions

E = TypeVar("E")


class EditionError(ValueError):
    """Raised for an invalid edition. The message names the file, the key, the value and what is expected."""


class EditionFolder(Generic[E]):
    """Editions of one game: bundled ones by name, from a folder of the package; any other by path."""

    def __init__(self, folder: Path, parse: Callable[[str, str], E]) -> None:
        """Use `parse(text, name)` to build an edition from the text of a file; `name` names the file in errors.

        Results for the latest texts are cached: every position names its edition, and a file may change.
        """
        self._folder, self._parse = folder, lru_cache(_KEPT)(parse)

    def load(self, name: str) -> E:
        """Return the edition with this name or path. Raises EditionError for the first error."""
        return self._packaged[name] if name in self._packaged else self._read(name, Path(name))

    @cached_property
    def _packaged(self) -> dict[str, E]:
        return {path.stem: self._read(path.stem, path) for path in sorted(self._folder.glob("*.toml"))}

    def _read(self, name: str, path: Path) -> E:
        try:
            text = read_text(path, MAX_EDITION_BYTES)
        except FileError as error:
            bundled = ", ".join(self._packaged)
            raise EditionError(
                f"edition {brief(name)} is neither a bundled edition ({bundled}) nor a readable file: {error}"
            ) from None
        return self._parse(text, str(path))


def fingerprint(edition: Any) -> str:
    """Return the hexadecimal SHA-256 of the contents of an edition, a dataclass. The field `source` is ignored.

    Empty fields are ignored, so adding a new field leaves the fingerprints of other editions unchanged.
    """
    contents = {part.name: getattr(edition, part.name) for part in fields(edition) if part.name != "source"}
    counting = [(name, value) for name, value in contents.items() if value not in ((), {})]
    return hashlib.sha256(repr(sorted(counting)).encode()).hexdigest()


def read_toml(text: str, source: str) -> "TomlTable":
    """Return the top level of a TOML text. Raises EditionError for invalid TOML."""
    from kschwert_env.engine.io.parsing import parse_toml  # few programs read editions before they make a game

    try:
        entries = parse_toml(text)
    except ValueError as error:
        raise EditionError(f"{source}: invalid TOML: {error}") from None
    return TomlTable(source, "", entries)


class TomlTable:
    """TOML table that knows its location, for error messages. All methods raise EditionError for invalid contents.

    Attributes:
        source: name of the file.
        place: keys of the table, joined by dots; empty at the top level.
        entries: values by key.
    """

    def __init__(self, source: str, place: str, entries: Any) -> None:
        """Wrap `entries`, a value that TOML gave. Raises EditionError if it is not a table."""
        self.source, self.place = source, place
        if not isinstance(entries, dict):
            self.fail("", entries, "a table")
        self.entries = entries

    def fail(self, key: str, value: Any, right: str) -> NoReturn:
        """Raise EditionError for the value of a key; `right` describes what is expected."""
        place = ".".join(filter(None, (self.place, key)))
        raise EditionError(f"{self.source}: {place or 'top level'}: {brief(value)} is wrong; it must be {right}")

    def only(self, *keys: str) -> None:
        """Check that exactly these keys are present."""
        for key in keys:
            self.value(key)
        for key in self.entries:
            if key not in keys:
                self.fail(key, self.entries[key], f"left out: unknown key; expected {', '.join(keys)}")

    def value(self, key: str) -> Any:
        """Return the value of a required key."""
        if key not in self.entries:
            place = ".".join(filter(None, (self.place, key)))
            raise EditionError(f"{self.source}: {place} is missing")
        return self.entries[key]

    def table(self, key: str) -> "TomlTable":
        """Return a table within this one."""
        return TomlTable(self.source, ".".join(filter(None, (self.place, key))), self.value(key))

    def integer(self, key: str, low: int, high: int) -> int:
        """Return an int from `low` to `high`."""
        value = self.value(key)
        if type(value) is not int or not low <= value <= high:
            self.fail(key, value, f"an integer from {low} to {high}" if low < high else f"{low}")
        return value

    def text(self, key: str) -> str:
        """Return a non-empty string."""
        value = self.value(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, value, "a non-empty string")
        return value
