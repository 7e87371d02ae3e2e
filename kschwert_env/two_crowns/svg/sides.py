"""The sides of a picture: a panel per seat with castle, hand and cards at rest, and a table of its other cards."""

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name, counted
from kschwert_env.rendering.boxes import NAME_END, SMALL, badge, chips, frame, hand_of, row, seat_frame
from kschwert_env.rendering.colours import FAINT, INK, WHITE
from kschwert_env.rendering.metrics import text_width
from kschwert_env.rendering.svg import box, group, text, use
from kschwert_env.rendering.symbols import CASTLE, SEATS
from kschwert_env.two_crowns.kernel.components import CARD_NAMES
from kschwert_env.two_crowns.kernel.components import CASTLE as MOST_POINTS
from kschwert_env.two_crowns.positions.view import Cards, SeatView
from kschwert_env.two_crowns.svg import cards as picture_cards
from kschwert_env.two_crowns.svg.colours import LOST
from kschwert_env.two_crowns.text.drawing import REST_WORDS

SIDE, TABLE, PANEL = 640, 303, 218  # widths, and the common height
LEFT = 136  # left end of the cards
LINE, COLUMNS = 16, (200, TABLE - 14)  # of the table: line height, right ends of columns
STONE = 9.5  # distance from one stone of the wall to the next


def panel(position: Position, seat: SeatView, viewer: int | None) -> str:
    """Draw the panel of one seat: turn, hand and knights at rest. `castle` fills its left part."""
    on_turn = position["turn_player"] == seat.seat and position["phase"] != "over"
    return group(
        seat_frame(SIDE, PANEL, seat.seat, viewer, on_turn),
        *([badge(NAME_END, 9, "decides")] if position["player"] == seat.seat else []),
        *_hand(seat),
        *_lines(position, seat.seat),
        data_seat=seat.seat,
    )


def castle(position: Position, seat: int) -> str:
    """Draw the castle of a seat with its points, and below it a wall with one stone per point."""
    points = position["castles"][seat]
    colour = SEATS[seat].colour
    stones = [
        box(22 + STONE * (i % 10), 172 + STONE * (i // 10), 8, 8, 1.5, fill=colour, data_stone=seat, data_piece=1)
        if i < points
        else box(22 + STONE * (i % 10), 172 + STONE * (i // 10), 8, 8, 1.5, fill="none", stroke=LOST)
        for i in range(MOST_POINTS)
    ]
    label = {"fill": WHITE, "stroke": INK, "stroke_width": 3, "paint_order": "stroke", "font_weight": "bold"}
    number = text(69, 109, points, 26, text_anchor="middle", data_state=f"castle {seat}", **label)
    return group(use(CASTLE, 69, 106, 3.2, fill=colour), number, *stones, data_card="castle")


def _hand(seat: SeatView) -> list[str]:
    """Draw the cards or their backs."""
    place, title = hand_of(seat.seat), text(LEFT, 50, f"Hand: {counted(seat.hand_count, 'card')}", SMALL, fill=FAINT)
    if seat.hand is None:
        return [title, *picture_cards.backs(seat.hand_count, LEFT, 58, place)]
    return [title, *picture_cards.row(seat.hand, LEFT, 58, place)]


def _lines(position: Position, seat: int) -> list[str]:
    """Draw the cards of the hand that the enemy knows, including those laid face down, and the knights at rest."""
    known = {"Known to both": position["known"][seat]}
    resting = {f"Rest {REST_WORDS[when]}": cards for when, cards in position["resting"][seat].items()}
    drawn, y = [], 142
    for title, cards in {**known, **resting}.items():
        if cards:
            drawn.append(_line(title, cards, y))
            y += 22
    return drawn


def _line(title: str, cards: Cards, y: float) -> str:
    start = LEFT + text_width(title, SMALL) + 8
    return group(text(LEFT, y + 13, title, SMALL, fill=FAINT), *chips(cards, start, y, SIDE - start - 6))


def table(position: Position, seat: SeatView) -> str:
    """Draw the known cards of the deck, and the discards by card."""
    discards, deck = position["discards"][seat.seat], seat.deck or {}
    rows = [
        row((card_name(card), deck.get(card, ""), discards.get(card, "")), COLUMNS, 52 + LINE * i, data_card=card)
        for i, card in enumerate(CARD_NAMES)
    ]
    total = ("all", seat.deck_count, sum(discards.values()))
    return group(
        frame(TABLE, PANEL, f"[{seat.seat}'s] cards"),
        row(("", "deck", "discarded"), COLUMNS, 36, fill=FAINT),
        *rows,
        row(total, COLUMNS, 58 + LINE * len(CARD_NAMES), font_weight="bold"),
        data_table=seat.seat,
    )
