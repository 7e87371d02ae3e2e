"""Pool of worker processes, with a time limit for each job."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from kschwert_env.importing import loaded_games
from kschwert_env.requests.errors import RequestError
from kschwert_env.web.errors import UnavailableError
from kschwert_env.web.workers.fair_queue import SERVER, FairQueue, Requester

MAX_SECONDS = 20
"""Maximum time for a decision of an agent and for an analysis, in seconds."""

IDLE_SECONDS = 300
"""Time after which an idle process is ended, in seconds; until then it keeps compiled code and networks."""

EXTRA_SECONDS = 300
"""Time that a job may take beyond its budget, in seconds, since it may have to compile code first."""

CANCEL_SECONDS = 5
"""Time until a cancelled job is ended, in seconds."""

COMMAND = (
    sys.executable,
    "-P",  # files of the working folder must not replace modules
    "-c",
    f"import sys; sys.path += [{str(Path(__file__).resolve().parents[3])!r}, '']; "
    "from kschwert_env.web.workers.worker import main; main()",
)
"""Command of a worker process; sources of users' games are added, as `load_game` takes them.

A user's own agents may be in the working folder, which comes last.
"""

_LONGEST_LINE = 1 << 22


class WorkerError(RequestError):
    """A worker process that ended during a job, or was ended. The message has the reason."""


class WorkerPool:
    """A pool of worker processes, which are started on demand."""

    def __init__(self, count: int) -> None:
        """`count` is the maximum number of processes."""
        self._queue = FairQueue(count)
        self._idle: dict[Process, asyncio.TimerHandle] = {}
        self._jobs: set[asyncio.Task[Any]] = set()

    async def run(self, job: dict[str, Any], seconds: float = 0, who: Requester = SERVER) -> Any:
        """Run a job with a budget in seconds, when it is the turn of who asked for it; return its answer.

        Raises RequestError for an error of the job, WorkerError if its process ended, and UnavailableError if none can
        be started. If the caller is cancelled, a waiting job is dropped. One that runs has `CANCEL_SECONDS` to end,
        since starting a new process takes long.
        """
        running = asyncio.Event()
        task = asyncio.create_task(self._think(job, seconds, who, running))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(CANCEL_SECONDS if running.is_set() else 0, task.cancel)
            raise

    async def _think(self, job: dict[str, Any], seconds: float, who: Requester, running: asyncio.Event) -> Any:
        async with self._queue.turn(who):
            running.set()
            process = await self._take()
            try:
                async with asyncio.timeout(seconds + EXTRA_SECONDS):
                    answer = await _ask(process, job)
            except asyncio.CancelledError:
                await _end(process)
                raise
            except (TimeoutError, OSError, ValueError) as error:
                await _end(process)
                is_late = isinstance(error, TimeoutError)
                what = f"took longer than {seconds + EXTRA_SECONDS:.0f} seconds" if is_late else "ended"
                raise WorkerError(f"the worker process {what}") from None
            self._keep_idle(process)
        if "error" in answer:
            raise RequestError(answer["error"])
        return answer["answer"]

    async def _take(self) -> Process:
        while self._idle:
            process, timer = self._idle.popitem()
            timer.cancel()
            if process.returncode is None:
                return process
        try:
            command = (*COMMAND, *loaded_games())
            return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)
        except OSError as error:
            raise UnavailableError(f"no worker process can be started at the moment ({error.strerror})") from None

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
