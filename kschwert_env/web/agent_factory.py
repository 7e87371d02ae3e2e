"""Creation of agents from their specs, and their decisions."""

from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, choose_actions, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.rules import GameRules
from kschwert_env.web.errors import RequestError

FAST_KINDS = ("random", "greedy", "heuristic")
"""Kinds of agents that decide within milliseconds and import quickly."""


def is_fast(typed: str) -> bool:
    """Return whether an agent decides within milliseconds."""
    return typed.partition(":")[0] in FAST_KINDS


def agent_for(rules: GameRules, typed: str) -> Agent:
    """Return the agent for a spec. Raises RequestError for a wrong spec."""
    hashable: Any = rules
    return _cached_agent(hashable, typed)


@lru_cache(64)
def _cached_agent(rules: Any, typed: str) -> Agent:
    try:
        return make_agent(typed, rules)
    except (ValueError, ImportError) as error:
        raise RequestError(str(error)) from None


def decide(rules: GameRules, typed: str, state: np.ndarray, seed: int) -> int:
    """Return the action of an agent in a state, structured (1,). It is determined by the seed."""
    decisions: Any = make_decision_batch(rules, state, np.array([seed]))
    return int(choose_actions(agent_for(rules, typed), decisions, state, typed)[0])
