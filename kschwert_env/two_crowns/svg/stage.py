"""The picture at the browser table: both castles, the piles, and the battle between them."""

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.presentation import SeatSummary, TableSummary
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, counted
from kschwert_env.rendering.boxes import hand_of
from kschwert_env.rendering.colours import FAINT, INK, WHITE
from kschwert_env.rendering.metrics import shortened
from kschwert_env.rendering.svg import box, document, group, moved, text, use
from kschwert_env.rendering.symbols import BACK, SWORDS, seat_symbol
from kschwert_env.two_crowns.positions import view
from kschwert_env.two_crowns.positions.view import SeatView
from kschwert_env.two_crowns.svg import cards as picture_cards
from kschwert_env.two_crowns.svg.battle import points_of_knights
from kschwert_env.two_crowns.svg.cards import definitions
from kschwert_env.two_crowns.svg.colours import FELT
from kschwert_env.two_crowns.svg.sides import PANEL, TABLE, castle, table
from kschwert_env.two_crowns.svg.targets import DRAWN
from kschwert_env.two_crowns.text.drawing import REST_WORDS, asking

WIDTH, SIDE, MIDDLE = 900, 158, 196
HEIGHT = 2 * SIDE + MIDDLE
_CARD = 1.25  # scale of cards
_SIZE = 16  # of texts: legible on small screens, too
_STEP = _CARD * picture_cards.STEP
_LEFT, _PILES = 170, 726  # left ends of the cards and of the piles
_HALF = WIDTH / 2


def draw_stage(position: Position, viewer: int | None, last_action: Action | None, own: int | None = None) -> str:
    """Return the table; the viewer's own side, or that of the seat `own`, is at the bottom."""
    below_seat = viewer if own is None else own
    seats = view.seat_views(position, viewer)
    upper, lower = seats[::-1] if below_seat == 0 else seats
    is_hand_elsewhere = below_seat in (0, 1)
    return document(
        WIDTH,
        HEIGHT,
        definitions(),
        box(0, SIDE, WIDTH, MIDDLE, 18, fill=FELT),
        _side(position, upper, 0, True),
        _side(position, lower, SIDE + MIDDLE, not is_hand_elsewhere),
        moved(0, SIDE, *_middle(position, viewer, seats)),
        fill=INK,
    )


def _side(position: Position, seat: SeatView, y: float, has_hand: bool) -> str:
    """Draw castle, hand, known and resting cards, and the piles of a seat."""
    return moved(
        0,
        y,
        moved(8, -46, castle(position, seat.seat)),
        *(_hand(seat) if has_hand else []),
        *_lines(position, seat.seat, 132 if has_hand else 60),
        *_piles(position, seat),
        data_seat=seat.seat,
    )


def _hand(seat: SeatView) -> list[str]:
    """Draw the cards of a hand or their backs, closer together where there are many."""
    room, place = _PILES - _LEFT - _STEP, hand_of(seat.seat)
    scale = _CARD * min(1.0, room / (_STEP * max(1, seat.hand_count - 1)))
    if seat.hand is None:
        cards = picture_cards.backs(seat.hand_count, 0, 0, place)
    else:
        cards = picture_cards.row(seat.hand, 0, 0, place)
    return [group(*cards, transform=f"translate({_LEFT} 14) scale({scale:.3g})")]


def _lines(position: Position, seat: int, y: float) -> list[str]:
    """Draw the cards of a hand that both seats know, and the knights at rest, in words."""
    known = {"Known to both": position["known"][seat]}
    resting = {f"At rest {REST_WORDS[when]}": cards for when, cards in position["resting"][seat].items()}
    words = [f"{title}: {card_list(cards)}" for title, cards in {**known, **resting}.items() if cards]
    return [
        text(_LEFT, y + 20 * i, shortened(line, _SIZE, _PILES - _LEFT - 12), _SIZE, fill=FAINT)
        for i, line in enumerate(words)
    ]


