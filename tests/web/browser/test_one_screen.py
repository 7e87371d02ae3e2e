"""Everything that belongs to playing is on one screen, and nothing of it scrolls: all games and numbers of players."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.playing import body, decide, make_table, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import PHONE

pytestmark = pytest.mark.needs_jit

SIZES = ((1400, 900), (1024, 768))
TABLES = [*(("krone_schwert", players) for players in range(2, 6)), ("two_crowns", 2), ("politics_and_intrigue", 2)]
DECISIONS = 12
SMALLEST_BOARD, BESIDE_CARDS = 0.3, 0.2  # share of the screen that the board has at least, and above a choice of cards
CARD = 90  # width of a card at 1400, in pixels

SCROLLS = """() => [...document.querySelectorAll("html, body, main, .table, .middle, .middle *, .players")]
  .filter(each => each.checkVisibility() && !(each instanceof SVGElement))
  .filter(each => ["auto", "scroll"].includes(getComputedStyle(each).overflowY) || each.localName === "html")
  .filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map(each => `${each.localName}.${each.className} ${each.scrollWidth}x${each.scrollHeight}`)"""
"""Elements with scroll bars."""

PARTS = ".board, .choices, .hand, .hand button, .seats li, .tabbed"
OUTSIDE = """parts => [...document.querySelectorAll(parts)]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  }).map(each => each.outerHTML.slice(0, 120))"""
"""Parts of the table that are not completely on the screen."""


def at_a_table(page: Page, server: Server, game: str, players: int, **more: Any) -> None:
    asked = body(game, ["me"] + ["heuristic"] * (players - 1), seed=3, **more)
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_scrolls_while_playing(page: Page, server: Server, game: str, players: int) -> None:
    """The board has a large share of the screen, and cards are as wide as real ones."""
    at_a_table(page, server, game, players, forced=True)
    choice = Random(5)
    for _ in range(DECISIONS):
        if not wait_for_turn(page):
            break
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            words = page.locator(".question").inner_text()
            assert page.evaluate(SCROLLS) == [], (width, words)
            assert page.evaluate(OUTSIDE, f"{PARTS}, .choices button") == [], (width, words)
            board = page.locator(".board").bounding_box()
            assert board is not None
            share = BESIDE_CARDS if page.locator(".tiles").count() else SMALLEST_BOARD
            assert board["width"] * board["height"] > share * width * height, (width, words)
        page.set_viewport_size(ViewportSize(width=1400, height=900))
        cards = [card.bounding_box() for card in page.locator(".hand button").all()]
        assert all(box is not None and box["width"] >= CARD for box in cards)
        decide(page, choice)


@pytest.mark.parametrize("game", ["krone_schwert", "two_crowns", "politics_and_intrigue"])
def test_a_phone_shows_board_question_and_hand(new_page: Callable[..., Page], server: Server, game: str) -> None:
    """The board is on top, the question and the hand are below it; all cards can be reached."""
    page = new_page(**PHONE)
    at_a_table(page, server, game, 2)
    choice = Random(5)
    for _ in range(6):
        assert wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert page.evaluate(OUTSIDE, PARTS) == [], page.locator(".question").inner_text()
        decide(page, choice)
    page.get_by_role("button", name="log, rules and more").click()
    assert page.locator(".log").is_visible()
    page.get_by_role("button", name="log, rules and more").click()
    assert not page.locator(".log").is_visible()
