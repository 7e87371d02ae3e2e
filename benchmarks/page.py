"""Time from a click to its picture in Chromium: `python -m benchmarks.page [--write]`.

A person plays each game in a browser against heuristics, alone on the server or beside 49 other tables. The time of a
click lasts until the frame that shows its result is drawn. An empty page, whose click only changes a text, shows what
the browser and the machine need without the table. `--write` writes the results into docs/benchmarks.md.
"""

import asyncio
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from playwright.sync_api import Browser, Page, Response, ViewportSize, sync_playwright

from benchmarks.peers import measure, report
from benchmarks.peers.catalogue import ROOT
from benchmarks.web import LoadResult, Server, play_as_person, running_server
from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.playing import body, decide, sit_down, wait_for_turn

BEGIN = "<!-- figures: python -m benchmarks.page --write -->"

PACE = 0.5  # time between decisions of agents, in seconds
KINDS = ("krone_schwert", 4), ("two_crowns", 2), ("politics_and_intrigue", 2)
SIZE = ViewportSize(width=1400, height=900)

SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Conditions of slow 3G, in milliseconds and bytes per second."""

EMPTY_PAGE = """<button onclick="this.textContent += '.'" data-number>0</button>"""
"""The page that the table is compared with."""

WATCH = """() => {
  let start = null;
  window.times = [];
  addEventListener("click", event => { start = event.timeStamp; }, true);
  const drawn = () => {
    if (start === null) return;
    const from = start, { port1, port2 } = new MessageChannel();
    start = null;
    port1.onmessage = () => window.times.push(performance.now() - from);
    requestAnimationFrame(() => port2.postMessage(null));
  };
  new MutationObserver(drawn).observe(document.querySelector("[data-number]"),
    { attributeFilter: ["data-number"], childList: true });
}"""
"""Collect the times from a click to the frame that shows the next position, in milliseconds."""


class PageResult(NamedTuple):
    """Times of one game.

    Attributes:
        game: its name; empty for the empty page.
        tables: number of simultaneous tables on the server.
        clicks: times of clicks, in milliseconds.
    """

    game: str
    tables: int
    clicks: list[float]


def measure_first_load(browser: Browser, server: Server) -> str:
    """Return size and time of the first load of the lobby over a slow line, as Markdown."""
    page = browser.new_page(viewport=SIZE)
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))  # Playwright needs a function of Python
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    start = perf_counter()
    page.goto(f"http://{server.address}/", wait_until="commit")
    page.wait_for_selector(".game")
    seconds = perf_counter() - start
    page.wait_for_load_state("networkidle")
    size = sum(response.request.sizes()["responseBodySize"] for response in loaded) / 1000
    page.close()
    return (
        f"- First load of the lobby: {size:,.0f} kB in {len(loaded)} requests. Over a line of 400 kbit/s with a delay "
        f"of 400 ms it is ready after {seconds:.1f} s."
    )


def measure_empty(page: Page, clicks: int, tables: int) -> PageResult:
    """Measure clicks on an empty page."""
    page.goto("about:blank")
    page.set_content(EMPTY_PAGE)
    return watch(page, lambda: page.mouse.click(15, 15), clicks)._replace(tables=tables)


def measure_game(page: Page, server: Server, game: str, players: int, clicks: int, tables: int) -> PageResult:
    """Measure the decisions of a person at a table of heuristics."""
    asked = body(game, ["me", *["heuristic"] * (players - 1)], pace=PACE)
    links: Any = server.ask("POST", "/api/tables", asked)
    page.goto("about:blank")
    sit_down(page, f"http://{server.address}/", links["links"][0]["token"])
    choice = Random(1)

    def click() -> None:
        if wait_for_turn(page):
            decide(page, choice)

    return watch(page, click, clicks)._replace(game=game, tables=tables)


def watch(page: Page, click: Callable[[], None], clicks: int) -> PageResult:
    """Click some times; return the times."""
    page.evaluate(WATCH)
    for _ in range(clicks):
        click()
    page.wait_for_timeout(100)
    return PageResult("", 1, page.evaluate("times"))


@contextmanager
def other_tables(server: Server, number: int) -> Iterator[None]:
    """Let simulated people play at other tables of the server."""
    if number == 0:
        yield
        return
    loop = asyncio.new_event_loop()

    async def play_all() -> None:
        people = [play_as_person(server, i, perf_counter() + 3600, LoadResult(0, [], [], 0, 0)) for i in range(number)]
        await asyncio.gather(*people)

    task = loop.create_task(play_all())

    def run() -> None:
        try:
            loop.run_until_complete(task)
        except asyncio.CancelledError:
            loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(loop), return_exceptions=True))  # close lines
            loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


def table_of(found: list[PageResult]) -> list[str]:
    """Return the measurements as a table in Markdown."""
    head = ("page", "tables", "clicks", "median", "95 %", "maximum")
    rows = []
    for result in found:
        clicks = np.array(result.clicks)
        times = [f"{value:,.0f} ms" for value in (*np.percentile(clicks, (50, 95)), clicks.max())]
        name = f"`{result.game}`" if result.game else "empty page"
        rows.append([name, f"{result.tables}", f"{len(clicks):,}", *times])
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def main(
    clicks: Annotated[int, typer.Option(min=1, help="Decisions in each game and number of tables.")] = 40,
    tables: Annotated[list[int] | None, typer.Option(help="Number of tables. May be repeated.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the results into docs/benchmarks.md.")] = False,
) -> None:
    """Measure times from clicks to pictures."""
    found: list[PageResult] = []
    loads: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for number in tables or (1, 50):
            with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
                loads = loads or [measure_first_load(browser, server)]
                page = browser.new_page(viewport=SIZE)
                for game, players in KINDS:
                    measure_game(page, server, game, players, 3, 1)  # loads compiled code
                with other_tables(server, number - 1):
                    found.append(measure_empty(page, clicks, number))
                    for game, players in KINDS:
                        found.append(measure_game(page, server, game, players, clicks, number))
                        print(*table_of(found[-1:])[2:], flush=True)
                page.close()
        browser.close()
    text = [report.provenance(measure.provenance()), "", *table_of(found), "", *loads]
    print(*text, sep="\n")
    if write:
        report.replace_between(ROOT / "docs" / "benchmarks.md", BEGIN, report.END, "\n".join(text))


if __name__ == "__main__":
    typer.run(main)
