"""Screenshot of the table for the README: `python -m tests.web.browser.picture` creates it."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.docs.generators.generated import DOCS
from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.playing import body, decide, make_table, sit_down, wait_for_turn
from tests.web.browser.server import Server

PICTURE = DOCS / "images" / "table.png"
SIZE = ViewportSize(width=1400, height=900)
ANSWERS, CARDS = 10, 3  # minimum numbers of answers and of cards in the hand


def in_mid_game(page: Page, server: Server) -> None:
    """Play Krone & Schwert against three heuristics up to a position with cards in the hand."""
    asked = body("krone_schwert", ["me"] + ["heuristic"] * 3, seed=5)
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    choice, answers = Random(8), 0
    cards = page.locator(".hand button")
    while wait_for_turn(page) and (answers < ANSWERS or cards.count() < CARDS):
        decide(page, choice)
        answers += 1
    page.wait_for_selector(".flash", state="detached")


def main() -> None:
    """Take the screenshot."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
            in_mid_game(page, server)
            page.mouse.move(0, 0)
            page.screenshot(path=PICTURE)
            browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
