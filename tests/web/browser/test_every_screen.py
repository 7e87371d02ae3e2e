"""Nothing is cut off, overlaps or sticks out of its box: all screens of the page, in all sizes."""

import pytest
from playwright.sync_api import Page

from tests.web.browser.faults import FAULTS
from tests.web.browser.screens import SIZES, TOURS, resize
from tests.web.browser.server import Server

pytestmark = pytest.mark.needs_jit

OFTEN = ("lobby", "people", "table two_crowns 2", "table krone_schwert 5", "end krone_schwert 4")
"""Beginnings of the tours that every run of the tests takes."""


@pytest.mark.parametrize(
    "tour", [pytest.param(name, marks=() if name.startswith(OFTEN) else pytest.mark.long) for name in TOURS]
)
def test_nothing_is_cut_off_or_overlaps(page: Page, server: Server, tour: str) -> None:
    for screen in TOURS[tour](page, server.url):
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(FAULTS) == [], (screen, size)
        resize(page, "desk")


def test_faults_are_found(page: Page) -> None:
    """Text that is cut off, that overlaps, or that is wider than its box; not what was scrolled away."""
    box = '<div style="width: 50px; {}"><p style="width: 200px; margin: 0">some words in a row</p></div>'
    for style, fault in (("overflow: hidden", "cut off"), ("margin-bottom: -20px", "overlap"), ("", None)):
        page.set_content(f"{box.format(style)}<p style='margin: 0'>other words</p>")
        faults = page.evaluate(FAULTS)
        assert [each.partition(":")[0] for each in faults] == ([] if fault is None else [fault]), style
    page.set_content("<button style='width: 40px; white-space: nowrap'>much too long</button>")
    assert [each.partition(":")[0] for each in page.evaluate(FAULTS)] == ["sticks out"]
    page.set_content("<div style='height: 20px; overflow: auto'><p>one</p><p>two</p></div><p>three</p>")
    assert page.evaluate(FAULTS) == []
