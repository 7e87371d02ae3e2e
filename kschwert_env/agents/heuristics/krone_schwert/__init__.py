"""The heuristic player of Krone & Schwert, and what positions are worth."""

from kschwert_env.agents.heuristics.krone_schwert.features import NUM_FEATURES, VALUE_PATH, describe, evaluate
from kschwert_env.agents.heuristics.krone_schwert.player import choose_heuristically

__all__ = ["NUM_FEATURES", "VALUE_PATH", "choose_heuristically", "describe", "evaluate"]
