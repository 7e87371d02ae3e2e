"""Logs: files of JSON lines, to which a process appended until it ended or was killed."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from kschwert_env.engine.io.files import MAX_LOG_BYTES, FileError, open_for_reading
from kschwert_env.engine.io.parsing import parse_json

MAX_LINE_BYTES = 1 << 24
"""Maximum size of a line, 16 MiB."""

_BLOCK = 1 << 16


def read_log(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the number of each complete line, from 1, and its value; None for a line that is not JSON.

    One line at a time is in memory. Raises FileError as `open_for_reading` does, above `MAX_LOG_BYTES`, and for a line
    above `MAX_LINE_BYTES`.
    """
    with open_for_reading(path) as file:
        if os.fstat(file.fileno()).st_size > MAX_LOG_BYTES:
            raise FileError(f"{path} is larger than the limit of {MAX_LOG_BYTES >> 20} MiB")
        for number in count(1):
            line = file.readline(MAX_LINE_BYTES + 1)
            if len(line) > MAX_LINE_BYTES:
                raise FileError(f"line {number} of {path} is larger than the limit of {MAX_LINE_BYTES >> 20} MiB")
            if not line.endswith(b"\n"):  # the end, or a line that was cut off
                return
            try:
                value = parse_json(line)
            except ValueError:
                value = None
            yield number, value


def remove_cut_off_line(path: Path) -> None:
    """Remove an unfinished last line: its process was killed while writing it. Raises OSError or FileError."""
    with open_for_reading(path) as file:
        start = end = file.seek(0, os.SEEK_END)
        while start:
            start = max(0, start - _BLOCK)
            file.seek(start)
            before = file.read(_BLOCK).rfind(b"\n")
            if before >= 0:
                start += before + 1
                break
    if start < end:
        os.truncate(path, start)
