"""The table of a picture: a panel per seat, the people, the supply and the land, and the cards."""

from collections.abc import Mapping
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.svg.colours import CROWNS
from kschwert_env.krone_schwert.svg.symbols import BUILDINGS, LAND
from kschwert_env.krone_schwert.text.drawing import clockwise_from_leader, holdings, role
from kschwert_env.rendering.boxes import (
    CHIP_LINE,
    NAME_END,
    SMALL,
    badge,
    chips,
    count_chip_lines,
    frame,
    hand_of,
    row,
    seat_frame,
)
from kschwert_env.rendering.colours import FAINT, INK, STEEL, WHITE
from kschwert_env.rendering.metrics import shortened
from kschwert_env.rendering.svg import box, element, group, moved, text, use
from kschwert_env.rendering.symbols import BACK, CROWN, MITRE, SEATS, SWORD, seat_symbol

WIDTH = 311  # of the narrowest boxes
PANEL, PEOPLE, SUPPLY, CARDS = 122, 80, 94, 262  # heights
REVOLT_TOP, REVOLT_LINE, LAID = 28, 25, 106  # of the last revolt: top of the lines, line height, left end of the cards
RESULTS = {"king": "the king won", "leader": "the leader won", "truce": "a truce"}
HAND, TALL = 60, 34  # left end of the cards in a hand, and their height in one line
LIST = 316  # width of the table of cards
LINE, COLUMNS = 16, (126, 178, 242, LIST - 14)  # of the table of cards: line height, right ends of columns


# -- seats ----------------------------------------------------------------------------------------------------


def panel(position: Position, seat: SeatView, viewer: int | None, width: float) -> str:
    """Draw the panel of one seat: turn, points, pieces and hand."""
    number = seat.seat
    on_turn = position["turn_player"] == number and position["phase"] != "over"
    return group(
        seat_frame(width, PANEL, number, viewer, on_turn),
        *_badges(position, number),
        *_points(position, seat, width),
        *_pieces(position, number, width),
        *_hand(seat, width),
        data_seat=number,
    )


def _badges(position: Position, seat: int) -> list[str]:
    """Draw the crown, a papal visit, and whether the seat decides."""
    drawn = []
    if position["king"] == seat:
        drawn.append(use(CROWN, NAME_END + 8, 18, 0.75, data_card="king"))
    if position["papal_visit"][seat]:
        drawn.append(use(MITRE, 102, 68, 0.75, data_card="papal_visit"))
    if position["player"] == seat:
        drawn.append(badge(18, 58, "decides"))
    return drawn


def _points(position: Position, seat: SeatView, width: float) -> list[str]:
    announced = position["announced"][seat.seat]
    score = "?" if seat.score is None else seat.score
    last = [] if announced is None else [text(width - 12, 49, f"announced {announced}", SMALL, text_anchor="end")]
    return [
        text(width - 12, 24, f"{score} point{'' if score == 1 else 's'}", 13, font_weight="bold", text_anchor="end"),
        *last,
    ]


def _pieces(position: Position, seat: int, width: float) -> list[str]:
    """Draw buildings, and the numbers of fields and of unused markers."""
    drawn = []
    for i, (kind, number) in enumerate(zip(BUILDINGS, holdings(position, seat), strict=True)):
        drawn.append(use(BUILDINGS[kind], 30 + 46 * i, 44, 0.55, fill=SEATS[seat].colour, data_card=kind))
        drawn.append(text(43 + 46 * i, 49, number))
    fields = position["owner"].count(seat)
    words = f"{counted(fields, 'field')}, {counted(_edition(position).markers - fields, 'marker')} left"
    return [*drawn, text(width - 12, 72, words, SMALL, text_anchor="end", fill=FAINT)]


def _hand(seat: SeatView, width: float) -> list[str]:
    """Draw the number of cards, and the cards or their backs."""
    count = [use(BACK, 28, 99, 0.9), text(41, 104, seat.hand_count, 14, font_weight="bold")]
    if seat.hand is not None:
        room, kind = width - 6 - HAND, hand_of(seat.seat)
        if count_chip_lines(seat.hand, room) == 1:  # as large as fingers need
            return [*count, *chips(seat.hand, HAND, 82, room, kind, TALL)]
        return [*count, *chips(seat.hand, HAND, 80, room, kind)]
    step = min(18.0, (width - 84) / max(1, seat.hand_count))
    return [*count, *(use(BACK, 74 + step * i, 99, 0.8) for i in range(seat.hand_count))]


# -- common to all seats --------------------------------------------------------------------------------------


def people(position: Position, width: float) -> str:
    """Draw the people cards: face down, open swords, crowns set aside."""
    cards, down = position["people"], position["people"]["face_down"]
    hidden = f"{sum(down.values())} face down: {down['crown']} crowns, {down['sword']} swords"
    swords, crowns, half = cards["open_swords"], cards["crowns_aside"], width / 2
    return group(
        frame(width, PEOPLE, "People"),
        text(width - 12, 19, hidden, SMALL, text_anchor="end"),
        *_row_of_cards("sword", SWORD, STEEL, swords, 22, half - 44),
        text(12, 72, f"open swords: {swords}", SMALL),
        *_row_of_cards("crown", CROWN, CROWNS, crowns, half + 10, half - 32),
        text(half, 72, f"crowns set aside: {crowns}", SMALL),
    )


