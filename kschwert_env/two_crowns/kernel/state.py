"""The structured dtypes of a state and of `board`, the constants of its rules."""

import numpy as np

from kschwert_env.two_crowns.kernel.components import (
    CASTLE,
    NOBODY,
    NUM_CARDS,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    NUM_PRICED,
    NUM_RESTS,
    Phase,
)

_SEATS, _CARDS = (NUM_PLAYERS,), (NUM_PLAYERS, NUM_CARDS)

STATE = np.dtype(
    [
        # -- whose decision, and of what kind --------------------------------------------------------------
        ("player", np.int64),  # seat that decides now, NOBODY when over
        ("turn_player", np.int64),  # seat whose turn it is: the attacker (T1)
        ("start_player", np.int64),
        ("phase", np.int64),  # Phase
        ("turn", np.int64),  # number of the turn from 0
        ("truncated", np.int64),  # 0 or 1 (E3)
        ("fate_used", np.int64),  # 0 or 1 (F1)
        ("scores", np.int32, _SEATS),  # points of the castles; can be below 0 for the loser (E1)
        # -- cards, as counts by seat and Card -----------------------------------------------------------------
        ("hands", np.int16, _CARDS),
        ("decks", np.int16, _CARDS),
        ("discards", np.int16, _CARDS),
        ("known", np.int16, (NUM_PLAYERS, NUM_KNIGHTS)),  # P1: known to be in this hand, or laid from it face down
        ("resting", np.int16, (NUM_PLAYERS, NUM_RESTS, NUM_KNIGHTS)),  # T2
        # -- what is under way -----------------------------------------------------------------------------
        ("laid", np.int16, _CARDS),  # cards that lie in the battle now and are not paid for (`battle.lies_face_down`)
        ("paid", np.int16, (NUM_PLAYERS, NUM_PRICED)),  # cards in the battle that are paid for, by Priced (A3)
        ("laid_counts", np.int64, _SEATS),  # cards laid in this battle, including discarded and paid cards (X3)
        ("exact", np.int16, (NUM_CARDS,)),  # the two cards drawn, one of which is kept (R2)
    ]
)
"""Dtype of one complete state. Hidden information is included; `observe` decides what a seat sees.

Scalars are int64, so that compiled functions use only one integer type.
"""

BOARD = np.dtype(
    [
        ("blank", STATE),  # every game starts from here, before any chance
        ("copies", np.int16, (NUM_CARDS,)),  # C2: cards of a side
        ("last_turn", np.int64),  # the turn after which the game is truncated (E3), also without a cap
        ("random_start", np.int64),  # options, 0 or 1
        ("die_of_fate", np.int64),
        ("reward", np.int64),  # engine.returns.Reward
    ]
)
"""Dtype of the constants of one `Rules`: the edition and the options as data."""


def blank(board: np.void, state: np.void) -> None:
    """Write both sides before the first card is drawn (C1)."""
    state["player"] = NOBODY
    state["phase"] = Phase.TURN
    state["scores"] = CASTLE
    state["decks"] = board["copies"]
