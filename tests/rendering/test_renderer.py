"""Each render mode, for every game."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pygame
import pytest

from kschwert_env.rendering import MODES, Renderer
from kschwert_env.rendering.raster import rasterise
from kschwert_env.rendering.svg import size_of
from tests.helpers.cases import SMALL, Case

GAME = SMALL.game(SMALL.rules, seed=3)
ACTION = GAME.legal_actions()[0]
GAME.step(ACTION)


@pytest.mark.parametrize("viewer", [None, 1])
def test_ansi_is_the_text_and_rgb_array_the_picture(case: Case, viewer: int | None) -> None:
    game = case.game(case.rules, seed=1)
    last = game.legal_actions()[-1]
    game.step(last)
    before = game.to_bytes()
    assert Renderer("ansi").render(game, viewer, last) == game.text(viewer, last)
    pixels, picture = Renderer("rgb_array").render(game, viewer, last), game.svg(viewer, last)
    assert isinstance(pixels, np.ndarray)
    assert pixels.dtype == np.uint8
    assert (pixels.shape[1], pixels.shape[0], pixels.shape[2]) == (*map(round, size_of(picture)), 3)
    assert np.array_equal(pixels, rasterise(picture))
    assert game.to_bytes() == before


def test_without_a_mode_nothing_is_rendered() -> None:
    assert Renderer(None).render(GAME, None) is None


@pytest.mark.parametrize("width", [0, -1, 2.5, True, "wide"])
def test_what_is_no_width_is_refused(width: Any) -> None:
    with pytest.raises(
        ValueError, match=f"render_width must be a number of pixels of at least 1, or None, not {width!r}"
    ):
        Renderer("rgb_array", width)


def test_pixels_are_as_wide_as_asked_for() -> None:
    picture = GAME.svg(0, ACTION)
    pixels = Renderer("rgb_array", 500).render(GAME, 0, ACTION)
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[1] == 500
    assert np.array_equal(pixels, rasterise(picture, 500))


def test_another_mode_is_refused_with_the_modes_named() -> None:
    with pytest.raises(ValueError, match="render_mode must be one of ansi, rgb_array, human or None, not 'svg'"):
        Renderer("svg")


@pytest.mark.parametrize("mode", MODES)
def test_seats_and_actions_that_do_not_exist_are_refused(mode: str) -> None:
    renderer = Renderer(mode)
    with pytest.raises(ValueError, match="seat must be an integer from 0 to 2, not 3"):
        renderer.render(GAME, 3)
    with pytest.raises(ValueError, match="action must be an integer from 0 to"):
        renderer.render(GAME, 0, len(GAME.rules.actions))


# -- windows --------------------------------------------------------------------------------------------------


def shown(renderer: Renderer) -> np.ndarray:
    """Return the pixels in the window of a renderer, (height, width, 3)."""
    assert renderer._window is not None
    assert renderer._window._window is not None
    surface = renderer._window._window.get_surface()
    return np.swapaxes(pygame.surfarray.array3d(surface), 0, 1)


def test_human_shows_the_picture_in_a_window() -> None:
    renderer = Renderer("human")
    assert renderer.render(GAME, None, ACTION) is None
    picture = GAME.svg(None, ACTION)
    width, height = size_of(picture)
    screen_width, screen_height = pygame.display.get_desktop_sizes()[0]
    fitting = int(min(width, 0.9 * screen_width, 0.9 * screen_height * width / height))
    assert np.array_equal(shown(renderer), rasterise(picture, fitting))
    other = SMALL.game(SMALL.rules, seed=4)
    renderer.render(other, 0)
    assert np.array_equal(shown(renderer), rasterise(other.svg(0), fitting))
    renderer.close()


def test_a_window_is_as_wide_as_asked_for_if_the_screen_has_room() -> None:
    """A picture wider than the screen is scaled down, with its aspect ratio."""
    for width in (300, 100_000):
        renderer = Renderer("human", width)
        renderer.render(GAME, None)
        height, shown_width = shown(renderer).shape[:2]
        screen_width, screen_height = pygame.display.get_desktop_sizes()[0]
        assert shown_width == 300 if width == 300 else 300 < shown_width <= screen_width
        assert height <= screen_height
        own_width, own_height = size_of(GAME.svg(None))
        assert height == round(shown_width * own_height / own_width)
        renderer.close()


def test_renderers_have_windows_of_their_own_and_close_them() -> None:
    first, second = Renderer("human"), Renderer("human")
    first.render(GAME, 0)
    second.render(GAME, 1)
    pixels = shown(second)
    assert not np.array_equal(shown(first), pixels)
    first.close()
    first.close()
    assert np.array_equal(shown(second), pixels)
    first.render(GAME, 1)  # opens a new one
    assert np.array_equal(shown(first), pixels)
    first.close()
    second.close()


def test_a_window_that_its_user_closes_stays_closed_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, pygame.Window]] = []

    class Told(pygame.Window):
        def hide(self) -> None:
            told.append(("hide", self))
            super().hide()

        def show(self) -> None:
            told.append(("show", self))
            super().show()

    monkeypatch.setattr(pygame, "Window", Told)
    first, second = Renderer("human"), Renderer("human")
    first.render(GAME, 0)
    second.render(GAME, 0)
    assert first._window is not None
    window = first._window._window
    pygame.event.post(pygame.Event(pygame.WINDOWCLOSE, window=window))
    second.render(GAME, 0)  # whichever renderer hears of it
    first.render(GAME, 1)
    assert told == [("hide", window)]
    first.close()
    second.close()


def test_copies_and_pickles_take_the_mode_but_no_window() -> None:
    renderer = Renderer("human", 400)
    renderer.render(GAME, None)
    for twin in (copy.deepcopy(renderer), copy.copy(renderer), pickle.loads(pickle.dumps(renderer))):
        assert (twin.mode, twin.width) == ("human", 400)
        assert twin._window is None
    assert shown(renderer).any()
    renderer.close()


@pytest.mark.parametrize("driver", ["offscreen", "dummy"])
def test_a_machine_without_display_gets_a_clear_message(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL would silently draw to a dummy driver."""
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    with pytest.raises(RuntimeError, match=f'(?s)render_mode "human" needs a display.*{driver}.*"rgb_array" or "ansi"'):
        Renderer("human").render(GAME, None)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_a_driver_that_fails_gets_a_clear_message_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    with pytest.raises(RuntimeError, match=r'(?s)needs a display.*no_such_driver.*"rgb_array" or "ansi"'):
        Renderer("human").render(GAME, None)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


# -- packages -------------------------------------------------------------------------------------------------


def test_a_missing_window_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "pygame", None)
        with pytest.raises(ImportError, match=r'pygame.*pip install "kschwert_env\[render\]"'):
            Renderer("human").render(GAME, None)


def test_the_packages_of_the_extra_are_imported_only_when_needed() -> None:
    program = (
        "import sys, kschwert_env.rendering, kschwert_env.rendering.pages.page, kschwert_env.krone_schwert\n"
        "print([name for name in ('resvg', 'PIL', 'font_roboto', 'pygame') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
