"""Open games: tables that the lobby lists, and pairing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser.playing import TIMEOUT, open_tab, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import PHONE, is_too_wide, serious

pytestmark = pytest.mark.needs_jit


def open_table(page: Page, server: Server, name: str, players: int = 2) -> None:
    """Create a table of Krone & Schwert that anyone may join, and wait there.

    Each test has another `name`: tables of the one before are still listed for a moment.
    """
    page.goto(server.url)
    page.locator('.game[data-game="krone_schwert"]').click()
    page.get_by_label("number of players").select_option(str(players))
    page.get_by_label("name of Player 1").fill(name)
    anyone = page.get_by_label("Anyone may join")
    expect(anyone).to_be_hidden()
    for seat in range(2, players + 1):
        page.get_by_label(f"who plays as Player {seat}").select_option("link")
    assert not anyone.is_checked()
    anyone.check()
    page.locator("summary").filter(has_text="Options").click()
    page.get_by_label("Clock for people").select_option("10")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("dialog .links", timeout=TIMEOUT)
    expect(page.get_by_role("dialog")).to_contain_text("anyone may take a free seat")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)


def listed(page: Page, name: str) -> Locator:
    """Return what the lobby lists of a person's table."""
    return page.locator(".open-games li").filter(has_text=name)


def test_a_stranger_joins_from_the_list_which_updates_itself(new_page: Callable[..., Page], server: Server) -> None:
    bob, carol, ada = new_page(**PHONE), new_page(), new_page()
    for page in (bob, carol):
        page.goto(server.url)
        page.wait_for_selector(".open-games")
        hint, entries = page.locator(".open-games .hint"), page.locator(".open-games li")
        expect(hint.or_(entries).first).to_be_visible()
    open_table(ada, server, "Ida")
    expect(ada.locator(".around")).to_contain_text("Listed in the lobby: anyone may join.")
    expect(ada.locator(".seats li").nth(1)).to_contain_text("free: anyone may join")
    for page in (bob, carol):
        expect(listed(page, "Ida")).to_contain_text("Ida · 1 of 2 seats free · 10 minutes each")
        assert serious(page) == []
    assert not is_too_wide(bob)
    bob.get_by_role("button", name="join Krone & Schwert with Ida").click()
    expect(ada.locator("#said")).to_contain_text("Player 2 has sat down", timeout=TIMEOUT)
    bob.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    bob.get_by_label("enter your name").fill("Bob")
    bob.keyboard.press("Enter")
    expect(ada.locator(".seats")).to_contain_text("Bob")
    expect(ada.locator(".around")).to_be_hidden()
    expect(listed(carol, "Ida")).to_have_count(0)


def test_who_is_too_late_reads_why(browser: Browser, page: Page, server: Server) -> None:
    """The game leaves the list."""
    open_table(page, server, "Dora")
    late = browser.new_page()  # a refused request is an error on its console
    late.goto(server.url)
    join = late.get_by_role("button", name="join Krone & Schwert with Dora")
    join.wait_for()
    late.evaluate("globalThis.setTimeout = () => 0")  # the list is not asked for again
    page.get_by_role("button", name="Fill a seat").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody has taken this seat yet")
    page.get_by_role("button", name="Let the computer play").click()
    expect(page.locator(".seats")).to_contain_text("(Easy)", timeout=TIMEOUT)
    join.click()
    expect(late.locator("#said.error")).to_contain_text("This game is no longer open")
    expect(join).to_have_count(0)
    late.close()


def test_the_own_table_is_not_joined_again(new_page: Callable[..., Page], server: Server) -> None:
    """The lobby leads back to it, also by "Play anyone"."""
    ada = new_page()
    open_table(ada, server, "Eva", 3)
    address = ada.url
    ada.goto(server.url)
    ada.reload()
    expect(listed(ada, "Eva")).to_contain_text("Your table")
    assert listed(ada, "Eva").get_by_role("button").count() == 0
    ada.locator('.game[data-game="krone_schwert"]').click()
    ada.get_by_role("button", name="Play anyone").click()
    ada.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    assert ada.url == address


def test_two_who_play_anyone_meet(new_page: Callable[..., Page], server: Server) -> None:
    ada, bob = new_page(), new_page()
    for page in (ada, bob):
        page.goto(server.url)
        page.locator('.game[data-game="two_crowns"]').click()
        page.get_by_role("button", name="Play anyone").click()
        page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
        assert page.locator("dialog[open]").count() == 0
    for page in (ada, bob):
        expect(page.locator(".seats")).to_contain_text("is here")
        expect(page.locator(".around")).to_be_hidden()
        page.get_by_label("enter your name").focus()
    bob.keyboard.type("Bob")
    ada.keyboard.type("Ada")
    bob.keyboard.press("Enter")
    expect(ada.locator(".seats")).to_contain_text("Bob")
    ada.keyboard.press("Enter")  # the focus has stayed
    expect(bob.locator(".seats")).to_contain_text("Ada")
    decides = ada if ada.locator('.table[data-mine="true"]').count() else bob
    assert wait_for_turn(decides)
    open_tab(ada, "Chat")


def test_who_is_invited_to_a_free_seat_sits_down_on_arrival(new_page: Callable[..., Page], server: Server) -> None:
    """Not as soon as there is a link. The title tells it to somebody who waits in another tab."""
    ada, bob = new_page(), new_page()
    open_table(ada, server, "Fay")
    ada.get_by_role("button", name="Fill a seat").click()
    ada.get_by_role("button", name="Make a link").click()
    link = ada.get_by_role("dialog").locator("input").input_value()
    expect(ada.locator(".around")).to_be_hidden()
    assert ada.locator("#said").inner_text() == ""
    ada.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    bob.goto(link)
    expect(ada.locator("#said")).to_have_text("Player 2 has sat down.", timeout=TIMEOUT)
    expect(ada).to_have_title("● Krone & Schwert: Player 2 has sat down")


def test_a_seat_at_a_listed_table_is_offered_in_the_lobby(new_page: Callable[..., Page], server: Server) -> None:
    """Also to somebody who does not know yet that the table is the own one, such as in another tab."""
    ada, bob = new_page(), new_page()
    open_table(ada, server, "Gia")
    bob.goto(server.url)
    bob.get_by_role("button", name="join Krone & Schwert with Gia").click()
    bob.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    bob.goto("about:blank")
    ada.get_by_role("button", name="give the seat of Player 2").click()
    ada.get_by_role("button", name="Offer it in the lobby").click()
    again = ada.context.new_page()
    again.goto(server.url)
    known = again.evaluate("JSON.stringify(localStorage)")
    again.evaluate("localStorage.clear()")
    again.reload()
    join = again.get_by_role("button", name="join Krone & Schwert with Gia")
    join.wait_for()
    again.evaluate("known => Object.assign(localStorage, JSON.parse(known))", known)
    join.click()
    again.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    assert again.url == ada.url
    expect(ada.locator(".around")).to_contain_text("Listed in the lobby")


def test_after_a_restart_the_owner_reads_that_nobody_will_come(page: Page, folder: Path) -> None:
    server = Server(folder)
    try:
        open_table(page, server, "Hanna")
        server.kill()
        server.start()
        expect(page.locator(".around")).to_contain_text("No longer listed in the lobby", timeout=TIMEOUT)
        expect(page.get_by_role("button", name="Fill a seat")).to_be_hidden()
        expect(page.get_by_role("button", name="give the seat of Player 2")).to_be_visible()
    finally:
        server.kill()
