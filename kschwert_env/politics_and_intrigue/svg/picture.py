"""A position as SVG: both principalities, and between them stacks and dice, for a seat or a spectator.

Everything that can stay the same from one position to the next is a separate element under the root, so that pages of
recorded games contain each element once.
"""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.svg import centre, side
from kschwert_env.politics_and_intrigue.svg.centre import LIST, STORY
from kschwert_env.politics_and_intrigue.svg.parts import definitions
from kschwert_env.rendering.boxes import SMALL, frame, last_line
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, views

EDGE, GAP, HEADER = 16, 8, 40
SIZE = 2 * EDGE + side.WIDTH + GAP + LIST, 2 * EDGE + HEADER + 2 * side.HEIGHT + STORY + 2 * GAP


def draw_svg(position: Position, viewer: int | None, last_action: Action | None, news: str | None = None) -> str:
    """Return the picture for a seat `viewer`, or for a spectator (None). Its size is always the same."""
    action = view.shown_action(viewer, last_action)
    last = last_line(action and str(action), news, centre.MOMENT, SMALL)
    top, right = EDGE + HEADER, EDGE + side.WIDTH + GAP
    middle = top + side.HEIGHT + GAP
    tops = (top, middle + STORY + GAP)
    below = SIZE[1] - EDGE - top
    table = (centre.row(position), *centre.stacks(position, viewer))
    return document(
        *SIZE,
        definitions(),
        box(0, 0, *SIZE, 0, fill=PAPER),
        moved(EDGE, EDGE - 4, centre.header(position, viewer, SIZE[0] - 2 * EDGE)),
        moved(EDGE + centre.MOMENT + 4, middle, frame(side.WIDTH - centre.MOMENT - 4, STORY)),
        moved(EDGE, middle, centre.moment(position, viewer, last)),
        *(moved(EDGE, middle, part) for part in table if part),
        moved(right, top, centre.lists(position, viewer, below)),
        *(moved(EDGE, y, side.panel(position, viewer, seat)) for seat, y in enumerate(tops)),
        *(moved(EDGE, y, part) for seat, y in enumerate(tops) for part in side.principality(position, seat)),
        *(moved(EDGE, y, part) for seat, y in enumerate(tops) for part in side.hand(position, viewer, seat)),
        fill=INK,
        data_views=views(
            **{f"Seat_{seat}": (EDGE, y, side.used_width(position, seat), side.HEIGHT) for seat, y in enumerate(tops)},
            Stacks=(EDGE + centre.MOMENT + 4, middle, side.WIDTH - centre.MOMENT - 4, STORY),
            Now=(EDGE, middle, centre.MOMENT, STORY),
            Lists=(right, top, LIST, below),
        ),
    )


def draw_edition(edition: object) -> None:
    """Return None: the game has no map."""
