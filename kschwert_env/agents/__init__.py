"""Agents for every game, as opponents and training partners; `kschwert_env.arena` measures their strength.

`available` lists the kinds of agents for a game, `make_agent` makes an agent from a specification such as
`ismcts:sims=400`, and `as_policy` turns it into an opponent for the adapters. `arena.contest.Contest` lets agents play
each other. A user's agent is a class that implements `Agent`.
"""

from kschwert_env.agents.base import Agent, AgentError, DecisionBatch, as_policy
from kschwert_env.agents.registry import KINDS, available, make_agent, make_agents
from kschwert_env.engine.simulation.worlds import WorldSampler

__all__ = [
    "KINDS",
    "Agent",
    "AgentError",
    "DecisionBatch",
    "WorldSampler",
    "as_policy",
    "available",
    "make_agent",
    "make_agents",
]
