"""Threads for work outside the event loop, shared fairly."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kschwert_env.web.workers.fair_queue import FairQueue, Requester


class WorkQueue:
    """Threads whose next work is of the visitor that has used them least."""

    def __init__(self, threads: int, name: str) -> None:
        """`threads` is their number, and `name` the beginning of their names."""
        self._queue, self._threads = FairQueue(threads), ThreadPoolExecutor(threads, name)

    async def run(self, who: Requester, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of `work`, when it is the turn of who asked for it.

        If the caller is cancelled, waiting work is dropped. Work that runs keeps its place to its end.
        """
        async with self._queue.turn(who):
            running = asyncio.wrap_future(self._threads.submit(work, *arguments))
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                await asyncio.wait([running])
                raise

    def close(self) -> None:
        """Finish running work, and stop."""
        self._threads.shutdown(cancel_futures=True)
