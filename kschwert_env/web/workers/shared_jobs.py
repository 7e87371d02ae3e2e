"""Jobs whose answers are kept: several people ask for them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

MAX_KEPT = 1_000
"""Maximum number of jobs whose answers are kept."""


@dataclass
class _KeptJob:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while it runs
    answer: Any = None


class SharedJobs:
    """Jobs that are run once, for all who ask for them. Each job determines its answer."""

    def __init__(self) -> None:
        """Start without answers."""
        self._kept: dict[bytes, _KeptJob] = {}  # by digest, the oldest first

    async def run(self, job: dict[str, Any], run: Callable[[], Awaitable[Any]]) -> Any:
        """Return the answer to a job, by `run` unless it is known; if others run it, wait for them.

        If who runs it is cancelled, or fails, the next one who waits runs it.
        """
        digest = sha256(json.dumps(job).encode()).digest()
        kept = self._kept.setdefault(digest, _KeptJob())
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        async with kept.lock:
            if kept.answer is None:
                kept.answer = await run()
            return kept.answer
