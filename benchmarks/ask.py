"""The measuring side of a benchmark: asks processes that `serve`, pinned to cores, and waits no longer than is sane."""

import contextlib
import json
import os
import re
import select
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

START = 120.0  # seconds that a process may take to import what it needs
PREPARE = 600.0  # to compile and warm up
SPARE = 60.0  # beyond the seconds it was asked to play for

_PLACES = re.compile(r"\w+://[^\s'\"]+|(?<![\w.])/[\w.+~-]+(?:/[\w.+~-]*)+")


class WorkerFailed(Exception):
    """A process that died, was silent for too long, or could not play a row."""


class Worker:
    """A process that answers requests (benchmarks/serve.py)."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        cores: Iterable[int] = (),
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Start it in a folder, pinned to cores if any are named. Raises WorkerFailed if it does not start."""
        pinned = set(cores)
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the process
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            bufsize=1,
            preexec_fn=(lambda: os.sched_setaffinity(0, pinned)) if pinned else None,
        )
        try:
            self.greeting = self.receive(START)
        except WorkerFailed:
            self.close()
            raise

    def send(self, request: dict[str, Any]) -> None:
        """Ask without waiting for the answer."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # `receive` tells why it died
            self._process.stdin.write(json.dumps(request) + "\n")

    def receive(self, timeout: float) -> dict[str, Any]:
        """The next answer. Raises WorkerFailed for an error, and ends a process that is silent for so many seconds."""
        assert self._process.stdout
        if not select.select([self._process.stdout], [], [], timeout)[0]:
            self._process.kill()
            raise WorkerFailed(f"no answer within {timeout:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            raise WorkerFailed(f"ended with {self._end()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerFailed(without_places(answer["error"]))
        return answer

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """`send` and `receive`."""
        self.send(request)
        return self.receive(timeout)

    def _end(self) -> str:
        """How the process ended, with the last that it complained of."""
        status = self._process.wait(SPARE)
        self._complaints.seek(0)
        complaints = self._complaints.read().split("\n")
        last = next((line for line in reversed(complaints) if line.strip()), "no complaint")
        return f"status {status}: {without_places(last)}"

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._complaints.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def prepared(workers: Sequence[Worker], row: str) -> dict[str, Any]:
    """Get all processes ready to play a row, side by side; what the first answers."""
    return _all(workers, {"prepare": row}, PREPARE)[0]


def played(workers: Sequence[Worker], row: str, seconds: float) -> float:
    """Decisions per second of all processes together, which play at the same time."""
    answers = _all(workers, {"play": row, "seconds": seconds}, seconds + SPARE)
    return sum(answer["decisions"] / answer["seconds"] for answer in answers)


def _all(workers: Sequence[Worker], request: dict[str, Any], timeout: float) -> list[dict[str, Any]]:
    """What all answer. Waits for each of them even if one failed, so that no answer is taken for a later one."""
    for worker in workers:
        worker.send(request)
    answers, failures = [], []
    for worker in workers:
        try:
            answers.append(worker.receive(timeout))
        except WorkerFailed as failure:
            failures.append(failure)
    if failures:
        raise failures[0]
    return answers


def without_places(text: str) -> str:
    """The text without addresses and paths, which are nobody's business."""
    return _PLACES.sub("...", text)
