"""Faces and backs of cards."""

from functools import lru_cache

from kschwert_env.politics_and_intrigue import editions
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, CARD_TYPES, RESOURCE_NAMES, Card, CardType
from kschwert_env.politics_and_intrigue.svg.colours import GREEN, KINDS, RED, SCROLL, SEA, STEELY
from kschwert_env.politics_and_intrigue.svg.parts import LANCE, LETTERS, SCALES, SHIP, Size
from kschwert_env.politics_and_intrigue.svg.signs import sign
from kschwert_env.rendering.colours import GOLD, INK, WHITE
from kschwert_env.rendering.metrics import lines_of, text_width
from kschwert_env.rendering.svg import box, element, group, text, use
from kschwert_env.rendering.symbols import BACK, SEATS, SWORD

CARD = Size(88, 66)
"""Size of a card in a hand."""

_LINE = 15  # from one line of the name to the next
_LARGE, _HIGH, _TALL = 15, 76, 110  # size of a name in a high cell, and from what height; height of cards with symbols
_COST, _COST_STEP = 3.0, 7.0  # radius of the dots that are the cost, and from one to the next
_CHIP = Size(29, 16)  # of a value
_GROUNDS = {
    CardType.GREEN: GREEN,
    CardType.RED: RED,
    CardType.FLEET: SEA,
    CardType.KNIGHT: STEELY,
    CardType.ACTION: SCROLL,
}
_VALUES = (("victory points", None), ("strength", SWORD), ("tournament points", LANCE), ("trade points", SCALES))


def card(name: str, edition: str, place: str, size: Size = CARD, has_cost: bool = True, note: str = "") -> str:
    """Return a card face up, with its cost unless it is built; `note` follows its name."""
    return group(_face(CARD_NAMES.index(name), edition, size, has_cost, note), data_card=name, data_place=place)


def ring(size: Size, seat: int) -> str:
    """Return a frame in a seat's colour, for a card in another seat's principality."""
    inner = size.width - 3, size.height - 3
    return box(1.5, 1.5, *inner, 4, fill="none", stroke=SEATS[seat].colour, stroke_width=3)


@lru_cache(maxsize=2048)
def _face(number: int, name: str, size: Size, has_cost: bool, note: str) -> str:
    """Return the face of a card: name, sign, values along the lower edge, cost in the lower left corner."""
    edition = editions.load(name)
    values = _values(edition, number, size)
    most = 2 if size.height >= 2 * _LINE + (_CHIP.height if values else 0) + 4 else 1
    title = f"{edition.names[number]}: {note}" if note else edition.names[number]
    font = _LARGE if size.height >= _HIGH and text_width(title, _LARGE) <= size.width - 6 else LETTERS
    lines = lines_of(title, font, size.width - 6, most)
    top = font - 9 + _LINE * len(lines)
    words = [
        text(size.width / 2, font + 1 + _LINE * i, line, font, text_anchor="middle") for i, line in enumerate(lines)
    ]
    cost = [kind for kind, count in enumerate(edition.costs[number]) for _ in range(count)] if has_cost else []
    room = size.height - top - (_CHIP.height + 1 if values else 0)
    return group(
        box(0.5, 0.5, size.width - 1, size.height - 1, 4, fill=_GROUNDS[CardType(CARD_TYPES[number])], stroke=INK),
        *words,
        *_cost(cost, size),
        *(_sign(number, size.width / 2 + 4, top + room / 2, min(1.8, room / 42)) if room >= 14 else []),
        *values,
    )


def _dot(x: float, y: float, colour: str, radius: float) -> str:
    return element("circle", cx=float(x), cy=float(y), r=radius, fill=colour, stroke=INK, stroke_width=0.6)


def _cost(cost: list[int], size: Size) -> list[str]:
    """Return the cost upwards from the lower left corner: symbols of resources on a high card, else dots."""
    if size.height < _TALL:
        return [
            _dot(7 + _COST_STEP * (i // 4), size.height - 7 - _COST_STEP * (i % 4), KINDS[kind], _COST)
            for i, kind in enumerate(cost)
        ]
    return [
        sign(RESOURCE_NAMES[kind], 0.42, 12 + 17 * (i // 5), size.height - 12 - 17 * (i % 5))
        for i, kind in enumerate(cost)
    ]


def _sign(number: int, x: float, y: float, scale: float) -> list[str]:
    """Return the symbol in the middle of a card."""
    if CardType(CARD_TYPES[number]) is not CardType.FLEET:
        return [sign(CARD_NAMES[number], scale, x, y)]
    resource = RESOURCE_NAMES[number - Card.LUMBER_FLEET]
    return [use(SHIP, x, y + 2 * scale, 1.25 * scale), sign(resource, 0.42 * scale, x + 4 * scale, y - 1 * scale)]


def _values(edition: editions.Edition, number: int, size: Size) -> list[str]:
    """Return victory points in gold, then strength, tournament and trade points with their signs, from the right."""
    numbers = (edition.points, edition.strength, edition.tournament, edition.trade)
    drawn, right = [], size.width - 3
    for (name, symbol), values in zip(_VALUES, numbers, strict=True):
        if values[number]:
            width = _CHIP.width if symbol else _CHIP.height + 1
            drawn.append(_value(right - width, size.height - _CHIP.height - 2, width, symbol, name, values[number]))
            right -= width + 1
    return drawn


def _value(x: float, y: float, width: float, symbol: str | None, name: str, value: int) -> str:
    ground = box(x, y, width, _CHIP.height, 5, fill=WHITE if symbol else GOLD, stroke=INK, stroke_width=0.7)
    icon = [use(symbol, x + 9, y + _CHIP.height / 2, 0.42)] if symbol else []
    middle = x + (width - 7 if symbol else width / 2)
    number = text(middle, y + 13, value, LETTERS, text_anchor="middle", font_weight="bold")
    return group(element("title", f"{name}: {value}"), ground, *icon, number)


def back(x: float, y: float, place: str, scale: float = 1.0) -> str:
    """Return a card face down; (x, y) is its middle."""
    return use(BACK, x, y, scale, data_back=place)
