"""Agents made of what is typed, and their decisions."""

from functools import lru_cache
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, choose_actions, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.rules import GameRules
from kschwert_env.web.errors import Refused

QUICK = ("random", "greedy", "heuristic")
"""Kinds that decide within milliseconds, and need nothing that is slow to import."""


def is_quick(typed: str) -> bool:
    """Whether an agent decides within milliseconds."""
    return typed.partition(":")[0] in QUICK


def agent_for(rules: GameRules, typed: str) -> Agent:
    """The agent for what is typed. Raises Refused, saying what is wrong."""
    hashable: Any = rules
    return _made(hashable, typed)


@lru_cache(64)
def _made(rules: Any, typed: str) -> Agent:
    try:
        return make_agent(typed, rules)
    except (ValueError, ImportError) as error:
        raise Refused(str(error)) from None


def decide(rules: GameRules, typed: str, state: np.ndarray, seed: int) -> int:
    """What an agent does in a position, structured (1,): the same for the same seed."""
    decisions: Any = make_decision_batch(rules, state, np.array([seed]))
    return int(choose_actions(agent_for(rules, typed), decisions, state, typed)[0])
