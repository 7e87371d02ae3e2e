"""Creation of agents from their specs, and their decisions."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, choose_action, is_light, plain_options, public_options
from kschwert_env.agents.compilation import agent_code_folder
from kschwert_env.agents.registry import KINDS, make_agent
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.tiers import missing, without_waiting
from kschwert_env.engine.text.phrases import brief
from kschwert_env.requests.errors import RequestError


def runs_in_server(typed: str) -> bool:
    """Return whether an agent decides in the process of the server; all others do in worker processes."""
    return is_light(KINDS.get(typed.partition(":")[0]))


def check_options(typed: str, offered: Sequence[str] = tuple(KINDS)) -> None:
    """Raise RequestError unless visitors may choose a spec, by what the kind of agent declares (`public_options`).

    `offered` are the agents that an error lists.
    """
    kind, _, rest = typed.partition(":")
    if kind not in KINDS or kind not in {other.partition(":")[0] for other in offered}:
        raise RequestError(
            f"unknown agent {brief(typed)}; expected one of: {', '.join(offered)}, with options name=value"
        )
    limits = public_options(KINDS[kind])
    for option in rest.split(",") if rest else []:
        name, _, value = option.partition("=")
        if name not in limits:
            raise RequestError(
                f"unknown option {brief(name)} of {kind} here; expected one of: {', '.join(limits) or 'none'}; "
                "only the owner of the server can add agents with others"
            )
        limit = limits[name]
        if isinstance(limit, tuple) and value not in limit:
            raise RequestError(f"{name} of an agent must be one of {', '.join(limit)}, not {brief(value)}")
        if not isinstance(limit, tuple):
            _check_number(name, value, limit)


def _check_number(name: str, value: str, limit: float) -> None:
    try:
        number = float(value)
    except ValueError:
        raise RequestError(f"{name} of an agent must be a number, not {brief(value)}") from None
    if not number <= limit:
        raise RequestError(f"{name} of an agent must be a number of at most {limit:,}, not {brief(value)}")


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


def can_play_plain(typed: str) -> bool:
    """Return whether an agent can play before it is compiled (`agents.base.plain_options`)."""
    return plain_options(KINDS.get(typed.partition(":")[0])) is not None


def check_agent(rules: GameRules, typed: str) -> None:
    """Raise RequestError for a wrong spec, without waiting until the agent is compiled."""
    with without_waiting(partial(agent_for, rules, typed)):
        agent_for(rules, typed)


def decide(rules: GameRules, typed: str, state: np.ndarray | np.void, seed: int) -> int:
    """Return the action of an agent in a state, a structured scalar or (1,). It is determined by the seed.

    An agent that can play in plain Python does so, in a simpler way, until its code is compiled in the background
    (`agents.base.plain_options`).
    """
    kind = typed.partition(":")[0]
    options = plain_options(KINDS.get(kind))
    if options is None:
        return choose_action(agent_for(rules, typed), rules, state, seed, typed)
    with without_waiting(partial(agent_for, rules, typed)):
        agent = agent_for(rules, typed)
        if missing(agent_code_folder(rules.package)):
            agent = agent_for(rules, f"{kind}:{options}" if options else typed)
        return choose_action(agent, rules, state, seed, typed)
