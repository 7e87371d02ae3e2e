"""SVG to pixels, by resvg. Most of a picture is as it was in the one before, or elsewhere in it, and is drawn once.

Two things are kept: each piece in pixels, and each tile of a picture with the pieces that lie there on top of each
other. Either is a function of all that is to be seen on it, and so never out of date.
"""

import threading
from collections import defaultdict
from functools import cached_property, lru_cache
from io import BytesIO
from itertools import product
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kschwert_env.extras import needing
from kschwert_env.rendering.colours import WHITE
from kschwert_env.rendering.pieces import Piece, take_apart
from kschwert_env.rendering.svg import size_of

if TYPE_CHECKING:
    from PIL import Image
    from resvg import usvg

KEPT_PIECES = 4096
"""Pieces of pictures that are kept, to be drawn again: more than those of a game."""

KEPT_TILES = 1024
"""Tiles of pixels that are kept, of 64 KiB each: more than those of a few pictures."""

_TILE = 128  # width and height, in pixels
_CELL = 16  # likewise, of what a piece is sought in


class _Drawn(NamedTuple):
    """A piece in pixels, cut to where there are any.

    Attributes:
        image: its colours.
        mask: how much it covers of what lies below.
        left: of its corner, as seen from the piece's origin, as the next.
        top: of its corner.
    """

    image: "Image.Image"
    mask: "Image.Image"
    left: int
    top: int


def rasterise(picture: str, width: int | None = None) -> np.ndarray:
    """A picture as uint8 of shape (height, width, 3), RGB on white.

    It has the size that it says of itself, or is `width` pixels wide and as high as its proportions ask. Text is set in
    a font that is installed with the extra `render`, so that a machine without fonts draws it, and every machine the
    same. Raises ImportError without the extra, ValueError for what is no SVG.
    """
    with needing("render", "pictures"):
        from PIL import Image
    head, pieces = take_apart(picture)
    own_width, own_height = map(round, size_of(head))
    width = width or own_width
    scale = ceil(width / own_width)  # whole, so that pieces have the same pixels everywhere
    canvas = Image.new("RGB", (scale * own_width, scale * own_height))
    columns, rows = ceil(canvas.width / _TILE), ceil(canvas.height / _TILE)
    tiles = _tiles(head, pieces, scale)
    for column, row in product(range(columns), range(rows)):
        canvas.paste(_tile(head, tuple(tiles[column, row]), scale), (column * _TILE, row * _TILE))
    if width != canvas.width:
        canvas = canvas.resize((width, max(1, round(own_height * width / own_width))), Image.Resampling.HAMMING)
    return np.array(canvas)


def _tiles(head: str, pieces: list[Piece], scale: int) -> dict[tuple[int, int], list[Piece]]:
    """What lies on each tile, by column and row, with its place in pixels as seen from the tile's corner."""
    tiles: dict[tuple[int, int], list[Piece]] = defaultdict(list)
    for markup, x, y in pieces:
        drawn = _draw(head, markup, scale)
        if drawn is not None:
            x, y = scale * x + drawn.left, scale * y + drawn.top
            right, bottom = x + drawn.image.width - 1, y + drawn.image.height - 1
            for column in range(x // _TILE, right // _TILE + 1):
                for row in range(y // _TILE, bottom // _TILE + 1):
                    tiles[column, row].append(Piece(markup, x - column * _TILE, y - row * _TILE))
    return tiles


@lru_cache(maxsize=KEPT_TILES)
def _tile(head: str, pieces: tuple[Piece, ...], scale: int) -> "Image.Image":
    """A tile with these pieces on it."""
    from PIL import Image

    tile = Image.new("RGB", (_TILE, _TILE), WHITE)
    for markup, left, top in pieces:
        drawn = _draw(head, markup, scale)
        if drawn is not None:
            tile.paste(drawn.image, (left, top), drawn.mask)
    return tile


@lru_cache(maxsize=KEPT_PIECES)
def _draw(head: str, markup: str, scale: int) -> _Drawn | None:
    """One piece of a picture, `scale` times its size, or None if nothing is to be seen of it."""
    area = _area(head, markup)
    if area is None:
        return None
    image = _render(head + markup, scale, area)
    box = image.getbbox()
    if box is None:
        return None
    left, top = scale * area[0] + box[0], scale * area[1] + box[1]
    image = image.crop(box)
    return _Drawn(image.convert("RGB"), image.getchannel("A"), left, top)


def _area(head: str, markup: str) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of an area that holds a piece, as seen from its origin; None if there is nothing.

    It is sought in a coarse picture, with an outline around everything, so that nothing is too thin to be found.
    """
    width, height = map(round, size_of(head))
    outlined = f'{head}<g stroke="{WHITE}" stroke-width="{_CELL}">{markup}</g>'
    cells = _render(outlined, 1 / _CELL, (-width, -height, 2 * width, 2 * height)).getbbox()
    if cells is None:
        return None
    left, top, right, bottom = cells[0] - 1, cells[1] - 1, cells[2] + 1, cells[3] + 1
    return _CELL * left - width, _CELL * top - height, _CELL * (right - left), _CELL * (bottom - top)


def _render(begun: str, scale: float, area: tuple[int, int, int, int]) -> "Image.Image":
    """An area of a picture, given without its end, as RGBA. Resvg hands out PNG and nothing else; pieces are kept."""
    with needing("render", "pictures"):
        from PIL.PngImagePlugin import PngImageFile
        from resvg import render, usvg
    left, top, width, height = area
    tree = usvg.Tree.from_str(begun + "</svg>", _FONTS.options)
    transform = (scale, 0, -scale * left, 0, scale, -scale * top)
    return PngImageFile(BytesIO(render(tree, transform, bg_size=(ceil(scale * width), ceil(scale * height)))))


class _Fonts(threading.local):
    """The fonts of the extra `render`, read once. Resvg lets no other thread have them."""

    @cached_property
    def options(self) -> "usvg.Options":
        with needing("render", "pictures"):
            from font_roboto import font_files
            from resvg import usvg
        options = usvg.Options.default()
        for name in ("Roboto", "RobotoBold"):
            options.load_font_data(Path(font_files[name]).read_bytes())
        return options


_FONTS = _Fonts()
