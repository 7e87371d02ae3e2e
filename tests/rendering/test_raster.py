"""Pixels: requested sizes, right colours, text on every machine, and no outdated cache entries."""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from PIL import Image
from resvg import render, usvg

from kschwert_env.engine.simulation.game import Game
from kschwert_env.rendering import raster
from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.svg import box, document, element, group, moved, size_of, text
from tests.helpers.cases import CASES, ONE_EACH, Case

PICTURED = list({(case.rules.package, case.rules.num_players, case.rules.edition): case for case in CASES}.values())
"""A case for each map and edition."""


@pytest.fixture(autouse=True)
def _nothing_drawn_yet() -> None:
    forget()


def forget() -> None:
    """Clear the cache."""
    raster._draw.cache_clear()


def at_once(picture: str) -> np.ndarray:
    """Return the pixels of a picture, rendered without fragments."""
    tree = usvg.Tree.from_str(picture, raster._FONTS.options)
    with Image.open(BytesIO(render(tree, (1, 0, 0, 0, 1, 0), bg_color=(255, 255, 255, 255)))) as image:
        return np.array(image.convert("RGB"))


def assert_alike(pixels: np.ndarray, others: np.ndarray) -> None:
    """Check equality up to rounding, where edges of fragments meet."""
    assert pixels.shape == others.shape
    difference = abs(pixels.astype(int) - others)
    assert difference.max() <= 32
    assert difference.mean() < 0.05


def pictures(case: Case, number: int, viewer: int | None = 0) -> Iterator[str]:
    """Return pictures of some positions of a game, or of all, in which the last legal action is always played."""
    game: Game[Any] = case.game(case.rules, seed=1)
    while not game.is_over and number:
        number -= 1
        last = game.legal_actions()[-1]
        game.step(last)
        yield game.svg(viewer, last)


# -- one picture ----------------------------------------------------------------------------------------------


def test_pixels_are_those_of_the_picture() -> None:
    pixels = rasterise(document(40, 30, box(10, 0, 30, 30, 0, fill="#ff8000")))
    assert pixels.dtype == np.uint8
    assert pixels.shape == (30, 40, 3)
    assert (pixels[:, :9] == 255).all()  # white where nothing is drawn
    assert (pixels[:, 11:] == [255, 128, 0]).all()
    pixels[0, 0] = 7  # an array of its own
    assert (rasterise(document(40, 30))[0, 0] == 255).all()


@pytest.mark.parametrize("case", PICTURED, ids=str)
def test_games_look_as_if_drawn_at_once(case: Case) -> None:
    picture = list(pictures(case, 12))[-1]
    assert_alike(rasterise(picture), at_once(picture))


def test_nothing_is_cut_off() -> None:
    """Thin glyphs, thick lines, and elements that extend beyond the picture."""
    letters = [text(8 + 31 * i, 20 + 9 * i, "l.fjgy|'", 6 + i, font_weight="bold" if i % 2 else None) for i in range(6)]
    line = element("path", d="M150 150L290 290", stroke="#000000", stroke_width=0.2)
    outside = [box(-50, 250, 70, 70, fill="#123456"), moved(290, -3, text(0, 12, "beyond", 15))]
    thick = group(element("circle", cx=90, cy=170, r=30, stroke="#00ff00", stroke_width=61), fill="none")
    picture = document(300, 300, *letters, line, *outside, thick, fill="#222222", font_weight="normal")
    assert_alike(rasterise(picture), at_once(picture))


def test_patterns_begin_where_they_should() -> None:
    stripe = element("pattern", box(0, 0, 3, 7, 0), id="p", width=7, height=7, patternUnits="userSpaceOnUse")
    boxes = [moved(5 * i, 0, box(9 * i, 11 * i, 9, 11, 0, fill="url(#p)")) for i in range(8)]
    picture = document(120, 90, element("defs", stripe), *boxes)
    assert_alike(rasterise(picture), at_once(picture))


