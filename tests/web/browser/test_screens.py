"""All screens are usable: on a phone, in dark mode, with screen readers, without colours, and for analysis."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.engine.records.record import Recorder
from kschwert_env.rendering.pages.page import write_page
from kschwert_env.two_crowns import Game, Rules
from tests.web.browser.playing import (
    TIMEOUT,
    board,
    body,
    decide,
    make_table,
    moved_on,
    open_tab,
    play,
    sit_down,
    wait_for_turn,
)
from tests.web.browser.server import Server

pytestmark = pytest.mark.needs_jit

GAMES = ("krone_schwert", "two_crowns", "politics_and_intrigue")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def at_a_table(page: Page, server: Server, game: str, **more: Any) -> None:
    """Join a table during a game, with a decision to take."""
    links = make_table(page, server.url, body(game, ["me", "heuristic"], **more))
    sit_down(page, server.url, links["links"][0]["token"])
    play(page, Random(1), 4)
    wait_for_turn(page)


def recorded(decisions: int) -> Recorder[Game]:
    """Return a record of a random game of Two Crowns."""
    recorder, choice = Recorder(Game, Rules(max_turns=8), 3), Random(3)
    for _ in range(decisions):
        if not recorder.game.is_over:
            recorder.step(choice.choice(recorder.game.legal_actions()))
    return recorder


def analysing(page: Page, server: Server, text: str) -> None:
    """Open a record or a position in the lobby."""
    page.goto(server.url)
    page.get_by_label("a position as JSON").fill(text)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)


def test_a_table_that_takes_long_says_so_and_is_begun_once(page: Page, server: Server) -> None:
    asked: list[Route] = []
    page.route("**/api/tables", lambda route: asked.append(route))
    page.goto(server.url)
    page.get_by_role("button", name="Start").click()
    waiting = page.get_by_role("button", name="Getting ready")
    expect(waiting).to_be_disabled()
    assert len(asked) == 1
    asked[0].continue_()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)


def test_a_game_of_an_arena_is_chosen_and_opened(page: Page, server: Server, tmp_path: Path) -> None:
    with Contest(Rules(), make_agents(["random", "heuristic"], Rules()), tmp_path, games=4) as contest:
        contest.play(1)
    page.goto(server.url)
    page.get_by_label("a recorded game").set_input_files(tmp_path / "games.jsonl")
    games = page.get_by_label("game", exact=True).locator("option")
    expect(games).to_have_count(4)
    assert games.nth(2).inner_text().startswith("Game 3: ")
    page.get_by_label("game", exact=True).select_option(index=2)
    told = games.nth(2).inner_text().removeprefix("Game 3: ").replace("-", "\N{MINUS SIGN}")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    shown = page.locator(".seats").inner_text()
    assert all(part.split()[0] in shown and part.split()[1] in shown for part in told.split(", "))


def serious(page: Page) -> list[str]:
    """Return serious violations found by axe-core, with their elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found if each["impact"] in ("serious", "critical")
    ]


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


# -- for everybody --------------------------------------------------------------------------------------------


def test_axe_finds_nothing_serious_in_the_dark(new_page: Callable[..., Page], server: Server) -> None:
    """In the lobby and at a table; colours are all that differs."""
    page = new_page(color_scheme="dark")
    page.goto(server.url)
    page.wait_for_selector(".game")
    assert serious(page) == []
    at_a_table(page, server, "krone_schwert", analysis=True)
    assert serious(page) == []


