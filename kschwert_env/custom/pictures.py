"""Pictures of games in one file: the seats with their scores, the board, and what the viewer knows, line by line."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kschwert_env.custom.texts import grid_values, known_values, rules_and_state
from kschwert_env.engine.contract.actions import Action, action_label
from kschwert_env.engine.contract.presentation import SeatSummary, TableSummary
from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.boxes import target_of
from kschwert_env.rendering.colours import CHIP_GROUND, FRAME, GOLD, INK, PAPER, SEATS
from kschwert_env.rendering.svg import box, document, element, group, moved, text
from kschwert_env.rendering.symbols import definitions, seat_symbol

_EDGE, _SQUARE, _LINE, _SEAT, _MIN_WIDTH, _MOST_WIDTH = 16, 56, 20, 34, 420, 900
_BOARD = "square"
_CHARACTERS = 7  # pixels of a character, for the width of lines


class PlainPictures:
    """Pictures of one game."""

    def __init__(self, rules_type: Any) -> None:
        """Draw positions under rules of this class."""
        self._rules_type = rules_type

    def draw_svg(
        self,
        position: Position,
        viewer: int | None,
        last_action: Action | None,
        news: str | None = None,
        own: int | None = None,
    ) -> str:
        """Return a picture for a seat or a spectator (None)."""
        rules, state = rules_and_state(self._rules_type, position)
        is_shown = last_action is not None and (viewer is None or last_action.kind not in rules.hidden_actions)
        last = news or (f"Last action: {action_label(last_action)}" if last_action and is_shown else "")
        lines = [last, *(f"{name}: {value}" for name, value in known_values(rules, state, viewer))]
        squares = grid_values(rules, state, viewer)
        board, (rows, columns) = draw_grid(rules, squares), squares.shape
        width = max(_MIN_WIDTH, 2 * _EDGE + columns * _SQUARE, 2 * _EDGE + _CHARACTERS * max(map(len, lines)))
        below_seats = _EDGE + _SEAT * rules.num_players
        below_board = below_seats + rows * _SQUARE + _LINE
        return document(
            min(width, _MOST_WIDTH),
            below_board + _LINE * len(lines) + _EDGE,
            definitions(rules.num_players),
            box(0, 0, min(width, _MOST_WIDTH), below_board + _LINE * len(lines) + _EDGE, 0, fill=PAPER),
            *(moved(_EDGE, _EDGE + _SEAT * seat, draw_seat(position, seat)) for seat in range(rules.num_players)),
            moved(_EDGE, below_seats, *board),
            *(text(_EDGE, below_board + _LINE * i, line, 14) for i, line in enumerate(lines)),
            fill=INK,
        )

    def draw_stage(
        self, position: Position, viewer: int | None, last_action: Action | None, own: int | None = None
    ) -> str:
        """Return the board and what the viewer knows, line by line."""
        rules, state = rules_and_state(self._rules_type, position)
        lines = [f"{name}: {value}" for name, value in known_values(rules, state, viewer)]
        squares = grid_values(rules, state, viewer)
        rows, columns = squares.shape
        longest = max((len(line) for line in lines), default=0)
        width = min(_MOST_WIDTH, max(2 * _EDGE + columns * _SQUARE, 2 * _EDGE + _CHARACTERS * longest))
        below = _EDGE + rows * _SQUARE + _LINE
        return document(
            width,
            below + _LINE * len(lines),
            definitions(rules.num_players),
            moved((width - columns * _SQUARE) // 2, _EDGE, *draw_grid(rules, squares)),
            *(text(_EDGE, below + _LINE * i, line, 14) for i, line in enumerate(lines)),
            fill=INK,
        )

    def draw_lists(self, position: Position, viewer: int | None) -> None:
        """Return nothing: there are no lists."""
        return None

    def summarize(self, state: np.void, position: Position, viewer: int | None) -> TableSummary:
        """Return nothing but the seats: hands are lines of `draw_stage`."""
        return TableSummary([SeatSummary(None, None, []) for _ in position["scores"]], [])

    def points(self, position: Position, viewer: int | None) -> list[int | None]:
        """Return the points of each seat, which everybody sees."""
        return list(position["scores"])

    def battle_scene(self, before: Position, action: Action, after: Position) -> None:
        """Return nothing: the game has no battles."""
        return None

    def target(self, action: Action, position: Position) -> str | None:
        """Return the square that an action names, if it is on the board."""
        grid = self._rules_type.grid
        if grid is None or action.field is None or not 0 <= action.field < grid.rows * grid.columns:
            return None
        return target_of(_BOARD, str(action.field))

    def draw_card(self, rules: Any, card: str) -> str | None:
        """Return nothing: there are no pictures of cards."""
        return None


def draw_seat(position: Position, seat: int) -> str:
    """Return a line with a seat's marker, name and points; a frame marks the deciding seat."""
    frame = GOLD if position["player"] == seat else CHIP_GROUND
    return group(
        box(0, 0, _MIN_WIDTH - 2 * _EDGE, _SEAT - 6, 8, fill=CHIP_GROUND, stroke=frame, stroke_width=3),
        moved(18, 14, element("use", href=f"#{seat_symbol(seat)}", transform="scale(0.7)")),
        text(38, 19, f"[{seat}]", 14),
        text(_MIN_WIDTH - 2 * _EDGE - 12, 19, f"{position['scores'][seat]} points", 14, text_anchor="end"),
    )


def draw_grid(rules: Any, values: np.ndarray) -> Sequence[str]:
    """Return the squares of a board, with pieces in the colours of the seats or with their symbols."""
    return [
        draw_square(rules.grid.symbols[values[row, column]], row, column, row * rules.grid.columns + column)
        for row in range(values.shape[0])
        for column in range(values.shape[1])
    ]


def draw_square(symbol: str, row: int, column: int, number: int) -> str:
    """Return one square; clicking it is the action on this field."""
    middle = _SQUARE / 2
    if symbol.isdigit() and int(symbol) < len(SEATS):
        piece = element("circle", cx=middle, cy=middle, r=middle - 8, fill=SEATS[int(symbol)], stroke=INK)
    else:
        piece = text(middle, middle + 8, symbol, 24, text_anchor="middle") if symbol.strip() else ""
    ground = box(1, 1, _SQUARE - 2, _SQUARE - 2, 6, fill=CHIP_GROUND, stroke=FRAME)
    return moved(column * _SQUARE, row * _SQUARE, ground, piece, data_target=target_of(_BOARD, str(number)))