def test_text_needs_no_font_of_the_machine() -> None:
    """System fonts are never used; bold is a separate font."""
    plain = rasterise(document(200, 40, text(5, 30, "Krone & Schwert", 24)))
    bold = rasterise(document(200, 40, text(5, 30, "Krone & Schwert", 24, font_weight="bold")))
    assert 500 < (plain < 128).any(axis=2).sum() < (bold < 128).any(axis=2).sum()


# -- sizes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "shape"), [(20, (15, 20, 3)), (40, (30, 40, 3)), (100, (75, 100, 3)), (1, (1, 1, 3))]
)
def test_a_width_changes_the_size_and_keeps_the_proportions(width: int, shape: tuple[int, ...]) -> None:
    assert rasterise(document(40, 30), width).shape == shape


def test_a_larger_picture_shows_more_and_a_smaller_one_the_same_from_afar() -> None:
    picture = list(pictures(CASES[0], 5))[-1]
    width, height = map(int, size_of(picture))
    usual = Image.fromarray(rasterise(picture))
    large = rasterise(picture, 2 * width)
    zoomed = picture.replace(f'width="{width}" height="{height}"', f'width="{2 * width}" height="{2 * height}"', 1)
    assert_alike(large, at_once(zoomed))
    small = usual.resize((width // 3, round(height * (width // 3) / width)), Image.Resampling.HAMMING)
    assert np.array_equal(rasterise(picture, width // 3), np.array(small))


# -- many pictures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_a_picture_is_the_same_alone_and_late_in_a_game(case: Case) -> None:
    *_, last = [(picture, rasterise(picture)) for picture in pictures(case, 40)]
    forget()
    assert np.array_equal(rasterise(last[0]), last[1])


def test_little_is_drawn_anew_from_one_position_to_the_next() -> None:
    for case in ONE_EACH:
        forget()
        drawn = []
        for picture in pictures(case, 20):
            rasterise(picture)
            drawn.append(raster._draw.cache_info().misses)
        assert drawn[0] > 30
        assert np.median(np.diff(drawn)) < 8


def test_what_is_kept_never_stands_in_for_something_else() -> None:
    """Other maps, editions, viewers, sizes and definitions, in two orders."""
    games = [list(pictures(case, 3, viewer))[-1] for case in PICTURED for viewer in (0, None)]
    recoloured = games[0].replace("#f8edc4", "#ff0000")  # within its definitions only
    assert recoloured != games[0]
    asked = [(picture, width) for picture in (*games, recoloured) for width in (None, 300)]
    first = [rasterise(*one) for one in asked]
    for (picture, width), pixels in zip(reversed(asked), reversed(first), strict=True):
        assert np.array_equal(rasterise(picture, width), pixels)
    for (picture, width), pixels in list(zip(asked, first, strict=True))[::9]:
        forget()
        assert np.array_equal(rasterise(picture, width), pixels)


def test_fonts_are_read_once_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """All threads draw the same text."""
    picture = document(90, 20, text(5, 15, "Krone", 14))
    read: list[str] = []
    read_bytes = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path.stem)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    seen: list[np.ndarray] = []

    def draw() -> None:
        for _ in range(3):
            forget()
            seen.append(rasterise(picture))

    for _ in range(2):
        thread = Thread(target=draw)
        thread.start()
        thread.join()
    assert sorted(read) == ["Roboto-Bold", "Roboto-Bold", "Roboto-Regular", "Roboto-Regular"]
    assert all(np.array_equal(pixels, rasterise(picture)) for pixels in seen)


# -- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", ["<nonsense", "<html/>", "<svg/>"])
def test_what_is_no_svg_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match="a picture must"):
        rasterise(picture)


@pytest.mark.parametrize("package", ["resvg", "PIL"])
def test_a_missing_package_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf'{package}.*pip install "kschwert_env\[render\]"'):
        rasterise(document(4, 3, box(0, 0, 1, 1)))


def test_the_cache_is_bounded() -> None:
    """Thousands of different pictures fill at most 512 fragments."""
    for number in range(600):
        rect = group(element("rect", width=number % 60 + 1, height=number // 60 + 1, fill="#123456"))
        rasterise(document(64, 64, moved(2, 2, rect)))
    assert raster._draw.cache_info().currsize == 512
