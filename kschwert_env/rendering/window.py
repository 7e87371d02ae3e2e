"""Window that shows pictures, by pygame-ce, which unlike pygame supports several windows."""

import os
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from kschwert_env.importing import needing
from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.svg import size_of

if TYPE_CHECKING:
    import pygame

_SHARE_OF_SCREEN = 0.9  # larger pictures are scaled down
_HEADLESS_DRIVERS = ("dummy", "offscreen")  # SDL falls back to these without a display


class Window:
    """A window that opens with its first picture. If the user closes it, it stays closed and the game continues."""

    def __init__(self, title: str) -> None:
        """`title` is the title of the window, which opens with the first picture."""
        self._title = title
        self._window: pygame.Window | None = None

    def show(self, picture: str, width: int | None = None) -> None:
        """Show an SVG picture, `width` pixels wide if it fits on the screen.

        Raises ImportError without the extra `render`, and RuntimeError without a display.
        """
        pygame = _pygame_with_display()
        own_width, own_height = size_of(picture)
        screen_width, screen_height = pygame.display.get_desktop_sizes()[0]
        max_width = min(screen_width, screen_height * own_width / own_height)
        pixels = np.swapaxes(rasterise(picture, int(min(width or own_width, _SHARE_OF_SCREEN * max_width))), 0, 1)
        size = pixels.shape[:2]
        if self._window is None:
            self._window = pygame.Window(self._title, size)
        self._window.size = size
        pygame.surfarray.blit_array(self._window.get_surface(), pixels)
        self._window.flip()
        for event in pygame.event.get():
            if event.type == pygame.WINDOWCLOSE and event.window is not None:  # it may belong to another environment
                event.window.hide()

    def close(self) -> None:
        """Close the window. The next picture opens a new one."""
        if self._window is not None:
            self._window.destroy()
            self._window = None


def _pygame_with_display() -> ModuleType:
    """Return the package pygame-ce, initialized to open windows."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with needing("render", "pictures"):
        import pygame
    try:
        pygame.display.init()
    except pygame.error as error:
        raise RuntimeError(_no_display(str(error))) from None
    driver = pygame.display.get_driver()
    if driver in _HEADLESS_DRIVERS and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise RuntimeError(_no_display(f"SDL only offers {driver!r}"))
    return pygame


def _no_display(reason: str) -> str:
    return (
        f'render_mode "human" needs a display ({reason}); use "rgb_array" or "ansi", or set SDL_VIDEODRIVER=dummy to '
        "render without one"
    )
