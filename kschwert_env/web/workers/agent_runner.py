"""Runs agents: light ones in a thread, all others in worker processes."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.requests.agents import decide, runs_in_server
from kschwert_env.web.workers.fair_queue import SERVER, Requester
from kschwert_env.web.workers.pool import MAX_SECONDS, WorkerPool
from kschwert_env.web.workers.work_queue import WorkQueue
from kschwert_env.web.workers.worker import make_job

Choice = dict[str, Any]
"""`action`, an action id, and `thought`: results of a search (`analysis.describe_search`), or None."""


class AgentRunner:
    """Runs all agents of the server."""

    def __init__(self, processes: int) -> None:
        """`processes` is the maximum number of processes."""
        self._threads = WorkQueue(1, "agents")
        self._workers = WorkerPool(processes)

    async def choose(
        self, rules: GameRules, typed: str, state: np.ndarray, seed: int, who: Requester = SERVER
    ) -> Choice:
        """Return an agent's choice in a state, structured (1,); it is determined by the seed.

        Raises RequestError for an error, and WorkerError if the process ended.
        """
        if runs_in_server(typed):
            action = await self._threads.run(who, decide, rules, typed, state, seed)
            return {"action": action, "thought": None}
        chosen: Choice = await self._workers.run(
            make_job("act", rules, state, agent=typed, seed=seed), MAX_SECONDS, who
        )
        return chosen

    async def check(self, rules: GameRules, typed: str, state: np.ndarray, who: Requester = SERVER) -> None:
        """Raise RequestError for an agent that can't be created; `state` is any state of the game."""
        if not runs_in_server(typed):
            await self._workers.run(make_job("check", rules, state, agent=typed), 0, who)

    async def close(self) -> None:
        """End the thread and all processes."""
        self._threads.close()
        await self._workers.close()
