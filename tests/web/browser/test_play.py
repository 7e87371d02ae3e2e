"""Whole games in a browser, by clicks and by keys, with reloads and a killed server."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.playing import (
    SEED,
    TIMEOUT,
    UNCHECKED,
    board,
    body,
    close_scenes,
    decide,
    is_at,
    is_over,
    make_table,
    moved_on,
    play,
    sit_down,
    wait_for_turn,
)
from tests.web.browser.server import Server

pytestmark = pytest.mark.needs_jit

GAMES = [
    ("krone_schwert", 4, {"max_rounds": 2}),
    ("two_crowns", 2, {"max_turns": 8}),
    pytest.param("krone_schwert", 2, {"max_rounds": 3}, marks=pytest.mark.long),
    pytest.param("politics_and_intrigue", 2, {"max_rounds": 3}, marks=pytest.mark.long),
]
"""Games with their numbers of seats, cut short."""


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_whole_game_by_clicks(page: Page, server: Server, game: str, seats: int, options: dict[str, Any]) -> None:
    """Against heuristics; at the end the page shows the winner and all hidden information."""
    links = make_table(page, server.url, body(game, ["me"] + ["heuristic"] * (seats - 1), options=options))
    sit_down(page, server.url, links["links"][0]["token"])
    assert play(page, Random(1)) > 3
    assert "The limit of turns is reached" in page.locator(".question").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(".seats .known").count() > 0
    times = page.locator(".log .times").all_inner_texts()
    told = sum(int(each.strip(" \N{MULTIPLICATION SIGN}") or 1) for each in times)
    assert told == int(page.locator(".table").get_attribute("data-number") or 0)


def test_a_game_from_the_lobby_by_keys_alone(page: Page, server: Server) -> None:
    """Tab and Enter create a table; Tab, arrows and Enter play, also in menus."""
    deal(page, SEED)
    page.goto(server.url)
    page.wait_for_selector(".game")
    press_until(page, "document.activeElement.dataset.game === 'two_crowns'")
    page.keyboard.press("Enter")
    press_until(page, "'start' in document.activeElement.dataset")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    play_by_keys(page, Random(2))


def deal(page: Page, seed: int) -> None:
    """Give tables that are created in the lobby a seed."""

    def add(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**asked, "seed": seed}))

    page.route("**/api/tables", add)


def play_by_keys(page: Page, choice: Random) -> None:
    """Take six decisions, or those until the end of the game."""
    for _ in range(6):
        if not wait_for_turn(page):
            break
        answer_by_keys(page, choice)
    assert int(page.locator(".table").get_attribute("data-number") or 0) >= 6


def press_until(page: Page, holds: str) -> None:
    """Press Tab until a condition holds."""
    for _ in range(80):
        leave_dialogs(page)
        page.keyboard.press("Tab")
        if page.evaluate(holds):
            return
    raise AssertionError(f"Tab never leads to where {holds}")


def leave_dialogs(page: Page) -> None:
    """Close scenes, and explanations of why something can't be done, which may open at any time."""
    close_scenes(page)
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def answer_by_keys(page: Page, choice: Random) -> None:
    """Take one decision: buttons, the board, and the menus and filters that they lead to."""
    number = page.locator(".table").get_attribute("data-number")
    for presses in range(60):
        page.wait_for_selector(UNCHECKED, state="detached")
        go_by_keys(page, choice, presses)
        page.keyboard.press("Enter")
        if page.locator('.choices[data-sent="true"]').count() or not is_at(page, number):
            moved_on(page, number)
            return
    raise AssertionError(f"no decision is taken by keys: {page.locator('.choices').inner_text()}")


def go_by_keys(page: Page, choice: Random, presses: int) -> None:
    """Move the focus to what is chosen next, after so many presses for the same decision."""
    if page.locator(".menu").count():
        for _ in range(choice.randrange(3)):
            page.keyboard.press("ArrowDown")
    elif presses > 8 and page.locator(".answers .main:enabled").count():
        press_until(page, "document.activeElement.matches('.answers .main')")
    elif page.locator(".hand .chosen").count() and page.locator(".choices [role=status]").count():
        press_until(page, "document.activeElement.matches('.hand button')")
        while not page.evaluate("document.activeElement.matches('.chosen')"):
            page.keyboard.press("ArrowRight")  # these cards can't be laid together
    else:
        for _ in range(choice.randrange(1, 4)):
            press_until(page, "document.activeElement.closest('.layer .can, .answers, .hand') !== null")
        if page.evaluate("document.activeElement.closest('.layer, .hand') !== null"):
            for _ in range(choice.randrange(5)):
                page.keyboard.press(choice.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))


