"""The page of a recorded game, a single file: keys, address, phone, screen readers."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from kschwert_env import politics_and_intrigue
from kschwert_env.engine.records.record import Recorder
from kschwert_env.rendering.pages.page import write_page
from tests.web.browser.test_screens import PHONE, is_too_wide, recorded, serious


def opened(page: Page, folder: Path, step: str = "") -> None:
    """Open the page of a game of nine decisions."""
    write_page(recorded(9), folder / "game.html")
    page.goto((folder / "game.html").as_uri() + step)


def test_space_presses_the_focused_button(page: Page, tmp_path: Path) -> None:
    """Elsewhere it starts to play."""
    opened(page, tmp_path)
    page.get_by_role("button", name="next step").focus()
    page.keyboard.press("Space")
    expect(page.locator("#number")).to_have_text("1 of 9")
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#play").focus()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")


def test_every_step_has_an_address(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path, "#4")
    expect(page.locator("#number")).to_have_text("4 of 9")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#5")
    page.reload()
    expect(page.locator("#number")).to_have_text("5 of 9")


def test_each_step_is_announced(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path)
    page.keyboard.press("ArrowRight")
    told = page.locator("#steps li").nth(1).inner_text().split("\n")[0]
    expect(page.locator("#said")).to_have_text(f"Step 1: {told}")


def test_a_phone_shows_parts_of_the_picture(new_page: Callable[..., Page], tmp_path: Path) -> None:
    page = new_page(**PHONE)
    opened(page, tmp_path)
    views = page.locator("#views button")
    assert views.count() > 1
    boxes = set()
    for i in range(views.count()):
        views.nth(i).click()
        expect(views.nth(i)).to_have_attribute("aria-pressed", "true")
        boxes.add(page.locator("#picture svg").get_attribute("viewBox"))
    assert len(boxes) == views.count()
    assert not is_too_wide(page)
    assert serious(page) == []
    wide = new_page()
    opened(wide, tmp_path)
    assert not wide.locator("#views").is_visible()


def test_lists_beside_the_board_are_shown_on_demand(page: Page, tmp_path: Path) -> None:
    recorder = Recorder(politics_and_intrigue.Game, politics_and_intrigue.Rules(), 3)
    write_page(recorder, tmp_path / "game.html")
    page.goto((tmp_path / "game.html").as_uri())
    whole = page.locator("#picture svg").get_attribute("viewBox")
    page.get_by_role("button", name="Lists").click()
    assert page.locator("#picture svg").get_attribute("viewBox") != whole
    page.get_by_role("button", name="Board").click()
    assert page.locator("#picture svg").get_attribute("viewBox") == whole
