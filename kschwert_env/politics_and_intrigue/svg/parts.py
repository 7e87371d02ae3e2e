"""Parts of pictures: cards, regions, places, roads and dice."""

from functools import lru_cache

from kschwert_env.engine.text import card_name
from kschwert_env.politics_and_intrigue import editions
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    CARD_TYPES,
    MOST_STOCK,
    NUM_PLAYERS,
    RESOURCE_NAMES,
    Card,
    CardType,
)
from kschwert_env.politics_and_intrigue.svg.colours import (
    CENTRE,
    DOT,
    EMPTY,
    GREEN,
    KINDS,
    LAND,
    RED,
    ROAD,
    ROOF,
    SAIL,
    SCROLL,
    SEA,
    STEELY,
)
from kschwert_env.rendering import symbols
from kschwert_env.rendering.colours import CHIP_GROUND, FAINT, FRAME, GOLD, INK, WHITE
from kschwert_env.rendering.svg import box, element, group, text, text_width, use
from kschwert_env.rendering.symbols import BACK, CASTLE, CROWN, OUTLINE, SEATS, SWORD

CELL = 60
"""Distance between cards in pixels; a card is 2 pixels smaller."""

SIZE = CELL - 2
MIDDLE = SIZE / 2
HOUSE, SHIP, MILL = "pi-house", "pi-ship", "pi-mill"

_GROUNDS = {
    CardType.GREEN: GREEN,
    CardType.RED: RED,
    CardType.FLEET: SEA,
    CardType.KNIGHT: STEELY,
    CardType.ACTION: SCROLL,
}
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
    named = ((HOUSE, house), (SHIP, ship), (MILL, mill))
    return symbols.definitions(seats, *(group(drawn, id=name) for name, drawn in named))


# -- cards ------------------------------------------------------------------------------------------------------


def card(name: str, edition: str, place: str, owner: int | None = None, note: str = "") -> str:
    """Return a card face up. `owner` frames a card in another seat's principality; `note` is text at its foot."""
    frame = [] if owner is None else [_ring(SEATS[owner].colour)]
    foot = [text(MIDDLE, SIZE - 4, note, 8, text_anchor="middle", font_style="italic")] if note else []
    return group(_face(CARD_NAMES.index(name), edition), *frame, *foot, data_card=name, data_place=place)


def _ring(colour: str) -> str:
    return box(1, 1, SIZE - 2, SIZE - 2, 4, fill="none", stroke=colour, stroke_width=3)


@lru_cache(maxsize=1024)
def _face(number: int, name: str) -> str:
    """Return the face of a card: name, cost along the left edge, points along the lower edge."""
    edition = editions.load(name)
    costs = [kind for kind, count in enumerate(edition.costs[number]) for _ in range(count)]
    dots = [_dot(6, 23 + 5.8 * i, KINDS[kind], 2.6) for i, kind in enumerate(costs)]
    return group(
        box(0.5, 0.5, SIZE - 1, SIZE - 1, 4, fill=_GROUNDS[CardType(CARD_TYPES[number])], stroke=INK),
        *_title(edition.names[number]),
        *dots,
        *_sign(number),
        *_counts(edition, number),
    )


def _title(name: str) -> list[str]:
    """Return a name in at most two lines, as large as fits."""
    words = name.split()
    half = (len(words) + 1) // 2
    lines = [name] if text_width(name, 9) <= SIZE - 6 else [" ".join(words[:half]), " ".join(words[half:])]
    lines = [line for line in lines if line]
    size = min(9.0, 9 * (SIZE - 6) / max(text_width(line, 9) for line in lines))
    return [text(MIDDLE, 10 + 9 * i, line, size, text_anchor="middle") for i, line in enumerate(lines)]


def _dot(x: float, y: float, colour: str, radius: float) -> str:
    return element("circle", cx=float(x), cy=float(y), r=radius, fill=colour, stroke=INK, stroke_width=0.6)


def _sign(number: int) -> list[str]:
    """Return the symbol in the middle of a card."""
    x, y = MIDDLE + 3, 33
    match CardType(CARD_TYPES[number]):
        case CardType.KNIGHT:
            return [use(SWORD, x, y, 0.9)]
        case CardType.FLEET:
            return [use(SHIP, x, y, 0.8), _dot(x + 3, y - 1, KINDS[number - Card.LUMBER_FLEET], 3)]
        case CardType.ACTION:
            return [text(x, y + 6, "!", 20, text_anchor="middle", font_weight="bold", fill=FAINT)]
        case CardType.RED:
            return [use(CASTLE, x, y, 0.6, fill=ROOF)]
        case _:
            return [use(HOUSE, x, y, 0.7)]


