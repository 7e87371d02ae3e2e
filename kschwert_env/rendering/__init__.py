"""Stand-in until the pictures are there: text is what the viewer observes, and the picture is black."""

from typing import Any

import numpy as np

from kschwert_env.engine.game import Game

MODES = ("ansi", "rgb_array", "human")


class Renderer:
    def __init__(self, mode: str | None) -> None:
        self.mode = mode

    def render(self, game: Game[Any], viewer: int, last_action: int | None = None) -> str | np.ndarray | None:
        if self.mode == "human":
            return None
        return f"{game!r} {last_action}" if self.mode == "ansi" else np.zeros((4, 4, 3), np.uint8)

    def close(self) -> None: ...
