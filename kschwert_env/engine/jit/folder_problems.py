"""Problems with folders of compiled code, each reported once."""

import sys
from functools import cache
from pathlib import Path

from kschwert_env.engine.text.phrases import shown

unwritable: set[Path] = set()
"""Folders that could not be written."""


@cache
def warn_once(folder: Path, what: str) -> None:
    """Print a problem with the compiled code of a folder on stderr, once."""
    print(f"The compiled code in {shown(folder)} {what}", file=sys.stderr, flush=True)


def mark_unwritable(folder: Path, error: Exception) -> None:
    """Note and report that a folder is not writable."""
    unwritable.add(folder)
    warn_once(folder, f"can't be saved and is compiled at each start: {shown(getattr(error, 'strerror', error))}")
