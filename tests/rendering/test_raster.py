"""Pixels: as large as the picture, in its colours, with text on every machine."""

import sys

import numpy as np
import pytest

from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.svg import box, document, text


def test_pixels_are_those_of_the_picture() -> None:
    pixels = rasterise(document(40, 30, box(10, 0, 30, 30, 0, fill="#ff8000")))
    assert pixels.dtype == np.uint8
    assert pixels.shape == (30, 40, 3)
    assert (pixels[:, :9] == 255).all()  # white where nothing is drawn
    assert (pixels[:, 11:] == [255, 128, 0]).all()
    pixels[0, 0] = 7  # an array of its own


def test_a_zoom_changes_the_size() -> None:
    assert rasterise(document(40, 30), zoom=0.5).shape == (15, 20, 3)


def test_text_needs_no_font_of_the_machine() -> None:
    """The fonts of the system are left out anyway; bold is a font of its own."""
    plain = rasterise(document(200, 40, text(5, 30, "Krone & Schwert", 24)))
    bold = rasterise(document(200, 40, text(5, 30, "Krone & Schwert", 24, font_weight="bold")))
    assert 500 < (plain < 128).any(axis=2).sum() < (bold < 128).any(axis=2).sum()


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match="root node"):
        rasterise("<nonsense")


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_a_missing_package_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf'{package}.*pip install "kschwert_env\[render\]"'):
        rasterise(document(4, 3))
