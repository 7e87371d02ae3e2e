"""Cards explain themselves: on hover, long press and focus, in hand, board, lists, log and choices."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from kschwert_env import GAMES
from kschwert_env.importing import find_game
from tests.web.browser.playing import TIMEOUT, body, make_table, open_tab, play, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_purposes import PHONE, two_crowns

pytestmark = pytest.mark.needs_jit


def at_table(page: Page, server: Server, game: str, decisions: int = 0, **more: object) -> None:
    links = make_table(page, server.url, body(game, ["me", "heuristic"], seed=3, **more))
    sit_down(page, server.url, links["links"][0]["token"])
    play(page, Random(1), decisions)
    wait_for_turn(page)


def hover(page: Page, element: Locator) -> Locator:
    """Move the mouse onto an element; return the help."""
    page.mouse.move(1, 1)
    box = element.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return page.locator(".card-help")


@pytest.mark.parametrize("game", GAMES)
def test_everything_drawn_has_help(page: Page, server: Server, game: str) -> None:
    """Every `data-card` in the picture is described; each description has an effect or a value, and a rule."""
    at_table(page, server, game, 6)
    drawn = set(page.locator(".sheet > svg [data-card]").evaluate_all("all => all.map(each => each.dataset.card)"))
    rules_type = find_game(game)
    rules = rules_type(num_players=2)
    rows = [row for table in rules.card_help() for row in table.rows]
    assert drawn <= {row[0] for row in rows}
    open_tab(page, "Cards")
    page.get_by_role("button", name="All cards and signs").click()
    shown = page.locator(".all-cards li")
    assert shown.count() == len(rows)
    for row in rows:
        assert row[4] or row[5], row
        assert row[6], row
    page.keyboard.press("Escape")


def test_hover_on_hand_and_lists(page: Page, server: Server) -> None:
    """Picture, cost, effect, and a link to the rule."""
    two_crowns(page, server, "catapult")
    card = page.locator('.hand [data-target="hand 0 catapult"]').first
    shown = hover(page, card)
    expect(shown).to_contain_text("Catapult")
    expect(shown).to_contain_text("Cost 4 gold")
    expect(shown).to_contain_text("Takes 10 points off the enemy's castle at once")
    expect(shown.locator(".card-picture svg")).to_be_visible()
    shown.get_by_role("button", name="X1").click()
    expect(page.locator("#rules [id=X1]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    open_tab(page, "Cards")
    expect(hover(page, page.locator('.lists [data-table="0"] [data-card="vassal"]'))).to_contain_text("Doubles")
    page.keyboard.press("Escape")
    expect(page.locator(".card-help")).to_have_count(0)


def test_focus_shows_help(page: Page, server: Server) -> None:
    """Targets of actions are one tab stop, other cards another one."""
    two_crowns(page, server, "knight_1")
    page.locator(".hand button").first.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card-help")).to_be_visible()
    page.locator(".layer .info[tabindex='0']").focus()
    expect(page.locator(".card-help")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator(".card-help")).to_have_count(0)


def test_a_long_press_explains_and_does_not_play(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(**PHONE)
    two_crowns(page, server, "knight_1")
    card = page.locator('.hand [data-target="hand 0 knight_1"]').first.bounding_box()
    assert card is not None
    at = {"x": card["x"] + card["width"] / 2, "y": card["y"] + card["height"] / 2}
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".card-help")).to_contain_text("Knight 1")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".card-help")).to_contain_text("Knight 1")
    assert page.locator(".menu").count() == 0
    page.touchscreen.tap(5, 200)
    expect(page.locator(".card-help")).to_have_count(0)


def test_names_in_the_log_explain_themselves(page: Page, server: Server) -> None:
    at_table(page, server, "politics_and_intrigue", 4)
    term = page.locator(".log .term").first
    expect(hover(page, term)).to_contain_text("Rules")
    page.keyboard.press("Escape")
    page.locator(".log").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('term')")
    expect(page.locator(".card-help")).to_contain_text("Rules")


def test_a_choice_among_cards_shows_cards(page: Page, server: Server) -> None:
    """The first cards of Politics & Intrigue, with pictures."""
    at_table(page, server, "politics_and_intrigue", 1)
    tiles = page.locator(".answers .tile")
    assert tiles.count() > 5
    for i in range(tiles.count()):
        expect(tiles.nth(i).locator("svg")).to_have_count(1)
        assert tiles.nth(i).locator(".unseen").text_content()
    assert page.locator("#ks-seat0 text").all_text_contents() == ["1"]  # pictures of cards define no markers


def test_dice_and_events_are_explained_and_trades_show_their_rate(page: Page, server: Server) -> None:
    at_table(page, server, "politics_and_intrigue", 4)
    page.get_by_role("button", name="Roll the dice").click()
    face = page.locator(".sheet > svg [data-dice] [data-card]")
    face.first.wait_for(timeout=TIMEOUT)
    expect(hover(page, face.last)).to_contain_text("Rules D")
    page.mouse.move(1, 1)
    expect(page.locator(".card-help")).to_have_count(0)
    expect(hover(page, face.first)).to_contain_text("each region with this number, of both players, gets 1 resource")
    page.mouse.move(1, 1)
    expect(page.locator(".card-help")).to_have_count(0)
    for _ in range(60):  # until a trade is possible
        wait_for_turn(page)
        trade = page.locator(".groups").get_by_role("button", name="Trade")
        if trade.count():
            trade.click()
            page.locator(".rest summary").or_(page.locator(".answers:not(.groups) button")).first.click()
            words = page.locator(".choices").inner_text()
            assert any(f"{rate} " in words for rate in "123"), words
            return
        play(page, Random(2), 1)
    raise AssertionError("no trade was ever possible")