def test_tab_comes_back_to_the_card_that_arrow_keys_led_to(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("two_crowns", ["me", "heuristic"]))
    sit_down(page, server.url, links["links"][0]["token"])
    wait_for_turn(page)
    press_until(page, "document.activeElement.matches('.hand button')")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    card = page.evaluate("document.activeElement.dataset.target")
    page.keyboard.press("Shift+Tab")
    assert not page.evaluate("document.activeElement.matches('.hand button')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.target") == card


def test_two_people_in_two_browsers(new_page: Callable[..., Page], server: Server) -> None:
    """Each has a link. They play a whole game by clicks, and never see the other's hand before the end."""
    me, other = new_page(), new_page()
    made = make_table(me, server.url, body("two_crowns", ["me", "link"], options={"max_turns": 1}))
    people = dict(zip((me, other), (link["token"] for link in made["links"]), strict=True))
    for seat, (person, token) in enumerate(people.items()):
        sit_down(person, server.url, token)
        assert person.locator(f'.hand [data-target^="hand {seat} "]').count() == person.locator(".hand button").count()
        assert person.locator(".seats .known").count() == 0
    choice = Random(3)
    while not all(map(is_over, people)):
        for person in people:
            if mine(person):
                decide(person, choice)
        me.wait_for_timeout(20)
    for person in people:
        assert person.locator(".seats .known").count() == 1


def mine(person: Page) -> bool:
    return person.locator(".table[data-mine=true][data-ready=true]").count() == 1


def test_a_reload_in_mid_game_changes_nothing(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("krone_schwert", ["me", "heuristic"]))
    sit_down(page, server.url, links["links"][0]["token"])
    play(page, Random(4), 4)
    wait_for_turn(page)
    before, log = board(page), page.locator(".log").inner_text()
    page.reload()
    wait_for_turn(page)
    assert board(page) == before
    assert page.locator(".log").inner_text() == log
    play(page, Random(4), 2)


def test_a_server_killed_in_mid_game_comes_back(page: Page, browser: object, compiled: None, folder: Path) -> None:
    """The page reports the lost connection, and continues where the table was."""
    server = Server(folder)
    try:
        links = make_table(page, server.url, body("two_crowns", ["me", "heuristic"]))
        sit_down(page, server.url, links["links"][0]["token"])
        play(page, Random(5), 4)
        wait_for_turn(page)
        before = board(page)
        server.kill()
        page.wait_for_selector("body.lost")
        server.start()
        page.wait_for_selector("body:not(.lost)", timeout=TIMEOUT)
        assert board(page) == before
        wait_for_turn(page)
        play(page, Random(5), 3)
    finally:
        server.kill()


def test_a_decision_that_can_not_be_saved_says_so(page: Page, browser: object, compiled: None, folder: Path) -> None:
    """While another process locks the store. The page stays as it is, and the same decision can be taken afterwards."""
    server = Server(folder)
    try:
        links = make_table(page, server.url, body("two_crowns", ["me", "link"]))
        sit_down(page, server.url, links["links"][0]["token"])
        wait_for_turn(page)
        before = board(page)
        with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as other:
            other.execute("begin immediate")
            page.locator(".answers button, .layer .can").first.click()
            expect(page.locator("#said.error")).to_contain_text("can't be saved", timeout=TIMEOUT)
            other.execute("rollback")
        assert board(page) == before
        decide(page, Random(1))
    finally:
        server.kill()


def test_what_is_not_allowed_says_why(page: Page, server: Server) -> None:
    """S3: no marker next to another one."""
    links = make_table(page, server.url, body("krone_schwert", ["me", "heuristic"], seed=1))
    sit_down(page, server.url, links["links"][0]["token"])
    play(page, Random(6), 1)
    wait_for_turn(page)
    allowed = set(page.locator(".layer .can").evaluate_all("all => all.map(each => each.dataset.touch)"))
    fields = page.locator('.sheet [data-target^="field "]')
    refused = next(i for i in range(fields.count()) if fields.nth(i).get_attribute("data-target") not in allowed)
    box = fields.nth(refused).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector("dialog .reasons")
    reasons = page.locator("dialog").inner_text()
    assert "owns the field" in reasons or "beside a marker" in reasons


def test_a_name_is_shown_and_never_run(page: Page, server: Server) -> None:
    asked = body("two_crowns", ["me", "heuristic"])
    asked["seats"][0]["name"] = "<img src=x onerror=alert(1)>"
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    assert "<img src=x onerror=alert(1)>" in page.locator(".seats").inner_text()
    assert page.locator(".seats img").count() == 0


def test_taking_back(page: Page, server: Server) -> None:
    """Only against agents."""
    links = make_table(page, server.url, body("krone_schwert", ["me", "heuristic"]))
    sit_down(page, server.url, links["links"][0]["token"])
    wait_for_turn(page)
    before = board(page)
    decide(page, Random(7))
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('.table[data-number="0"]')
    assert board(page) == before
