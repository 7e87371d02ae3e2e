"""A stand-in for the renderer that records what it is asked to render."""

from typing import Any

from kschwert_env.engine.simulation.game import Game


class Camera:
    """Records each rendering as deciding seat, viewer and last action. Copies are empty, like those of `Renderer`."""

    def __init__(self, mode: str | None, width: int | None = None) -> None:
        self.mode = mode
        self.width = width
        self.pictures: list[tuple[int | None, int | None, int | None]] = []
        self.games: list[Game[Any]] = []
        self.is_open = True

    def render(self, game: Game[Any], viewer: int | None, last_action: int | None = None) -> None:
        self.pictures.append((game.player, viewer, last_action))
        self.games.append(game)

    def close(self) -> None:
        self.is_open = False

    def __reduce__(self) -> Any:
        return Camera, (self.mode, self.width)
