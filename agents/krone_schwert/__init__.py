"""The heuristic player of Krone & Schwert, and what positions are worth."""

from kschwert_env.agents.krone_schwert.player import choose_by, choose_heuristically
from kschwert_env.agents.krone_schwert.value import evaluate, value_room, value_weights
from kschwert_env.agents.krone_schwert.weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Weights", "choose_by", "choose_heuristically", "evaluate", "value_room", "value_weights"]
