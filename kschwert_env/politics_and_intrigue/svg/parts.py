"""Parts of pictures: regions, places, roads, figures and dice."""

from functools import lru_cache
from typing import NamedTuple

from kschwert_env.engine.text.phrases import card_name
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STOCK, NUM_PLAYERS, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.svg.colours import CENTRE, DOT, EMPTY, KINDS, LAND, ROAD, ROOF, SAIL, SLOT
from kschwert_env.politics_and_intrigue.svg.signs import sign
from kschwert_env.rendering import symbols
from kschwert_env.rendering.colours import CHIP_GROUND, FRAME, INK, WHITE
from kschwert_env.rendering.metrics import text_width
from kschwert_env.rendering.svg import box, element, group, text, use
from kschwert_env.rendering.symbols import CASTLE, CROWN, OUTLINE, SEATS, SWORD


class Size(NamedTuple):
    """Width and height of a card or another cell, in pixels."""

    width: float
    height: float


LETTERS = 14
"""Size of the smallest text, in pixels. A screen 1024 pixels wide shows the stage at four fifths of its size."""

_WIDE = 96  # width in pixels from which a region shows its resource beside the number
_LOW = 60  # height in pixels below which the content of a region needs two lines only
HOUSE, SHIP, MILL, LANCE, SCALES = "pi-house", "pi-ship", "pi-mill", "pi-lance", "pi-scales"

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # of the number die, in units of a distance


def definitions(seats: int = NUM_PLAYERS) -> str:
    """Return the SVG symbols of this game and of all games, with the markers of `seats`."""
    house = element("path", d="M-11 11V-2L0 -12L11 -2V11z", fill=ROOF, **OUTLINE)
    ship = group(
        element("path", d="M-13 5H13L8 12H-8z", fill=ROAD, **OUTLINE),
        element("path", d="M-1 3V-13L11 2z", fill=SAIL, **OUTLINE),
    )
    mill = group(
        element("path", d="M-6 13L-4 -3H4L6 13z", fill=CENTRE, **OUTLINE),
        element("path", d="M-11 -12L11 8M11 -12L-11 8", stroke=INK, stroke_width=3),
    )
    lance = group(
        element("path", d="M-12 12L6 -6", stroke=INK, stroke_width=3, stroke_linecap="round"),
        element("path", d="M3 -9L13 -13L9 -3z", fill=WHITE, **OUTLINE),
        element("path", d="M-2 2L-12 -2L-8 -10L4 -4z", fill=ROOF, **OUTLINE),
    )
    line = {"fill": "none", "stroke": INK, "stroke_width": 2, "stroke_linejoin": "round"}
    scales = group(
        element("path", d="M0 -12V12M-6 12H6M-11 -8H11M-11 -8L-15 3M-11 -8L-7 3M11 -8L7 3M11 -8L15 3", **line),
        element("path", d="M-16 3H-6Q-7 8 -11 8Q-15 8 -16 3zM6 3H16Q15 8 11 8Q7 8 6 3z", fill=INK),
    )
    named = ((HOUSE, house), (SHIP, ship), (MILL, mill), (LANCE, lance), (SCALES, scales))
    return symbols.definitions(seats, *(group(drawn, id=name) for name, drawn in named))


def free_slot(size: Size) -> str:
    """Return the outline of a slot without a card."""
    inner = size.width - 6, size.height - 6
    return box(3, 3, *inner, 4, fill=SLOT, stroke=EMPTY, stroke_dasharray="3 3")


@lru_cache(maxsize=512)
def region(kind: str, number: int, stock: int, size: Size) -> str:
    """Return a region with its number, and a row of circles that its stock fills."""
    index = RESOURCE_NAMES.index(kind)
    scale, middle = _scale(size.height, 50, 84), size.width / 2
    if size.height < _LOW:  # number and stock side by side
        die, (first, y) = _die(middle - 21, size.height - 12, number, 15), (middle - 2, size.height - 12.0)
    else:
        die = _die(middle, size.height / 2 + 1, number, 15 * scale)
        first, y = middle - 13 * scale, size.height - 9 * scale
    dots = [
        element("circle", cx=first + 12 * scale * i, cy=y, r=4.6 * scale, stroke=INK, **_dot(i < stock, index))
        for i in range(MOST_STOCK)
    ]
    words = text(middle, 14 * scale, kind, max(LETTERS, 12 * scale), text_anchor="middle", font_weight="bold")
    face = box(0.5, 0.5, size.width - 1, size.height - 1, 3, fill=LAND[index], stroke=INK)
    if size.width >= _WIDE and size.height >= _LOW:
        side = 24 * scale
        words += sign(kind, 0.62 * scale, side, size.height / 2) + sign(
            kind, 0.62 * scale, size.width - side, size.height / 2
        )
    return group(
        face, words, die, *dots, data_card=kind, data_region=f"{kind} {number}", data_stock=stock, data_piece=1
    )


