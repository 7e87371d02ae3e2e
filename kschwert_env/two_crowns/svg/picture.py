"""A position as an SVG picture, for a seat or for a spectator: both sides, and the battle between them.

Every part that can stay unchanged between positions is an element directly under the root: pages of recorded games
store each such element once.
"""

from kschwert_env.engine.contract.actions import Action, action_label
from kschwert_env.engine.contract.rules import Position
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, views
from kschwert_env.two_crowns.positions import view
from kschwert_env.two_crowns.svg.battle import EVENT_HEIGHT, event_box, header, legend
from kschwert_env.two_crowns.svg.cards import definitions
from kschwert_env.two_crowns.svg.sides import PANEL, SIDE, TABLE, castle, panel, table

EDGE, GAP, HEADER = 12, 8, 34
SIZE = 2 * EDGE + SIDE + GAP + TABLE, 2 * EDGE + HEADER + 2 * PANEL + EVENT_HEIGHT + 2 * GAP
_COLUMN = EDGE + HEADER, SIZE[1] - 2 * EDGE - HEADER  # top and height
_VIEWS = views(Table=(EDGE, _COLUMN[0], SIDE, _COLUMN[1]), Lists=(EDGE + SIDE + GAP, _COLUMN[0], TABLE, _COLUMN[1]))


def draw_svg(
    position: Position, viewer: int | None, last_action: Action | None, news: str | None = None, own: int | None = None
) -> str:
    """Return the picture for the seat `viewer` or for a spectator (None). Its size is constant.

    The viewer's own side is at the bottom; for somebody who sees everything that of their seat `own`.
    """
    action, seats = view.shown_action(position, viewer, last_action), view.seat_views(position, viewer)
    last = news or (f"Last action: {action_label(action)}" if action else "")
    right, top = EDGE + SIDE + GAP, EDGE + HEADER
    middle, below = top + PANEL + GAP, top + PANEL + EVENT_HEIGHT + 2 * GAP
    below_seat = viewer if own is None else own
    sides = list(zip(seats[::-1] if below_seat == 0 else seats, (top, below), strict=True))
    return document(
        *SIZE,
        definitions(),
        box(0, 0, *SIZE, 0, fill=PAPER),
        moved(EDGE, EDGE - 4, header(position, viewer, SIZE[0] - 2 * EDGE, own is not None)),
        *(moved(EDGE, y, panel(position, seat, viewer)) for seat, y in sides),
        *(moved(EDGE, y, castle(position, seat.seat)) for seat, y in sides),
        *(moved(right, y, table(position, seat)) for seat, y in sides),
        moved(EDGE, middle, event_box(position, viewer, seats, last)),
        moved(right, middle, legend()),
        fill=INK,
        data_views=_VIEWS,
    )


def draw_edition(edition: object) -> None:
    """Return None: editions of this game have no map."""
