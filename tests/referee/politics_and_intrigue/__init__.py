"""A second implementation of Politics & Intrigue, written from the rules alone, to check the first.

It reads positions as plain JSON (`politics_and_intrigue.position.v1`) and says what is legal, whether one position may
follow another, and what a seat may know. Slow and plain on purpose; only the edition `standard`.
"""

from tests.referee.actions import Action

from .check import check_step
from .scoring import returns
from .start import check_start
from .steps import legal_actions
from .view import public_view

__all__ = ["Action", "check_start", "check_step", "legal_actions", "public_view", "returns"]
