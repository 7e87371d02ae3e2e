"""Client side of the benchmarks: starts worker processes (`benchmarks.server`), pins them to cores, sends requests."""

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

START_TIMEOUT = 120.0  # seconds until a process has imported its packages
PREPARE_TIMEOUT = 600.0  # seconds to compile and warm up
EXTRA_SECONDS = 60.0  # seconds that a run may take beyond its duration

_PATHS = re.compile(r"\w+://[^\s'\"]+|(?<![\w.])/[\w.+~-]+(?:/[\w.+~-]*)+")


class WorkerFailed(Exception):
    """A worker process that ended, did not answer in time, or could not run a workload."""


class Worker:
    """A process that answers requests (`benchmarks.server`)."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        cores: Iterable[int] = (),
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        """Start the process in a folder, pinned to `cores` if there are any. Raises WorkerFailed if it fails."""
        pinned = set(cores)
        self.on_one_core = len(pinned) == 1
        self._stderr = tempfile.TemporaryFile("w+")  # noqa: SIM115 - open as long as the process runs
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
            bufsize=1,
            preexec_fn=(lambda: os.sched_setaffinity(0, pinned)) if pinned else None,
        )
        try:
            self.greeting = self.receive(START_TIMEOUT)
        except WorkerFailed:
            self.close()
            raise

    def send(self, request: dict[str, Any]) -> None:
        """Send a request without waiting for the answer."""
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # `receive` reports why it ended
            self._process.stdin.write(json.dumps(request) + "\n")

    def receive(self, timeout: float) -> dict[str, Any]:
        """Return the next answer. Raises WorkerFailed for an error or a timeout in seconds, which ends the process."""
        assert self._process.stdout
        if not select.select([self._process.stdout], [], [], timeout)[0]:
            self._process.kill()
            raise WorkerFailed(f"no answer within {timeout:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            raise WorkerFailed(f"ended with {self._end()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerFailed(without_paths(answer["error"]))
        return answer

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """Send a request; return its answer. Raises WorkerFailed as `receive` does."""
        self.send(request)
        return self.receive(timeout)

    def _end(self) -> str:
        """Return the exit status of the process, with its last line on stderr."""
        status = self._process.wait(EXTRA_SECONDS)
        self._stderr.seek(0)
        lines = self._stderr.read().split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "no output on stderr")
        return f"status {status}: {without_paths(last)}"

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._stderr.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def prepare_all(workers: Sequence[Worker], row: str) -> dict[str, Any]:
    """Prepare a workload in all processes at the same time; return the first answer."""
    return _ask_all(workers, {"prepare": row}, PREPARE_TIMEOUT)[0]


def measure_rate(workers: Sequence[Worker], row: str, seconds: float) -> float:
    """Run a workload in all processes at the same time; return their decisions per second in total.

    The time of a single process on one core is its processor time, so that other load on the core does not count.
    """
    answers = _ask_all(workers, {"play": row, "seconds": seconds}, seconds + EXTRA_SECONDS)
    clock = "cpu_seconds" if len(workers) == 1 and workers[0].on_one_core else "seconds"
    return sum(answer["decisions"] / answer[clock] for answer in answers)


def _ask_all(workers: Sequence[Worker], request: dict[str, Any], timeout: float) -> list[dict[str, Any]]:
    """Return all answers. Waits for every process even if one failed, so that requests and answers stay matched."""
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


def without_paths(text: str) -> str:
    """Return the text with addresses and paths replaced, since results are published."""
    return _PATHS.sub("...", text)