def _dot(is_filled: bool, index: int) -> dict[str, object]:
    return {"fill": KINDS[index], "stroke_width": 1.2} if is_filled else {"fill": DOT, "stroke_width": 0.6}


def _scale(extent: float, small: float, large: float) -> float:
    """Return the scale of a cell's content: 1 up to the extent `small`, 1.3 from `large` on."""
    return 1 + 0.3 * min(1.0, max(0.0, (extent - small) / (large - small)))


def _die(x: float, y: float, number: int, size: float) -> str:
    """Return the number die; (x, y) is its middle."""
    far = size * 0.27
    middles = [(x + far * right, y + far * down) for right, down in _PIPS[number]]
    pips = [element("circle", cx=right, cy=down, r=size * 0.1, fill=INK) for right, down in middles]
    return group(box(x - size / 2, y - size / 2, size, size, size / 6, fill=WHITE, stroke=INK), *pips)


def dice(event: str, number: int, is_low: bool = False) -> str:
    """Return both dice side by side, with the name of the event below: 54 pixels high, or if `is_low` beside: 36."""
    ground = box(44, 0, 36, 36, 6, fill=CHIP_GROUND, stroke=INK)
    at, anchor = ((88, 23), "start") if is_low else ((50, 50), "middle")
    words = text(*at, event, LETTERS, text_anchor=anchor, font_weight="bold")
    face = group(ground, sign(event, 0.85, 62, 18), data_card=event)
    number_die = group(_die(18, 18, number, 35), data_card="number_die")
    return group(number_die, face, words, data_dice=f"{event} {number}", data_piece=1)


@lru_cache(maxsize=256)
def place(kind: str, number: int | None, seat: int, size: Size) -> str:
    """Return a settlement, city or metropolis with its id, if any, and its name where that has room."""
    colour, (width, height) = SEATS[seat].colour, size
    label, scale = card_name(kind), min(1.0, (height - 4) / 30)
    has_label = text_width(label, LETTERS) + 60 <= width
    x, y = (34.0 if has_label else width / 2 + 5), height / 2
    sign = {
        "settlement": [use(HOUSE, x, y, scale)],
        "city": [use(CASTLE, x, y, scale, fill=colour)],
        "metropolis": [use(CASTLE, x, y, scale, fill=colour), use(CROWN, x + 12, y - 5, 0.55 * scale)],
    }[kind]
    return group(
        box(0.5, 0.5, width - 1, height - 1, 4, fill=CENTRE, stroke=INK, stroke_width=1.5),
        *sign,
        *([] if number is None else [text(5, y + 4.5, f"[#{number}]", LETTERS, font_weight="bold")]),
        *([text(54, y + 4.5, label, LETTERS)] if has_label else []),
        data_card=kind,
        data_settled=kind,
        data_piece=1,
    )


def road(size: Size) -> str:
    """Return a road from left to right."""
    middle = size.height / 2
    lane = box(0, middle - 8, size.width, 16, 2, fill=ROAD, stroke=INK)
    line = element("path", d=f"M4 {middle:g}H{size.width - 4:g}", stroke=DOT, stroke_dasharray="6 4")
    return group(lane, line, data_card="road", data_road=1, data_piece=1)


def figure(name: str, x: float, y: float) -> str:
    """Return the figure of the knight or the windmill."""
    sign = use(SWORD, x, y, 0.7) if name == "knight" else use(MILL, x, y, 0.7)
    ring = element("circle", cx=float(x), cy=float(y), r=13, fill=WHITE, stroke=FRAME)
    return group(ring, sign, data_card=name, data_figure=name)
