"""The heuristic player of Krone & Schwert, and what positions are worth."""

from kschwert_env.agents.heuristics.krone_schwert.features import NUM_FEATURES, describe
from kschwert_env.agents.heuristics.krone_schwert.player import choose_by, choose_heuristically
from kschwert_env.agents.heuristics.krone_schwert.value import VALUE_PATH, evaluate, value_room, value_weights
from kschwert_env.agents.heuristics.krone_schwert.weights import WEIGHTS, Weights

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
