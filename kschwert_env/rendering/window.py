"""A window that shows pictures, by pygame-ce: unlike pygame it gives every environment a window of its own."""

import os
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from kschwert_env.extras import needing
from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.svg import size_of

if TYPE_CHECKING:
    import pygame

_SHARE_OF_SCREEN = 0.9  # a picture too large for the screen is drawn smaller
_UNSEEN = ("dummy", "offscreen")  # what SDL falls back to without a display


class Window:
    """A window, open from its first picture on. One that its user closes stays closed, and the game goes on."""

    def __init__(self, title: str) -> None:
        """Nothing is opened yet; `title` is what its bar will say."""
        self._title = title
        self._window: pygame.Window | None = None

    def show(self, picture: str, width: int | None = None) -> None:
        """Show an SVG picture in place of the one before, `width` pixels wide if the screen has room for it.

        Raises ImportError without the extra `render`, and RuntimeError where there is no display.
        """
        pygame = _pygame_with_display()
        own_width, own_height = size_of(picture)
        screen_width, screen_height = pygame.display.get_desktop_sizes()[0]
        room = min(screen_width, screen_height * own_width / own_height)
        pixels = np.swapaxes(rasterise(picture, int(min(width or own_width, _SHARE_OF_SCREEN * room))), 0, 1)
        size = pixels.shape[:2]
        if self._window is None:
            self._window = pygame.Window(self._title, size)
        self._window.size = size
        pygame.surfarray.blit_array(self._window.get_surface(), pixels)
        self._window.flip()
        for event in pygame.event.get():
            if event.type == pygame.WINDOWCLOSE and event.window is not None:  # perhaps that of another environment
                event.window.hide()

    def close(self) -> None:
        """Close the window. The next picture opens a new one."""
        if self._window is not None:
            self._window.destroy()
            self._window = None


def _pygame_with_display() -> ModuleType:
    """The package pygame-ce, ready to open windows."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with needing("render", "pictures"):
        import pygame
    try:
        pygame.display.init()
    except pygame.error as error:
        raise RuntimeError(_no_display(str(error))) from None
    driver = pygame.display.get_driver()
    if driver in _UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise RuntimeError(_no_display(f"SDL offers {driver!r} only"))
    return pygame


def _no_display(reason: str) -> str:
    return (
        f'mode "human" opens a window, and there is no display ({reason}): use "rgb_array" or "ansi", '
        "or set SDL_VIDEODRIVER=dummy to draw unseen"
    )
