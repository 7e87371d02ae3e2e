"""Values that others wrote, and what went wrong with them, in errors."""

from typing import Any

_MOST_SHOWN = 200  # characters of a value in an error


def brief(value: Any) -> str:
    """A value as errors show it: the beginning of its `repr`, in one line."""
    try:
        shown = " ".join(line.strip() for line in repr(value).splitlines())
    except Exception:  # nested without end, or a stranger's type
        return f"<{type(value).__name__}>"
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."


def reason(error: Exception) -> str:
    """What went wrong, in one line: a KeyError by itself says no more than a name."""
    if isinstance(error, KeyError) and error.args:
        return f"it has no {brief(error.args[0])}"
    first, *_ = str(error).splitlines() or [type(error).__name__]
    return first
