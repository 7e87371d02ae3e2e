"""Texts that others wrote: files that might never end, and values too long to be shown."""

from pathlib import Path
from typing import Any

MOST_BYTES = 1 << 26
"""Of a text file that is read, 64 MiB: a thousand times a long game. What is longer, or never ends, is refused."""

_MOST_SHOWN = 200  # characters of a value in an error


def read_text(path: Path) -> str:
    """A file's text. Raises OSError where it can't be read, ValueError where it is no UTF-8 or longer than 64 MiB."""
    with path.open("rb") as file:
        found = file.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES >> 20} MiB")
    return found.decode("utf-8")


def brief(value: Any) -> str:
    """A value as errors show it: the beginning of its `repr`, in one line."""
    try:
        shown = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:  # nested without end, or a stranger's type
        return f"<{type(value).__name__}>"
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."
