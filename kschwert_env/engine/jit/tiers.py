"""Two tiers of code: entry points run as plain Python until a background process has compiled them.

Code inside `without_waiting` gets this; everything else waits for the compiler. Both tiers do exactly the same, so it
does not matter when the second one takes over.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any

Job = Callable[[], object]
"""A call that compiles something; it can be pickled."""

_job: ContextVar[Job | None] = ContextVar("job", default=None)
_postponed: dict[str, list[Path]] = {}  # a file for each kind of missing code, by code folder


@contextmanager
def without_waiting(job: Job) -> Iterator[None]:
    """Run entry points in this block as plain Python where their code is missing, and compile it in the background.

    `job` compiles all of it; another process runs it.
    """
    token = _job.set(job)
    try:
        yield
    finally:
        _job.reset(token)


def postpone(folder: str, marker: Path) -> bool:
    """Let the background process compile what is missing in a code folder; `marker` is a file that then exists.

    Return False if the caller must compile: outside `without_waiting`, or if no other process can.
    """
    job = _job.get()
    if job is None or not _background().request(job, marker):
        return False
    _postponed.setdefault(folder, []).append(marker)
    return True


def missing(folder: str) -> Sequence[Path]:
    """Return the marks of code that is missing in a code folder; none outside `without_waiting`."""
    if folder not in _postponed or _job.get() is None:
        return ()
    _postponed[folder] = [marker for marker in _postponed[folder] if not _background().is_ready(marker)]
    return _postponed[folder]


class PlainUntilCompiled:
    """A function that runs as plain Python until its code is compiled."""

    def __init__(
        self, plain: Callable[..., Any], files: Sequence[Path], load: Callable[[], Callable[..., Any]]
    ) -> None:
        """`load` returns the compiled code, once all these files exist."""
        self._plain, self._files, self._load = plain, tuple(files), load
        self._code: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled code, or the function in plain Python."""
        if self._code is None and all(map(_background().is_ready, self._files)):
            self._code = self._load()
        return (self._code or self._plain)(*arguments)


def _background() -> Any:
    """Return the module that starts processes, which few programs need."""
    return import_module("kschwert_env.engine.jit.background")
