"""SVG symbols of the board: terrain patterns, fields and buildings."""

from kschwert_env.krone_schwert.positions.layout import REACH
from kschwert_env.krone_schwert.svg.colours import (
    FOREST,
    FURROW,
    GRASS,
    LEAVES,
    MOUNTAIN,
    PEAKS,
    PEOPLE_BACK,
    PEOPLE_SIGN,
    PLAIN,
    SLOPE,
    SNOW,
    TREES,
    TRUNKS,
)
from kschwert_env.rendering import symbols
from kschwert_env.rendering.colours import INK, WHITE
from kschwert_env.rendering.svg import box, element, group
from kschwert_env.rendering.symbols import CASTLE, OUTLINE

LAND = {"plain": "ks-plain", "mountain": "ks-mountain", "forest": "ks-forest"}
OCTAGON, SQUARE, OCTAGON_RIM, SQUARE_RIM = "ks-octagon", "ks-square", "ks-octagon-rim", "ks-square-rim"
BUILDINGS = {"castle": CASTLE, "small_city": "ks-house", "large_city": "ks-houses", "cathedral": "ks-cathedral"}

PEOPLE = "ks-people"  # people card, face down

PITCH = 88  # distance from one octagon to the next
CUT = round(PITCH * REACH["square"])  # from the centre of a square to its corners
_HALF = PITCH / 2


def definitions(seats: int) -> str:
    """Return all symbols and patterns of a picture. Buildings have no own fill colour."""
    return symbols.definitions(seats, *_patterns(), *_fields(), *_buildings(), _people())


def _patterns() -> list[str]:
    strokes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    furrows = element("path", d="M0 12.5Q6 10.5 11.5 12.5T23 12.5M0 22Q6 20 11.5 22T23 22", stroke=FURROW, **strokes)
    grass = element("path", d="M3 8V5M6 8V4M9 8V5M14 18V15M17 18V14M20 18V15", stroke=GRASS, **strokes)
    slopes = element("path", d="M7 3L12 10H7zM18 13L23 20H18z", fill=SLOPE)
    snow = element("path", d="M7 3L9 6L7 5.6L5 6zM18 13L20 16L18 15.6L16 16z", fill=SNOW)
    peaks = element("path", d="M2 10L7 3L12 10M13 20L18 13L23 20", stroke=PEAKS, stroke_width=1.5, **strokes)
    trees = element("path", d="M6 1L10 9H2zM17 11L21 19H13z", fill=TREES)
    leaves = element("path", d="M6 1L6 9H2zM17 11V19H13z", fill=LEAVES)
    trunks = element("path", d="M6 9V11M17 19V21", stroke=TRUNKS, **strokes)
    return [
        _pattern("plain", PLAIN, furrows, grass),
        _pattern("mountain", MOUNTAIN, slopes, snow, peaks),
        _pattern("forest", FOREST, trees, leaves, trunks),
    ]


def _pattern(terrain: str, ground: str, *motif: str) -> str:
    size = 22 if terrain == "forest" else 23
    place = {"width": size, "height": size, "patternUnits": "userSpaceOnUse"}
    return element("pattern", box(0, 0, size, size, 0, fill=ground), *motif, id=LAND[terrain], **place)


def _fields() -> list[str]:
    """Return the shapes of fields, and inner rims that show the owner."""
    shapes = {OCTAGON: (_HALF, CUT), SQUARE: (CUT, CUT), OCTAGON_RIM: (_HALF - 4, CUT - 2), SQUARE_RIM: (CUT - 6,) * 2}
    return [element("path", id=name, d=_octagon_path(half, cut)) for name, (half, cut) in shapes.items()]


def _octagon_path(half: float, cut: float) -> str:
    """Return the path of a square with half side `half`, without its corners."""
    short = half - cut
    corners = [(short, -half), (half, -short), (half, short), (short, half)]
    points = corners + [(-x, -y) for x, y in corners]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z"


def _people() -> str:
    head, shoulders = element("circle", cy=-4, r=3.2, fill=PEOPLE_SIGN), "M-6 8Q-6 1 0 1Q6 1 6 8z"
    ground = box(-9, -13, 18, 26, 3, fill=PEOPLE_BACK, stroke=INK)
    return group(ground, head, element("path", d=shoulders, fill=PEOPLE_SIGN), id=PEOPLE)


def _buildings() -> list[str]:
    """Return the buildings except the castle, which games share."""
    house = "M-10 11V-2L0 -11L10 -2V11z"
    houses = "M-17 12V0L-10 -7L-4 -1V-9L2 -15L8 -9V0L12 -4L17 1V12z"
    church = "M-14 13V-1L-5 -6V-12L0 -18L5 -12V-6L14 -1V13z"
    door, windows = "M-3 11V4H3V11", "M-12 4v4M-8 4v4M0 -6v4M4 -6v4M0 4v4M4 4v4M12 4v4"
    cross = element("path", d="M0 -28V-17M-4 -24H4", fill="none", stroke=INK, stroke_width=2.5)
    gate = element("path", d="M-4 13V4A4 4 0 0 1 4 4V13", fill=INK)
    detail = {"fill": "none", "stroke": WHITE, "stroke_width": 1.5}
    return [
        group(element("path", d=house, **OUTLINE), element("path", d=door, fill=INK), id=BUILDINGS["small_city"]),
        group(element("path", d=houses, **OUTLINE), element("path", d=windows, **detail), id=BUILDINGS["large_city"]),
        group(element("path", d=church, **OUTLINE), gate, cross, id=BUILDINGS["cathedral"]),
    ]