def _counts(edition: editions.Edition, number: int) -> list[str]:
    """Return victory points in gold, then strength, tournament and trade points."""
    values = (edition.points, edition.strength, edition.tournament, edition.trade)
    drawn, x = [], SIZE - 8.0
    for letter, colour, numbers in zip(("", "S", "T", "M"), (GOLD, WHITE, WHITE, WHITE), values, strict=True):
        if numbers[number]:
            label = f"{letter}{numbers[number]}"
            drawn.append(box(x - 7, SIZE - 16, 14, 11, 5, fill=colour, stroke=INK, stroke_width=0.7))
            drawn.append(text(x, SIZE - 7.5, label, 8, text_anchor="middle", font_weight="bold"))
            x -= 16
    return drawn


def back(x: float, y: float, place: str) -> str:
    """Return a card face down; (x, y) is the upper left corner of its cell."""
    return use(BACK, x + MIDDLE, y + MIDDLE, SIZE / 26 * 0.9, data_back=place)


def free_slot() -> str:
    """Return the outline of a free slot."""
    return box(3, 3, SIZE - 6, SIZE - 6, 4, fill="none", stroke=EMPTY, stroke_dasharray="3 3")


# -- the principality -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def region(kind: str, number: int, stock: int) -> str:
    """Return a region, turned so that its stock is at the lower edge; the other edges show the other stocks."""
    index = RESOURCE_NAMES.index(kind)
    edges = [_edge(edge, (edge - stock) % 4, edge == stock, KINDS[index]) for edge in range(MOST_STOCK + 1)]
    return group(
        box(0.5, 0.5, SIZE - 1, SIZE - 1, 2, fill=LAND[index], stroke=INK),
        *edges,
        text(MIDDLE, 21, kind, 9, text_anchor="middle", font_weight="bold"),
        _die(MIDDLE, 33, number, 16),
        data_card=kind,
        data_region=f"{kind} {number}",
        data_stock=stock,
    )


def _edge(stock: int, side: int, is_shown: bool, colour: str) -> str:
    """Return dots for a stock along a side: 0 is the lower one, then clockwise."""
    dots = [
        element(
            "circle",
            cx=MIDDLE + 10 * (i - (stock - 1) / 2),
            cy=SIZE - 7.0,
            r=4.0 if is_shown else 2.5,
            fill=colour if is_shown else DOT,
            stroke=INK,
            stroke_width=1.2 if is_shown else 0.5,
        )
        for i in range(stock)
    ]
    return group(*dots, transform=f"rotate({90 * side} {MIDDLE:g} {MIDDLE:g})") if dots else ""


def _die(x: float, y: float, number: int, size: float) -> str:
    """Return the number die; (x, y) is its middle."""
    far = size * 0.27
    middles = [(x + far * right, y + far * down) for right, down in _PIPS[number]]
    pips = [element("circle", cx=right, cy=down, r=size * 0.1, fill=INK) for right, down in middles]
    return group(box(x - size / 2, y - size / 2, size, size, size / 6, fill=WHITE, stroke=INK), *pips)


def dice(event: str, number: int) -> str:
    """Return both dice side by side, 40 pixels high."""
    words = text(70, 25, event, 11, text_anchor="middle", font_weight="bold")
    ground = box(46, 2, text_width("tournament", 11) - 6, 38, 6, fill=CHIP_GROUND, stroke=INK)
    face = group(ground, words, data_card=event)
    return group(_die(20, 21, number, 38), face, data_dice=f"{event} {number}")


def place(kind: str, number: int, seat: int) -> str:
    """Return a settlement, city or metropolis with its id."""
    colour = SEATS[seat].colour
    sign = {
        "settlement": [use(HOUSE, MIDDLE, 26, 1.1)],
        "city": [use(CASTLE, MIDDLE, 26, 1.2, fill=colour)],
        "metropolis": [use(CASTLE, MIDDLE, 31, fill=colour), use(CROWN, MIDDLE, 11, 0.8)],
    }[kind]
    return group(
        box(0.5, 0.5, SIZE - 1, SIZE - 1, 4, fill=CENTRE, stroke=INK, stroke_width=1.5),
        *sign,
        text(MIDDLE, SIZE - 5, f"{number} {card_name(kind)}", 8.5, text_anchor="middle"),
        data_card=kind,
        data_settled=kind,
    )


def road() -> str:
    """Return a road from left to right."""
    lane = box(0, MIDDLE - 8, SIZE, 16, 2, fill=ROAD, stroke=INK)
    line = element("path", d=f"M4 {MIDDLE:g}H{SIZE - 4}", stroke=DOT, stroke_dasharray="6 4")
    return group(lane, line, data_card="road", data_road=1)


def figure(name: str, x: float, y: float) -> str:
    """Return the figure of the knight or the windmill."""
    sign = use(SWORD, x, y, 0.7) if name == "knight" else use(MILL, x, y, 0.7)
    ring = element("circle", cx=float(x), cy=float(y), r=13, fill=WHITE, stroke=FRAME)
    return group(ring, sign, data_card=name, data_figure=name)
