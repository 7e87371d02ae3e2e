"""SVG to pixels, by resvg. Most fragments of a picture also occur in the previous one or elsewhere, so they are cached.

A game is drawn three to seven times as fast as without the cache. Keys are the complete contents, so that entries never
become outdated.
"""

import threading
from functools import cached_property, lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kschwert_env.importing import needing
from kschwert_env.rendering.colours import WHITE
from kschwert_env.rendering.fragments import fragment_picture
from kschwert_env.rendering.svg import size_of

if TYPE_CHECKING:
    from PIL import Image
    from resvg import usvg

MAX_CACHED_FRAGMENTS = 512
"""Maximum number of fragments in the cache, enough for the pictures of one game."""

_CELL = 16  # resolution of the search for a fragment's bounds, in pixels


class _Raster(NamedTuple):
    """A fragment in pixels, cropped to its visible area.

    Attributes:
        image: its colours, RGB.
        mask: its opacity.
        left: horizontal offset of its corner from the fragment's origin, in pixels.
        top: vertical offset of its corner from the fragment's origin, in pixels.
    """

    image: "Image.Image"
    mask: "Image.Image"
    left: int
    top: int


def rasterise(picture: str, width: int | None = None) -> np.ndarray:
    """Return a picture as uint8 of shape (height, width, 3), RGB on white.

    It has the size that the SVG declares, or is `width` pixels wide with the same aspect ratio. The font comes with the
    extra `render`, so all machines draw the same text. Raises ImportError without the extra, and ValueError if the
    picture is not SVG.
    """
    with needing("render", "pictures"):
        from PIL import Image
    head, fragments = fragment_picture(picture)
    own_width, own_height = map(round, size_of(head))
    width = width or own_width
    scale = ceil(width / own_width)  # an integer, so that fragments have the same pixels everywhere
    canvas = Image.new("RGB", (scale * own_width, scale * own_height), WHITE)
    for markup, x, y in fragments:
        drawn = _draw(head, markup, scale)
        if drawn is not None:
            canvas.paste(drawn.image, (scale * x + drawn.left, scale * y + drawn.top), drawn.mask)
    if width != canvas.width:
        canvas = canvas.resize((width, max(1, round(own_height * width / own_width))), Image.Resampling.HAMMING)
    return np.array(canvas)


@lru_cache(maxsize=MAX_CACHED_FRAGMENTS)
def _draw(head: str, markup: str, scale: int) -> _Raster | None:
    """Return a fragment, scaled by `scale`, or None if it is invisible."""
    area = _bounds(head, markup)
    if area is None:
        return None
    image = _render(head + markup, scale, area)
    box = image.getbbox()
    if box is None:
        return None
    left, top = scale * area[0] + box[0], scale * area[1] + box[1]
    image = image.crop(box)
    return _Raster(image.convert("RGB"), image.getchannel("A"), left, top)


def _bounds(head: str, markup: str) -> tuple[int, int, int, int] | None:
    """Return left, top, width and height of an area that contains a fragment, relative to its origin; None if empty.

    A coarse rendering with thick outlines finds even thin lines.
    """
    width, height = map(round, size_of(head))
    outlined = f'{head}<g stroke="{WHITE}" stroke-width="{_CELL}">{markup}</g>'
    cells = _render(outlined, 1 / _CELL, (-width, -height, 2 * width, 2 * height)).getbbox()
    if cells is None:
        return None
    left, top, right, bottom = cells[0] - 1, cells[1] - 1, cells[2] + 1, cells[3] + 1
    return _CELL * left - width, _CELL * top - height, _CELL * (right - left), _CELL * (bottom - top)


def _render(unclosed: str, scale: float, area: tuple[int, int, int, int]) -> "Image.Image":
    """Return an area of a picture as RGBA; `unclosed` lacks the closing tag. Resvg can only return PNG."""
    with needing("render", "pictures"):
        from PIL.PngImagePlugin import PngImageFile
        from resvg import render, usvg
    left, top, width, height = area
    tree = usvg.Tree.from_str(unclosed + "</svg>", _FONTS.options)
    transform = (scale, 0, -scale * left, 0, scale, -scale * top)
    return PngImageFile(BytesIO(render(tree, transform, bg_size=(ceil(scale * width), ceil(scale * height)))))


class _Fonts(threading.local):
    """Fonts of the extra `render`, loaded once per thread, since resvg does not share them between threads."""

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
