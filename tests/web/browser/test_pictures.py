"""Pictures are legible: no texts overlap with any font, none is too small on any screen, and pages bring their font."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from kschwert_env import GAMES
from kschwert_env.engine.text.voice import Voice
from kschwert_env.rendering.pages.page import write_page
from tests.helpers.cases import CASES, Case
from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.playing import body, decide, make_table, open_tab, play, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_screens import PHONE, recorded

pytestmark = pytest.mark.needs_jit

FONTS = "/usr/share/fonts/truetype/dejavu"
LONG_NAMES = ("Maximilian Mur", "Friederike W.", "Karl-Heinz Ott", "Bo", "Ada Lovelace")
EVERY, MOST = 13, 20  # decisions from one picture to the next, and pictures of a game
MOST_LOADED = 120_000  # bytes of the first load, compressed
SMALLEST_FILLED = 0.94  # what the board fills of its room

OVERLAPS = """() => {
  const places = [];
  for (const text of document.querySelectorAll(":is(.sheet, body, #picture) > svg text")) {
    if (text.closest("defs") || !text.textContent.trim()) continue;
    const { a, b, e, f } = text.getScreenCTM(), scale = Math.hypot(a, b);
    const box = text.getBBox(), size = parseFloat(getComputedStyle(text).fontSize) * scale;
    const baseline = f + scale * parseFloat(text.getAttribute("y"));
    places.push({ words: text.textContent, left: e + scale * box.x, right: e + scale * (box.x + box.width),
      top: baseline - 0.74 * size, bottom: baseline + 0.2 * size });
  }
  const overlap = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  return places.flatMap((one, i) => places.slice(i + 1).filter(other => overlap(one, other))
    .map(other => `${one.words} | ${other.words}`));
}"""
"""Pairs of texts in a picture whose letters overlap."""

SMALL_TEXTS = """([least, except]) => [...document.querySelectorAll("svg text, body :not(svg *)")].flatMap(element => {
  const isWritten = element.localName === "text" ? !element.closest("defs") && element.checkVisibility()
    : element.checkVisibility() && [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  if (!isWritten || element.closest("[hidden]") || element.closest(except)) return [];
  const matrix = element.localName === "text" ? element.getScreenCTM() : { a: 1, b: 0 };
  const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(matrix.a, matrix.b);
  return size < least && element.id !== "home" ? [`${element.textContent} (${size})`] : [];
})"""
"""Texts that are smaller than a number of pixels, except those in elements with a selector."""


EQUAL = """shown => document.querySelector(".sheet > svg").isEqualNode(
  document.importNode(new DOMParser().parseFromString(shown, "image/svg+xml").documentElement, true))"""
"""Whether the picture of a page equals a given one."""


@pytest.fixture(scope="session")
def dejavu(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that has no fonts but DejaVu."""
    if not Path(FONTS).exists():
        pytest.skip("the fonts of DejaVu are not installed")
    folder = tmp_path_factory.mktemp("fonts")
    settings = folder / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{FONTS}</dir><cachedir>{folder}</cachedir></fontconfig>", encoding="utf-8")
    launched = browser.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox"], env={"FONTCONFIG_FILE": str(settings)}
    )
    yield launched
    launched.close()


def pictures(case: Case) -> Iterator[str]:
    """Yield pictures of a random game in turn for all viewers, with long names."""
    rules, choice, game, drawn = case.rules, Random(3), case.game(case.rules, 3), 0
    viewers: list[int | None] = [None, *range(rules.num_players)]
    number = 0
    while not game.is_over and drawn < MOST:
        before, last = game.position(), choice.choice(game.legal_actions())
        game.step(last)
        number += 1
        if number % EVERY == 0:
            viewer = viewers[drawn % len(viewers)]
            decoded, position = rules.actions.decode(last), game.position()
            told = rules.text_module().tell(before, decoded, position, viewer) or [None]
            voice = Voice(LONG_NAMES[: rules.num_players], viewer)
            yield rules.draw_svg(position, viewer, decoded, voice, told[0])
            yield voice.say_in_picture(rules.svg_module().draw_stage(position, viewer, decoded))
            drawn += 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_texts_overlap_without_the_fonts_of_pages(dejavu: Browser, case: Case) -> None:
    page = dejavu.new_page()
    for picture in pictures(case):
        page.set_content(picture)
        assert page.evaluate(OVERLAPS) == []
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_no_texts_overlap_at_the_table(dejavu: Browser, server: Server, game: str) -> None:
    page = dejavu.new_page(viewport=ViewportSize(width=1400, height=900))
    at_a_table(page, server, game)
    assert page.evaluate("document.fonts.check('12px Roboto') && document.fonts.size >= 2")
    assert page.evaluate(OVERLAPS) == []
    page.close()


