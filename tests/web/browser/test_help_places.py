"""Help about a card opens on purpose only, and covers no card around it."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from kschwert_env import GAMES
from tests.web.browser.playing import wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_card_help import at_table

pytestmark = pytest.mark.needs_jit

SIZES = ViewportSize(width=1400, height=900), ViewportSize(width=1024, height=768)

CARDS = """() => [".sheet > svg [data-card]", ".hand button", ".tiles button", ".seats [data-card]"]
  .flatMap(place => [...document.querySelectorAll(place)].slice(0, 40).filter((_, i) => i % 10 === 0))
  .map(card => card.getBoundingClientRect()).filter(box => box.width > 0)
  .map(box => [box.left + box.width / 2, box.top + box.height / 2])"""
"""Middles of some cards on the board, in the hand, among the answers and beside players."""

COVERED = """([x, y]) => {
  const help = document.querySelector(".card-help").getBoundingClientRect(), near = 120;
  const isCovered = ({ left, right, top, bottom }) => Math.min(right, help.right) - Math.max(left, help.left) > 1
    && Math.min(bottom, help.bottom) - Math.max(top, help.top) > 1;
  const isNear = ({ left, right, top, bottom }) => Math.max(left - x, x - right, 0) < near
    && Math.max(top - y, y - bottom, 0) < near;
  const place = document.elementFromPoint(x, y).closest(".stage, .hand, .tiles, .seats");
  const cards = [...place.querySelectorAll(".sheet > svg [data-card], button, li [data-card]")];
  const isOutside = help.left < 0 || help.right > innerWidth || help.top < 0 || help.bottom > innerHeight;
  const covered = cards.map(card => card.getBoundingClientRect()).filter(box => isNear(box) && isCovered(box));
  return covered.length + isOutside;
}"""
"""Number of cards around a point that help covers, plus 1 if it is not completely on the screen."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", GAMES)
def test_help_covers_no_card_around_it(page: Page, server: Server, game: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    shown = 0
    for decisions in (1, 6):  # Politics & Intrigue begins with a choice among many cards
        at_table(page, server, game, decisions)
        for point in page.evaluate(CARDS):
            page.mouse.move(1, 1)
            expect(page.locator(".card-help")).to_have_count(0)
            page.mouse.move(*point)
            page.wait_for_timeout(600)
            if page.locator(".card-help").count():
                shown += 1
                assert page.evaluate(COVERED, point) == 0, point
    assert shown > 2


def test_help_does_not_open_where_the_page_changes_below_the_mouse(page: Page, server: Server) -> None:
    """Only a movement of the mouse onto a card asks for help."""
    at_table(page, server, "politics_and_intrigue", 6)
    box = page.locator(".hand button").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate("document.querySelector('.hand').style.visibility = 'hidden'")
    page.mouse.move(x, y)
    page.wait_for_timeout(600)
    page.evaluate("document.querySelector('.hand').style.visibility = ''")
    page.wait_for_timeout(800)
    expect(page.locator(".card-help")).to_have_count(0)
    page.mouse.move(x + 4, y)
    expect(page.locator(".card-help")).to_be_visible()
    page.mouse.move(1, 1)
    expect(page.locator(".card-help")).to_have_count(0)
    assert wait_for_turn(page)
