"""Symbols shared by the pictures of several games, defined once and used by id; seat markers."""

from typing import NamedTuple

from kschwert_env.rendering import colours
from kschwert_env.rendering.colours import BACK_PATTERN, CARD_BACK, GOLD, INK, MITRE_CROSS, ON_SEATS, STEEL, WHITE
from kschwert_env.rendering.svg import box, element, group, text

CASTLE = "ks-castle"
"""Id of the symbol of a castle: two towers and a gate, in the colour of the element that uses it."""

CROWN = "ks-crown"
"""Id of the symbol of a golden crown."""

SWORD = "ks-sword"
"""Id of the symbol of an upright sword."""

SWORDS = "ks-swords"
"""Id of the symbol of two crossed swords."""

MITRE = "ks-mitre"
"""Id of the symbol of a bishop's mitre with a cross."""

BACK = "ks-back"
"""Id of the symbol of a face-down card."""

NUMBER = 20
"""Size of the number on a marker of scale 1, in pixels."""

OUTLINE = {"stroke": INK, "stroke_width": 1.5, "stroke_linejoin": "round"}
"""Attributes of buildings and other playing pieces."""


class SeatStyle(NamedTuple):
    """Appearance of a seat's markers.

    Attributes:
        colour: CSS colour of the marker.
        ink: CSS colour of the number on it.
        shape: SVG path around the origin, about 26 pixels wide.
        number_y: baseline of the number, in pixels below the origin.
    """

    colour: str
    ink: str
    shape: str
    number_y: float


_SHAPES = (
    ("M0 -13A13 13 0 0 1 0 13A13 13 0 0 1 0 -13z", 7),
    ("M-12 -12H12V12H-12z", 7),
    ("M0 -16L15 11H-15z", 9),
    ("M0 -16L16 0L0 16L-16 0z", 7),
    ("M-13 -12H13V0Q13 9 0 15Q-13 9 -13 0z", 7),
)  # paths of the markers, and the baselines of their numbers
SEATS = tuple(SeatStyle(*style) for style in zip(colours.SEATS, ON_SEATS, *zip(*_SHAPES, strict=True), strict=True))
"""Styles by seat."""


def seat_symbol(seat: int) -> str:
    """Return the id of the symbol of a seat's marker."""
    return f"ks-seat{seat}"


def definitions(seats: int, *others: str) -> str:
    """Return the definitions of a picture: shared symbols, and `others` that only one game has."""
    return element("defs", *others, _castle(), *_signs(), *map(_marker, range(seats)))


def _castle() -> str:
    """Return the symbol of a castle, which takes the colour of the element that uses it."""
    towers = "M-15 13V-13h5v4h4v-4h4v8h4v-8h4v4h4v-4h5v26h-10v-6a5 5 0 0 0 -10 0v6z"
    return group(element("path", d=towers, **OUTLINE), id=CASTLE)


def _signs() -> list[str]:
    thin = {"stroke": INK, "stroke_linejoin": "round"}
    blade = element("path", d="M-2 5V-11L0 -14L2 -11V5zM-6 5H6V8H-6zM-1.5 8H1.5V14H-1.5z", fill=STEEL, **thin)
    crossed = [group(blade, transform=f"rotate({angle})") for angle in (-40, 40)]
    mitre = [
        element("path", d="M-8 11Q-13 -4 0 -14Q13 -4 8 11z", fill=WHITE, **thin),
        element("path", d="M0 -8V8M-5 -1H5", fill="none", stroke=MITRE_CROSS, stroke_width=2),
    ]
    back = [
        box(-9, -13, 18, 26, 3, fill=CARD_BACK, stroke=INK),
        element("path", d="M0 -8L5 0L0 8L-5 0z", fill="none", stroke=BACK_PATTERN),
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
    halo = element("path", d=style.shape, fill=WHITE, stroke=WHITE, stroke_width=5, stroke_linejoin="round")
    body = element("path", d=style.shape, fill=style.colour, stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    number = text(0, style.number_y, f"[#{seat}]", NUMBER, fill=style.ink, font_weight="bold", text_anchor="middle")
    return group(halo, body, number, id=seat_symbol(seat))
