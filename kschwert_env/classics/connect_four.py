"""Connect four (Wexler and Strongin, 1974): seats drop discs into columns; four of one seat in a line win."""

from dataclasses import dataclass

import numpy as np

from kschwert_env import custom
from kschwert_env.custom import compiled, inlined, noalias, packed

ROWS, COLUMNS, LINE = 6, 7, 4


@compiled
def reset(state, stream, board):
    """Start with an empty board, seat 0 to move: the state is zeros."""


@compiled
def step(state, stream, board, action):
    """Drop a disc into a column; end the game with a line of four, or when the board is full."""
    row = ROWS - 1
    while state.cells[row, action] != 0:
        row -= 1
    state.cells[row, action] = state.player + 1
    state.turn += 1
    if has_line(state.cells, row, action):
        state.scores[state.player] = 1
        state.scores[1 - state.player] = -1
        state.player = -1
    elif state.turn == ROWS * COLUMNS:
        state.player = -1
    else:
        state.player = 1 - state.player


@inlined
def has_line(cells, row, column):
    """Return whether the disc at this square is part of a line of four: down, across, or along a diagonal."""
    return (
        count(cells, row, column, 1, 0) >= LINE - 1
        or count(cells, row, column, 0, 1) + count(cells, row, column, 0, -1) >= LINE - 1
        or count(cells, row, column, 1, 1) + count(cells, row, column, -1, -1) >= LINE - 1
        or count(cells, row, column, 1, -1) + count(cells, row, column, -1, 1) >= LINE - 1
    )


@inlined
def count(cells, row, column, down, right):
    """Return the number of discs beyond a square, in one direction, that are of the same seat without a gap."""
    number, disc = 0, cells[row, column]
    row, column = row + down, column + right
    while 0 <= row < ROWS and 0 <= column < COLUMNS and cells[row, column] == disc:
        number, row, column = number + 1, row + down, column + right
    return number


@noalias
def legal_mask(state, board, mask):
    """Allow every column whose top square is empty."""
    for column in range(COLUMNS):
        mask[column] = state.player >= 0 and state.cells[0, column] == 0


@noalias
def observe(state, board, seat, out):
    """Write the discs of the observer, then those of the other seat."""
    out, at = packed(out), 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            out[at] = state.cells[row, column] == seat + 1
            out[at + ROWS * COLUMNS] = state.cells[row, column] == 2 - seat
            at += 1


@dataclass(frozen=True)
class ConnectFour(custom.CustomRules):
    """Connect four on 6 rows and 7 columns. Seat 0 moves first; a full board without a line is a draw."""

    num_players: int = 2

    most_decisions = ROWS * COLUMNS
    grid = custom.Grid("cells", ROWS, COLUMNS, " 01")
    actions = custom.ActionSpace([custom.Action("drop", field=column) for column in range(COLUMNS)])
    state = custom.StateSpace(
        2, [("cells", (ROWS, COLUMNS), 0, 2, "from the top row: 1 + seat of the disc; 0 for none")]
    )
    observation = custom.ObservationSpace(
        [
            ("own", (ROWS, COLUMNS), 0, 1, "discs of the observer"),
            ("other", (ROWS, COLUMNS), 0, 1, "discs of the other seat"),
        ]
    )

    def contradictions(self, state: np.void) -> list[str]:
        """Return what is wrong with a position: discs, the seat to move, the end or the scores."""
        cells, turn = state["cells"], int(state["turn"])
        lines = [has_four(cells == seat + 1) for seat in range(2)]
        last, is_over = (turn - 1) % 2, any(lines) or turn == ROWS * COLUMNS
        points = 1 if lines[last] else 0
        wrong = {
            "cells: a disc has no disc below it": ((cells[:-1] > 0) & (cells[1:] == 0)).any(),
            "cells: the numbers of discs don't fit the turn": [(cells == 1).sum(), (cells == 2).sum()]
            != [(turn + 1) // 2, turn // 2],
            "cells: only the seat that moved last can have a line": lines[1 - last],
            "player: it doesn't fit the turn and the lines": state["player"] != (-1 if is_over else turn % 2),
            "scores: they don't fit the lines": state["scores"].tolist()
            != [[points, -points], [-points, points]][last],
        }
        return [error for error, is_true in wrong.items() if is_true]


def has_four(discs: np.ndarray) -> bool:
    """Return whether four discs are in a line, from whether there is a disc: bool (ROWS, COLUMNS)."""
    padded = np.pad(discs, LINE)  # np.roll then moves no disc around the edge into a line
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        np.logical_and.reduce([np.roll(padded, (i * down, i * right), (0, 1)) for i in range(LINE)]).any()
        for down, right in steps
    )