def _row_of_cards(card: str, sign: str, ground: str, number: int, x: float, width: float) -> list[str]:
    """Draw `number` cards in a row, overlapping if necessary."""
    step = min(22.0, (width - 18) / max(1, number - 1))
    face = box(-9, -13, 18, 26, 3, fill=ground, stroke=INK, stroke_width=0.8)
    return [moved(x + step * i, 43, face, use(sign, 0, 0, 0.6), data_card=card) for i in range(number)]


def last_revolt(position: Position, width: float) -> str:
    """Draw the last settled revolt, which is public (P3): its result, and a line for each seat with its choice."""
    revolt, height = position["last_revolt"], last_revolt_height(position)
    if revolt is None:
        status = "one is under way" if position["revolt"] else "none yet"
        return group(
            frame(width, height, "Last revolt"), text(12, 42, status, SMALL, fill=FAINT), data_last_revolt="none"
        )
    title, swords = f"Last revolt: {RESULTS[revolt['result']]}", revolt["open_swords"]
    words = element("title", f"open swords: {swords}")
    sign = group(
        words,
        use(SWORD, width - 34, 16, 0.6),
        text(width - 12, 20, swords, SMALL, text_anchor="end"),
        data_card="sword",
    )
    drawn, y = [], REVOLT_TOP
    for choice, row_height in _choices(revolt, width):
        drawn.append(moved(0, y, choice))
        y += row_height
    return group(frame(width, height, title), sign, *drawn, data_last_revolt=revolt["result"])


def _choices(revolt: Mapping[str, Any], width: float) -> list[tuple[str, int]]:
    """Return the choice of each seat, clockwise from the leader, with its height in pixels.

    There is room for one more line of cards than seats. Cards that need more are listed in one line.
    """
    rows, room, more = [], width - 6 - LAID, 1
    for seat in clockwise_from_leader(revolt):
        laid, its_role = revolt["laid"][seat], role(revolt, revolt["king"], seat)
        extra = max(0, count_chip_lines(laid, room) - 1)
        if not laid:
            cards = [text(LAID, 15, "no cards", SMALL, fill=FAINT)]
        elif extra <= more:
            cards = chips(laid, LAID, 2, room)
            more -= extra
        else:
            cards, extra = [text(LAID, 15, shortened(card_list(laid), SMALL, room), SMALL)], 0
        choice = group(
            use(seat_symbol(seat), 22, 11, 0.6),
            *([text(36, 15, its_role, SMALL)] if its_role else []),
            use(CROWN if revolt["votes"][seat] == "crown" else SWORD, 90, 11, 0.6, data_card=revolt["votes"][seat]),
            *cards,
        )
        rows.append((choice, REVOLT_LINE + CHIP_LINE * extra))
    return rows


def last_revolt_height(position: Position) -> int:
    """Return the height of the box of the last revolt.

    It depends only on the number of seats, and reserves one extra line for cards.
    """
    return REVOLT_TOP + REVOLT_LINE * len(position["scores"]) + CHIP_LINE + 4


def supply(position: Position, width: float) -> str:
    """Draw the common supply of pieces, the size of the draw pile, and the patterns of the terrains."""
    used = [sum(kind) for kind in zip(*(holdings(position, s) for s in range(len(position["scores"]))), strict=True)]
    pile = text(width - 12, 19, f"draw pile: {sum(position['draw_pile'].values())}", SMALL, text_anchor="end")
    drawn = []
    for i, (kind, all_, gone) in enumerate(zip(BUILDINGS, _edition(position).supply, used, strict=True)):
        sign = use(BUILDINGS[kind], 30 + 68 * i, 43, 0.65, fill=WHITE)
        drawn.append(group(sign, text(46 + 68 * i, 48, all_ - gone, 14), data_card=kind))
    for i, (terrain, pattern) in enumerate(LAND.items()):
        ground = box(0, 0, 26, 22, 3, fill=f"url(#{pattern})", stroke=INK)
        drawn.append(moved(14 + 96 * i, 64, ground, text(31, 16, terrain, SMALL), data_card=terrain))
    return group(frame(width, SUPPLY, "Supply"), pile, *drawn)


def cards(position: Position, viewer: int | None) -> str:
    """Draw a line per kind of card: values and discards; a spectator also sees the draw pile."""
    edition, discards, pile = _edition(position), position["discard_pile"], view.draw_pile(position, viewer)
    before = view.cards_before_game_end(position, viewer)
    rows = []
    for i, card in enumerate(CARD_NAMES):
        values = (edition.combat[i], edition.shields[i]) if i < NUM_ACTION_CARDS else ("", "")
        cells = (card_name(card), *values, discards.get(card, ""), "" if pile is None else pile.get(card, ""))
        rows.append(row(cells, COLUMNS, 52 + LINE * i, data_card=card))
    total = ("all", "", "", sum(discards.values()), sum(position["draw_pile"].values()))
    place = [] if before is None else [text(100, 52 + LINE * 11, f"after {before} more cards", SMALL, fill=FAINT)]
    return group(
        frame(LIST, CARDS, "Cards"),
        row(("", "combat", "shields", "discarded", "draw pile"), COLUMNS, 36, fill=FAINT),
        *rows,
        *place,
        row(total, COLUMNS, 58 + LINE * len(CARD_NAMES), font_weight="bold"),
    )


def _edition(position: Position) -> Edition:
    return editions.load(position["rules"]["edition"])
