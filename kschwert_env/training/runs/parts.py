"""Parts of a larger run: marked as complete with digests of their files, which are verified before use."""

import hashlib
import json
from pathlib import Path

from kschwert_env.engine.io.files import MAX_LOG_BYTES, FileError, atomic_write_text, read_bytes

MARK = "complete"
"""The file that marks a part as complete: the digests of `FILES` by name, as JSON."""

FILES = ("settings.json", "progress.jsonl", "agent.npz", "average.npz")
"""The files of a part that the whole run uses, or that a person reads."""


def mark_complete(folder: Path) -> None:
    """Mark a part as complete. Raises FileError if one of its files is missing, and OSError."""
    digests = {name: _digest(folder / name) for name in FILES}
    atomic_write_text(folder / MARK, json.dumps(digests, indent=2) + "\n")


def is_complete(folder: Path) -> bool:
    """Return whether a part is marked as complete.

    A mark without the digests of all files counts as none: the part is then completed again from its checkpoint. Raises
    FileError if a file is missing or has changed since.
    """
    digests = _marked(folder / MARK)
    if digests is None:
        return False
    for name in FILES:
        path = folder / name
        if _digest(path) != digests[name]:
            raise FileError(
                f"{path} has changed since its part of the run was complete; delete {folder / MARK} to write it again "
                f"from the checkpoint, or {folder} to train this part again"
            )
    return True


def _marked(path: Path) -> dict[str, str] | None:
    if not path.exists():
        return None
    try:
        digests = json.loads(read_bytes(path))
    except (ValueError, RecursionError):
        return None
    return digests if isinstance(digests, dict) and set(digests) == set(FILES) else None


def _digest(path: Path) -> str:
    return hashlib.sha256(read_bytes(path, MAX_LOG_BYTES)).hexdigest()
