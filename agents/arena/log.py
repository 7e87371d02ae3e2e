"""What has been played, as JSON lines: the settings, then a line for each finished game, and one for each session."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FORMAT = "kschwert_env.arena.v1"
"""What a log of an arena is, in its first line; another where the keys of lines change."""

Line = dict[str, Any]
"""A line of the log, in JSON's types."""


class LogError(ValueError):
    """A log that can't be gone on with. Says which, and why."""


class Log:
    """The file `games.jsonl` of a folder.

    Attributes:
        lines: all lines so far but the settings.
    """

    def __init__(self, folder: Path, settings: Line, resume: bool) -> None:
        """Begin a log, or with `resume` go on with one, if there is one.

        Raises LogError where one is there that is not to be resumed, is of other settings, or can't be read.
        """
        self._path = folder / "games.jsonl"
        header = {"format": FORMAT, **settings}
        self.lines: list[Line] = []
        if not self._path.exists():
            try:
                folder.mkdir(parents=True, exist_ok=True)
                self._path.write_text(json.dumps(header) + "\n", encoding="utf-8")
            except OSError as error:
                raise LogError(f"{self._path} can't be written: {error.strerror}") from None
        elif not resume:
            raise LogError(f"{self._path} holds games already: --resume goes on with them, or name another folder")
        else:
            self.lines = self._read(header)
        self._file = self._path.open("a", encoding="utf-8")

    def append(self, line: Line) -> None:
        """Add a line, at once."""
        self.lines.append(line)
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def close(self) -> None:
        """No line is added after this."""
        self._file.close()

    @property
    def games(self) -> list[Line]:
        """The games finished, by their numbers."""
        return sorted((line for line in self.lines if "game" in line), key=lambda line: line["game"])

    @property
    def sessions(self) -> list[Line]:
        """A line for each session, in order."""
        return [line["session"] for line in self.lines if "session" in line]

    def _read(self, header: Line) -> list[Line]:
        whole, _, cut_off = self._path.read_bytes().rpartition(b"\n")
        try:
            found, *lines = [json.loads(text) for text in whole.split(b"\n")]
        except ValueError:
            raise LogError(f"{self._path} is no log of an arena") from None
        if not all(isinstance(line, dict) for line in (found, *lines)):
            raise LogError(f"{self._path} is no log of an arena")
        for key, value in header.items():
            if found.get(key) != value:
                raise LogError(f"{self._path} was begun with {key} {found.get(key)!r}, not {value!r}")
        if cut_off:  # the last session was ended in the middle of a line
            os.truncate(self._path, len(whole) + 1)
        return lines


def up_to_the_first_missing(games: Sequence[Line]) -> list[Line]:
    """Of games side by side the short ones end first: only those before a gap are a fair sample."""
    return [row for number, row in enumerate(games) if row["game"] == number]
