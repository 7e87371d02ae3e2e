"""The table of a picture: a panel per seat, the people, the supply and the land, and the cards."""

from collections.abc import Mapping
from typing import Any

from kschwert_env.engine.rules import Position
from kschwert_env.engine.text import card_name
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.editions.edition import Edition
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.svg.colours import CROWNS
from kschwert_env.krone_schwert.svg.symbols import BUILDINGS, LAND
from kschwert_env.krone_schwert.text.drawing import holdings
from kschwert_env.rendering.boxes import (
    CHIP_LINE,
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
from kschwert_env.rendering.svg import box, group, moved, text, use
from kschwert_env.rendering.symbols import BACK, CROWN, MITRE, SEATS, SWORD, seat_symbol

WIDTH = 340  # of every box except the event box
PANEL, PEOPLE, SUPPLY, CARDS = 114, 78, 92, 218  # heights
REVOLT_TOP, REVOLT_LINE, LAID = 28, 24, 94  # of the last revolt: top of the lines, line height, left end of the cards
RESULTS = {"king": "the king won", "leader": "the leader won", "truce": "called off by a truce"}
_SIGN_CARDS = {CROWN: "king", MITRE: "papal_visit"}  # what explains the signs of a seat
LINE, COLUMNS = 13, (158, 210, 270, WIDTH - 12)  # of the table of cards: line height, right ends of columns


# -- seats ----------------------------------------------------------------------------------------------------


def panel(position: Position, seat: SeatView, viewer: int | None) -> str:
    """Draw the panel of one seat: turn, points, pieces and hand."""
    number = seat.seat
    on_turn = position["turn_player"] == number and position["phase"] != "over"
    return group(
        seat_frame(WIDTH, PANEL, number, viewer, on_turn),
        *_badges(position, number),
        *_points(position, seat),
        *_pieces(position, number),
        *_hand(seat),
        data_seat=number,
    )


def _badges(position: Position, seat: int) -> list[str]:
    """Draw the crown, a papal visit, and whether the seat decides."""
    signs = [sign for sign, is_there in _signs(position, seat) if is_there]
    drawn = [use(sign, 160 + 26 * i, 20, 0.75, data_card=_SIGN_CARDS[sign]) for i, sign in enumerate(signs)]
    if position["player"] == seat:
        drawn.append(badge(148 + 26 * len(signs), 10, "decides"))
    return drawn


def _signs(position: Position, seat: int) -> list[tuple[str, bool]]:
    return [(CROWN, position["king"] == seat), (MITRE, position["papal_visit"][seat])]


def _points(position: Position, seat: SeatView) -> list[str]:
    announced = position["announced"][seat.seat]
    score = "?" if seat.score is None else seat.score
    last = [] if announced is None else [text(WIDTH - 12, 40, f"announced {announced}", 10, text_anchor="end")]
    return [text(WIDTH - 12, 26, f"{score} VP", 17, font_weight="bold", text_anchor="end"), *last]


def _pieces(position: Position, seat: int) -> list[str]:
    """Draw buildings, and the numbers of fields and of unused markers."""
    drawn = []
    for i, (kind, number) in enumerate(zip(BUILDINGS, holdings(position, seat), strict=True)):
        drawn.append(use(BUILDINGS[kind], 30 + 50 * i, 50, 0.55, fill=SEATS[seat].colour, data_card=kind))
        drawn.append(text(44 + 50 * i, 55, number))
    fields, all_markers = position["owner"].count(seat), _edition(position).markers
    return [
        *drawn,
        text(WIDTH - 12, 55, f"{fields} fields, {all_markers - fields} markers left", 10, text_anchor="end"),
    ]


def _hand(seat: SeatView) -> list[str]:
    """Draw the number of cards, and the cards or their backs."""
    count = [use(BACK, 28, 87, 0.9), text(41, 92, seat.hand_count, 14, font_weight="bold")]
    if seat.hand is not None:
        return [*count, *chips(seat.hand, 60, 63, WIDTH - 66, hand_of(seat.seat))]
    step = min(18.0, (WIDTH - 84) / max(1, seat.hand_count))
    return [*count, *(use(BACK, 74 + step * i, 87, 0.8) for i in range(seat.hand_count))]


# -- common to all seats --------------------------------------------------------------------------------------


def people(position: Position) -> str:
    """Draw the people cards: face down, open swords, crowns set aside."""
    cards, down = position["people"], position["people"]["face_down"]
    hidden = f"{sum(down.values())} face down: {down['crown']} crowns, {down['sword']} swords"
    swords, crowns = cards["open_swords"], cards["crowns_aside"]
    return group(
        frame(WIDTH, PEOPLE, "People"),
        text(WIDTH - 12, 19, hidden, SMALL, text_anchor="end"),
        *_row_of_cards("sword", SWORD, STEEL, swords, 22),
        text(12, 71, f"open swords: {swords}", SMALL),
        *_row_of_cards("crown", CROWN, CROWNS, crowns, 192),
        text(182, 71, f"crowns set aside: {crowns}", SMALL),
    )


def _row_of_cards(card: str, sign: str, ground: str, number: int, x: float) -> list[str]:
    """Draw `number` cards in a row, overlapping if necessary."""
    step = min(22.0, 126 / max(1, number - 1))
    face = box(-9, -13, 18, 26, 3, fill=ground, stroke=INK, stroke_width=0.8)
    return [moved(x + step * i, 43, face, use(sign, 0, 0, 0.6), data_card=card) for i in range(number)]


def last_revolt(position: Position) -> str:
    """Draw the last settled revolt, which is public (P3): its result, and a line for each seat with its choice."""
    revolt, height = position["last_revolt"], last_revolt_height(position)
    if revolt is None:
        status = "one is under way" if position["revolt"] else "none yet"
        return group(
            frame(WIDTH, height, "Last revolt"), text(12, 42, status, SMALL, fill=FAINT), data_last_revolt="none"
        )
    title = f"Last revolt: {RESULTS[revolt['result']]}"
    swords = text(WIDTH - 12, 19, f"open swords: {revolt['open_swords']}", SMALL, text_anchor="end")
    rows, available = _choices(revolt), height - REVOLT_TOP - 4
    needed = sum(row_height for _, row_height in rows)
    drawn, y = [], 0.0
    for choice, row_height in rows:
        drawn.append(moved(0, y, choice))
        y += row_height
    fitting = f"translate(0 {REVOLT_TOP}) scale({min(1.0, available / needed):.3g})"
    return group(
        frame(WIDTH, height, title), swords, group(*drawn, transform=fitting), data_last_revolt=revolt["result"]
    )


def _choices(revolt: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the choice of each seat, clockwise from the leader, with its height in pixels."""
    rows, seats = [], len(revolt["votes"])
    for seat in ((revolt["leader"] + i) % seats for i in range(seats)):
        laid, role = revolt["laid"][seat], {revolt["leader"]: "leader", revolt["king"]: "king"}.get(seat, "")
        choice = group(
            use(seat_symbol(seat), 22, 11, 0.55),
            *([text(36, 15, role, 10)] if role else []),
            use(CROWN if revolt["votes"][seat] == "crown" else SWORD, 78, 11, 0.6, data_card=revolt["votes"][seat]),
            *(chips(laid, LAID, 3, WIDTH - 6 - LAID) if laid else [text(LAID, 15, "no cards", SMALL, fill=FAINT)]),
        )
        rows.append((choice, REVOLT_LINE + CHIP_LINE * max(0, count_chip_lines(laid, WIDTH - 6 - LAID) - 1)))
    return rows


def last_revolt_height(position: Position) -> int:
    """Return the height of the box of the last revolt.

    It depends only on the number of seats, and reserves one extra line for cards.
    """
    return REVOLT_TOP + REVOLT_LINE * len(position["scores"]) + CHIP_LINE + 4


def supply(position: Position) -> str:
    """Draw the common supply of pieces, and the patterns of the terrains."""
    used = [sum(kind) for kind in zip(*(holdings(position, s) for s in range(len(position["scores"]))), strict=True)]
    drawn = []
    for i, (kind, all_, gone) in enumerate(zip(BUILDINGS, _edition(position).supply, used, strict=True)):
        drawn += [use(BUILDINGS[kind], 102 + 62 * i, 21, 0.6, fill=WHITE, data_card=kind)]
        drawn += [text(118 + 62 * i, 26, all_ - gone)]
    names = ("castles", "small cities", "large cities", "cathedrals")
    drawn += [text(104 + 62 * i, 44, name, 9, text_anchor="middle", fill=FAINT) for i, name in enumerate(names)]
    drawn += [text(12, 77, "Land", 13, font_weight="bold")]
    for i, (terrain, pattern) in enumerate(LAND.items()):
        ground = box(0, 0, 30, 25, 3, fill=f"url(#{pattern})", stroke=INK)
        drawn += [moved(58 + 97 * i, 59, ground, data_card=terrain)]
        drawn += [text(94 + 97 * i, 76, terrain)]
    return group(frame(WIDTH, SUPPLY, "Supply"), *drawn)


def cards(position: Position, viewer: int | None) -> str:
    """Draw a line per kind of card: values and discards; a spectator also sees the draw pile."""
    edition, discards, pile = _edition(position), position["discard_pile"], view.draw_pile(position, viewer)
    before = view.cards_before_game_end(position, viewer)
    rows = []
    for i, card in enumerate(CARD_NAMES):
        values = (edition.combat[i], edition.shields[i]) if i < NUM_ACTION_CARDS else ("", "")
        cells = (card_name(card), *values, discards.get(card, ""), "" if pile is None else pile.get(card, ""))
        rows.append(row(cells, COLUMNS, 50 + LINE * i, data_card=card))
    total = ("all", "", "", sum(discards.values()), sum(position["draw_pile"].values()))
    place = [] if before is None else [text(100, 50 + LINE * 11, f"after {before} more cards", 10, fill=FAINT)]
    return group(
        frame(WIDTH, CARDS, "Cards"),
        row(("", "combat", "shields", "discarded", "draw pile"), COLUMNS, 34, fill=FAINT),
        *rows,
        *place,
        row(total, COLUMNS, 54 + LINE * len(CARD_NAMES), font_weight="bold"),
    )


def _edition(position: Position) -> Edition:
    return editions.load(position["rules"]["edition"])