def at_a_table(page: Page, server: Server, game: str, players: int = 2) -> None:
    """Join a table during a game."""
    links = make_table(page, server.url, body(game, ["me"] + ["heuristic"] * (players - 1), seed=2))
    sit_down(page, server.url, links["links"][0]["token"])
    play(page, Random(1), 8)
    wait_for_turn(page)


@pytest.mark.parametrize(("game", "players"), [("krone_schwert", 5), *((game, 2) for game in GAMES[1:])])
def test_texts_are_large_enough(page: Page, server: Server, game: str, players: int) -> None:
    """At least 12 pixels beside the board; on the board nearly so, and it can be enlarged."""
    at_a_table(page, server, game, players)
    for width, height, least in ((1024, 768, 11), (1366, 768, 11), (1920, 1080, 12)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SMALL_TEXTS, [12, ".stage, .hand"]) == [], width
        assert page.evaluate(SMALL_TEXTS, [least, "#none"]) == [], width
    page.get_by_role("button", name="Zoom").click()
    assert page.evaluate(SMALL_TEXTS, [12, "#none"]) == []


@pytest.mark.parametrize(("game", "players"), [("krone_schwert", 5), *((game, 2) for game in GAMES[1:])])
def test_a_phone_enlarges_all_texts_of_the_board(
    new_page: Callable[..., Page], server: Server, game: str, players: int
) -> None:
    page = new_page(**PHONE)
    at_a_table(page, server, game, players)
    for _ in range(2):
        page.get_by_role("button", name="Zoom").click()
    assert page.evaluate(SMALL_TEXTS, [11, ".side"]) == []


def test_the_board_can_be_enlarged(page: Page, server: Server) -> None:
    at_a_table(page, server, "krone_schwert")
    width = "document.querySelector('.sheet').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.get_by_role("button", name="Zoom").click()
    assert page.evaluate(width) > 1.4 * before
    for _ in range(3):
        page.get_by_role("button", name="Zoom").click()
    assert page.evaluate(width) == before


def test_the_first_load_is_small(page: Page, server: Server) -> None:
    """The lobby, with the font."""
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))  # Playwright needs a function of Python
    page.goto(server.url)
    page.wait_for_selector(".game")
    assert sum(response.request.sizes()["responseBodySize"] for response in loaded) < MOST_LOADED


def test_pages_of_recorded_games_contain_the_font(dejavu: Browser, tmp_path: Path) -> None:
    write_page(recorded(9), tmp_path / "game.html")
    page = dejavu.new_page()
    page.goto((tmp_path / "game.html").as_uri())
    assert page.evaluate("document.fonts.ready.then(fonts => [...fonts].some(font => font.status === 'loaded'))")
    assert page.evaluate(OVERLAPS) == []
    page.close()


def test_lists_are_shown_on_demand(page: Page, server: Server) -> None:
    at_a_table(page, server, "politics_and_intrigue")
    lists = page.locator(".lists [data-lists]")
    expect(lists).to_be_hidden()
    open_tab(page, "Cards")
    expect(lists).to_be_visible()
    open_tab(page, "Game")
    expect(lists).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_laid_out_a_few_times_for_all_targets(page: Page, server: Server, game: str) -> None:
    """Measuring one target after another, with changes in between, lays out the page each time."""
    sit_down(
        page, server.url, make_table(page, server.url, body(game, ["me", "heuristic"], seed=1))["links"][0]["token"]
    )
    assert wait_for_turn(page)
    decide(page, Random(1))
    assert wait_for_turn(page)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def layouts() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount"))

    before, number = layouts(), page.locator(".table").get_attribute("data-number")
    page.keyboard.press("ArrowLeft")  # draws the board again
    page.wait_for_selector(f'.table:not([data-number="{number}"])')
    assert before < layouts() < before + 25


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_changes_only_where_the_position_does(page: Page, server: Server, game: str) -> None:
    """It becomes equal to the picture of a page that is opened now, and what stays keeps its elements."""
    link = make_table(page, server.url, body(game, ["me", "heuristic"], seed=2))["links"][0]["token"]
    sit_down(page, server.url, link)
    fresh, choice = page.context.new_page(), Random(4)
    for _ in range(8):
        assert wait_for_turn(page)
        page.evaluate("document.querySelectorAll('.sheet > svg:first-child *').forEach(each => { each.known = true; })")
        decide(page, choice)
        assert wait_for_turn(page)
        fresh.goto("about:blank")
        sit_down(fresh, server.url, link)
        shown = fresh.locator(".sheet > svg").first.evaluate("drawing => drawing.outerHTML")
        assert page.evaluate(EQUAL, shown)
        all_parts = "[...document.querySelectorAll('.sheet > svg:first-child *')]"
        kept = page.evaluate(f"{all_parts}.filter(each => each.known).length")
        assert kept > 0.5 * page.locator(".sheet > svg:first-child *").count()
