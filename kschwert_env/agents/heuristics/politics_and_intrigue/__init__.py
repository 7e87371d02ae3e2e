"""Heuristic player and value function of Politics & Intrigue."""

from kschwert_env.agents.heuristics.politics_and_intrigue.features import (
    NUM_FEATURES,
    VALUE_PATH,
    evaluate,
    write_features,
)
from kschwert_env.agents.heuristics.politics_and_intrigue.player import choose_action

__all__ = ["NUM_FEATURES", "VALUE_PATH", "choose_action", "evaluate", "write_features"]
