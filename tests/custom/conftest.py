"""The game of docs/adding_a_game.md, and changed copies of it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kschwert_env import importing

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "adding_a_game.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


GOOFSPIEL = blocks("python")[0]
"""The game of the page."""

WriteGame = Callable[..., Path]
"""(name, **changes): writes the game to a file of this name, with parts of its text replaced."""


@pytest.fixture(autouse=True)
def _forget_loaded_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test load games of its own: later tests start processes, which would load these files, too."""
    monkeypatch.setattr(importing, "_loaded", {})
    monkeypatch.setattr(importing, "_sources", {})


@pytest.fixture
def write_game(tmp_path: Path) -> WriteGame:
    def write(name: str, *changes: tuple[str, str]) -> Path:
        text = GOOFSPIEL
        for old, new in changes:
            assert text.count(old) >= 1, old
            text = text.replace(old, new)
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return path

    return write
