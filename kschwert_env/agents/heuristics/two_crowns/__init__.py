"""Heuristic player and value function of Two Crowns."""

from kschwert_env.agents.heuristics.two_crowns.features import NUM_FEATURES, VALUE_PATH, evaluate, write_features
from kschwert_env.agents.heuristics.two_crowns.player import choose_action

__all__ = ["NUM_FEATURES", "VALUE_PATH", "choose_action", "evaluate", "write_features"]
