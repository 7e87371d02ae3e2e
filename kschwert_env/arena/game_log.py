"""Log of an arena, as JSON lines: the settings, then one line per finished game and one per session."""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kschwert_env.engine.io.files import FileError, atomic_write_text, locked_folder, open_for_reading
from kschwert_env.engine.io.logs import read_log, remove_cut_off_line
from kschwert_env.engine.text.phrases import brief

FORMAT = "kschwert_env.arena.v1"
"""Format of the log, in its first line; it changes with the keys of the lines."""

LogEntry = dict[str, Any]
"""A line of the log, in JSON types."""

_MAX_NUMBER = 2**53  # bound on all numbers in a line


class LogError(FileError):
    """A log that can't be used. The message has its path and the reason."""


class GameLog:
    """The file `games.jsonl` of a folder, locked against other processes until it is closed.

    Attributes:
        path: path of the file.
        lines: all lines so far, without the settings.
    """

    def __init__(self, folder: Path, settings: LogEntry, resume: bool) -> None:
        """Create a log, or open an existing one with `resume`.

        Raises LogError for an existing log without `resume`, with other settings or with damage; FileError if another
        process writes to the folder, or the folder is not writable.
        """
        self.path = folder / "games.jsonl"
        with ExitStack() as held:
            held.enter_context(locked_folder(folder))
            try:
                self.lines: list[LogEntry] = self._create_or_check({"format": FORMAT, **settings}, resume)
                self._file = self.path.open("ab", buffering=0)
            except OSError as error:
                raise LogError(f"{self.path} can't be written: {error.strerror}") from None
            self._held = held.pop_all()

    def append(self, line: LogEntry) -> None:
        """Write a line immediately. Raises LogError if it can't be written; the log is unchanged then."""
        text, length = json.dumps(line).encode() + b"\n", self._file.seek(0, os.SEEK_END)
        try:
            while text:  # a full disk accepts a part of it first
                text = text[self._file.write(text) :]
        except OSError as error:
            self._file.truncate(length)
            raise LogError(f"{self.path} can't be written: {error.strerror}") from None
        self.lines.append(line)

    def sort(self) -> None:
        """Sort the lines: games by number, then sessions. The order in which games finish has no meaning.

        Raises LogError if the file can't be written; it is unchanged then.
        """
        with open_for_reading(self.path) as file:
            header = file.readline().decode().rstrip("\n")
        lines = [*self.games, *({"session": session} for session in self.sessions)]
        try:
            atomic_write_text(self.path, "".join(f"{text}\n" for text in (header, *map(json.dumps, lines))))
            self._file.close()
            self._file = self.path.open("ab", buffering=0)
        except OSError as error:
            raise LogError(f"{self.path} can't be written: {error.strerror}") from None
        self.lines = lines

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()
        self._held.close()

    @property
    def games(self) -> list[LogEntry]:
        """Return the finished games, sorted by number, each once."""
        games = {line["game"]: line for line in self.lines if "game" in line}
        return [games[number] for number in sorted(games)]

    @property
    def sessions(self) -> list[LogEntry]:
        """Return the sessions, in order."""
        return [line["session"] for line in self.lines if "session" in line]

    def _create_or_check(self, header: LogEntry, resume: bool) -> list[LogEntry]:
        """Create the file, or check an existing one; return its lines."""
        if not os.path.lexists(self.path):
            atomic_write_text(self.path, json.dumps(header) + "\n")
            return []
        if not resume:
            raise LogError(f"{self.path} already holds games; add --resume to continue, or choose another folder")
        lines = read_log(self.path)
        self._check_header(next(lines, (1, None))[1], header)
        entries = [self._check(number, line) for number, line in lines]
        remove_cut_off_line(self.path)
        return entries

    def _check_header(self, found: Any, expected: LogEntry) -> None:
        if not isinstance(found, dict):
            raise LogError(f"{self.path} is not a log of an arena")
        for key, value in expected.items():
            if found.get(key) != value:
                raise LogError(f"{self.path} was started with {key} {brief(found.get(key))}, not {brief(value)}")

    def _check(self, number: int, line: Any) -> LogEntry:
        if not isinstance(line, dict):
            raise LogError(f"{self.path} is damaged: line {number} is not a JSON object")
        if not (is_game_entry(line) or is_session_entry(line)):
            raise LogError(f"{self.path} is damaged: line {number} is neither a game nor a session")
        return line


def is_game_entry(line: LogEntry) -> bool:
    """Return whether a line is the result of a game (`kschwert_env.arena.game_runner.GameResult`)."""
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


def is_session_entry(line: LogEntry) -> bool:
    """Return whether a line holds the duration of a session, and the thinking time of each agent."""
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
    return type(value) is int and abs(value) < _MAX_NUMBER


def _is_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _MAX_NUMBER  # NaN fails the comparison


def before_first_gap(games: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the games before the first unfinished one.

    Of games that run in parallel, short games finish first; only those before a gap are an unbiased sample.
    """
    return [row for number, row in enumerate(games) if row["game"] == number]
