"""The server as a separate process, which can be killed and limited."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.client import Client

COMMAND = [sys.executable, "-m", "kschwert_env", "play", "--no-browser", "--port", "0", "--data"]
ROOT = Path(__file__).parents[2]


@contextmanager
def process(
    folder: Path, *more: str, log: Path, descriptors: int | None = None
) -> Iterator[tuple[Client, "subprocess.Popen[str]"]]:
    """A separate server process, which is killed at the end; its output is appended to `log`.

    It may open this many `descriptors`.
    """

    def limit() -> None:
        if descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with log.open("a+") as printed:
        start = printed.tell()
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}
        running = subprocess.Popen(
            [*COMMAND, str(folder), *more], stdout=printed, stderr=printed, env=environment, text=True, preexec_fn=limit
        )
        try:
            yield Client(_address(log, start, running)), running
        finally:
            running.kill()
            running.wait()


def _address(log: Path, start: int, running: "subprocess.Popen[str]") -> str:
    while running.poll() is None:
        found = re.search(r"http://([\d.]+:\d+)/", log.read_text()[start:])
        if found:
            return found[1]
    raise AssertionError(log.read_text())


def refusal(folder: Path, *more: str) -> str:
    """Return the one line that a server prints that can't start; its exit status is 1."""
    failed = subprocess.run([*COMMAND, str(folder), *more], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert failed.returncode == 1
    assert failed.stdout == ""
    (line,) = failed.stderr.splitlines()
    assert line.startswith("Error: ")
    return line
