"""One seat in the picture: its principality from left to right, and its hand."""

from collections.abc import Iterator

from kschwert_env.engine.rules import Position
from kschwert_env.engine.text import card_list, counted
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    END_NAMES,
    FIRST_METROPOLIS_SLOT,
    NUM_PLACES,
)
from kschwert_env.politics_and_intrigue.positions import view
from kschwert_env.politics_and_intrigue.svg import parts
from kschwert_env.politics_and_intrigue.svg.parts import CELL
from kschwert_env.politics_and_intrigue.svg.targets import of_seat
from kschwert_env.politics_and_intrigue.text.names import card_at, columns
from kschwert_env.rendering.boxes import SMALL, badge, hand_of, seat_frame, target_of
from kschwert_env.rendering.colours import FAINT
from kschwert_env.rendering.svg import group, moved, text

COLUMNS, ROWS = 2 * NUM_PLACES + 1, 5
MARGIN, TOP = 12, 40  # of the grid in the panel
WIDTH = 2 * MARGIN + COLUMNS * CELL
HAND = TOP + ROWS * CELL + 22  # where the hand begins
HEIGHT = HAND + CELL + 8
ROW_OF_SLOT = (1, 0, 3, 4)  # of the grid, by 2 x side + depth: far above, near above, place, near below, far below


def panel(position: Position, viewer: int | None, seat: int) -> str:
    """Return the frame, points and figures, and which cards of the hand are known."""
    on_turn = position["turn_player"] == seat and position["phase"] != "over"
    figures = [figure for figure in ("knight", "windmill") if position[figure] == seat]
    points = text(150, 25, counted(position["scores"][seat], "point"), 15, font_weight="bold", data_points=seat)
    known = position["known"][seat]
    title = f"Hand: {counted(view.hand_count(position, seat), 'card')}"
    words = title + (f"; known to the enemy: {card_list(known)}" if known else "")
    return group(
        seat_frame(WIDTH, HEIGHT, seat, viewer, on_turn),
        points,
        *(parts.figure(name, 245 + 30 * i, 20) for i, name in enumerate(figures)),
        *([badge(310, 10, "decides")] if position["player"] == seat else []),
        *_alliance(position, seat),
        text(MARGIN + 8, HAND - 6, words, SMALL, fill=FAINT),
        data_seat=seat,
    )


def _alliance(position: Position, seat: int) -> list[str]:
    target = position["principalities"][seat]["alliance"]
    if target is None:
        return []
    words = f"Secret alliance with the enemy's {card_at(position, 1 - seat, target)}"
    return [text(WIDTH - 14, 25, words, SMALL, text_anchor="end", fill=FAINT)]


def used_width(position: Position, seat: int) -> float:
    """Return the width that principality and hand use, which small screens show."""
    columns_used = (COLUMNS + 2 * len(position["principalities"][seat]["row"]) + 1) // 2
    return 2 * MARGIN + CELL * max(columns_used, min(COLUMNS, view.hand_count(position, seat)))


def hand(position: Position, viewer: int | None, seat: int) -> Iterator[str]:
    """Yield the cards or their backs, side by side, overlapping if there are many."""
    cards, place = view.hand(position, viewer, seat), hand_of(seat)
    count = view.hand_count(position, seat)
    step = min(CELL, (WIDTH - 2 * MARGIN - CELL) / max(1, count - 1))
    if cards is None:
        yield from (parts.back(MARGIN + step * i, HAND, place) for i in range(count))
        return
    names = [card for card in CARD_NAMES for _ in range(cards.get(card, 0))]
    for i, name in enumerate(names):
        drawn = parts.card(name, position["rules"]["edition"], place)
        yield moved(MARGIN + step * i, HAND, drawn, data_target=target_of(place, name))


def principality(position: Position, seat: int) -> Iterator[str]:
    """Yield every card as a separate element, in the middle of the grid."""
    own = position["principalities"][seat]
    row = own["row"]
    first = (COLUMNS - (2 * len(row) + 1)) // 2
    for i, (upper, lower) in enumerate(columns(position, seat)):
        column = first + 2 * i
        for region, line in ((upper, 1), (lower, 3)):
            turned = own["regions"][region]
            yield _cell(column, line, parts.region(**turned), target_of(of_seat("stock", seat), turned["kind"]))
        if 0 < i < len(row):
            yield _cell(column, 2, parts.road())
    for end, column, is_open in zip(END_NAMES, (first, first + 2 * len(row)), own["open_roads"], strict=True):
        yield _cell(column, 2, parts.road() if is_open else parts.free_slot(), target_of(of_seat("end", seat), end))
    for i, number in enumerate(row):
        column = first + 2 * i + 1
        place = parts.place(own["places"][number], number, seat)
        yield _cell(column, 2, place, target_of(of_seat("place", seat), number))
        for slot in range(4 * number, 4 * number + 4):
            if own["slots"][slot] or slot % 2 == 0 or own["places"][number] != "settlement":
                yield _cell(column, ROW_OF_SLOT[slot % 4], *_slot(position, seat, slot))
        if own["places"][number] == "metropolis":
            for corner in range(4):
                where = column - 1 + 2 * (corner // 2), 4 * (corner % 2)
                yield _cell(*where, *_slot(position, seat, FIRST_METROPOLIS_SLOT + corner))


def _cell(column: int, line: int, drawn: str, target: str | None = None) -> str:
    return moved(MARGIN + CELL * column, TOP + CELL * line, drawn, data_target=target)


def _slot(position: Position, seat: int, slot: int) -> tuple[str, str]:
    """Return the card in a slot, and its target."""
    own, enemy = position["principalities"][seat], position["principalities"][1 - seat]
    name, target = own["slots"][slot], target_of(of_seat("slot", seat), slot)
    if name is None:
        return parts.free_slot(), target
    owner = None
    if name == "brothel" or enemy["alliance"] == slot:
        owner = 1 - seat  # the enemy's card, or one that works for the enemy, too
    note = f"shows {own['brewery']}" if name == "brewery" and own["brewery"] else ""
    return parts.card(name, position["rules"]["edition"], target, owner, note), target
