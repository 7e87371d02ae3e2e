"""The hint: the best decision and why, in each game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.playing import TIMEOUT, body, make_table, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import GAMES, PHONE, is_too_wide, serious

pytestmark = pytest.mark.needs_jit


def hint(page: Page) -> str:
    """Ask for a hint; return it."""
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".advice strong", timeout=TIMEOUT)
    return page.locator(".advice").inner_text()


@pytest.mark.parametrize(("game", "device"), [*((game, {}) for game in GAMES), ("two_crowns", PHONE)])
def test_a_hint_names_the_best_decision_and_why(
    new_page: Callable[..., Page], server: Server, game: str, device: dict[str, object]
) -> None:
    page = new_page(**device)
    links = make_table(page, server.url, body(game, ["me", "greedy"], analysis=True, seed=4))
    sit_down(page, server.url, links["links"][0]["token"])
    assert wait_for_turn(page)
    told = hint(page)
    assert told.startswith("Best: ")
    assert "Your chances to win" in told
    assert "Next best" in told or "About as good" in told
    assert serious(page) == []
    assert not is_too_wide(page)


def test_hints_are_on_where_all_others_are_computers(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_text("Options", exact=True).click()
    hints = page.get_by_label("Hints and analysis while playing")
    expect(hints).to_be_checked()
    page.get_by_label("who plays as Player 2").select_option("link")
    expect(hints).not_to_be_checked()
    page.get_by_label("who plays as Player 2").select_option("agent greedy")
    expect(hints).to_be_checked()
    page.locator("[data-start]").click()
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_a_hint_for_cards_that_are_laid_together_names_all(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("two_crowns", ["me", "greedy"], analysis=True, seed=94))
    sit_down(page, server.url, links["links"][0]["token"])
    assert wait_for_turn(page)
    page.locator(".groups").get_by_role("button", name="Attack").click()
    page.wait_for_selector('.table[data-number="1"]')
    assert wait_for_turn(page)
    told = hint(page)
    assert told.startswith("Best: Lay ")
    assert "You attack with knights of" in told
    assert page.locator(".hand .pointed").count() > 0
    page.locator(".hand [aria-pressed=false]").first.click()  # the hint stays while cards are laid
    assert page.locator(".advice strong").count() == 1


def test_no_hint_where_the_table_does_not_allow_analysis(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("two_crowns", ["me", "greedy"]))
    sit_down(page, server.url, links["links"][0]["token"])
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_hidden()
