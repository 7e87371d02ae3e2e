"""Parts of a larger run: marked as complete with digests of their files, which are verified before use."""

import json
from collections.abc import Sequence
from pathlib import Path

from kschwert_env.engine.io.files import FileError, atomic_write_text, file_digest, read_bytes
from kschwert_env.engine.io.parsing import parse_json

MARK = "complete"
"""The file that marks a part as complete: the digests of its files by name, as JSON."""

FILES = ("settings.json", "progress.jsonl", "agent.npz", "average.npz")
"""The files of a run of `ppo` that the whole run uses, or that a person reads."""


def mark_complete(folder: Path, files: Sequence[str] = FILES) -> None:
    """Mark a part as complete. Raises FileError if one of its files is missing, and OSError."""
    digests = {name: file_digest(folder / name) for name in files}
    atomic_write_text(folder / MARK, json.dumps(digests, indent=2) + "\n")


def is_complete(folder: Path, files: Sequence[str] = FILES) -> bool:
    """Return whether a part is marked as complete.

    A mark without the digests of these files counts as none: the part is then completed again from its checkpoint.
    Raises FileError if a file is missing or has changed since.
    """
    digests = _marked(folder / MARK)
    if digests is None or set(digests) != set(files):
        return False
    for name in files:
        path = folder / name
        if file_digest(path) != digests[name]:
            raise FileError(
                f"{path} has changed since its part of the run was complete; delete {folder / MARK} to write it again "
                f"from the checkpoint, or {folder} to train this part again"
            )
    return True


def _marked(path: Path) -> dict[str, str] | None:
    if not path.exists():
        return None
    try:
        digests = parse_json(read_bytes(path))
    except ValueError:
        return None
    return digests if isinstance(digests, dict) else None
