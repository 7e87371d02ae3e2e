"""A position as an SVG picture, for a seat or for a spectator: board, table, header and event box.

Every part that can stay unchanged between positions is an element directly under the root: pages of recorded games
store each such element once.
"""

from kschwert_env.engine.actions import Action, action_label
from kschwert_env.engine.rules import Position
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.svg.board import board, board_size
from kschwert_env.krone_schwert.svg.status import EVENT_HEIGHT, HEADER, event_box, header
from kschwert_env.krone_schwert.svg.symbols import definitions
from kschwert_env.krone_schwert.svg.table import (
    CARDS,
    PANEL,
    PEOPLE,
    SUPPLY,
    WIDTH,
    cards,
    last_revolt,
    last_revolt_height,
    panel,
    people,
    supply,
)
from kschwert_env.rendering.boxes import last_line
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, views

EDGE, GAP = 16, 8
MIN_EVENT_WIDTH = 340  # minimum width of the event box


def draw_svg(position: Position, viewer: int | None, last_action: Action | None, news: str | None = None) -> str:
    """Return the picture for the seat `viewer` or for a spectator (None).

    Its size depends only on the map and the number of players.
    """
    action, seats = view.shown_action(position, viewer, last_action), view.seat_views(position, viewer)
    board_width, board_height = board_size(position)
    board_width = max(board_width, MIN_EVENT_WIDTH)
    left, top = EDGE, EDGE + HEADER
    right, below = EDGE + board_width + EDGE, top + board_height + GAP
    boxes = [(panel(position, seat, viewer), PANEL) for seat in seats] + [
        (people(position), PEOPLE),
        (last_revolt(position), last_revolt_height(position)),
        (supply(position), SUPPLY),
    ]
    event_width = board_width - WIDTH - GAP
    fits_beside = sum(height + GAP for _, height in boxes) <= board_height
    if fits_beside or event_width < MIN_EVENT_WIDTH:
        event_width = board_width
        boxes.append((cards(position, viewer), CARDS))
    column, bottom = _column(boxes, right, top)
    event_height = max(EVENT_HEIGHT if event_width == board_width else CARDS, bottom - below)
    last = last_line(action and action_label(action), news, event_width, 12)
    event_parts = [moved(left, below, event_box(position, viewer, seats, last, event_width, event_height))]
    if event_width < board_width:
        event_parts.append(moved(left + event_width + GAP, below, cards(position, viewer)))
    width, height = right + WIDTH + EDGE, below + event_height + EDGE
    return document(
        width,
        height,
        definitions(len(seats)),
        box(0, 0, width, height, 0, fill=PAPER),
        moved(left, EDGE - 4, header(position, viewer, width - 2 * EDGE)),
        *(moved(left, top, part) for part in board(position, action)),
        *column,
        *event_parts,
        fill=INK,
        data_views=views(
            Board=(left, top, board_width, board_height),
            Now=(left, below, board_width, event_height),
            Seats=(right, top, WIDTH, bottom - top),
        ),
    )


def _column(boxes: list[tuple[str, int]], x: float, y: float) -> tuple[list[str], float]:
    """Stack boxes of the given heights from (x, y) downwards; return them and the bottom."""
    placed = []
    for drawn, height in boxes:
        placed.append(moved(x, y, drawn))
        y += height + GAP
    return placed, y - GAP
