"""Agents at tables: who decides quickly does so in a thread."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.agents.kinds import KINDS, make_agent
from kschwert_env.agents.protocol import Agent, ask, decisions_in
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import Game
from kschwert_env.engine.streams import derived_seeds
from kschwert_env.engine.text import brief
from kschwert_env.web.refused import Refused

QUICK = ("random", "greedy", "heuristic")
"""Kinds that decide within milliseconds, and need nothing that is slow to import."""


class Players:
    """All agents of the server."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._threads = ThreadPoolExecutor(2, "agents")

    async def choose(self, rules: GameRules, typed: str, game: Game[Any], seed: int, number: int) -> int:
        """What an agent does in a game: the same for the same seed and number of decision."""
        states = game.state.reshape(1)
        return await asyncio.wrap_future(self._threads.submit(_decide, rules, typed, states, seed, number))

    def close(self) -> None:
        """Nobody decides after this."""
        self._threads.shutdown(cancel_futures=True)


def check_agent(rules: GameRules, typed: str) -> None:
    """Raises Refused, saying why, for an agent that can't sit down."""
    if typed.partition(":")[0] not in KINDS:
        raise Refused(f"unknown agent {brief(typed)}")
    agent_for(rules, typed)


@lru_cache(256)
def agent_for(rules: GameRules, typed: str) -> Agent:
    """The agent for what is typed. Raises Refused, saying what is wrong."""
    try:
        return make_agent(typed, rules)
    except (ValueError, ImportError) as error:
        raise Refused(str(error)) from None


def _decide(rules: GameRules, typed: str, states: np.ndarray, seed: int, number: int) -> int:
    seeds = derived_seeds(np.array([seed]), np.array([number]))
    return int(ask(agent_for(rules, typed), decisions_in(rules, states, seeds), states, typed)[0])
