"""SVG as text, element by element: names and values are escaped, numbers short."""

import re
from functools import lru_cache
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from kschwert_env.engine.text import shown

_NAMESPACE = "http://www.w3.org/2000/svg"
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')
_FONTS = "Roboto, Helvetica, Arial, sans-serif"  # `raster` has the first; browsers have one of them

CHARACTER = 0.53
"""Mean width of a character, in units of the font's size."""


def element(name: str, *children: str, **attributes: object) -> str:
    """An element around children that are markup already.

    Attributes are named as in SVG, with `_` for `-`, and a `_` behind names that Python reserves; those that are None
    are left out.
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


@lru_cache(maxsize=8192, typed=True)  # most pictures are made of the same few thousand
def _attribute(key: str, value: object) -> str:
    return f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"


def _value(value: object) -> str:
    return f"{round(value, 2) + 0.0:g}" if isinstance(value, float) else str(value)  # 0, not -0


def group(*children: str, **attributes: object) -> str:
    """Children that share attributes."""
    return element("g", *children, **attributes)


def moved(x: float, y: float, *children: str, **attributes: object) -> str:
    """A group with its origin at (x, y)."""
    return group(*children, transform=f"translate({_value(float(x))} {_value(float(y))})", **attributes)


def text(x: float, y: float, content: object, size: float = 12, **attributes: object) -> str:
    """A line of text that starts at (x, y), or ends or is centred there by `text_anchor`."""
    return element("text", escape(shown(content)), x=float(x), y=float(y), font_size=float(size), **attributes)


def use(symbol: str, x: float, y: float, scale: float = 1, **attributes: object) -> str:
    """What is defined under the id `symbol`, with its origin at (x, y)."""
    if scale == 1:
        return element("use", href=f"#{symbol}", x=float(x), y=float(y), **attributes)
    transform = f"translate({_value(float(x))} {_value(float(y))}) scale({_value(float(scale))})"
    return element("use", href=f"#{symbol}", transform=transform, **attributes)


def box(x: float, y: float, width: float, height: float, radius: float = 6, **attributes: object) -> str:
    """A rectangle with round corners."""
    size = {"width": float(width), "height": float(height), "rx": float(radius)}
    return element("rect", x=float(x), y=float(y), **size, **attributes)


def document(width: float, height: float, *children: str, **attributes: object) -> str:
    """A whole picture of that size in pixels; `attributes` hold for everything in it."""
    size = {"width": f"{width:g}", "height": f"{height:g}", "viewBox": f"0 0 {width:g} {height:g}"}
    return element("svg", *children, xmlns=_NAMESPACE, **size, font_family=_FONTS, **attributes)


def views(**named: tuple[float, float, float, float]) -> str:
    """The value of the root's `data_views`: the parts of a picture that small screens show one at a time.

    Each is x, y, width and height; the `_` of a name stands for a space.
    """
    return "|".join(f"{name.replace('_', ' ')}:{x:g} {y:g} {w:g} {h:g}" for name, (x, y, w, h) in named.items())


def text_width(content: str, size: float) -> float:
    """About how wide a text is, in any of the fonts."""
    return CHARACTER * size * len(content)


def size_of(picture: str) -> tuple[float, float]:
    """Width and height that a picture says of itself. Its beginning is enough."""
    size = _SIZE.match(picture)
    if size is None:
        raise ValueError("a picture must begin with <svg> and say its width and height")
    return float(size[1]), float(size[2])


def split(picture: str) -> tuple[dict[str, str], list[str]]:
    """The attributes of a picture, and its parts: the elements directly under its root, as markup.

    Raises ElementTree.ParseError for what is not well-formed.
    """
    root = ElementTree.fromstring(picture)
    return dict(root.attrib), [_without_namespace(part) for part in root]


def _without_namespace(part: ElementTree.Element) -> str:
    for inner in part.iter():
        inner.tag = inner.tag.removeprefix(f"{{{_NAMESPACE}}}")
    return ElementTree.tostring(part, "unicode")
