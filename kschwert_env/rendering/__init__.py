"""Rendering of any game: SVG, pixels, a window, and an HTML page for a recorded game. Independent of the games.

Pixels and windows need the extra `render`; text, SVG and the page need nothing.
"""

from kschwert_env.rendering.renderer import MODES, Renderer

__all__ = ["MODES", "Renderer"]
