"""A picture of one card or building, with its combat value and black shields."""

from typing import Any

from kschwert_env.engine.text.phrases import card_title
from kschwert_env.krone_schwert.kernel.components import CARD_NAMES, NUM_ACTION_CARDS
from kschwert_env.krone_schwert.svg.signs import SIGNS
from kschwert_env.krone_schwert.svg.symbols import BUILDINGS, LAND, definitions
from kschwert_env.rendering.colours import CHIP_GROUND, GOLD, INK, PAPER, STEEL
from kschwert_env.rendering.metrics import text_width
from kschwert_env.rendering.signs import draw_sign
from kschwert_env.rendering.svg import box, document, element, group, moved, text, use
from kschwert_env.rendering.symbols import CROWN, SWORD

WIDTH, HEIGHT = 96, 132
_MIDDLE = WIDTH / 2, 66
_EVENT = "#e6dff0"  # background of events
_SIGNS = {"castle": BUILDINGS["castle"], "cathedral": BUILDINGS["cathedral"], "city": BUILDINGS["large_city"]}
_PEOPLE = {"crown": CROWN, "sword": SWORD, "king": CROWN}


def draw_card(rules: Any, card: str) -> str | None:
    """Return a picture of a card or building by its id; None for an unknown one."""
    if card in BUILDINGS and card not in CARD_NAMES:
        return _document(box(0, 0, WIDTH, HEIGHT, 8, fill=PAPER, stroke=INK), *_sign(BUILDINGS[card]), _name(card))
    if card in LAND:
        ground = box(1, 1, WIDTH - 2, HEIGHT - 2, 8, fill=f"url(#{LAND[card]})", stroke=INK)
        plate = box(8, HEIGHT - 30, WIDTH - 16, 26, 6, fill=PAPER)
        return _document(ground, plate, _name(card))
    if card in _PEOPLE:
        return _document(
            box(1, 1, WIDTH - 2, HEIGHT - 2, 8, fill=PAPER, stroke=INK), *_sign(_PEOPLE[card]), _name(card)
        )
    if card not in CARD_NAMES:
        return None
    number, printed = CARD_NAMES.index(card), rules.edition_data
    is_event = number >= NUM_ACTION_CARDS
    values = [] if is_event else [*_combat(printed.combat[number]), *_shields(printed.shields[number])]
    ground = box(1, 1, WIDTH - 2, HEIGHT - 2, 8, fill=_EVENT if is_event else CHIP_GROUND, stroke=INK, stroke_width=1.5)
    return _document(
        ground,
        *values,
        *(_sign(_SIGNS[card]) if card in _SIGNS else [draw_sign(SIGNS[card], 1.6, *_MIDDLE)]),
        _name(card),
    )


def _document(*parts: str) -> str:
    return document(WIDTH, HEIGHT, definitions(0), *parts, fill=INK)


def _sign(symbol: str) -> list[str]:
    return [use(symbol, *_MIDDLE, 1.7, fill=STEEL)]


def _name(card: str) -> str:
    title = card_title(card)
    size = min(14.0, 14 * (WIDTH - 12) / text_width(title, 14, True))
    return text(WIDTH / 2, HEIGHT - 12, title, size, text_anchor="middle", font_weight="bold")


def _combat(value: int) -> list[str]:
    coin = element("circle", cx=19, cy=20, r=12, fill=GOLD, stroke=INK)
    return [group(coin, text(19, 25.5, value, 16, text_anchor="middle", font_weight="bold"))]


def _shields(number: int) -> list[str]:
    shield = "M-8 -9H8V1Q8 7 0 11Q-8 7 -8 1z"
    return [moved(WIDTH - 17 - 20 * i, 20, element("path", d=shield, fill=INK)) for i in range(number)]
