"""Errors of Numba, in one line."""

import re

_COLOURS = re.compile(r"\x1b\[[\d;]*m")


def compiler_message(error: Exception) -> str | None:
    """Return the place and the reason of an error of Numba; None for other errors."""
    if not type(error).__module__.startswith("numba."):
        return None
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines()]
    places = [line for line in lines if line.startswith("File ") and "kschwert_env/engine" not in line]
    reasons = [line for line in lines if line and "nopython" not in line and not line.startswith("File ")]
    return f"Numba can't compile the game: {' '.join([*places[-1:], *reasons[:2]])}"
