"""Heuristic player and value function of Krone & Schwert."""

from kschwert_env.agents.heuristics.krone_schwert.features import NUM_FEATURES, VALUE_PATH, evaluate, write_features
from kschwert_env.agents.heuristics.krone_schwert.player import choose_action

__all__ = ["NUM_FEATURES", "VALUE_PATH", "choose_action", "evaluate", "write_features"]
