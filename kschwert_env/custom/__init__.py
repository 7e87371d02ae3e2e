"""Games in one file: everything that such a file needs (docs/adding_a_game.md).

`CustomRules` supplies positions, texts and pictures; a game has only its state, its actions, what a seat observes, and
the compiled functions `reset`, `step`, `legal_mask` and `observe`; with hidden information also `resample`.
"""

from kschwert_env.custom.rules import CustomRules, Grid, option
from kschwert_env.custom.state import StateSpace
from kschwert_env.engine.compiled.observation import (
    ObservationSpace,
    put,
    put_by_seat,
    put_counts,
    put_one_hot,
    put_seat,
)
from kschwert_env.engine.compiled.rng import below, draw_card, draw_cards
from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.jit.compiling import compiled, inlined, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import Game

__all__ = [
    "Action",
    "ActionSpace",
    "Batch",
    "CustomRules",
    "Game",
    "Grid",
    "ObservationSpace",
    "StateSpace",
    "below",
    "compiled",
    "draw_card",
    "draw_cards",
    "inlined",
    "noalias",
    "option",
    "packed",
    "put",
    "put_by_seat",
    "put_counts",
    "put_one_hot",
    "put_seat",
]
