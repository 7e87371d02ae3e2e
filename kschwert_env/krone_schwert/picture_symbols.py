"""What pictures are made of: colours, terrain patterns, and symbols defined once and used by their ids.

Colours come from the palette of Okabe and Ito (2008), which colour-blind people can tell apart; terrain also differs
in brightness and pattern, and seats differ in shape and number.
"""

from typing import NamedTuple

from kschwert_env.rendering.svg import box, element, group, text

INK, PAPER, FRAME, FAINT = "#1d1d1b", "#fbf8f1", "#8a8378", "#6b655c"
GOLD, STEEL, CARD_BACK = "#e6b800", "#e9edf0", "#6d597a"

LAND = {"plain": "ks-plain", "mountain": "ks-mountain", "forest": "ks-forest"}
OCTAGON, SQUARE, OCTAGON_RIM, SQUARE_RIM = "ks-octagon", "ks-square", "ks-octagon-rim", "ks-square-rim"
BUILDINGS = {"castle": "ks-castle", "small_city": "ks-house", "large_city": "ks-houses", "cathedral": "ks-cathedral"}
CROWN, SWORD, SWORDS, MITRE, BACK = "ks-crown", "ks-sword", "ks-swords", "ks-mitre", "ks-back"

PITCH = 88  # from one octagon to the next
CUT = 28  # from the middle of a square to its corners: what it cuts off the octagons around it
_HALF = PITCH / 2


class SeatStyle(NamedTuple):
    """How a seat's markers look."""

    colour: str
    ink: str  # of the number on it
    shape: str  # path around the origin, about 26 wide
    number_y: float


SEATS = (
    SeatStyle("#d55e00", "#ffffff", "M0 -13A13 13 0 0 1 0 13A13 13 0 0 1 0 -13z", 6),
    SeatStyle("#0072b2", "#ffffff", "M-12 -12H12V12H-12z", 6),
    SeatStyle("#f0e442", INK, "M0 -16L15 11H-15z", 8),
    SeatStyle("#8f3f83", "#ffffff", "M0 -16L16 0L0 16L-16 0z", 6),
    SeatStyle("#3b3b3b", "#ffffff", "M-13 -12H13V0Q13 9 0 15Q-13 9 -13 0z", 6),
)


def seat_symbol(seat: int) -> str:
    """The id of a seat's marker, with its number."""
    return f"ks-seat{seat}"


def definitions(seats: int) -> str:
    """All symbols and patterns of a picture. Buildings have no colour of their own."""
    return element("defs", *_patterns(), *_fields(), *_buildings(), *_signs(), *map(_marker, range(seats)))


def _patterns() -> list[str]:
    strokes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    grass = element("path", d="M3 8V5M6 8V4M9 8V5M14 18V15M17 18V14M20 18V15", stroke="#cfb35c", **strokes)
    peaks = element("path", d="M2 10L7 3L12 10M13 20L18 13L23 20", stroke="#756c64", stroke_width=1.8, **strokes)
    trees = element("path", d="M6 2L10 9H2zM17 12L21 19H13z", fill="#2f6b3f")
    trunks = element("path", d="M6 9V11M17 19V21", stroke="#2f4a2f", **strokes)
    return [
        _pattern("plain", "#f8edc4", grass),
        _pattern("mountain", "#cbc4bb", peaks),
        _pattern("forest", "#86b583", trees, trunks),
    ]


def _pattern(terrain: str, ground: str, *motif: str) -> str:
    size = 22 if terrain == "forest" else 23
    place = {"width": size, "height": size, "patternUnits": "userSpaceOnUse"}
    return element("pattern", box(0, 0, size, size, 0, fill=ground), *motif, id=LAND[terrain], **place)


def _fields() -> list[str]:
    """The shapes of fields, and a rim inside each that shows whose it is."""
    shapes = {OCTAGON: (_HALF, CUT), SQUARE: (CUT, CUT), OCTAGON_RIM: (_HALF - 4, CUT - 2), SQUARE_RIM: (CUT - 6,) * 2}
    return [element("path", id=name, d=_ring(half, cut)) for name, (half, cut) in shapes.items()]


def _ring(half: float, cut: float) -> str:
    """A square of twice `half` without its corners."""
    short = half - cut
    corners = [(short, -half), (half, -short), (half, short), (short, half)]
    points = corners + [(-x, -y) for x, y in corners]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z"


def _buildings() -> list[str]:
    line = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
    castle = "M-15 13V-13h5v4h4v-4h4v8h4v-8h4v4h4v-4h5v26h-10v-6a5 5 0 0 0 -10 0v6z"
    house = "M-10 11V-2L0 -11L10 -2V11z"
    houses = "M-17 12V0L-10 -7L-4 -1V-9L2 -15L8 -9V0L12 -4L17 1V12z"
    church = "M-14 13V-1L-5 -6V-12L0 -18L5 -12V-6L14 -1V13z"
    door, windows = "M-3 11V4H3V11", "M-12 4v4M-8 4v4M0 -6v4M4 -6v4M0 4v4M4 4v4M12 4v4"
    cross = element("path", d="M0 -28V-17M-4 -24H4", fill="none", stroke=INK, stroke_width=2.5)
    gate = element("path", d="M-4 13V4A4 4 0 0 1 4 4V13", fill=INK)
    detail = {"fill": "none", "stroke": "#ffffff", "stroke_width": 1.5}
    return [
        group(element("path", d=castle, **line), id=BUILDINGS["castle"]),
        group(element("path", d=house, **line), element("path", d=door, fill=INK), id=BUILDINGS["small_city"]),
        group(element("path", d=houses, **line), element("path", d=windows, **detail), id=BUILDINGS["large_city"]),
        group(element("path", d=church, **line), gate, cross, id=BUILDINGS["cathedral"]),
    ]


def _signs() -> list[str]:
    thin = {"stroke": INK, "stroke_linejoin": "round"}
    blade = element("path", d="M-2 5V-11L0 -14L2 -11V5zM-6 5H6V8H-6zM-1.5 8H1.5V14H-1.5z", fill=STEEL, **thin)
    crossed = [group(blade, transform=f"rotate({angle})") for angle in (-40, 40)]
    mitre = [
        element("path", d="M-8 11Q-13 -4 0 -14Q13 -4 8 11z", fill="#ffffff", **thin),
        element("path", d="M0 -8V8M-5 -1H5", fill="none", stroke="#b3261e", stroke_width=2),
    ]
    back = [
        box(-9, -13, 18, 26, 3, fill=CARD_BACK, stroke=INK),
        element("path", d="M0 -8L5 0L0 8L-5 0z", fill="none", stroke="#d9cde0"),
    ]
    crown = "M-11 9L-14 -7L-6 0L0 -10L6 0L14 -7L11 9z"
    return [
        element("path", id=CROWN, d=crown, fill=GOLD, **thin),
        group(blade, id=SWORD),
        group(*crossed, id=SWORDS),
        group(*mitre, id=MITRE),
        group(*back, id=BACK),
    ]


def _marker(seat: int) -> str:
    style = SEATS[seat]
    halo = element("path", d=style.shape, fill="#ffffff", stroke="#ffffff", stroke_width=5, stroke_linejoin="round")
    body = element("path", d=style.shape, fill=style.colour, stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    number = text(0, style.number_y, seat, 17, fill=style.ink, font_weight="bold", text_anchor="middle")
    return group(halo, body, number, id=seat_symbol(seat))
