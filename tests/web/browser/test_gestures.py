"""One gesture is one answer: double presses, held keys, dead lines, closed dialogs, old browsers."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect

from tests.web.browser.playing import (
    TIMEOUT,
    body,
    is_over,
    make_table,
    moved_on,
    open_tab,
    play,
    sit_down,
    wait_for_turn,
)
from tests.web.browser.proxy import Proxy
from tests.web.browser.server import Server

pytestmark = pytest.mark.needs_jit

NEW = """
for (const [of, names] of [
  [Map, ["groupBy"]], [Object, ["groupBy"]], [Promise, ["withResolvers", "try"]], [Array, ["fromAsync"]],
  [URL, ["parse", "canParse"]], [Array.prototype, ["toSorted", "toReversed", "toSpliced", "with"]],
  [String.prototype, ["isWellFormed", "toWellFormed"]],
  [Set.prototype, ["union", "intersection", "difference", "isSubsetOf"]], [AbortSignal, ["any"]], [RegExp, ["escape"]],
  [Iterator.prototype, ["map", "filter", "take", "toArray", "forEach", "some", "find", "reduce", "flatMap", "every"]],
]) for (const name of names) delete of[name];
delete HTMLElement.prototype.showPopover;
delete HTMLElement.prototype.togglePopover;
delete Document.prototype.startViewTransition;
"""
"""Removes what browsers have had for less than three years."""


def sent(page: Page) -> list[str]:
    """Return a list that collects the messages that the page sends."""
    frames: list[str] = []

    def hear(line: WebSocket) -> None:
        line.on("framesent", lambda data: frames.append(str(data)))

    page.on("websocket", hear)
    return frames


def answers(frames: list[str]) -> int:
    return sum('"act"' in frame for frame in frames)


def in_action_phase(page: Page, url: str, **more: Any) -> None:
    """Join a game of Krone & Schwert in which the own turn begins."""
    sit_down(
        page,
        url,
        make_table(page, url, body("krone_schwert", ["me", "heuristic"], seed=2, **more))["links"][0]["token"],
    )
    play(page, Random(1), 2)  # the markers of the setup
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Draw a card")).to_be_visible()


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def number(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-number") or 0)


@pytest.mark.parametrize("pause", [0, 130, 250])
def test_a_double_click_answers_once(page: Page, server: Server, pause: int) -> None:
    """The next question has the same button in the same place."""
    frames = sent(page)
    in_action_phase(page, server.url)
    before, given, at = number(page), answers(frames), middle(page, "Draw a card")
    page.mouse.click(*at)
    page.wait_for_timeout(pause)
    page.mouse.click(*at)
    moved_on(page, str(before))
    wait_for_turn(page)
    assert (number(page), answers(frames)) == (before + 1, given + 1)
    page.mouse.click(*middle(page, "Draw a card"))
    moved_on(page, str(before + 1))


def test_a_press_counts_only_for_its_question(page: Page, server: Server) -> None:
    """A button that is held while the question changes decides nothing when it is released."""
    frames = sent(page)
    in_action_phase(page, server.url)
    before, given, at = number(page), answers(frames), middle(page, "Draw a card")
    page.mouse.move(*at)
    page.mouse.down()
    page.evaluate("document.querySelector('.answers [data-action]').click()")
    moved_on(page, str(before))
    wait_for_turn(page)
    page.mouse.up()
    page.evaluate("document.activeElement.blur()")
    assert (number(page), answers(frames)) == (before + 1, given + 1)


@pytest.mark.parametrize("gesture", ["a button", "a key", "a card"])
def test_a_message_does_not_undo_a_press(page: Page, server: Server, gesture: str) -> None:
    """A message draws buttons and outlines anew; one that is replaced between press and release would get no click."""
    lines: list[WebSocketRoute] = []
    states: list[str | bytes] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        there = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            if '"state"' in str(message):
                states.append(message)
            line.send(message)

        there.on_message(hear)

    page.route_web_socket("**/ws", through)
    in_action_phase(page, server.url)
    occupy, card = page.locator('[data-group="Occupy"]'), page.locator(".hand .can").first
    occupy.focus()
    (card if gesture == "a card" else occupy).hover()
    if gesture == "a key":
        page.keyboard.down("Space")
    else:
        page.mouse.down()
    lines[-1].send(states[-1])
    page.evaluate("null")  # the message has come
    if gesture == "a key":
        page.keyboard.up("Space")
    else:
        page.mouse.up()
    expect(
        page.locator(".menu" if gesture == "a card" else '[data-group="Occupy"][aria-pressed="true"]')
    ).to_be_visible()


def test_enter_twice_or_held_answers_once(page: Page, server: Server) -> None:
    """The focus moves to the question."""
    frames = sent(page)
    in_action_phase(page, server.url)
    before, given = number(page), answers(frames)
    page.get_by_role("button", name="Draw a card").focus()
    for _ in range(3):  # the second and the third press repeat
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    moved_on(page, str(before))
    wait_for_turn(page)
    assert page.evaluate("document.activeElement.classList.contains('choices')")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert (number(page), answers(frames)) == (before + 1, given + 1)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.choices') !== null")


def test_focus_elsewhere_stays_there(page: Page, server: Server) -> None:
    in_action_phase(page, server.url)
    before = number(page)
    page.locator(".log").focus()
    page.evaluate("document.querySelector('.answers [data-action]').click()")
    moved_on(page, str(before))
    assert page.evaluate(
        "document.activeElement.classList.contains('log') || document.activeElement.closest('.choices') !== null"
    )


# -- links ----------------------------------------------------------------------------------------------------


def test_a_table_for_two_survives_a_closed_dialog(page: Page, server: Server) -> None:
    """The links are kept: at the table, in the lobby, and after a reload."""
    page.goto(server.url)
    page.locator('.game[data-game="two_crowns"]').click()
    page.get_by_label("who sits in seat 1").or_(page.get_by_label("who plays as Player 2")).select_option("link")
    page.locator("[data-start]").click()
    link = page.get_by_role("dialog").get_by_label("link for Player 2").input_value()
    page.keyboard.press("Escape")
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    page.reload()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    open_tab(page, "Table")
    page.get_by_role("button", name="Invite").click()
    assert page.get_by_role("dialog").get_by_label("link for Player 2").input_value() == link
    page.keyboard.press("Escape")
    page.locator("#home").click()
    page.get_by_role("button", name="invite to Two Crowns").click()
    assert page.get_by_role("dialog").get_by_label("link for Player 2").input_value() == link
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Two Crowns").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)


def test_links_of_a_table_for_others_are_kept(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator('.game[data-game="two_crowns"]').click()
    for seat in (1, 2):
        page.get_by_label(f"who sits in seat {seat - 1}").or_(
            page.get_by_label(f"who plays as Player {seat}")
        ).select_option("link")
    page.locator("[data-start]").click()
    link = page.get_by_role("dialog").get_by_label("link for Player 1").input_value()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="invite to Two Crowns").click()
    assert page.get_by_role("dialog").get_by_label("link for Player 1").input_value() == link


# -- dead lines -----------------------------------------------------------------------------------------------


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy in front of the server."""
    running = Proxy(server.url)
    yield running
    running.close()


