"""A browser and a server for all tests in this folder, which run last."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.web.browser.server import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of Chromium; the first one draws nothing on a screen, and takes 40 % of the CPU time."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
INSISTS = "KSCHWERT_NEEDS_BROWSER"
"""Where this is set in the environment, tests fail where there is no browser."""

DESK = {"width": 1400, "height": 900}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move these tests to the end: Playwright has an event loop, beside which other tests can't have theirs."""
    items.sort(key=lambda item: Path(__file__).parent in item.path.parents)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    if CHROMIUM is None:
        told = "no Chromium is installed, so nothing is clicked: the page of `kschwert play` is not tested"
        if os.environ.get(INSISTS):
            pytest.fail(told)
        pytest.skip(told)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(browser: Browser, compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its own store."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.kill()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Create pages in separate browser contexts; script errors fail the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text:  # while a server is down
            wrong.append(f"{message.text} {message.location}")

    def make(**options: Any) -> Page:
        contexts.append(browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", **options}))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", hear)
        return page

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page with a desktop window."""
    return new_page()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a test's own server."""
    return tmp_path / "tables"
