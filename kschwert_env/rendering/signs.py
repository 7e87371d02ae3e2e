"""Signs: symbols in one style, each drawn around the origin, about 36 pixels wide, as parts with a fill or as lines."""

from collections.abc import Iterable

from kschwert_env.rendering.colours import INK
from kschwert_env.rendering.svg import element, group

Part = tuple[str, str | None]
"""The path of a part, and its fill; None for a line."""


def disc(x: float, y: float, r: float) -> str:
    """Return the path of a circle."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def draw_sign(parts: Iterable[Part], scale: float = 1, x: float = 0, y: float = 0) -> str:
    """Return a sign with its middle at (x, y)."""
    drawn = [
        element("path", d=path, fill=fill or "none", fill_rule="evenodd", stroke=INK, stroke_width=1.4 if fill else 1.8)
        for path, fill in parts
    ]
    place = f"translate({x:g} {y:g}) scale({scale:.3g})"
    return group(*drawn, transform=place, stroke_linejoin="round", stroke_linecap="round")
