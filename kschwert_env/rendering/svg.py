"""Functions that build SVG markup. Names and values are escaped, numbers are short."""

import re
from functools import lru_cache
from html import escape
from xml.etree import ElementTree

from kschwert_env.engine.text.phrases import shown

_NAMESPACE = "http://www.w3.org/2000/svg"
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')
_FONTS = "Roboto, Helvetica, Arial, sans-serif"  # `raster` uses the first; browsers have one of them

SMALLEST = 12
"""Size of the smallest text in a picture, in pixels. Pages scale pictures so that it stays legible."""


def element(name: str, *children: str, **attributes: object) -> str:
    """Return an element; `children` are markup.

    Attributes have their SVG names, with `_` for `-` and a trailing `_` for Python keywords. Attributes that are None
    are left out.
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


@lru_cache(maxsize=8192, typed=True)  # most pictures consist of the same few thousand values
def _attribute(key: str, value: object) -> str:
    return f" {key.rstrip('_').replace('_', '-')}={_quoted(_value(value))}"


def _quoted(text: str) -> str:
    """Return an attribute's value; `xml.sax.saxutils`, which has such a function, imports an HTTP client."""
    return '"' + escape(text, quote=False).replace('"', "&quot;") + '"'


def _value(value: object) -> str:
    return f"{round(value, 2) + 0.0:g}" if isinstance(value, float) else str(value)  # 0, not -0


def group(*children: str, **attributes: object) -> str:
    """Return a group of children with common attributes."""
    return element("g", *children, **attributes)


def moved(x: float, y: float, *children: str, **attributes: object) -> str:
    """Return a group whose origin is at (x, y)."""
    return group(*children, transform=f"translate({_value(float(x))} {_value(float(y))})", **attributes)


def text(x: float, y: float, content: object, size: float = 12, **attributes: object) -> str:
    """Return a line of text that starts at (x, y), or ends or is centred there with `text_anchor`."""
    return element(
        "text", escape(shown(content), quote=False), x=float(x), y=float(y), font_size=float(size), **attributes
    )


def use(symbol: str, x: float, y: float, scale: float = 1, **attributes: object) -> str:
    """Return a use of the definition with the id `symbol`, with its origin at (x, y)."""
    if scale == 1:
        return element("use", href=f"#{symbol}", x=float(x), y=float(y), **attributes)
    transform = f"translate({_value(float(x))} {_value(float(y))}) scale({_value(float(scale))})"
    return element("use", href=f"#{symbol}", transform=transform, **attributes)


def box(x: float, y: float, width: float, height: float, radius: float = 6, **attributes: object) -> str:
    """Return a rectangle with rounded corners."""
    size = {"width": float(width), "height": float(height), "rx": float(radius)}
    return element("rect", x=float(x), y=float(y), **size, **attributes)


def document(width: float, height: float, *children: str, **attributes: object) -> str:
    """Return a complete picture of that size in pixels; `attributes` apply to the root."""
    size = {"width": f"{width:g}", "height": f"{height:g}", "viewBox": f"0 0 {width:g} {height:g}"}
    return element("svg", *children, xmlns=_NAMESPACE, **size, font_family=_FONTS, **attributes)


def views(**named: tuple[float, float, float, float]) -> str:
    """Return the value of the root's `data_views`: parts of a picture that small screens show one at a time.

    Each part is x, y, width and height; `_` in a name stands for a space.
    """
    return "|".join(f"{name.replace('_', ' ')}:{x:g} {y:g} {w:g} {h:g}" for name, (x, y, w, h) in named.items())


def size_of(picture: str) -> tuple[float, float]:
    """Return the width and height that a picture declares, in pixels. Its first tag is enough."""
    size = _SIZE.match(picture)
    if size is None:
        raise ValueError("a picture must begin with <svg> and declare width and height")
    return float(size[1]), float(size[2])


def split(picture: str) -> tuple[dict[str, str], list[str]]:
    """Return the attributes of a picture, and the elements directly under its root, as markup.

    Raises ElementTree.ParseError for malformed XML.
    """
    root = ElementTree.fromstring(picture)
    return dict(root.attrib), [_without_namespace(part) for part in root]


def _without_namespace(part: ElementTree.Element) -> str:
    for inner in part.iter():
        inner.tag = inner.tag.removeprefix(f"{{{_NAMESPACE}}}")
    return ElementTree.tostring(part, "unicode")
