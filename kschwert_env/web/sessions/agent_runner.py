"""Agents at tables: who decides quickly does so in a thread, who searches or has a network in a process of its own."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kschwert_env.engine.rules import GameRules
from kschwert_env.web.agent_factory import decide, is_fast
from kschwert_env.web.server_config import MAX_SECONDS
from kschwert_env.web.workers.pool import WorkerPool
from kschwert_env.web.workers.worker import job

Choice = dict[str, Any]
"""`action` by its number, and `thought`: what a search has found (`analysis.found`), None for who does not search."""


class AgentRunner:
    """All agents of the server."""

    def __init__(self, processes: int) -> None:
        """Begin with nobody; so many processes will think at most."""
        self._threads = ThreadPoolExecutor(1, "agents")
        self._workers = WorkerPool(processes)

    async def choose(self, rules: GameRules, typed: str, state: np.ndarray, seed: int) -> Choice:
        """What an agent does in a position, structured (1,): the same for the same seed. Raises Refused and Failed."""
        if is_fast(typed):
            action = await asyncio.wrap_future(self._threads.submit(decide, rules, typed, state, seed))
            return {"action": action, "thought": None}
        chosen: Choice = await self._workers.run(job("act", rules, state, agent=typed, seed=seed), MAX_SECONDS)
        return chosen

    async def check(self, rules: GameRules, typed: str, state: np.ndarray) -> None:
        """Raises Refused, saying why, for an agent that can't be made; `state` is any position of the game."""
        if not is_fast(typed):
            await self._workers.run(job("check", rules, state, agent=typed))

    async def close(self) -> None:
        """Nobody decides after this."""
        self._threads.shutdown(cancel_futures=True)
        await self._workers.close()
