"""Players for every game, to play against and to learn from; `kschwert_env.arena` says how good they are.

`available` lists what there is for a game, `make_agent` makes an agent of what is typed for it, and `as_policy` makes
an opponent for the adapters of that. `arena.contest.Contest` lets agents play each other. An agent of one's own is a
class as `Agent` describes it.
"""

from kschwert_env.agents.base import Agent, DecisionBatch, WorldSampler, as_policy
from kschwert_env.agents.registry import KINDS, available, make_agent, make_agents

__all__ = ["KINDS", "Agent", "DecisionBatch", "WorldSampler", "as_policy", "available", "make_agent", "make_agents"]
