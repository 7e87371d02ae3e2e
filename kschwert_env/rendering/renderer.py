"""Renderer of the environments, with a fixed render mode."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract.options import check
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.phrases import brief
from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.window import Window

MODES = ("ansi", "rgb_array", "human")
"""All render modes, by Gymnasium's names: text, pixels, a window."""


class Renderer:
    """Renders games as text, as an array of pixels, or in a window.

    Copies and pickles hold mode and width only; the window belongs to the original.

    Attributes:
        mode: one of `MODES`, or None.
        width: width of pictures in pixels, or None for the default size.
    """

    def __init__(self, mode: str | None, width: int | None = None) -> None:
        """`mode` is one of `MODES`, or None to render nothing.

        Pictures are `width` pixels wide and keep their aspect ratio; None means their default size. Raises ValueError
        for any other mode or width.
        """
        if mode is not None and mode not in MODES:
            raise ValueError(f"render_mode must be one of {', '.join(MODES)} or None, not {brief(mode)}")
        is_width = type(width) is int and width >= 1
        check("render_width", width, width is None or is_width, "a number of pixels of at least 1, or None")
        self.mode = mode
        self.width = width
        self._window: Window | None = None

    def render(self, game: Game[Any], viewer: int | None, last_action: int | None = None) -> str | np.ndarray | None:
        """Render a game as the seat `viewer` sees it, or completely for a spectator (None).

        Returns text for "ansi", uint8 (height, width, 3) for "rgb_array", and None without a mode and for "human",
        which shows a window. Raises ValueError for an unknown seat or action; ImportError without the extra `render`
        and RuntimeError without a display, if the mode needs them.
        """
        if self.mode == "ansi":
            return game.text(viewer, last_action)
        if self.mode == "rgb_array":
            return rasterise(game.svg(viewer, last_action), self.width)
        if self.mode == "human":
            self._window = self._window or Window(game.rules.package)
            self._window.show(game.svg(viewer, last_action), self.width)
        return None

    def close(self) -> None:
        """Close the window, if there is one. A later picture opens a new one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Renderer, (self.mode, self.width)
