"""A guided opening in each game, from the lobby to its end."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from kschwert_env.web.lobby.guides import guide_of
from tests.web.browser.playing import TIMEOUT, close_scenes, decide, open_tab, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import GAMES, PHONE, is_too_wide, serious

pytestmark = pytest.mark.needs_jit


def begin(page: Page, server: Server, game: str) -> None:
    """Begin the guided opening of a game in the lobby; agents play at once, and scenes close when they open."""
    page.add_locator_handler(page.locator("dialog.scene[open] .main"), lambda main: main.click(), no_wait_after=True)
    page.goto(server.url)
    page.locator(f'.game[data-game="{game}"]').click()
    page.get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    open_tab(page, "Table")
    page.get_by_label("Pace").select_option("at once")
    expect(page.locator(".guide small")).to_contain_text("Step 1 of")


def lay_all(page: Page) -> None:
    """Lay all cards that can be laid, and confirm."""
    lay = page.locator(".hand [aria-pressed=false]")
    while lay.count():
        lay.first.click()
        if lay.count():
            page.wait_for_timeout(300)  # the server checks the cards
            expect(page.locator(".answers .main")).to_be_disabled()
    page.locator(".answers .main:enabled").click()


def take_step(page: Page, number: int) -> None:
    """Do what a step asks for."""
    forward = page.locator(".guide .main")
    step = page.locator(".guide small")
    expect(step).to_contain_text(f"Step {number} of")
    close_scenes(page)
    if forward.count():
        forward.click()
        return
    while page.locator(".guide").count() and step.inner_text().startswith(f"Step {number} of"):
        assert wait_for_turn(page)
        if not step.inner_text().startswith(f"Step {number} of"):
            return
        if page.locator(".laid").count():
            before = page.locator(".table").get_attribute("data-number")
            lay_all(page)
            page.wait_for_selector(f'.table:not([data-number="{before}"])', timeout=TIMEOUT)
            expect(step).not_to_contain_text(f"Step {number} of")
        else:
            decide(page, Random(1))


@pytest.mark.parametrize(
    ("game", "device"), [*((game, {}) for game in GAMES), pytest.param("krone_schwert", PHONE, marks=pytest.mark.long)]
)
def test_a_guided_opening_leads_to_an_ordinary_game(
    new_page: Callable[..., Page], server: Server, game: str, device: dict[str, object]
) -> None:
    page = new_page(**device)
    begin(page, server, game)
    steps = guide_of(game).steps
    for number, step in enumerate(steps, start=1):
        expect(page.locator(".guide h2")).to_have_text(step.title)
        assert not is_too_wide(page)
        if step.show and not device:  # a phone shows one part of the board
            assert page.locator(".pointed").count() >= len(step.show)
        take_step(page, number)
    expect(page.locator(".guide")).to_have_count(0)
    assert wait_for_turn(page)
    expect(page.locator(".learning")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_guide_continues_after_a_reload_and_can_be_skipped(
    new_page: Callable[..., Page], server: Server, theme: str
) -> None:
    page = new_page(color_scheme=theme)
    begin(page, server, "krone_schwert")
    assert serious(page) == []
    assert page.locator(":is(.layer, .hand) .can").count() == 0  # the first step is only read
    take_step(page, 1)
    assert page.locator(".layer .can").count() == 1
    take_step(page, 2)
    page.reload()
    expect(page.locator(".guide small")).to_contain_text("Step 3 of")
    assert wait_for_turn(page)
    assert serious(page) == []
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".layer .can")).not_to_have_count(1)
    page.reload()
    assert wait_for_turn(page)
    assert page.locator(".guide").count() == 0


def test_a_guide_remembers_a_step_that_is_only_read(page: Page, server: Server) -> None:
    """The decisions alone do not show the place in the text."""
    begin(page, server, "two_crowns")
    steps = guide_of("two_crowns").steps
    read = next(i for i, step in enumerate(steps) if i > 0 and not step.actions and not steps[i - 1].actions)
    for number in range(1, read + 1):
        take_step(page, number)
    expect(page.locator(".guide h2")).to_have_text(steps[read].title)
    page.reload()
    expect(page.locator(".guide h2")).to_have_text(steps[read].title, timeout=TIMEOUT)


def test_a_guide_that_cannot_go_on_says_so(new_page: Callable[..., Page], server: Server) -> None:
    """Such as after another decision in a window without the guide."""
    page, other = new_page(), new_page()
    begin(page, server, "krone_schwert")
    take_step(page, 1)
    later = guide_of("krone_schwert").steps[2].actions
    other.goto(page.url)
    assert wait_for_turn(other)
    other.locator(f'.choices [data-action="{later[0]}"]').dispatch_event("click")
    expect(page.locator("#said")).to_contain_text("something else than the guide asked for", timeout=TIMEOUT)
    expect(page.locator(".guide")).to_have_count(0)


def test_taking_back_leads_the_guide_back(page: Page, server: Server) -> None:
    begin(page, server, "krone_schwert")
    for number in (1, 2, 3):
        take_step(page, number)
    expect(page.locator(".guide small")).to_contain_text("Step 4 of")
    assert wait_for_turn(page)  # a press for the last question would count for nothing
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".guide small")).to_contain_text("Step 3 of")


def test_without_its_steps_the_game_goes_on(page: Page, server: Server) -> None:
    begin(page, server, "two_crowns")
    page.route("**/api/openings/*", lambda route: route.fulfill(status=200, body="<h1>a proxy</h1>"))
    page.reload()
    expect(page.locator("#said.error")).to_contain_text("The server can't answer now")
    assert wait_for_turn(page)
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator("#broken")).to_be_hidden()
    decide(page, Random(1))
