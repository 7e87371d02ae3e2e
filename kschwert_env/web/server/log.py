"""The log of the server on stderr, which does not repeat itself."""

import logging
from collections.abc import Hashable
from time import monotonic

REPEAT_SECONDS = 60.0
"""Time in which equal messages are written once, in seconds."""

_MAX_KINDS = 1000


class RepeatFilter(logging.Filter):
    """Drops messages that were logged a short time ago, and says later how many there were.

    Two messages are equal if they come from the same logger with the same first line, before its values are filled in,
    and an exception of the same type and place. So nobody can fill the disk by repeating an invalid request.
    """

    def __init__(self) -> None:
        """Start without messages."""
        super().__init__()
        self._seen: dict[Hashable, tuple[float, int]] = {}  # when it was written, and how many were dropped since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is to be written."""
        kind, now = _kind(record), monotonic()
        written, dropped = self._seen.get(kind, (-REPEAT_SECONDS, 0))
        if now < written + REPEAT_SECONDS:
            self._seen[kind] = written, dropped + 1
            return False
        if len(self._seen) >= _MAX_KINDS:
            self._seen.clear()
        self._seen[kind] = now, 0
        if dropped:
            record.msg = f"{record.msg} (and {dropped:,} times before)"
        return True


def _kind(record: logging.LogRecord) -> Hashable:
    error, place = record.exc_info[1] if record.exc_info else None, None
    trace = error.__traceback__ if error else None
    while trace is not None:
        place, trace = (trace.tb_frame.f_code.co_filename, trace.tb_lineno), trace.tb_next
    return record.name, record.levelno, str(record.msg).partition("\n")[0], type(error), place


def log_to_stderr() -> None:
    """Write warnings and errors of all libraries to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
