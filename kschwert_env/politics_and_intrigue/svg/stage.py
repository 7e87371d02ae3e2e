"""The picture at the browser table: both principalities, and between them dice, stacks and the open row."""

from collections.abc import Iterator

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.presentation import Mark, SeatSummary, TableSummary
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, counted
from kschwert_env.politics_and_intrigue.kernel.components import GOAL
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.svg import centre, parts, side
from kschwert_env.politics_and_intrigue.svg.colours import FELT
from kschwert_env.politics_and_intrigue.svg.grid import grid_of
from kschwert_env.politics_and_intrigue.svg.lists import NARROW_LIST, lists
from kschwert_env.politics_and_intrigue.text.drawing import describe_pending
from kschwert_env.politics_and_intrigue.text.names import card_at
from kschwert_env.rendering.colours import FAINT, INK
from kschwert_env.rendering.metrics import lines_of
from kschwert_env.rendering.svg import box, document, moved, text
from kschwert_env.rendering.symbols import BACK, CROWN, SWORD, SWORDS

WIDTH, AREA, MIDDLE = 880, 191, 112
HEIGHT = 2 * AREA + MIDDLE
_DICE = 112  # width of the dice and of what is under way


def draw_stage(position: Position, viewer: int | None, last_action: Action | None, own: int | None = None) -> str:
    """Return both principalities; the viewer's own, or that of the seat `own`, is at the bottom."""
    below_seat = viewer if own is None else own
    seats = (1, 0) if below_seat == 0 else (0, 1)
    tops = dict(zip(seats, (0, AREA + MIDDLE), strict=True))
    return document(
        WIDTH,
        HEIGHT,
        parts.definitions(),
        box(0, AREA + 2, WIDTH, MIDDLE - 6, 8, fill=FELT),
        *(moved(_left(position, seat), y, *_cells(position, seat)) for seat, y in tops.items()),
        moved(0, AREA + 4, *_now(position, viewer)),
        moved(_DICE, AREA + 2, *centre.stacks_and_row(position, viewer, WIDTH - _DICE, MIDDLE - 4)),
        fill=INK,
    )


def _cells(position: Position, seat: int) -> Iterator[str]:
    return side.cells(position, seat, grid_of(position, seat, WIDTH, AREA))


def _left(position: Position, seat: int) -> float:
    """Return the left end of a principality, which is in the middle."""
    return (WIDTH - grid_of(position, seat, WIDTH, AREA).width) // 2


def _now(position: Position, viewer: int | None) -> list[str]:
    """Draw the dice, and what is under way."""
    pending = describe_pending(position, viewer, ("card", "slots", "regions"))
    lines = lines_of(pending, parts.LETTERS, _DICE - 12, 3) if pending else []
    dice = position["dice"]
    return [
        *([moved(6, 6, parts.dice(**dice))] if dice and position["phase"] != "over" else []),
        *(text(6, 74 + 15 * i, line, parts.LETTERS, fill=FAINT) for i, line in enumerate(lines)),
    ]


def draw_lists(position: Position, viewer: int | None) -> str:
    """Return the lists of open cards, and of cards in stacks that the viewer knows."""
    drawn, height = lists(position, viewer, NARROW_LIST)
    return document(NARROW_LIST, height, parts.definitions(0), drawn, fill=INK)


def summarize(state: np.void, position: Position, viewer: int | None) -> TableSummary:
    """Return hands, figures and alliances; free figures, and the points that end the game."""
    hands = [view.hand(position, viewer, seat) for seat in (0, 1)]
    seats = [
        SeatSummary(view.hand_count(position, seat), hands[seat], list(_marks(state, position, seat)))
        for seat in (0, 1)
    ]
    free = [_figure(name) for name in ("knight", "windmill") if position[name] is None]
    gate = [Mark(SWORDS, "", "Action cards may be played")] if position["gate_open"] else []
    return TableSummary(seats, [Mark(CROWN, f"{GOAL} points win", f"{GOAL} points win"), *free, *gate])


def _figure(name: str) -> Mark:
    return Mark(SWORD if name == "knight" else parts.MILL, "", f"the {name} figure", name)


def _marks(state: np.void, position: Position, seat: int) -> Iterator[Mark]:
    strength, trade = int(state["strength"][seat]), int(state["trade_points"][seat])
    yield Mark(SWORD, strength, f"strength {strength}: more of it brings the knight figure", "S")
    yield Mark(parts.SCALES, trade, f"{counted(trade, 'trade point')}: more of them bring the windmill", "M")
    yield from (_figure(name) for name in ("knight", "windmill") if position[name] == seat)
    if position["known"][seat]:
        yield Mark(
            BACK,
            f"{sum(position['known'][seat].values())} known",
            f"known to both: {card_list(position['known'][seat])}",
        )
    target = position["principalities"][seat]["alliance"]
    if target is not None:
        yield Mark(SWORDS, "alliance", f"secret alliance with {card_at(position, 1 - seat, target)} of [{1 - seat}]")
