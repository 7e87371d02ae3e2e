"""After the game: where the points came from, turning points, the graph, and mistakes one by one."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kschwert_env.engine.records.record import Recorder
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game
from kschwert_env.requests.agents import decide
from tests.web.browser.playing import TIMEOUT, open_tab
from tests.web.browser.server import Server
from tests.web.browser.test_screens import GAMES, PHONE, analysing, is_too_wide, serious

pytestmark = pytest.mark.needs_jit

SHORT: dict[str, dict[str, Any]] = {
    "krone_schwert": {"num_players": 2, "max_rounds": 5},
    "two_crowns": {"max_turns": 12},
    "politics_and_intrigue": {"max_rounds": 5},
}
"""Options of games that end soon."""

DECISIONS = {"krone_schwert": 40, "two_crowns": 50, "politics_and_intrigue": 60}
"""Lengths of unfinished games under the default options, for which there are networks."""


def recorded(game: str, options: dict[str, Any], most: int = 10**6) -> str:
    """Return the record of a game in which Player 1 decides at random and Player 2 as the heuristic."""
    rules = find_game(game)(**options)
    recorder = Recorder(game_type(rules), rules, 3)
    for number in range(most):
        played = recorder.game
        if played.is_over:
            break
        agent = "random" if played.player == 0 else "heuristic"
        recorder.step(decide(rules, agent, played.state.reshape(1), number))
    return recorder.text()


def unfinished(game: str) -> str:
    """Return the record of the beginning of a game with mistakes of Player 1."""
    return recorded(game, {"num_players": 2}, DECISIONS[game])


def learn(page: Page) -> None:
    """Begin to learn from the mistakes of Player 1, and wait for the result."""
    page.evaluate(
        "globalThis.shown = [];"
        "new MutationObserver(() => shown.push(document.querySelector('.lesson').innerText))"
        ".observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });"
    )
    open_tab(page, "Result")
    page.get_by_role("button", name="Learn from the mistakes of").click()
    found = re.compile("Find something better|No mistake was found")
    expect(page.locator(".lesson")).to_contain_text(found, timeout=TIMEOUT)
    assert "Looking" in page.evaluate("shown.join()")


def number(text: str) -> int:
    """Return a number of a table, with a minus sign, or 0 for an empty cell."""
    return int(text.replace("\N{MINUS SIGN}", "-") or 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_summary_tells_where_the_points_came_from(page: Page, server: Server, game: str) -> None:
    analysing(page, server, recorded(game, SHORT[game]))
    open_tab(page, "Result")
    summary = page.locator(".summary")
    expect(summary.locator(".total td")).to_have_count(2)
    totals = [number(text) for text in summary.locator(".total td").all_inner_texts()]
    for seat, total in enumerate(totals):
        rows = summary.locator(f"tbody tr:not(.total) td:nth-child({seat + 2})").all_inner_texts()
        assert sum(map(number, rows)) == total
    assert serious(page) == []


def test_turning_points_lead_to_their_decisions(page: Page, server: Server) -> None:
    analysing(page, server, recorded("two_crowns", {}))
    open_tab(page, "Result")
    summary = page.locator(".summary")
    summary.get_by_role("button", name="Find the turning points").click()
    expect(summary.locator("h3")).to_have_text("Turning points", timeout=TIMEOUT)
    summary.locator(".costs .line").first.click()
    expect(page.locator(".table")).to_have_attribute("data-over", "false")
    assert serious(page) == []


@pytest.mark.parametrize(
    ("game", "device"),
    [
        ("two_crowns", {}),
        ("krone_schwert", PHONE),
        pytest.param("krone_schwert", {}, marks=pytest.mark.long),
        pytest.param("politics_and_intrigue", {}, marks=pytest.mark.long),
    ],
)
def test_mistakes_are_exercises_one_by_one(
    new_page: Callable[..., Page], server: Server, game: str, device: dict[str, object]
) -> None:
    """Position, try, answer, next, until the last one."""
    page = new_page(**device)
    analysing(page, server, unfinished(game))
    learn(page)
    title = page.locator(".lesson h2")
    count = 0
    while title.inner_text() == "Find something better":
        count += 1
        expect(page.locator(".lesson small")).to_contain_text(f"Mistake {count} of")
        page.wait_for_selector(".choices.mine")
        assert page.get_by_role("button", name="Hint", exact=True).is_hidden()
        expect(page.get_by_role("tab", name="Analysis")).to_be_hidden()  # its list of mistakes has the answers
        shown = page.locator(".table").get_attribute("data-number")
        answers = page.locator(".choices .answers button")
        if count == 1 and answers.count():
            answers.first.click()
        assert not is_too_wide(page)
        page.get_by_role("button", name="Show the answer").click()
        expect(page.locator(".lesson")).to_contain_text("Best:")
        expect(page.locator(".lesson")).to_contain_text("Your chances to win")
        assert page.locator(".table").get_attribute("data-number") == shown
        if count == 1:
            assert serious(page) == []
        page.locator(".lesson").get_by_role("button", name="Next").or_(
            page.locator(".lesson").get_by_role("button", name="Finish")
        ).click()
    assert count > 0
    expect(page.locator(".lesson")).to_contain_text("That was the last mistake")
    page.get_by_role("button", name="To the summary").click()
    expect(page.locator(".lesson")).to_be_hidden()
    expect(page.locator(".summary")).to_be_visible()


def first_exercise(page: Page, server: Server, game: str) -> dict[str, Any]:
    """Begin the exercises of a game; return the first one."""
    heard: list[dict[str, Any]] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "graph" and message["done"]:
            heard.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    analysing(page, server, unfinished(game))
    learn(page)
    (graph,) = heard
    first: dict[str, Any] = min(
        (each for each in graph["costly"] if each["seat"] == 0), key=lambda each: each["number"]
    )
    page.wait_for_selector(f'.table[data-number="{first["number"]}"][data-ready=true]')
    page.wait_for_selector(".choices.mine")
    return first


def test_a_choice_without_an_estimate_says_so(page: Page, server: Server) -> None:
    first = first_exercise(page, server, "krone_schwert")
    known = first["answers"].values()
    unknown = next(each for each in first["actions"] if each["lost"] is None and each["number"] not in known)
    for group in page.locator(".groups button[data-group]").all():
        group.click()
        if page.locator(f'.choices [data-action="{unknown["number"]}"]').count():
            break
    page.locator(f'.choices [data-action="{unknown["number"]}"]').dispatch_event("click")
    expect(page.locator(".lesson")).to_contain_text("was not compared with the best choice")


def test_the_best_choice_is_recognized(page: Page, server: Server) -> None:
    first = first_exercise(page, server, "two_crowns")
    best = next(action for action in first["actions"] if action["number"] == first["answers"]["best"])
    button = page.locator(f'.choices [data-action="{best["number"]}"]')
    if button.count() == 0:
        page.locator(".groups button[data-group]").filter(has_text=best["words"].split()[0]).first.click()
    button.first.click()
    expect(page.locator(".lesson")).to_contain_text("is the best choice")


def test_nothing_found_is_said(page: Page, server: Server) -> None:
    """A game without decisions has no mistake."""
    analysing(page, server, recorded("two_crowns", {}, 0))
    learn(page)
    expect(page.locator(".lesson")).to_contain_text("No mistake was found")


def test_the_graph_has_axes_a_legend_and_turns(page: Page, server: Server) -> None:
    analysing(page, server, unfinished("two_crowns"))
    open_tab(page, "Analysis")
    page.get_by_role("button", name="Win chances over the game").click()
    page.wait_for_selector(".graph polyline", timeout=TIMEOUT)
    labels = page.locator(".graph .scale").all_text_contents()
    assert labels[:3] == ["0 %", "50 %", "100 %"]
    assert labels[3] == "turn 1"
    turns = [1, *map(int, labels[4:])]
    assert len(turns) > 1
    assert turns == sorted(set(turns))
    boxes = [label.bounding_box() for label in page.locator(".graph .scale").all()[3:]]
    assert all(one["x"] + one["width"] < other["x"] for one, other in pairwise(filter(None, boxes)))
    assert page.locator(".graph .tick").count() > 3
    expect(page.locator(".legend li").first).to_contain_text("Player 1")
    expect(page.get_by_role("heading", name="Biggest mistakes")).to_be_visible(timeout=TIMEOUT)
    expect(page.locator(".graph path.costly").first).to_be_attached(timeout=TIMEOUT)
    tops = page.evaluate(  # at once: the graph is drawn anew while further decisions are searched
        "['path.costly', '.half'].map(name => document.querySelector(`.graph ${name}`).getBoundingClientRect().y)"
    )
    assert tops[0] > tops[1]  # below the lines, which they must not cover
