"""Every label that a run should see, and what does not apply to so many players."""

from collections.abc import Callable

from tests.referee.coverage import Catalogue

from . import detectors
from .cards import ACTION_CARDS

BY_START = (
    *("C1 parts for the players", "C2 tiling", "C3 terrain", "C4 parts of the edition", "C6 cards"),
    *("C7 people cards", "S1 four cards each"),
)
DEALT = (
    *(f"D1 draws {card}" for card in ACTION_CARDS),
    *(f"L1 expands by {card}" for card in ACTION_CARDS),
)

Applies = Callable[[int, bool], bool]
ONLY_SOMETIMES: dict[str, Applies] = {
    "V1 one part fewer": lambda players, fewer: fewer,
    "X1 three more people cards": lambda players, fewer: players == 2,
    "R2 sword voter": lambda players, fewer: players > 2,
    "R2 crown voter": lambda players, fewer: players > 2,
    "R9 VP for a crown voter": lambda players, fewer: players > 2,
    "R10 VP for a sword voter": lambda players, fewer: players > 2,
    "C8 vote": lambda players, fewer: players > 2,
    # Two parts have 22 plains for 28 small cities; the first three have just ten sites for ten large cities.
    "C5 no small city left": lambda players, fewer: players - fewer > 2,
    "C5 no large city left": lambda players, fewer: players - fewer > 3,
    # The markers of one player do not fill a board of two parts.
    "E3 by resettling": lambda players, fewer: players > 2,
}
NEVER = {
    "C5 no castle left": "26 castles, at most 25 mountains",
    "C5 no cathedral left": "10 cathedrals, 10 large cities",
    "S3 no lonely field left": "2P - 1 markers and their neighbours never cover the board",
    "Q9 no redraw asked": "an event takes away no card of those that made the draw legal (D3)",
}
VIEWS = ("P1 view", "P3 last revolt shown", "T4 hand counts and discards shown")
LABELS = {*BY_START, *VIEWS, *DEALT, *ONLY_SOMETIMES, "S2 start player drawn", *detectors.LABELS}


def catalogue(players: int, fewer_parts: bool) -> Catalogue:
    """That of games of so many players."""
    not_now = {label for label, applies in ONLY_SOMETIMES.items() if not applies(players, fewer_parts)}
    return Catalogue("CSTBDLAKREXVPQ", LABELS, not_now, NEVER)
