"""Windows of the tests are drawn without a display."""

from collections.abc import Iterator

import pytest

import kschwert_env.rendering.window as window


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    window._pygame_with_display().display.quit()
