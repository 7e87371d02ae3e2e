"""A process that compiles in the background, at low priority: one per cache folder, for all processes that ask.

Requests are files in the cache folder, and name the process that asks. The compiling process ends when there are none
left. It drops those of processes that have ended; what it compiles at that moment it may finish within half a minute,
so that short programs, too, find compiled code at last. Ctrl-C in a terminal ends it at once.
"""

import atexit
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from kschwert_env.engine.io.files import atomic_write, atomic_write_text
from kschwert_env.engine.jit.code_folders import cache_folder
from kschwert_env.engine.jit.tiers import Job
from kschwert_env.engine.text.phrases import shown

_NICENESS = 5
_SECONDS = 1.0  # between looks at a request that is not answered yet
_STARTED, _START_SECONDS = "background.started", 10.0  # a file that other processes respect for this long
_GRACE = 30.0  # seconds to finish what no process waits for any more
_ATTEMPTS = 3  # a process that is killed is started again
_SLOW = "Games run in plain Python until their code is compiled, once, in the background."
_FAST = "The code is compiled; games run at full speed."

announces = True
"""Whether this process tells on stderr in which tier games run; worker processes do not."""


class _Request:
    """A request of this process.

    Attributes:
        file: file of the request, which the compiling process deletes at the end.
        is_urgent: whether somebody waits for it.
    """

    def __init__(self, job: bytes, is_urgent: bool) -> None:
        self.file, self._job, self._attempts, self._next_look = _folder() / "none", job, 0, 0.0
        self.is_urgent = is_urgent
        self._send()

    def _send(self) -> None:
        self._attempts += 1
        self._next_look = time.monotonic() + _SECONDS
        self.file = _folder() / f"{0 if self.is_urgent else 1}-{time.time_ns()}-{os.getpid()}.request"
        _folder().mkdir(parents=True, exist_ok=True)
        with atomic_write(self.file) as file:
            file.write(self._job)
        _start()

    def look_after(self) -> None:
        """Now and then, report that compiling has failed, or start it again if the process was killed."""
        if time.monotonic() < self._next_look or self._attempts > _ATTEMPTS:
            return
        self._next_look = time.monotonic() + _SECONDS
        failure = self.file.with_suffix(".failed")
        reason = "its process was killed" if self._attempts == _ATTEMPTS else ""
        if failure.exists():
            reason = failure.read_text(encoding="utf-8")
            failure.unlink(missing_ok=True)
        elif _is_running():
            return
        if reason:
            self._attempts = _ATTEMPTS + 1
            _tell(f"Compiling in the background has failed: {shown(reason)}. Games go on in plain Python.")
        else:
            self.file.unlink(missing_ok=True)
            with suppress(OSError):
                self._send()


_requests: dict[Path, _Request] = {}
_is_told: list[bool] = []  # not empty while the user knows that games are slow
_process: subprocess.Popen[bytes] | None = None


def request(job: Job, marker: Path, is_urgent: bool = True) -> bool:
    """Ask for a job, after which the file `marker` exists. Return False if no other process can do it.

    Jobs that nobody waits for are not urgent, and come last.
    """
    if marker in _requests:
        return True
    try:
        pickled = pickle.dumps(job)
        if b"__main__" in pickled:  # another process has another main module
            return False
        _requests[marker] = _Request(pickle.dumps((sys.path, pickled)), is_urgent)
    except (OSError, pickle.PicklingError, AttributeError, TypeError):
        return False
    if is_urgent and not _is_told:
        _is_told.append(True)
        _tell(_SLOW)
    return True


def is_ready(marker: Path) -> bool:
    """Return whether the code of a request is there. Otherwise look after it."""
    asked = _requests.get(marker)
    if asked is not None and not marker.exists():
        asked.look_after()
        return False
    if _requests.pop(marker, None) and _is_told and not any(each.is_urgent for each in _requests.values()):
        _is_told.clear()
        _tell(_FAST)
    return True


def _tell(words: str) -> None:
    if announces and multiprocessing.parent_process() is None:
        print(f"kschwert_env: {words}", file=sys.stderr, flush=True)


def _start() -> None:
    """Start the compiling process, unless it runs."""
    global _process
    if not _is_running() and _reserve():
        code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main()"
        command, nothing = [sys.executable, "-c", code], subprocess.DEVNULL
        _process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)


def _reserve() -> bool:
    """Return whether this process may start the compiling process, which deletes the file once it has the lock."""
    started = cache_folder() / _STARTED
    with suppress(FileNotFoundError):
        if time.time() - started.stat().st_mtime > _START_SECONDS:
            started.unlink()
    try:
        started.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


@atexit.register
def _leave() -> None:
    """Let the process end by itself; otherwise Python warns that it is still running."""
    if _process is not None and _process.poll() is None:
        _process.returncode = 0


def _folder() -> Path:
    return cache_folder() / "requests"


def _lock() -> FileLock:
    return FileLock(cache_folder() / "background.lock")


def _is_running() -> bool:
    """Return whether a process compiles for this cache folder, or this process is starting it."""
    if _process is not None and _process.poll() is None:
        return True
    try:
        with _lock().acquire(timeout=0):
            return False
    except Timeout:
        return True


# -- the compiling process ------------------------------------------------------------------------------------


def main() -> None:
    """Run all requests, the oldest first, unless another process does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_unneeded, daemon=True).start()
    while _waiting():  # again, since a request may come while the lock is released
        try:
            with _lock().acquire(timeout=_SECONDS):
                (cache_folder() / _STARTED).unlink(missing_ok=True)
                while waiting := _waiting():
                    _run(waiting[0])
        except Timeout:
            return


def _end_unneeded() -> None:
    """End this process once nobody has waited for anything for a while."""
    needed = time.monotonic()
    while time.monotonic() < needed + _GRACE:
        time.sleep(_SECONDS)
        if _waiting():
            needed = time.monotonic()
    os._exit(1)


def _waiting() -> list[Path]:
    """Return the requests of processes that run, the urgent and oldest first; delete those of others."""
    waiting = sorted(_folder().glob("*.request"))  # by urgency and time
    for file in waiting:
        if not _is_alive(int(file.stem.rpartition("-")[2])):
            file.unlink(missing_ok=True)
    return [file for file in waiting if file.exists()]


def _is_alive(process: int) -> bool:
    if os.name == "nt":
        return True  # signal 0 would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _run(file: Path) -> None:
    try:
        sys.path[:], job = pickle.loads(file.read_bytes())
        pickle.loads(job)()
    except Exception as error:
        atomic_write_text(file.with_suffix(".failed"), f"{type(error).__name__}: {error}")
    file.unlink(missing_ok=True)
