"""All screens of the page with seeded games. `python -m tests.web.browser.screens FOLDER [TOUR ...]` draws them.

Each is drawn in all sizes, light and dark; `index.html` shows all pictures, and what is cut off or overlaps is printed.
"""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from kschwert_env.engine.records.record import replay_text
from kschwert_env.rendering.pages.page import write_page
from kschwert_env.web.lobby.levels import levels_of
from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.faults import FAULTS
from tests.web.browser.playing import ENDING, TIMEOUT, body, open_tab, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.client import Client, Seat

SIZES = {"desk": (1400, 900), "tablet": (1024, 768), "phone": (390, 844)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
NOW = datetime(2026, 5, 1, 20, 30, tzinfo=UTC)
TABLES = [*(("krone_schwert", players) for players in range(2, 6)), ("two_crowns", 2), ("politics_and_intrigue", 2)]
GAMES = "krone_schwert", "two_crowns", "politics_and_intrigue"
MIDDLE, MOST = 20, 400  # own decisions
MANY_CARDS = {"krone_schwert": 11, "two_crowns": 7, "politics_and_intrigue": 3}

Screens = Iterator[str]
"""Leads a page from screen to screen, and yields the name of each when the page shows it."""


# -- games ----------------------------------------------------------------------------------------------------


def sit(url: str, game: str, players: int = 2, **more: Any) -> tuple[Seat, dict[str, Any]]:
    """Create a table against easy opponents; return a connection of its first seat, and its links."""
    easy = next(iter(levels_of(game, players)))
    client = Client(url.removeprefix("http://").rstrip("/"))
    status, links = client.post("/api/tables", body(game, ["me"] + [easy] * (players - 1), **more))
    assert status == 200, links
    return client.join(links["links"][0]["token"]), links


def play_until(seat: Seat, holds: Callable[[], bool], wanted: str = "") -> None:
    """Play until something holds when the seat has to decide, or the game is over; prefer actions that begin so."""
    choice = Random(3)
    for _ in range(MOST):
        seat.wait_for_turn()
        if seat.state["over"] or holds():
            return
        words = [action["words"] for action in seat.state["actions"]]
        liked = [i for i, each in enumerate(words) if wanted and each.startswith(wanted)]
        kept = [i for i, each in enumerate(words) if not each.startswith(ENDING)]
        seat.act(choice.choice(liked or kept or range(len(words))))


def cards_of(seat: Seat) -> int:
    return sum(each["count"] for each in seat.state["hand"] or ())


@cache
def in_the_middle(url: str, game: str, players: int) -> dict[str, Any]:
    """Return the links of a table with a game in which own battles have been, with a decision to take."""
    seat, links = sit(url, game, players, analysis=True)
    play_until(seat, lambda: seat.state["number"] > MIDDLE * players and cards_of(seat) > 1)
    seat.close()
    return links


def sit_down_at(page: Page, url: str, links: dict[str, Any]) -> None:
    sit_down(page, url, links["links"][0]["token"] if links["links"] else links["watch"])
    wait_for_turn(page)


# -- tours ----------------------------------------------------------------------------------------------------


def lobby(page: Page, url: str) -> Screens:
    page.goto(url)
    page.wait_for_selector(".game")
    for game in GAMES:
        page.locator(f'[data-game="{game}"]').click()
        yield game
        for summary in page.locator(".setup summary").all():
            summary.click()
        page.mouse.move(0, 0)
        yield f"{game} options"
        page.get_by_role("button", name="Rules", exact=True).click()
        page.wait_for_selector("#rules p")
        yield f"{game} rules"
        page.keyboard.press("Escape")
    page.locator('[data-game="krone_schwert"]').click()
    page.get_by_label("number of players").select_option("5")
    page.get_by_label("who plays as Player 2").select_option("link")
    yield "five players"


def table(game: str, players: int, page: Page, url: str) -> Screens:
    """A decision in the middle of a game, and what can be opened there."""
    sit_down_at(page, url, in_the_middle(url, game, players))
    yield "question"
    if players > 2:  # all else is seen with two
        return
    for tab in ("Analysis", "Cards", "Rules", "Table"):
        open_tab(page, tab)
        if tab == "Rules":
            page.wait_for_selector("#rules p")
        yield tab.lower()
    for name in ("All cards and signs", "In words"):
        open_tab(page, "Cards")
        page.get_by_role("button", name=name).click()
        page.wait_for_selector("dialog[open]")
        yield name.lower()
        page.keyboard.press("Escape")
    open_tab(page, "Game")
    battle = page.get_by_role("button", name="Last battle")
    if battle.is_visible():
        battle.click()
        yield "battle"
        page.keyboard.press("Escape")
    why = page.get_by_role("button", name="Why can't I")
    if why.is_visible():
        why.click()
        page.wait_for_selector("dialog[open]")
        yield "reasons"
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".advice p, .advice li", timeout=TIMEOUT)
    yield "hint"


