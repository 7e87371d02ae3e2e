"""A position as a picture, SVG: board, table and the moment, for a seat or for a spectator.

Everything that may stay as it is from one position to the next is an element of its own under the root: pages of
recorded games hold each of them once.
"""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.svg.board import board, board_size
from kschwert_env.krone_schwert.svg.moment import HEADER, STORY, header, under_way
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
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, views

EDGE, GAP = 16, 8
LEAST_WIDTH = 340  # of the box with the current decision


def draw_svg(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """Return the picture for the seat `viewer` or for a spectator (None).

    Its size depends on the map and the number of players only.
    """
    action, seats = view.shown_action(position, viewer, last_action), view.seat_views(position, viewer)
    board_width, board_height = board_size(position)
    board_width = max(board_width, LEAST_WIDTH)
    left, top = EDGE, EDGE + HEADER
    right, below = EDGE + board_width + EDGE, top + board_height + GAP
    boxes = [(panel(position, seat, viewer), PANEL) for seat in seats] + [
        (people(position), PEOPLE),
        (last_revolt(position), last_revolt_height(position)),
        (supply(position), SUPPLY),
    ]
    story_width = board_width - WIDTH - GAP
    fits_beside = sum(height + GAP for _, height in boxes) <= board_height
    if fits_beside or story_width < LEAST_WIDTH:
        story_width = board_width
        boxes.append((cards(position, viewer), CARDS))
    column, bottom = _column(boxes, right, top)
    story_height = max(STORY if story_width == board_width else CARDS, bottom - below)
    story = [moved(left, below, under_way(position, seats, action, story_width, story_height))]
    if story_width < board_width:
        story.append(moved(left + story_width + GAP, below, cards(position, viewer)))
    width, height = right + WIDTH + EDGE, below + story_height + EDGE
    return document(
        width,
        height,
        definitions(len(seats)),
        box(0, 0, width, height, 0, fill=PAPER),
        moved(left, EDGE - 4, header(position, viewer, width - 2 * EDGE)),
        *(moved(left, top, part) for part in board(position, action)),
        *column,
        *story,
        fill=INK,
        data_views=views(
            Board=(left, top, board_width, board_height),
            Now=(left, below, board_width, story_height),
            Seats=(right, top, WIDTH, bottom - top),
        ),
    )


def _column(boxes: list[tuple[str, int]], x: float, y: float) -> tuple[list[str], float]:
    """Place boxes of these heights one below the other; return them and where they end."""
    placed = []
    for drawn, height in boxes:
        placed.append(moved(x, y, drawn))
        y += height + GAP
    return placed, y - GAP
