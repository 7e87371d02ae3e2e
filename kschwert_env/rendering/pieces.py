"""A picture taken to pieces, so that what looks alike somewhere else or later need not be drawn again."""

import re
from typing import NamedTuple
from xml.parsers import expat

_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")  # `svg.element` writes no > inside
_DATA = re.compile(r' data-[a-z-]+="[^"]*"')  # looks like nothing
_MOVED = re.compile(r' transform="translate\((-?\d+) (-?\d+)\)"')
_MOVED_FIRST = re.compile(r'(?<= transform=")translate\((-?\d+) (-?\d+)\) ')
_PLACED = re.compile(r' x="(-?\d+)" y="(-?\d+)"')


class Piece(NamedTuple):
    """An element, or a group that does more than move what is in it.

    Attributes:
        markup: of it, without whole pixels by which it is moved.
        x: how far right of that it stands in the picture.
        y: how far below.
    """

    markup: str
    x: int
    y: int


class Pieces(NamedTuple):
    """A whole picture.

    Attributes:
        head: how the picture begins, with its definitions: whatever a piece may refer to. `head + markup + "</svg>"` is
            a picture of one piece.
        pieces: in the order in which they are laid on top of each other.
    """

    head: str
    pieces: list[Piece]


def take_apart(picture: str) -> Pieces:
    """The pieces of a picture that `svg.document` has made.

    A piece is moved by whole pixels only, so that it has the same pixels everywhere. Raises ValueError for what is no
    SVG.
    """
    tags = _TAG.finditer(picture)
    root = next(tags, None)
    _check(picture, "" if root is None else root[2])
    head, pieces = "" if root is None else _DATA.sub("", root[0]), []
    offsets = [(0, 0)]  # of the groups around
    begin, depth = 0, 0  # of the piece or the definitions that are being read
    for tag in tags:
        is_end, name, attributes = tag.groups()
        if depth == 0:
            if is_end:
                offsets.pop()
                continue
            if name == "g" and (offset := _mere_move(attributes)):
                offsets.append((offsets[-1][0] + offset[0], offsets[-1][1] + offset[1]))
                continue
            begin = tag.start()
        depth += -1 if is_end else not attributes.endswith("/")
        if depth == 0:
            markup = picture[begin : tag.end()]
            if name == "defs":
                head += markup
            else:
                pieces.append(_piece(_DATA.sub("", markup), *offsets[-1]))
    return Pieces(head, pieces)


def _check(picture: str, root: str) -> None:
    try:
        expat.ParserCreate().Parse(picture, True)
    except expat.ExpatError as error:
        raise ValueError(f"a picture must be SVG, and this is no XML: {error}") from None
    if root != "svg":
        raise ValueError(f"a picture must be SVG, with <svg> as its root node, not <{root}>")


def _mere_move(attributes: str) -> tuple[int, int] | None:
    """By how many pixels a group moves what is in it, or None if it does anything else."""
    attributes = _DATA.sub("", attributes)
    if not attributes:
        return 0, 0
    move = _MOVED.fullmatch(attributes)
    return None if move is None else (int(move[1]), int(move[2]))


def _piece(markup: str, x: int, y: int) -> Piece:
    """The piece without its place. A pattern begins where its user's own coordinates do, so they must stay."""
    end = markup.index(">")
    if " transform=" in markup[:end]:
        place = _MOVED_FIRST.search(markup, 0, end)
    else:
        place = None if "url(" in markup[:end] else _PLACED.search(markup, 0, end)
    if place is None:
        return Piece(markup, x, y)
    return Piece(markup[: place.start()] + markup[place.end() :], x + int(place[1]), y + int(place[2]))
