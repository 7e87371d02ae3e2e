"""People in the browser: watching, resignation, abandoned seats, rematch, clock, sound, addresses, a path, keys."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.browser.playing import TIMEOUT, body, decide, make_table, open_tab, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import PHONE, analysing, is_too_wide, recorded, serious
from tests.web.process import process

pytestmark = pytest.mark.needs_jit

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")


def two(page: Page, other: Page, server: Server, **more: object) -> dict[str, str]:
    """Two people, Ada and Bob, sit down at a table; return its links by seat and to watch."""
    asked = body("two_crowns", ["me", "link"], **more)
    for seat, name in zip(asked["seats"], ("Ada", "Bob"), strict=True):
        seat["name"] = name
    made = make_table(page, server.url, asked)
    links = {str(link["seat"]): link["token"] for link in made["links"]}
    sit_down(page, server.url, links["0"])
    sit_down(other, server.url, links["1"])
    return {**links, "watch": made["watch"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_watcher_sees_no_hand(new_page: Callable[..., Page], server: Server, game: str) -> None:
    """Nor anything to touch; the picture fits a phone, and nothing is serious for axe."""
    player, watcher = new_page(), new_page(**PHONE)
    made = make_table(player, server.url, body(game, ["me", "heuristic"]))
    sit_down(player, server.url, made["links"][0]["token"])
    for _ in range(3):
        if wait_for_turn(player):
            decide(player, Random(2))
    sit_down(watcher, server.url, made["watch"])
    expect(watcher.locator("#where")).to_contain_text("you watch")
    assert not watcher.locator(".hand").is_visible()
    assert watcher.locator(".seats .known").count() == 0
    assert watcher.locator(".layer .can").count() == 0
    assert not watcher.get_by_role("button", name="Resign").is_visible()
    assert not watcher.get_by_role("tab", name="Analysis").is_visible()
    assert not is_too_wide(watcher)
    assert serious(watcher) == []


def test_the_number_of_watchers_is_shown_while_somebody_watches(new_page: Callable[..., Page], server: Server) -> None:
    """Not to somebody who watches alone."""
    ada, bob, eve, dan = (new_page() for _ in range(4))
    links = two(ada, bob, server)
    around = ada.locator(".around")
    expect(around).to_be_hidden()
    sit_down(eve, server.url, links["watch"])
    expect(around).to_have_text("1 person watches", use_inner_text=True)
    expect(eve.locator(".around")).to_be_hidden()
    sit_down(dan, server.url, links["watch"])
    for page in (ada, bob, eve, dan):
        expect(page.locator(".around")).to_have_text("2 people watch", use_inner_text=True)
    assert serious(ada) == []
    for page in (eve, dan):
        page.goto("about:blank")
    expect(around).to_be_hidden()


def test_resignation_and_rematch_with_seats_exchanged(new_page: Callable[..., Page], server: Server) -> None:
    ada, bob = new_page(), new_page()
    two(ada, bob, server)
    open_tab(ada, "Table")
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Play on").click()
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ada.locator(".question")).to_contain_text("You have resigned: Bob wins")
    expect(bob.locator(".question")).to_contain_text("Ada has resigned: you win")
    assert serious(bob) == []
    for page in (ada, bob):
        expect(page.locator(".seats .decides")).to_have_count(0)
        expect(page.locator(".finale .progress")).to_have_text("No mistake of yours was found.", timeout=TIMEOUT)
        expect(page.locator(".finale .graph")).to_be_hidden()  # nobody has decided
        page.keyboard.press("Escape")
    open_tab(bob, "Table")
    bob.get_by_role("button", name="Rematch").click()
    expect(bob.locator("#where")).to_contain_text("you are Bob")
    expect(bob.locator(".seats li").first).to_contain_text("You", timeout=TIMEOUT)
    ada.reload()  # the offer stays at the old table
    ada.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    open_tab(ada, "Table")
    ada.get_by_role("button", name="Join the rematch").click()
    expect(ada.locator(".seats li").nth(1)).to_contain_text("You", timeout=TIMEOUT)
    wait_for_turn(bob)


def test_nothing_can_be_pressed_before_the_server_has_answered(new_page: Callable[..., Page], server: Server) -> None:
    """Else "Join the rematch" would lead to no table."""
    page = new_page()
    made = make_table(page, server.url, body("two_crowns", ["me", "random"]))
    page.add_init_script("window.WebSocket = class extends EventTarget { send() {} close() {} }")
    page.goto(f"{server.url}#/table/{made['links'][0]['token']}")
    page.reload()
    expect(page.locator(".table")).to_be_attached()
    assert page.locator("main").get_by_role("button").all_inner_texts() == []


def test_an_abandoned_seat_is_given_away(new_page: Callable[..., Page], server: Server) -> None:
    """To another person by a link, then to the computer."""
    ada, bob, carol = new_page(), new_page(), new_page()
    links = two(ada, bob, server)
    give = ada.get_by_role("button", name="give the seat of Bob")
    expect(ada.locator(".seats")).to_contain_text("is here")
    assert not give.is_visible()
    bob.goto("about:blank")
    give.click()
    ada.get_by_role("button", name="Make a link for another person").click()
    new = ada.get_by_label("link for Player 2").input_value()
    ada.keyboard.press("Escape")
    carol.goto(new)
    expect(carol.locator("#where")).to_contain_text("you are Player 2")
    sit_down(bob, server.url, links["1"])
    expect(bob.locator("#where")).to_contain_text("you watch")
    carol.goto("about:blank")
    ada.get_by_role("button", name="give the seat of Player 2").click()
    ada.get_by_label("who plays on").select_option(label="Easy")
    ada.get_by_role("button", name="Let the computer play").click()
    expect(ada.locator(".seats")).to_contain_text("Player 2 (Easy)", timeout=TIMEOUT)
    ada.mouse.move(1, 1)  # away from the names of cards, which would be explained
    open_tab(ada, "Table")
    ada.get_by_role("button", name="Invite").click()
    assert ada.get_by_label("link for Player 2").input_value() == new  # the new link is kept


def test_an_own_seat_is_given_to_the_computer(new_page: Callable[..., Page], server: Server) -> None:
    ada, bob = new_page(), new_page()
    two(ada, bob, server)
    assert bob.get_by_role("button", name="give your seat").count() == 0
    open_tab(ada, "Table")
    ada.get_by_role("button", name="give your seat").click()
    box = ada.get_by_role("dialog")
    expect(box).to_contain_text("You watch then")
    assert box.get_by_role("button", name="Offer it").count() == 0
    box.get_by_role("button", name="Let the computer play").click()
    expect(ada.locator("#where")).to_contain_text("you watch", timeout=TIMEOUT)
    expect(bob.locator(".seats")).to_contain_text("Ada (Easy)", timeout=TIMEOUT)


def test_somebody_who_watches_takes_an_offered_seat(new_page: Callable[..., Page], server: Server) -> None:
    ada, bob, carol = new_page(), new_page(), new_page()
    links = two(ada, bob, server)
    sit_down(carol, server.url, links["watch"])
    bob.goto("about:blank")
    assert carol.get_by_role("button", name="take the seat").count() == 0
    ada.get_by_role("button", name="give the seat of Bob").click()
    ada.get_by_role("button", name="Offer it to those who watch").click()
    expect(carol.locator(".seats")).to_contain_text("is away, the seat is offered")
    assert serious(carol) == []
    carol.get_by_role("button", name="take the seat of Bob").click()
    expect(carol.locator("#where")).to_contain_text("you are Player 2", timeout=TIMEOUT)
    expect(ada.locator(".seats")).to_contain_text("is here")


def test_clocks_run_for_people(new_page: Callable[..., Page], server: Server) -> None:
    ada, bob = new_page(), new_page()
    two(ada, bob, server, clock={"seconds": 65, "free": 0})
    for page in (ada, bob):
        expect(page.locator(".clock")).to_have_text(["1:05", "1:05"])
    choice = Random(1)
    for _ in range(12):  # the first turn of each is free
        for page in (ada, bob):
            if page.locator(".table").get_attribute("data-mine") == "true" and wait_for_turn(page):
                decide(page, choice)
        if ada.locator(".clock.runs").count():
            break
    expect(ada.locator(".clock.runs")).not_to_have_text("1:05")


def test_people_take_a_name_and_chat(new_page: Callable[..., Page], server: Server) -> None:
    """A click mutes; watchers have no chat."""
    ada, bob, eve = new_page(), new_page(), new_page()
    made = make_table(ada, server.url, body("two_crowns", ["me", "link"]))
    links = [link["token"] for link in made["links"]]
    for page, token in ((ada, links[0]), (bob, links[1]), (eve, made["watch"])):
        sit_down(page, server.url, token)
    bob.get_by_label("enter your name").fill("Bob")
    bob.keyboard.press("Enter")
    expect(ada.locator(".seats")).to_contain_text("Bob")
    expect(bob.get_by_label("enter your name")).to_have_count(0)
    open_tab(ada, "Chat")
    ada.get_by_label("message", exact=True).fill("hello")
    ada.keyboard.press("Enter")
    expect(bob.locator("#said")).to_contain_text("Player 1: hello")
    open_tab(bob, "Chat")
    assert serious(bob) == []
    bob.get_by_role("button", name="mute Player 1").click()
    expect(bob.locator(".chat li")).to_be_hidden()
    expect(eve.get_by_role("tab", name="Chat")).to_be_hidden()


def test_a_clock_is_chosen_in_the_lobby(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator("summary").filter(has_text="Options").click()
    page.get_by_label("Clock for people").select_option("10")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".clock").first).to_have_text("10:00", timeout=TIMEOUT)


def test_sound_is_off_at_first_and_stays_as_chosen(page: Page, server: Server) -> None:
    page.goto(server.url)
    button = page.get_by_role("button", name="sound at your turn")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="sound at your turn: on")).to_be_visible()


def test_each_step_of_a_game_has_an_address(new_page: Callable[..., Page], server: Server) -> None:
    page, other = new_page(), new_page()
    analysing(page, server, recorded(12).text())
    page.wait_for_selector('.table[data-number="12"]')
    address = page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('.table[data-number="11"]')
    assert page.url == f"{address}/11"
    expect(page.locator("#news")).to_have_text(page.locator(".log .line").nth(10).inner_text().replace("\n", " "))
    other.goto(f"{address}/7")
    other.wait_for_selector('.table[data-number="7"]', timeout=TIMEOUT)
    assert other.url == f"{address}/7"
    other.keyboard.press("End")
    other.wait_for_selector('.table[data-number="12"]')
    assert other.url == address


def test_playing_on_keeps_seat_and_name(page: Page, server: Server) -> None:
    asked = body("two_crowns", ["greedy", "me"], seed=3)
    asked["seats"][1]["name"] = "Ada"
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    open_tab(page, "Table")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("button", name="Play on from here").click()
    box = page.get_by_role("dialog")
    expect(box.get_by_label("who plays as Player 1")).to_have_value("agent greedy")
    expect(box.get_by_label("who plays as Player 2")).to_have_value("me")
    expect(box.get_by_label("name of Player 2")).to_have_value("Ada")
    box.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#where")).to_contain_text("you are Ada", timeout=TIMEOUT)


def test_screen_readers_hear_news_and_questions(new_page: Callable[..., Page], server: Server) -> None:
    """With keys alone: the answer, what it did, and the next question; and the position in words."""
    ada, bob = new_page(), new_page()
    two(ada, bob, server)
    wait_for_turn(ada)
    ada.locator(".groups").get_by_role("button", name="Attack").focus()
    ada.keyboard.press("Space")
    expect(ada.locator("#news")).to_contain_text("You attack Bob. Lay up to four cards for the attack")
    expect(bob.locator("#news")).to_contain_text("Ada attacks you.")
    for page, names in ((ada, ("You:", "Bob:")), (bob, ("Ada:", "You:"))):
        open_tab(page, "Cards")
        page.get_by_role("button", name="In words").focus()
        page.keyboard.press("Enter")
        words = page.get_by_role("dialog").inner_text()
        assert all(name in words for name in names)
        assert not re.search(r"[Ss]eat \d", words)
        page.keyboard.press("Escape")
    hand = re.search(r"hand: (.*)", words)
    assert hand is not None


def test_a_toast_does_not_survive_its_screen(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_label("a position as JSON").fill("5")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#said.error")).to_contain_text("must be a JSON object")
    page.evaluate("location.hash = '#/table/nothing'")
    page.get_by_text("There is no such table").wait_for()
    assert "must be a JSON object" not in page.locator("#said").inner_text()


def test_rules_in_errors_are_links(page: Page, server: Server) -> None:
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/ws", through)
    made = make_table(page, server.url, body("krone_schwert", ["me", "heuristic"]))
    sit_down(page, server.url, made["links"][0]["token"])
    lines[-1].send('{"type": "error", "words": "no action points are left (T3)"}')
    page.locator("#said").get_by_role("button", name="T3").click()
    expect(page.locator("#rules .asked")).to_contain_text("T3")


def test_the_number_of_the_decision_fits_its_panel(page: Page, server: Server) -> None:
    analysing(page, server, recorded(5).text())
    right = """() => {
      document.querySelector(".walk output").textContent = "1292 / 1292";
      return [".walk output", ".tabbed"].map(name => document.querySelector(name).getBoundingClientRect().right);
    }"""
    for width in (1024, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        number, panel = page.evaluate(right)
        assert number < panel


@pytest.fixture
def behind_a_path(browser: Browser, compiled: None, tmp_path: Path) -> Iterator[str]:
    """A server behind a path, as a proxy that keeps the path reaches it."""
    with process(tmp_path / "tables", "--url", "http://hub.example/user/ada/", log=tmp_path / "log") as (client, _):
        yield f"http://{client.address}/user/ada/"


def test_the_page_works_behind_a_path(page: Page, behind_a_path: str) -> None:
    """Lobby, table, rules and links; the address without its final slash is completed."""
    page.goto(behind_a_path.rstrip("/"))
    assert page.url == behind_a_path
    page.locator('.game[data-game="two_crowns"]').click()
    page.get_by_label("who plays as Player 2").select_option("link")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    assert page.get_by_label("link for Player 2").input_value().startswith(f"{behind_a_path}#/table/")
    page.keyboard.press("Escape")
    open_tab(page, "Rules")
    page.wait_for_selector("#rules p")
    wait_for_turn(page)
    decide(page, Random(1))
