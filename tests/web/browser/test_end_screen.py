"""The end screen: the graph of the game, as far as it is computed, and the way to the own mistakes."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.web.browser.playing import TIMEOUT, open_tab
from tests.web.browser.screens import SIZES, end, resize
from tests.web.browser.server import Server
from tests.web.browser.test_screens import serious

pytestmark = pytest.mark.needs_jit

SCROLLS = "box => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth"
FOUND = re.compile("Find something better|No mistake was found")


def watched(page: Page) -> list[str]:
    """Return a list of the requests for a graph that the page sends from now on."""
    asked: list[str] = []

    def hear(text: str | bytes) -> None:
        if json.loads(text)["type"] == "graph":
            asked.append(str(text))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", hear)

    page.on("websocket", listen)
    return asked


@pytest.mark.parametrize(("game", "players"), [("krone_schwert", 4), ("politics_and_intrigue", 2)])
def test_the_end_has_the_graph_on_one_screen(page: Page, server: Server, game: str, players: int) -> None:
    """With its progress, and without a scroll bar before and after; a click shows a decision."""
    next(end(game, players, page, server.url))
    finale = page.locator("dialog.finale")
    expect(finale.locator(".progress")).to_contain_text("Looking")
    for is_drawn in (False, True):
        if is_drawn:
            expect(finale.locator(".graph polyline[stroke]")).to_have_count(players, timeout=TIMEOUT)
            expect(finale.locator(".progress")).to_contain_text(re.compile("mistake"), timeout=TIMEOUT)
        for size in ("desk", "tablet"):
            resize(page, size)
            assert not finale.evaluate(SCROLLS), (size, is_drawn)
    assert serious(page) == []
    box = finale.locator(".graph svg").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(finale).to_have_count(0)
    page.wait_for_selector('.table[data-over="false"]')
    last = int(page.locator(".walk output").inner_text().split("/")[1])
    assert 0 < int(page.locator(".table").get_attribute("data-number") or 0) < last
    open_tab(page, "Analysis")
    expect(page.locator(".thinking .graph polyline[stroke]")).to_have_count(players)
    expect(page.locator(".thinking h3")).to_have_text("Biggest mistakes: You")
    page.get_by_role("button", name="Mistakes of all players").click()
    expect(page.locator(".thinking h3")).to_have_text("Biggest mistakes")


def test_mistakes_are_one_click_away_and_looked_for_once(page: Page, server: Server) -> None:
    """The end screen looks for them already; on a phone its buttons are on the screen."""
    asked = watched(page)
    next(end("two_crowns", 2, page, server.url))
    resize(page, "phone")
    learn = page.locator(".finale").get_by_role("button", name="Learn from your mistakes")
    box = learn.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < SIZES["phone"][1]
    resize(page, "desk")
    expect(page.locator(".finale .progress")).to_contain_text(re.compile("mistake"), timeout=TIMEOUT)
    learn.click()
    expect(page.locator(".lesson")).to_contain_text(FOUND)
    assert len(asked) == 1


def test_mistakes_that_are_still_looked_for_are_waited_for(page: Page, server: Server) -> None:
    asked = watched(page)
    next(end("two_crowns", 2, page, server.url))
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page.locator(".lesson")).to_contain_text("Looking")
    expect(page.locator(".lesson")).to_contain_text(FOUND, timeout=TIMEOUT)
    assert len(asked) == 1


def test_mistakes_are_looked_for_again_after_a_lost_connection(page: Page, server: Server) -> None:
    """The server has stopped looking. Only the result is announced to screen readers."""
    cut: list[str] = []

    def through(line: WebSocketRoute) -> None:
        def forward(text: str | bytes) -> None:
            if not cut and json.loads(text)["type"] == "graph":
                cut.append(str(text))
                line.close()
            else:
                line.send(text)

        line.connect_to_server().on_message(forward)

    page.route_web_socket("**/ws", through)
    next(end("two_crowns", 2, page, server.url))
    progress = page.locator(".finale .progress")
    assert progress.get_attribute("aria-live") == "off"
    expect(progress).to_contain_text(re.compile("mistake"), timeout=TIMEOUT)
    assert progress.get_attribute("aria-live") == "polite"
    assert cut
