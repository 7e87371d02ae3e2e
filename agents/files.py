"""Files that are complete, or as they were."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside it to write to: moved to `path` when all is written, and not at all where that raises an error."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    yield unfinished
    os.replace(unfinished, path)


def replace_text(path: Path, text: str) -> None:
    """Write a text, in UTF-8."""
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
