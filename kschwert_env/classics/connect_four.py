"""Connect four (Wexler and Strongin, 1974): seats drop discs into columns; four of one seat in a line win."""

from dataclasses import dataclass

from kschwert_env.custom import (
    Action,
    ActionSpace,
    CustomRules,
    Grid,
    ObservationSpace,
    StateSpace,
    compiled,
    inlined,
    noalias,
    packed,
)

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
class ConnectFour(CustomRules):
    """Connect four on 6 rows and 7 columns. Seat 0 moves first; a full board without a line is a draw."""

    num_players: int = 2

    most_decisions = ROWS * COLUMNS
    grid = Grid("cells", ROWS, COLUMNS, " 01")
    actions = ActionSpace([Action("drop", field=column) for column in range(COLUMNS)])
    state = StateSpace(2, [("cells", (ROWS, COLUMNS), 0, 2, "from the top row: 1 + seat of the disc; 0 for none")])
    observation = ObservationSpace(
        [
            ("own", (ROWS, COLUMNS), 0, 1, "discs of the observer"),
            ("other", (ROWS, COLUMNS), 0, 1, "discs of the other seat"),
        ]
    )
