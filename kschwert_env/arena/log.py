"""What has been played, as JSON lines: the settings, then a line for each finished game, and one for each session."""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kschwert_env.engine.io.files import MAX_LOG_BYTES, FileError, atomic_write_text, locked_folder, read_bytes
from kschwert_env.engine.text import brief

FORMAT = "kschwert_env.arena.v1"
"""What a log of an arena is, in its first line; another where the keys of lines change."""

Line = dict[str, Any]
"""A line of the log, in JSON's types."""

_MOST = 2**53  # of any number in a line


class LogError(FileError):
    """A log that can't be gone on with. Says which, and why."""


class Log:
    """The file `games.jsonl` of a folder, which no other process can write to until it is closed.

    Attributes:
        path: where it is.
        lines: all lines so far but the settings.
    """

    def __init__(self, folder: Path, settings: Line, resume: bool) -> None:
        """Begin a log, or with `resume` go on with one, if there is one.

        Raises LogError where one is there that is not to be resumed, is of other settings, or is damaged; FileError
        where another process writes to the folder, or nobody can.
        """
        self.path = folder / "games.jsonl"
        with ExitStack() as held:
            held.enter_context(locked_folder(folder))
            try:
                self.lines: list[Line] = self._begun({"format": FORMAT, **settings}, resume)
                self._file = self.path.open("ab", buffering=0)
            except OSError as error:
                raise LogError(f"{self.path} can't be written: {error.strerror}") from None
            self._held = held.pop_all()

    def append(self, line: Line) -> None:
        """Add a line, at once. Raises LogError where it can't be written; then it is as if it had never been there."""
        text, length = json.dumps(line).encode() + b"\n", self._file.seek(0, os.SEEK_END)
        try:
            while text:  # a disk that is full takes a part of it first
                text = text[self._file.write(text) :]
        except OSError as error:
            self._file.truncate(length)
            raise LogError(f"{self.path} can't be written: {error.strerror}") from None
        self.lines.append(line)

    def put_in_order(self) -> None:
        """Games by their numbers, then the sessions: how it comes about that a game ends first tells nothing.

        Raises LogError where it can't be written; then they stay as they are.
        """
        header = read_bytes(self.path, MAX_LOG_BYTES).partition(b"\n")[0].decode()
        lines = [*self.games, *({"session": session} for session in self.sessions)]
        try:
            atomic_write_text(self.path, "".join(f"{text}\n" for text in (header, *map(json.dumps, lines))))
            self._file.close()
            self._file = self.path.open("ab", buffering=0)
        except OSError as error:
            raise LogError(f"{self.path} can't be written: {error.strerror}") from None
        self.lines = lines

    def close(self) -> None:
        """No line is added after this."""
        self._file.close()
        self._held.close()

    @property
    def games(self) -> list[Line]:
        """The games finished, by their numbers, each once."""
        games = {line["game"]: line for line in self.lines if "game" in line}
        return [games[number] for number in sorted(games)]

    @property
    def sessions(self) -> list[Line]:
        """A line for each session, in order."""
        return [line["session"] for line in self.lines if "session" in line]

    def _begun(self, header: Line, resume: bool) -> list[Line]:
        """The lines of a log that is begun, or gone on with."""
        if not os.path.lexists(self.path):
            atomic_write_text(self.path, json.dumps(header) + "\n")
            return []
        if not resume:
            raise LogError(f"{self.path} holds games already: --resume goes on with them, or name another folder")
        whole, _, cut_off = read_bytes(self.path, MAX_LOG_BYTES).rpartition(b"\n")
        found, *lines = [self._parse(number, text) for number, text in enumerate(whole.split(b"\n"), start=1)]
        for key, value in header.items():
            if found.get(key) != value:
                raise LogError(f"{self.path} was begun with {key} {brief(found.get(key))}, not {brief(value)}")
        for number, line in enumerate(lines, start=2):
            if not (is_game(line) or is_session(line)):
                raise LogError(f"{self.path} is damaged: line {number} is no game and no session")
        if cut_off:  # the last session was ended in the middle of a line
            os.truncate(self.path, len(whole) + 1)
        return lines

    def _parse(self, number: int, text: bytes) -> Line:
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            told = "is no log of an arena" if number == 1 else f"is damaged: line {number} is no JSON object"
            raise LogError(f"{self.path} {told}")
        return line


def is_game(line: Line) -> bool:
    """Whether a line has what is noted of a finished game (`kschwert_env.arena.tables.Row`)."""
    lists = [line.get(key) for key in ("line_up", "scores", "decisions", "points")]
    return (
        line.keys() == {"game", "seed", "line_up", "scores", "ending", "decisions", "points"}
        and isinstance(line["ending"], str)
        and _is_int(line["game"])
        and line["game"] >= 0
        and all(isinstance(each, list) and len(each) == len(line["line_up"]) for each in lists)
        and all(isinstance(gained, dict) for gained in line["points"])
        and all(map(_is_int, line["scores"]))
        and all(_is_int(count) and count >= 0 for count in line["decisions"])
        and all(_is_int(gained) for each in line["points"] for gained in each.values())
    )


def is_session(line: Line) -> bool:
    """Whether a line tells how long a session took, and how long each agent thought."""
    session = line.get("session")
    if line.keys() != {"session"} or not isinstance(session, dict) or session.keys() != {"seconds", "thinking"}:
        return False
    thinking = session["thinking"]
    return (
        _is_time(session["seconds"])
        and isinstance(thinking, dict)
        and all(isinstance(spent, dict) and spent.keys() == {"decisions", "seconds"} for spent in thinking.values())
        and all(_is_int(spent["decisions"]) and _is_time(spent["seconds"]) for spent in thinking.values())
    )


def _is_int(value: Any) -> bool:
    return type(value) is int and abs(value) < _MOST


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _MOST  # no nan


def up_to_the_first_missing(games: Sequence[Line]) -> list[Line]:
    """Of games side by side the short ones end first: only those before a gap are a fair sample."""
    return [row for number, row in enumerate(games) if row["game"] == number]
