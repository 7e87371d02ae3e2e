"""A position as SVG: both principalities, and between them stacks and dice, for a seat or a spectator.

Everything that can stay the same from one position to the next is a separate element under the root, so that pages of
recorded games contain each element once. Lists lie below the picture: pages show them on demand, as one of its views.
"""

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.svg import centre, side
from kschwert_env.politics_and_intrigue.svg.centre import MOMENT, STORY, TABLE
from kschwert_env.politics_and_intrigue.svg.lists import LIST, lists
from kschwert_env.politics_and_intrigue.svg.parts import definitions
from kschwert_env.rendering.boxes import frame
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, views

EDGE, GAP, HEADER = 12, 6, 34
_AREAS = {False: 224, True: 188}  # height of a principality, and where both hands lie face up
SIZE = 2 * EDGE + side.WIDTH, 2 * EDGE + HEADER + side.height(_AREAS[True], True) * 2 + STORY + 2 * GAP


def draw_svg(
    position: Position, viewer: int | None, last_action: Action | None, news: str | None = None, own: int | None = None
) -> str:
    """Return the picture for a seat `viewer`, or for a spectator (None). Its size is always the same.

    The viewer's own side is at the bottom; for somebody who sees everything that of their seat `own`.
    """
    action = view.shown_action(viewer, last_action)
    last = news or (f"Last action: {action}" if action else "")
    area = _AREAS[viewer is None]
    below_seat = viewer if own is None else own
    seats = (1, 0) if below_seat == 0 else (0, 1)  # from top to bottom
    middle = EDGE + HEADER + side.height(area, viewer is None) + GAP
    tops = dict(zip(seats, (EDGE + HEADER, middle + STORY + GAP), strict=True))
    table = (centre.row(position), *centre.stacks(position, viewer))
    listed, length = lists(position, viewer)
    below = SIZE[1] + EDGE
    return document(
        *SIZE,
        definitions(),
        box(0, 0, *SIZE, 0, fill=PAPER),
        moved(EDGE, EDGE - 4, centre.header(position, viewer, SIZE[0] - 2 * EDGE, own is not None)),
        moved(EDGE + MOMENT + GAP, middle, frame(TABLE, STORY)),
        moved(EDGE, middle, centre.moment(position, viewer, last)),
        *(moved(EDGE, middle, part) for part in table if part),
        *(moved(EDGE, y, side.panel(position, viewer, seat, area)) for seat, y in tops.items()),
        *(moved(EDGE, y, part) for seat, y in tops.items() for part in side.principality(position, seat, area)),
        *(moved(EDGE, y, part) for seat, y in tops.items() for part in side.hand(position, viewer, seat, area)),
        moved(EDGE, below, listed),
        fill=INK,
        data_views=views(
            **{name: _side_view(position, viewer, seat, tops[seat], area) for name, seat in _names(below_seat, seats)},
            Stacks=(EDGE + MOMENT + GAP, middle, TABLE, STORY),
            Now=(EDGE, middle, MOMENT, STORY),
            Lists=(EDGE, below, LIST, length),
        ),
    )


def _names(own: int | None, seats: tuple[int, int]) -> list[tuple[str, int]]:
    """Return the names of the views of both sides, the own first."""
    if own not in seats:
        return [(f"Player_{seat + 1}", seat) for seat in seats]
    return [("You", own), ("Enemy", 1 - own)]


def _side_view(
    position: Position, viewer: int | None, seat: int, y: float, area: float
) -> tuple[float, float, float, float]:
    has_cards = view.hand(position, viewer, seat) is not None
    return EDGE, y, side.used_width(position, seat, area), side.height(area, has_cards)


def draw_edition(edition: object) -> None:
    """Return None: the game has no map."""