def test_axe_finds_nothing_serious(page: Page, server: Server) -> None:
    """In the lobby, at a table of every game, with an open dialog and rules, and in an analysis."""
    page.goto(server.url)
    page.wait_for_selector(".game")
    for summary in page.locator("summary").all():
        summary.click()
    assert serious(page) == []
    for game in GAMES:
        at_a_table(page, server, game, analysis=True)
        assert serious(page) == [], game
    open_tab(page, "Cards")
    page.get_by_role("button", name="In words").click()
    page.wait_for_selector("dialog")
    assert serious(page) == []
    page.keyboard.press("Escape")
    open_tab(page, "Rules")
    page.wait_for_selector("#rules p")
    assert serious(page) == []
    analysing(page, server, recorded(20).text())
    open_tab(page, "Analysis")
    page.get_by_role("button", name="Win chances over the game").click()
    page.wait_for_selector(".graph polyline", timeout=TIMEOUT)
    assert serious(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_needs_no_sideways_scrolling(new_page: Callable[..., Page], server: Server, game: str) -> None:
    """In the lobby and at a table; taps on the board and below it play."""
    page = new_page(**PHONE)
    page.goto(server.url)
    page.wait_for_selector(".game")
    assert not is_too_wide(page)
    at_a_table(page, server, game)
    assert not is_too_wide(page)
    page.get_by_role("button", name="log, rules and more").click()
    open_tab(page, "Rules")
    page.wait_for_selector("#rules p")
    assert not is_too_wide(page)


def test_marks_on_the_board_need_no_colours(page: Page, server: Server) -> None:
    """Targets differ in brightness from all kinds of land: their white ring contains a dark one."""
    at_a_table(page, server, "krone_schwert")
    rings = page.locator(".layer .can").first.locator(":scope > :not(title)")
    white, dark = (rings.nth(i).evaluate("ring => getComputedStyle(ring).stroke") for i in range(2))
    assert white == "rgb(255, 255, 255)"
    red, green, blue = (int(part) / 255 for part in dark.removeprefix("rgb(").removesuffix(")").split(","))
    assert 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 < 0.2


def test_the_dark_is_dark(new_page: Callable[..., Page], server: Server) -> None:
    """By the system's preference, and by the button."""
    page = new_page(color_scheme="dark")
    page.goto(server.url)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name="colours").click()
    assert page.evaluate(ground) != dark
    page.reload()
    assert page.evaluate(ground) != dark


# -- rules, analysis, watching --------------------------------------------------------------------------------


def test_a_question_leads_to_its_rule(page: Page, server: Server) -> None:
    at_a_table(page, server, "two_crowns")
    link = page.locator(".question .rule")
    rule = link.inner_text().removeprefix("Rule ")
    link.click()
    page.wait_for_selector("#rules .asked")
    assert page.locator("#rules .asked").inner_text().startswith(rule)
    page.keyboard.press("Escape")
    assert page.locator("#rules").count() == 0


def test_a_record_is_gone_through_and_played_on(page: Page, server: Server) -> None:
    """Navigate by keys, by the log and by costly decisions; then continue against an agent."""
    analysing(page, server, recorded(20).text())
    page.wait_for_selector('.table:not([data-number="0"])')
    page.keyboard.press("Home")
    page.wait_for_selector('.table[data-number="0"]')
    start = board(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.table[data-number="1"]')
    assert board(page) != start
    page.locator(".log .line").nth(4).click(position={"x": 3, "y": 3})  # beside names of cards
    page.wait_for_selector('.table[data-number="5"]')
    open_tab(page, "Table")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".choices.mine", timeout=TIMEOUT)
    number = page.locator(".table").get_attribute("data-number")
    decide(page, Random(1))
    moved_on(page, number)


def test_a_position_goes_out_and_comes_in_again(page: Page, server: Server) -> None:
    analysing(page, server, recorded(7).text())
    shown = board(page)
    open_tab(page, "Table")
    page.get_by_role("button", name="Position").click()
    text = page.get_by_label("position", exact=True).input_value()
    analysing(page, server, text)
    assert page.locator(".question").inner_text()
    assert hidden_last(board(page)) == hidden_last(shown)


def hidden_last(picture: str) -> str:
    """Return a picture without the last action, which a position does not contain."""
    return re.sub(r'<text x="12" y="39" [^>]*>[^<]*</text>', "", picture)