def many_cards(game: str, page: Page, url: str) -> Screens:
    """A hand with many cards."""
    seat, links = sit(url, game)
    play_until(seat, lambda: cards_of(seat) >= MANY_CARDS[game], "Draw a card")
    sit_down_at(page, url, links)
    yield "many cards"


def questions(game: str, players: int, page: Page, url: str) -> Screens:
    """The first question of each kind in a game."""
    seat, links = sit(url, game, players)
    seen: set[str] = set()
    for _ in range(40):
        play_until(seat, lambda: seat.state["phase"] not in seen)
        if seat.state["over"]:
            break
        phase = seat.state["phase"]
        seen.add(phase)
        page.goto("about:blank")  # so that nothing of the last question stays open
        sit_down_at(page, url, links)
        yield phase
        seat.act(0)


def end(game: str, players: int, page: Page, url: str) -> Screens:
    """The end of a game, and its result."""
    limit = {"two_crowns": {"max_turns": 24}}.get(game, {"max_rounds": 12})
    seat, links = sit(url, game, players, analysis=True, options=limit)
    play_until(seat, lambda: (seat.state["turns_left"] or MOST) <= players)
    sit_down_at(page, url, links)
    play_until(seat, lambda: False)
    page.wait_for_selector('.table[data-over="true"]', timeout=TIMEOUT)
    battle = page.locator("dialog.scene .main")
    if battle.count():
        battle.click()
    page.wait_for_selector("dialog.finale .sources table", timeout=TIMEOUT)
    yield "end"
    page.locator(".finale .progress", has_text="mistake").wait_for(timeout=TIMEOUT)
    yield "graph"
    page.get_by_role("button", name="Look at the board").click()
    open_tab(page, "Result")
    page.wait_for_selector(".summary table")
    yield "result"


def guide(game: str, page: Page, url: str) -> Screens:
    """The first steps of the guided opening."""
    page.goto(url)
    page.locator(f'.game[data-game="{game}"]').click()
    page.get_by_role("button", name="Learn by playing").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    page.wait_for_selector(".guide h2")
    yield "first step"
    forward = page.locator(".guide .main")
    while forward.count():
        forward.click()
    page.wait_for_selector(".table[data-ready=true]")
    yield "first decision"


def watcher(page: Page, url: str) -> Screens:
    for game, players in (("krone_schwert", 4), *((game, 2) for game in GAMES[1:])):
        sit_down(page, url, in_the_middle(url, game, players)["watch"])
        yield game


def people(page: Page, url: str) -> Screens:
    """A table of two people with clocks, chat and invitations."""
    page.goto(url)
    page.get_by_label("who plays as Player 2").select_option("link")
    page.locator("summary").filter(has_text="Options").click()
    page.get_by_label("Clock for people").select_option("10")
    page.get_by_label("name of Player 1").fill("Ada")
    page.get_by_label("Anyone may join").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("dialog .links", timeout=TIMEOUT)
    yield "invitation"
    page.keyboard.press("Escape")
    open_tab(page, "Chat")
    page.get_by_label("message", exact=True).fill("A message that needs more than one line in this panel, I think.")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chat li")
    yield "chat"
    open_tab(page, "Table")
    page.get_by_role("button", name="Resign").click()
    yield "resign"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="give your seat").click()
    yield "give away"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Fill a seat").click()
    yield "fill a seat"
    page.goto(url)
    page.reload()
    page.wait_for_selector(".your-tables li")
    page.wait_for_selector(".open-games li")
    yield "your tables"
    page.goto(f"{url}#/table/nothing")
    page.wait_for_selector(".lost-table")
    yield "lost"


