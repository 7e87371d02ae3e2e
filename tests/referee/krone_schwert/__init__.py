"""A second implementation of Krone & Schwert, written from the rules alone, to check the first.

It reads positions as plain JSON (`krone_schwert.position.v2`) and says what is legal, whether one position
may follow another, and what a seat may know. Slow and plain on purpose; editions may differ from `standard` in their
maps only.
"""

from tests.referee.actions import Action

from .check import check_step
from .scoring import final_scores, returns
from .start import check_start
from .steps import legal_actions
from .view import public_view

__all__ = ["Action", "check_start", "check_step", "final_scores", "legal_actions", "public_view", "returns"]