def test_analysis_tells_chances_and_best_actions(page: Page, server: Server) -> None:
    """Also on the board; the graph leads to any decision."""
    links = make_table(page, server.url, body("two_crowns", ["me", "heuristic"], analysis=True, seed=1))
    sit_down(page, server.url, links["links"][0]["token"])
    wait_for_turn(page)
    open_tab(page, "Analysis")
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector(".shares", timeout=TIMEOUT)
    page.wait_for_selector(".best tbody tr", timeout=TIMEOUT)
    assert "%" in (page.locator(".shares").get_attribute("aria-label") or "")
    page.wait_for_selector(":is(.layer .mark, .hand [data-mark])")
    analysing(page, server, recorded(30).text())
    open_tab(page, "Analysis")
    page.get_by_role("button", name="Win chances over the game").click()
    page.wait_for_selector(".graph polyline", timeout=TIMEOUT)
    page.locator(".graph svg[role=img]").click(position={"x": 5, "y": 30})
    page.wait_for_selector('.table[data-number="0"]')


def test_watching_agents_with_pace_and_pause(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("two_crowns", ["random", "random"], pace=0.3))
    sit_down(page, server.url, links["watch"])
    number = page.locator(".table").get_attribute("data-number")
    moved_on(page, number)
    open_tab(page, "Table")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").wait_for()
    page.wait_for_timeout(700)
    paused = page.locator(".table").get_attribute("data-number")
    page.wait_for_timeout(900)
    assert page.locator(".table").get_attribute("data-number") == paused
    page.get_by_role("button", name="Go on").click()
    moved_on(page, paused)


def test_a_link_that_leads_nowhere_says_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}#/table/nothing")
    assert "There is no such table" in page.locator("h1").filter(has_text="no such").inner_text()


STORED = ("{", "null", "5", '"x"', "{}", "[null]", "[5, {}]", '[{"token": 5, "title": "x"}]', '[{"token": "x"}]')


def test_stored_tables_of_another_form_are_ignored(page: Page, server: Server) -> None:
    page.goto(server.url)
    for stored in STORED:
        page.evaluate("text => ['tables', 'theme'].forEach(key => localStorage[`kschwert ${key}`] = text)", stored)
        page.reload()
        page.wait_for_selector(".game")
        assert "None yet" in page.locator(".below").inner_text()
        assert page.get_by_role("button", name="colours: system").count() == 1


def test_what_is_no_game_is_refused_in_words(page: Page, server: Server) -> None:
    for text, words in (
        ("null", "must be a JSON object"),
        ("[]", "must be a JSON object"),
        ('{"format": "kschwert_env.arena"}\n{"line_up": 5}', "has no games"),
    ):
        page.goto(server.url)
        page.reload()  # takes away what was said before
        page.get_by_label("a position as JSON").fill(text)
        page.get_by_role("button", name="Open").click()
        expect(page.locator("#said.error")).to_contain_text(words)


def test_settings_of_the_table_are_for_its_owner(new_page: Callable[..., Page], server: Server) -> None:
    """Each seat has its own setting of automatic decisions, and does not see that of others."""
    owner, other = new_page(), new_page()
    seats = ["me", "link", "heuristic", "heuristic"]
    made = make_table(owner, server.url, body("krone_schwert", seats, forced=True))
    pages = dict(zip((owner, other), (link["token"] for link in made["links"]), strict=True))
    for person, token in pages.items():
        sit_down(person, server.url, token)
    for person in pages:
        open_tab(person, "Table")
    assert owner.get_by_role("button", name="Pause").is_visible()
    assert not other.get_by_role("button", name="Pause").is_visible()
    forced = [person.get_by_label("Play forced moves") for person in pages]
    assert [each.is_checked() for each in forced] == [True, False]
    forced[0].uncheck()
    forced[1].check()
    for person, token in pages.items():
        sit_down(person, server.url, token)
        person.reload()
        person.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    assert [each.is_checked() for each in forced] == [False, True]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_of_a_recorded_game_looks_as_the_table_does(
    new_page: Callable[..., Page], tmp_path: Path, theme: str
) -> None:
    """It is a single file, with keyboard navigation and dark mode."""
    page = new_page(color_scheme=theme)
    write_page(recorded(9), tmp_path / "game.html")
    page.goto((tmp_path / "game.html").as_uri())
    page.keyboard.press("ArrowRight")
    assert page.locator("#number").inner_text() == "1 of 9"
    assert serious(page) == []
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 3 * 128) == (theme == "dark")