def _piles(position: Position, seat: SeatView) -> list[str]:
    """Draw the deck and the discards with their numbers of cards."""
    discarded = sum(position["discards"][seat.seat].values())
    return [
        _pile(_PILES, "deck", seat.deck_count, True, seat.seat),
        _pile(_PILES + 88, "discards", discarded, False, seat.seat),
    ]


def _pile(x: float, title: str, number: int, is_face_down: bool, seat: int) -> str:
    width, height = picture_cards.WIDTH * _CARD, picture_cards.HEIGHT * _CARD
    label = {"text_anchor": "middle", "font_weight": "bold", "paint_order": "stroke"}
    outline = box(x, 14, width, height, 6, fill="none", stroke=FAINT, stroke_dasharray="5 4")
    back = use(BACK, x + width / 2, 14 + height / 2, height / 26) if is_face_down and number else outline
    on_back = {"fill": WHITE, "stroke": INK, "stroke_width": 3} if is_face_down and number else {}
    return group(
        back,
        text(x + width / 2, 22 + height / 2, number, 24, **label, **on_back),
        text(x + width / 2, 14 + height + 20, title, _SIZE, text_anchor="middle", fill=FAINT),
        data_state=f"{title} {seat}",
    )


def _middle(position: Position, viewer: int | None, seats: list[SeatView]) -> list[str]:
    """Draw the battle, or the drawn cards of which one is kept."""
    if position["phase"] == "keep":
        drawn = view.drawn(position, viewer)
        cards = picture_cards.backs(2, 0, 0, DRAWN) if drawn is None else picture_cards.row(drawn, 0, 0, DRAWN)
        return [moved(_HALF - _STEP, 46, group(*cards, transform=f"scale({_CARD})"))]
    if position["battle"]:
        attacker, defender = position["turn_player"], 1 - position["turn_player"]
        sides = _in_battle(position, seats[attacker], 20), _in_battle(position, seats[defender], _HALF + 34)
        return [*sides, use(SWORDS, _HALF + 2, MIDDLE / 2, 1.8)]
    return [use(SWORDS, _HALF, MIDDLE / 2, 2.4, opacity=0.14)]


def _in_battle(position: Position, seat: SeatView, x: float) -> str:
    """Draw one side of a battle: cards laid, cards paid for, and its points if known."""
    number, count = seat.seat, position["battle"]["counts"][seat.seat]
    verb = "attacks" if number == position["turn_player"] else "defends"
    laid = f" with {counted(count, 'card')}" if count else ""
    title = [use(seat_symbol(number), x + 14, 28, 0.9), text(x + 38, 34, f"[{number}] [{verb}]{laid}", _SIZE)]
    place = f"laid {number}"
    if seat.laid is None:
        cards = picture_cards.backs(count, 0, 0, place)
        return group(*title, moved(x, 54, group(*cards, transform=f"scale({_CARD})")))
    is_asked = position["phase"] == "pay" and position["player"] == number
    ring = [picture_cards.ring(seat.laid, asking(position), 0, 0)] if is_asked else []
    paid = picture_cards.paid_row(seat.paid, picture_cards.STEP * sum(seat.laid.values()), 0, f"paid {number}")
    cards = [*picture_cards.row(seat.laid, 0, 0, place), *ring, *paid]
    points = [
        text(x + 350, 112, points_of_knights(seat), 34, text_anchor="middle", font_weight="bold", data_points=number),
        text(x + 350, 134, "points", _SIZE, text_anchor="middle", fill=FAINT),
    ]
    return group(*title, moved(x, 54, group(*cards, transform=f"scale({_CARD})")), *(points if count else []))


def draw_lists(position: Position, viewer: int | None) -> str:
    """Return the discards and, as far as they are known, the decks of both seats by card."""
    tables = [moved(0, (PANEL + 8) * seat.seat, table(position, seat)) for seat in view.seat_views(position, viewer)]
    return document(TABLE, 2 * PANEL + 8, definitions(), *tables, fill=INK)


def summarize(state: np.void, position: Position, viewer: int | None) -> TableSummary:
    """Return the hands; the board shows castles and decks."""
    return TableSummary([SeatSummary(each.hand_count, each.hand, []) for each in view.seat_views(position, viewer)], [])
