"""Pool of worker processes, with a time limit for each job."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

from kschwert_env.web.errors import RequestError

IDLE_SECONDS = 300
"""Time after which an idle process is ended, in seconds; until then it keeps compiled code and networks."""

EXTRA_SECONDS = 300
"""Time that a job may take beyond its budget, in seconds, since it may have to compile code first."""

CANCEL_SECONDS = 5
"""Time until a cancelled job is ended, in seconds."""

MAX_WAITING_JOBS = 64
"""Maximum number of jobs in the queue."""

_LONGEST_LINE = 1 << 22


class WorkerError(RequestError):
    """A worker process that ended during a job, or was ended. The message has the reason."""


class WorkerPool:
    """A pool of worker processes, which are started on demand."""

    def __init__(self, count: int) -> None:
        """`count` is the maximum number of processes."""
        self._free = asyncio.Semaphore(count)
        self._idle: dict[Process, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[Any]] = set()
        self._waiting = 0

    async def run(self, job: dict[str, Any], seconds: float = 0) -> Any:
        """Run a job with a budget in seconds; return its answer.

        Raises RequestError for an error of the job, and WorkerError if its process ended. If the caller is cancelled,
        the job has `CANCEL_SECONDS` to end, since starting a new process takes long.
        """
        if self._waiting >= MAX_WAITING_JOBS:
            raise RequestError("the server is busy; try again later")
        task = asyncio.create_task(self._think(job, seconds))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(CANCEL_SECONDS, task.cancel)
            raise

    async def _think(self, job: dict[str, Any], seconds: float) -> Any:
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            process = await self._take()
            try:
                async with asyncio.timeout(seconds + EXTRA_SECONDS):
                    answer = await _ask(process, job)
            except asyncio.CancelledError:
                await _end(process)
                raise
            except (TimeoutError, OSError, ValueError) as error:
                await _end(process)
                what = (
                    f"took longer than {seconds + EXTRA_SECONDS:.0f} seconds"
                    if isinstance(error, TimeoutError)
                    else "ended"
                )
                raise WorkerError(f"the worker process {what}") from None
            self._keep_idle(process)
        finally:
            self._free.release()
        if "error" in answer:
            raise RequestError(answer["error"])
        return answer["answer"]

    async def _take(self) -> Process:
        while self._idle:
            process, timer = self._idle.popitem()
            timer.cancel()
            if process.returncode is None:
                return process
        command = sys.executable, "-m", "kschwert_env.web.workers.worker"
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)

    def _keep_idle(self, process: Process) -> None:
        timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle, process)
        self._idle[process] = timer

    def _end_idle(self, process: Process) -> None:
        self._idle.pop(process, None)
        if process.stdin is not None:
            process.stdin.close()  # the process ends at the end of its input

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._jobs):
            task.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        for process, timer in self._idle.items():
            timer.cancel()
            await _end(process)
        self._idle.clear()


async def _ask(process: Process, job: dict[str, Any]) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(job).encode() + b"\n")
    await process.stdin.drain()
    answer: dict[str, Any] = json.loads(await process.stdout.readline())
    return answer


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
