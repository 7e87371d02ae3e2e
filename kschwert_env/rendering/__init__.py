"""Pictures of any game: SVG, pixels, a window, and a page for a recorded game. Knows no game.

Pixels and windows need the extra `render`; text, SVG and the page need nothing.
"""

from kschwert_env.rendering.renderer import MODES, Renderer

__all__ = ["MODES", "Renderer"]
