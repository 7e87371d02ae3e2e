"""Battles are shown as scenes, changes since the own last decision are marked, and the list of players has points."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from kschwert_env import GAMES
from tests.web.browser import screens
from tests.web.browser.playing import TIMEOUT, body, decide, make_table, open_tab, play, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import serious

pytestmark = pytest.mark.needs_jit

SLOW = 1400  # milliseconds between two cards at the slow pace


def sit(page: Page, server: Server, game: str, players: int = 2, **more: object) -> None:
    """Join a new table against heuristics."""
    links = make_table(page, server.url, body(game, ["me"] + ["heuristic"] * (players - 1), seed=4, **more))
    sit_down(page, server.url, links["links"][0]["token"])


def play_to_battle(page: Page) -> Locator:
    """Decide until a battle is shown; return its scene."""
    choice, scene = Random(2), page.locator("dialog.scene")
    for _ in range(80):
        page.wait_for_selector(".table[data-mine=true][data-ready=true]", timeout=TIMEOUT)
        if scene.count():
            return scene
        decide(page, choice)
    raise AssertionError("there was no battle")


def test_a_battle_is_shown_and_stays_reachable(page: Page, server: Server) -> None:
    """Both sides, their sums and the result; then as the last battle, in the log, and after a reload."""
    sit(page, server, "two_crowns")
    scene = play_to_battle(page)
    expect(scene.locator(".side")).to_have_count(2)
    expect(scene.locator(".total .sum")).to_have_count(2)
    assert scene.locator(".result p").count() >= 1
    assert scene.locator("li:not(.shown), .result p:not(.shown)").count() == 0  # motion is reduced
    assert serious(page) == []
    title = scene.locator("h2").inner_text()
    page.keyboard.press("Enter")
    expect(scene).to_have_count(0)
    page.get_by_role("button", name="Last battle").click()
    expect(scene.locator("h2")).to_have_text(title)
    page.keyboard.press("Escape")
    expect(scene).to_have_count(0)
    page.locator(".log").get_by_role("button", name="Show").last.click()
    expect(scene.locator("h2")).to_have_text(title)
    scene.get_by_role("button", name="Continue").click()
    page.reload()
    wait_for_turn(page)
    expect(scene).to_have_count(0)
    expect(page.get_by_role("button", name="Last battle")).to_be_visible()


def test_cards_are_revealed_at_the_chosen_pace(new_page: Callable[..., Page], server: Server) -> None:
    """One after the other, with the sum so far; the pace is remembered, and a click shows all."""
    page = new_page(reduced_motion="no-preference")
    page.clock.install()
    sit(page, server, "two_crowns")
    play_to_battle(page).get_by_role("combobox", name="Animations").select_option("Slow")
    page.get_by_role("button", name="Continue").click()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.get_by_role("button", name="Last battle").click()
    scene, shown = page.locator("dialog.scene"), page.locator("dialog.scene .shown")
    all_parts = scene.locator(".side li, .total .sum, .result p").count()
    before = shown.count()
    page.clock.run_for(SLOW + 100)
    assert shown.count() == before + 1 < all_parts
    expect(scene.get_by_role("combobox", name="Animations")).to_have_value("slow")
    scene.locator("h2").click()
    assert scene.locator(":is(.side li, .result p):not(.shown)").count() == 0


@pytest.mark.parametrize("closes", [True, False])
def test_the_clock_stops_while_a_battle_covers_the_page(page: Page, server: Server, closes: bool) -> None:
    """It runs on after the battle, which ends by itself when the clock runs again."""
    page.clock.install()
    sit(page, server, "two_crowns", clock={"seconds": 600, "free": 0})
    scene, running = play_to_battle(page), page.locator(".clock.runs")
    expect(scene).to_have_count(1)
    page.clock.run_for(1000)
    expect(running).to_have_count(0)
    if closes:
        page.get_by_role("button", name="Continue").click()
    else:
        page.clock.run_for(15_500)
        expect(page.locator(".flash")).to_have_count(1)
    expect(scene).to_have_count(0)
    expect(running).to_have_count(1, timeout=TIMEOUT)


def test_only_own_battles_stop_the_game_and_once(page: Page, server: Server) -> None:
    """In a game of four there is at most one scene from one own decision to the next."""
    sit(page, server, "krone_schwert", 4, options={"max_rounds": 6})
    page.evaluate(
        "globalThis.scenes = []; const hear = ({ addedNodes }) => addedNodes.forEach(each => "
        "each.matches?.('dialog.scene') && scenes.push(each.textContent)); "
        "new MutationObserver(changes => changes.forEach(hear)).observe(document.body, {childList: true}); 0"
    )
    choice = Random(3)
    for _ in range(60):
        page.wait_for_selector(".table:is([data-mine=true][data-ready=true], [data-over=true])", timeout=TIMEOUT)
        scenes = page.evaluate("globalThis.scenes.splice(0)")
        assert len(scenes) <= 1
        assert all(re.search(r"\b[Yy]ou", scene) for scene in scenes)
        if not wait_for_turn(page):
            break
        decide(page, choice)


def test_pieces_and_cards_move_and_a_press_skips_it(new_page: Callable[..., Page], server: Server) -> None:
    """Not where motion is reduced, or switched off."""
    for options, moves in (({"reduced_motion": "no-preference"}, True), ({"reduced_motion": "reduce"}, False)):
        page = new_page(**options)
        sit(page, server, "krone_schwert")
        page.evaluate(
            "globalThis.moved = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...given) { moved += 1; return animate.apply(this, given); }; 0"
        )
        play(page, Random(1), 3)
        wait_for_turn(page)
        assert (page.evaluate("moved") > 0) == moves
        page.keyboard.press("Shift")
        assert page.locator(".flying").count() == 0


AROUND = """() => {
  const sides = ({ left, top, right, bottom }) => [left, top, right, bottom];
  const things = [...document.querySelectorAll(".stage [data-target], .stage [data-points], .stage [data-state]")];
  const places = things.map(thing => sides(thing.getBoundingClientRect()));
  const isAround = one => places.some(place => place.every((side, i) => Math.abs(side - sides(one)[i]) < 14));
  const frames = [...document.querySelectorAll(".layer .since, .layer .last")];
  return frames.map(frame => isAround(frame.getBoundingClientRect()));
}"""
"""For each frame around what has changed: whether there is something in it."""


def test_frames_lie_around_pieces_that_have_just_moved(new_page: Callable[..., Page], server: Server) -> None:
    """Decisions follow each other while pieces of the last one still move."""
    page, seen = new_page(reduced_motion="no-preference"), 0
    page.add_init_script("localStorage.setItem('kschwert pace of scenes', JSON.stringify('slow'))")
    sit(page, server, "politics_and_intrigue", pace=0.1, forced=True, analysis=True)
    choice = Random(1)
    for _ in range(14):
        wait_for_turn(page)
        while page.evaluate("document.getAnimations().length > 0"):
            page.wait_for_timeout(50)
        around = page.evaluate(AROUND)
        assert all(around)
        seen += len(around)
        decide(page, choice)
    assert seen > 0


def test_what_others_do_is_named_on_the_board_until_a_press(page: Page, server: Server) -> None:
    sit(page, server, "krone_schwert", players=4, pace=0.2)
    decide(page, Random(1))
    notes = page.locator(".flashes .note")
    expect(notes.first).to_contain_text("heuristic")
    expect(notes.first).to_contain_text("places a marker")
    wait_for_turn(page)
    assert 0 < notes.count() <= 3
    page.mouse.down()
    assert notes.count() == 0


def test_the_log_follows_the_game_behind_another_tab(page: Page, server: Server) -> None:
    """Unless the user has scrolled away."""
    sit(page, server, "krone_schwert", pace=0.05)
    choice, log = Random(1), page.locator(".log")
    left = "log => log.scrollHeight - log.clientHeight - log.scrollTop"
    for name in ("Game", "Rules", "Game", "Rules", "Game"):
        open_tab(page, name)
        play(page, choice, 3)
    wait_for_turn(page)
    assert log.evaluate(left) < 2
    log.hover()
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    play(page, choice, 4)
    assert log.evaluate(left) > 250


def test_what_is_told_again_shares_a_line(page: Page, server: Server) -> None:
    sit(page, server, "two_crowns", pace=0.1)
    choice, times = Random(1), page.locator(".log .times").filter(has_text="\N{MULTIPLICATION SIGN}")
    while not times.count():
        assert wait_for_turn(page)
        decide(page, choice)
    told = times.first.locator("xpath=..").inner_text()
    assert re.match(r"heuristic lays a card face down\. .\d$", told)


def test_the_end_shows_winner_points_and_a_rematch(page: Page, server: Server) -> None:
    sit(page, server, "two_crowns", options={"max_turns": 6})
    choice, finale = Random(2), page.locator("dialog.finale")
    for _ in range(60):
        page.wait_for_selector(".table:is([data-mine=true][data-ready=true], [data-over=true])", timeout=TIMEOUT)
        if page.locator("dialog.scene[open]").count():
            page.locator("dialog.scene[open] .main").click()
        if page.locator(".table").get_attribute("data-over") == "true":
            break
        decide(page, choice)
    expect(finale).to_contain_text("The limit of turns is reached")
    expect(finale.locator(".ranking li")).to_have_count(2)
    expect(finale.locator(".sources")).to_contain_text("Where the points came from")
    assert serious(page) == []
    finale.get_by_role("button", name="Rematch").click()
    page.wait_for_selector('.table[data-over="false"]', timeout=TIMEOUT)


def test_the_end_waits_for_the_last_battle(page: Page, server: Server) -> None:
    """It would cover the battle that decided the game."""
    seat, links = screens.sit(server.url, "two_crowns", options={"max_turns": 10})
    sit_down(page, server.url, links["links"][0]["token"])
    screens.play_until(seat, lambda: False)
    page.wait_for_selector('.table[data-over="true"]', timeout=TIMEOUT)
    scene, finale = page.locator("dialog.scene"), page.locator("dialog.finale")
    expect(scene).to_have_count(1)
    expect(finale).to_have_count(0)
    scene.get_by_role("button", name="Continue").click()
    expect(finale).to_have_count(1)


def test_the_battle_that_ends_the_game_is_shown(page: Page, server: Server) -> None:
    """The log comes again then, with everything that was hidden."""
    sit(page, server, "two_crowns", pace=0)
    choice, table = Random(4), page.locator(".table")
    while wait_for_turn(page):
        decide(page, choice)
        page.wait_for_selector(".table:is([data-mine=true][data-ready=true], [data-over=true])", timeout=TIMEOUT)
        if table.get_attribute("data-over") == "true":
            break
    expect(page.locator(".log li").last).to_contain_text("Castles:")
    expect(page.locator(".log li").last.get_by_role("button", name="Show")).to_have_count(1)
    expect(page.locator("dialog.scene .result")).to_contain_text(re.compile("wins? the battle|not fought to its end"))


def test_a_revolt_is_shown(page: Page, server: Server) -> None:
    sit(page, server, "krone_schwert", 3)
    scene = play_to_battle(page)
    assert any(word in scene.locator("h2").inner_text() for word in ("Revolt", "attack"))
    assert scene.locator(".side li").count() >= 2


@pytest.mark.parametrize(("game", "players"), [("krone_schwert", 3), ("two_crowns", 2), ("politics_and_intrigue", 2)])
def test_changes_since_the_last_decision_are_marked(page: Page, server: Server, game: str, players: int) -> None:
    """In the present only, and explained."""
    sit(page, server, game, players)
    choice, marks, key = Random(1), page.locator(".layer .since"), page.locator(".above .key")
    for _ in range(30):
        wait_for_turn(page)
        expect(key).to_be_visible(visible=marks.count() > 0)
        if marks.count():
            break
        decide(page, choice)
    assert marks.count() > 0
    page.get_by_role("button", name="one decision back").click()
    expect(marks).to_have_count(0)
    expect(key).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_points_are_in_the_list_of_players(page: Page, server: Server, game: str) -> None:
    sit(page, server, game)
    wait_for_turn(page)
    expect(page.locator(".seats .points")).to_have_count(2)


def test_hidden_points_are_not_in_the_list_of_players(page: Page, server: Server) -> None:
    """Except one's own."""
    sit(page, server, "krone_schwert", 3, options={"visible_scores": False})
    wait_for_turn(page)
    expect(page.locator(".seats .points")).to_have_count(1)
    expect(page.locator(".seats li").first.locator(".points")).to_be_visible()


def test_terrain_is_explained_on_fields(page: Page, server: Server) -> None:
    """On hover, like everything else."""
    sit(page, server, "krone_schwert", 2)
    play(page, Random(1), 2)
    wait_for_turn(page)
    field = page.locator('.sheet > svg [data-terrain="forest"]').first.bounding_box()
    assert field is not None
    page.mouse.move(field["x"] + field["width"] / 2, field["y"] + field["height"] / 2)
    expect(page.locator(".card-help")).to_contain_text("Forest", timeout=TIMEOUT)