def replay(game: str, page: Page, url: str) -> Screens:
    """The page of a recorded game, and its analysis at the table."""
    record = finished(url, game)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.html"
        write_page(replay_text(record, import_module(f"kschwert_env.{game}").Game), path)
        page.goto(path.as_uri())
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        yield "page"
    page.goto(url)
    page.get_by_label("a position as JSON").fill(record)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)
    yield "analysis"


def finished(url: str, game: str) -> str:
    """Return the record of a game that is over."""
    seat, _ = sit(url, game)
    play_until(seat, lambda: False)
    return str(seat.ask("record")["text"])


Tour = Callable[[Page, str], Screens]

TOURS: dict[str, Tour] = {
    "lobby": lobby,
    **{f"table {game} {players}": partial(table, game, players) for game, players in TABLES},
    **{f"questions {game} {players}": partial(questions, game, players) for game, players in TABLES},
    **{f"cards {game}": partial(many_cards, game) for game in GAMES},
    **{f"end {game} {players}": partial(end, game, players) for game, players in TABLES},
    **{f"guide {game}": partial(guide, game) for game in GAMES},
    "watcher": watcher,
    "people": people,
    **{f"replay {game}": partial(replay, game) for game in GAMES},
}
"""Tours by name."""


# -- pictures -------------------------------------------------------------------------------------------------


def draw(browser: Browser, url: str, name: str, folder: Path) -> list[str]:
    """Draw the screens of a tour; return the names of their pictures without size and theme."""
    page = browser.new_page(reduced_motion="reduce", timezone_id="UTC", locale="en-GB")
    page.clock.set_fixed_time(NOW)
    resize(page, "desk")
    drawn = []
    for screen in TOURS[name](page, url):
        drawn.append(f"{name} {screen}")
        for size in SIZES:
            resize(page, size)
            for fault in page.evaluate(FAULTS):
                print(f"{drawn[-1]} {size}: {fault}", flush=True)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                is_long = page.locator("body[data-at=lobby]:not(:has(dialog, #rules))").count() == 1
                page.screenshot(path=folder / f"{drawn[-1]} {size} {theme}.png", full_page=is_long)
        resize(page, "desk")
    page.close()
    return drawn


def resize(page: Page, size: str) -> None:
    """Give a page another size, and wait until it is laid out. On a phone the chosen tab covers the board."""
    width, height = SIZES[size]
    page.set_viewport_size(ViewportSize(width=width, height=height))
    side, tab = page.locator(".open-side"), page.locator(".tabs [aria-selected=true]")
    if side.count() and not page.locator("dialog[open]").count():
        wanted = size == "phone" and tab.inner_text() != "Game"
        if wanted != page.locator(".table.with-side").count():
            side.evaluate("button => button.click()")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def write_index(folder: Path) -> None:
    """Write a page with all pictures of a folder."""
    shown = "".join(
        f'<figure><img src="{path.name}" loading="lazy"><figcaption>{path.stem}</figcaption></figure>'
        for path in sorted(folder.glob("*.png"))
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}figure{margin:0}img{height:420px}"
    (folder / "index.html").write_text(f"<!doctype html><style>{style}</style>{shown}", encoding="utf-8")


def main(folder: Path, names: list[str]) -> None:
    """Draw all tours, or those whose names begin with one of `names`."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as tables, sync_playwright() as playwright:
        server = Server(Path(tables))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for name in TOURS:
                if name.startswith(tuple(names) or ""):
                    draw(browser, server.url, name, folder)
            browser.close()
        finally:
            server.kill()
    write_index(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
