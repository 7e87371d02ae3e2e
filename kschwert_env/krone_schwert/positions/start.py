"""The starting position of an edition, as the record from which games begin."""

import numpy as np

from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.editions.starts import Start
from kschwert_env.krone_schwert.kernel.components import Phase
from kschwert_env.krone_schwert.positions.fields import connect, derive


def write_start(start: Start, board: Board, blank: np.void) -> None:
    """Write a starting position into the blank record, which has all pieces in their supplies."""
    blank["phase"] = Phase.ACTION
    for name in ("turn", "action_points", "king", "scores"):
        blank[name] = getattr(start, name)
    blank["owner"], blank["building"] = start.owners, start.buildings
    for octagon, square in start.partners:
        connect(board.neighbours, blank, octagon, square)
    derive(board, blank)
