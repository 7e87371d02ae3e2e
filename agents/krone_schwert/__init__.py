"""The heuristic player of Krone & Schwert."""

from agents.krone_schwert.player import choose_by, choose_heuristically
from agents.krone_schwert.weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Weights", "choose_by", "choose_heuristically"]
