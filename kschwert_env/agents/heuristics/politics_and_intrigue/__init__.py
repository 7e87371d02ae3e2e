"""The heuristic player of Politics & Intrigue, and what positions are worth."""

from kschwert_env.agents.heuristics.politics_and_intrigue.features import NUM_FEATURES, describe
from kschwert_env.agents.heuristics.politics_and_intrigue.player import choose_by, choose_heuristically
from kschwert_env.agents.heuristics.politics_and_intrigue.value import VALUE_PATH, evaluate, value_room, value_weights
from kschwert_env.agents.heuristics.politics_and_intrigue.weights import WEIGHTS, Weights

__all__ = [
    "NUM_FEATURES",
    "VALUE_PATH",
    "WEIGHTS",
    "Weights",
    "choose_by",
    "choose_heuristically",
    "describe",
    "evaluate",
    "value_room",
    "value_weights",
]
