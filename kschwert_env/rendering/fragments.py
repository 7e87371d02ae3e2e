"""Split an SVG picture into fragments, so that equal fragments are rasterised only once."""

import re
from typing import NamedTuple
from xml.parsers import expat

_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")  # `svg.element` writes no > inside
_DATA = re.compile(r' data-[a-z-]+="[^"]*"')  # invisible
_MOVED = re.compile(r' transform="translate\((-?\d+) (-?\d+)\)"')
_MOVED_FIRST = re.compile(r'(?<= transform=")translate\((-?\d+) (-?\d+)\) ')
_PLACED = re.compile(r' x="(-?\d+)" y="(-?\d+)"')


class Fragment(NamedTuple):
    """An element, or a group that does more than translate its content.

    Attributes:
        markup: its SVG, without its offset.
        x: horizontal offset in the picture, in pixels.
        y: vertical offset, in pixels.
    """

    markup: str
    x: int
    y: int


class FragmentedPicture(NamedTuple):
    """A picture, split into fragments.

    Attributes:
        head: start of the picture, with all definitions that fragments may refer to. `head + markup + "</svg>"` is a
            picture of one fragment.
        fragments: fragments from bottom to top.
    """

    head: str
    fragments: list[Fragment]


def fragment_picture(picture: str) -> FragmentedPicture:
    """Split a picture made by `svg.document` into fragments.

    Offsets are whole pixels, so that a fragment has the same pixels everywhere. Raises ValueError if the picture is not
    SVG.
    """
    tags = _TAG.finditer(picture)
    root = next(tags, None)
    _check(picture, "" if root is None else root[2])
    head, fragments = "" if root is None else _DATA.sub("", root[0]), []
    offsets = [(0, 0)]  # offsets of the enclosing groups
    begin, depth = 0, 0  # position and nesting depth of the fragment or the definitions being read
    for tag in tags:
        is_end, name, attributes = tag.groups()
        if depth == 0:
            if is_end:
                offsets.pop()
                continue
            if name == "g" and (offset := _translation(attributes)):
                offsets.append((offsets[-1][0] + offset[0], offsets[-1][1] + offset[1]))
                continue
            begin = tag.start()
        depth += -1 if is_end else not attributes.endswith("/")
        if depth == 0:
            markup = picture[begin : tag.end()]
            if name == "defs":
                head += markup
            else:
                fragments.append(_without_offset(_DATA.sub("", markup), *offsets[-1]))
    return FragmentedPicture(head, fragments)


def _check(picture: str, root: str) -> None:
    try:
        expat.ParserCreate().Parse(picture, True)
    except expat.ExpatError as error:
        raise ValueError(f"a picture must be SVG, but this is not valid XML: {error}") from None
    if root != "svg":
        raise ValueError(f"a picture must be SVG, with <svg> as its root element, not <{root}>")


def _translation(attributes: str) -> tuple[int, int] | None:
    """Return the offset of a group that only translates its content, in pixels; None for any other group."""
    attributes = _DATA.sub("", attributes)
    if not attributes:
        return 0, 0
    move = _MOVED.fullmatch(attributes)
    return None if move is None else (int(move[1]), int(move[2]))


def _without_offset(markup: str, x: int, y: int) -> Fragment:
    """Return a fragment without its offset. Elements with a pattern keep it: patterns start at the element's origin."""
    end = markup.index(">")
    if " transform=" in markup[:end]:
        place = _MOVED_FIRST.search(markup, 0, end)
    else:
        place = None if "url(" in markup[:end] else _PLACED.search(markup, 0, end)
    if place is None:
        return Fragment(markup, x, y)
    return Fragment(markup[: place.start()] + markup[place.end() :], x + int(place[1]), y + int(place[2]))