def test_a_dead_line_is_noticed_and_the_answer_sent_again(page: Page, proxy: Proxy) -> None:
    """Nothing ends the connection; bytes vanish. The clicked answer is executed once, on the next line."""
    page.clock.install()
    in_action_phase(page, proxy.url)
    before, own = number(page), page.locator(".log li").count()
    expect(page.locator("#line")).to_be_empty()
    proxy.cut()
    page.mouse.click(*middle(page, "Draw a card"))
    page.clock.run_for(20_000)
    expect(page.locator("#line")).to_contain_text("Reconnecting")
    proxy.restore()
    page.clock.run_for(20_000)
    moved_on(page, str(before))
    expect(page.locator("#line")).to_be_empty()
    assert number(page) == before + 1
    assert page.locator(".log li").count() == own + 1


def test_an_answer_whose_acknowledgement_is_lost_is_executed_once(page: Page, server: Server) -> None:
    """The page sends the same answer on a new line."""
    from tests.web.client import Client

    links = make_table(page, server.url, body("krone_schwert", ["me", "heuristic"], seed=1))
    client = Client(server.url.removeprefix("http://").rstrip("/"))
    with client.join(links["links"][0]["token"]) as seat:
        answer = {"number": 0, "action": seat.state["actions"][0]["number"], "id": "a"}
        seat.say("act", **answer)
        assert seat.until("acknowledged")["id"] == "a"
        seat.until("state", where=lambda state: state["number"] > 0)
        seat.say("act", **answer)
        assert seat.until("acknowledged")["id"] == "a"
        assert all('"error"' not in text for text in seat.received)
        seat.say("act", **{**answer, "id": "b"})
        assert seat.until("acknowledged")["id"] == "b"
        assert "decision" in seat.until("error")["words"]
        seat.say("ping")
        assert seat.until("pong")


# -- browsers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["krone_schwert", "two_crowns", "politics_and_intrigue"])
def test_nothing_younger_than_three_years_is_needed(page: Page, server: Server, game: str) -> None:
    page.add_init_script(NEW)
    sit_down(
        page,
        server.url,
        make_table(page, server.url, body(game, ["me", "heuristic"], analysis=True))["links"][0]["token"],
    )
    assert page.evaluate("Map.groupBy") is None
    play(page, Random(1), 4)
    assert not is_over(page)


def test_errors_of_the_page_are_shown(browser: Browser, server: Server) -> None:
    """A script may fail while it runs, or not load at all."""
    page = browser.new_page()
    try:
        page.goto(server.url)
        page.wait_for_selector(".game")
        expect(page.locator("#broken")).to_be_hidden()
        page.evaluate("setTimeout(() => { throw new Error('a test'); })")
        expect(page.locator("#broken")).to_contain_text("a test")
        page.route("**/static/app-*.js", lambda route: route.abort())
        page.reload()
        expect(page.locator("#broken")).to_contain_text("could not be loaded")
        page.unroute("**/static/app-*.js")
        page.locator("#reload").click()
        page.wait_for_selector(".game")
    finally:
        page.close()
