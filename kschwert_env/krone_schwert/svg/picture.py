"""A position as an SVG picture, for a seat or for a spectator: board, table, header and event box.

Every part that can stay unchanged between positions is an element directly under the root: pages of recorded games
store each such element once.
"""

from collections.abc import Callable
from functools import partial

from kschwert_env.engine.contract.actions import Action, action_label
from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.svg.board import board
from kschwert_env.krone_schwert.svg.layout import EDGE, INNER, layout
from kschwert_env.krone_schwert.svg.status import HEADER, event_box, header
from kschwert_env.krone_schwert.svg.symbols import definitions
from kschwert_env.krone_schwert.svg.table import CARDS, LIST, cards, last_revolt, panel, people, supply
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, group, moved, views


def draw_svg(
    position: Position, viewer: int | None, last_action: Action | None, news: str | None = None, own: int | None = None
) -> str:
    """Return the picture for the seat `viewer` or for a spectator (None).

    `own` is the seat of somebody who sees everything. The size depends only on the map and the number of players. The
    table of cards lies below the picture: pages show it on demand, as one of its views.
    """
    action, seats = view.shown_action(position, viewer, last_action), view.seat_views(position, viewer)
    last = news or (f"Last action: {action_label(action)}" if action else "")
    frames = layout(position)
    draw: dict[str, Callable[[float], str]] = {
        **{f"seat {seat.seat}": partial(panel, position, seat, viewer) for seat in seats},
        "people": partial(people, position),
        "revolt": partial(last_revolt, position),
        "supply": partial(supply, position),
    }
    width, height = frames.size
    event = frames.event
    onto_board = f"translate({EDGE} {EDGE + HEADER}) scale({frames.scale:.3g})"
    below = height + EDGE
    return document(
        width,
        height,
        definitions(len(seats)),
        box(0, 0, width, height, 0, fill=PAPER),
        moved(EDGE, EDGE - 4, header(position, viewer, INNER, own is not None)),
        *(group(part, transform=onto_board) for part in board(position, action, frames.scale)),
        *(moved(place.x, place.y, draw[place.name](place.width)) for place in frames.boxes),
        moved(event.x, event.y, event_box(position, viewer, seats, last, event.width, event.height)),
        moved(EDGE, below, cards(position, viewer)),
        fill=INK,
        data_views=views(
            Board=(EDGE, EDGE + HEADER, *frames.board),
            Now=(event.x, event.y, event.width, event.height),
            Players=frames.players,
            Lists=(EDGE, below, LIST, CARDS),
        ),
    )
