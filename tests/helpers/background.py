"""Processes that compile in the background."""

from pathlib import Path

from kschwert_env.engine.jit.background import request

REQUEST = request
"""The function itself: `tests/conftest.py` replaces it, so that games wait for the compiler."""


def in_the_background(cache: Path) -> list[int]:
    """Return the ids of processes that compile for a cache folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, variables = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:  # it has ended
            continue
        if b"jit.background import main" in command and f"KSCHWERT_CACHE={cache}".encode() in variables.split(b"\0"):
            found.append(int(process.name))
    return found
