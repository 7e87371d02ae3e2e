"""SVG to pixels, by resvg."""

from functools import cache
from io import BytesIO

import numpy as np

from kschwert_env.engine.extras import needing
from kschwert_env.rendering.colours import WHITE


def rasterise(picture: str, zoom: float = 1.0) -> np.ndarray:
    """A picture as uint8 of shape (height, width, 3), RGB on white, `zoom` times the size it says of itself.

    Text is set in a font that is installed with the extra `render`, so that a machine without fonts draws it, and
    every machine the same. Raises ImportError without the extra, ValueError for what is no SVG.
    """
    with needing("render", "pictures"):
        import resvg_py
        from PIL import Image
    png = resvg_py.svg_to_bytes(
        svg_string=picture,
        background=WHITE,
        zoom=zoom,
        skip_system_fonts=True,
        font_files=_font_files(),
    )
    with Image.open(BytesIO(png)) as image:
        return np.array(image.convert("RGB"))


@cache
def _font_files() -> list[str]:
    with needing("render", "pictures"):
        from font_roboto import font_files
    return [font_files["Roboto"], font_files["RobotoBold"]]
