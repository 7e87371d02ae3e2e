"""A simulated person: creates a table, joins, and plays by clicks, taps or keys."""

from random import Random
from typing import Any

from playwright.sync_api import Page

TIMEOUT = 240_000  # milliseconds; rules and agents may have to be compiled first

_CHOICES = """() => {
  const at = element => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const shown = element => {
    const [x, y] = at(element);
    return element.contains(document.elementFromPoint(x, y));
  };
  const all = selector => [...document.querySelectorAll(selector)].filter(shown);
  return {
    menu: all(".menu button").map(at), touches: all(".layer .can, .hand .can").map(at),
    answers: all(".answers button:enabled").map(answer => [at(answer), answer.textContent]),
  };
}"""
"""What can be clicked on the screen as it is: the middle of each."""

UNCHECKED = ".laid[data-checked=false]"
"""Laid cards that the server has not checked yet."""

SEED = 7
"""Seed of tables without other people."""

ENDING = ("End the turn", "Demolish")
"""Answers that are given rather last, so that something happens."""


def body(game: str, kinds: list[str], **more: Any) -> dict[str, Any]:
    """Return a request for a table: seats are "me", a person with a "link", or an agent spec.

    No decision makes itself, so that what a page asks stays asked until it is answered. Without other people a
    table has a seed; otherwise the server chooses it.
    """
    seats = [
        {"kind": kind, "name": f"Player {seat + 1}"} if kind in ("me", "link") else {"kind": "agent", "agent": kind}
        for seat, kind in enumerate(kinds)
    ]
    seed = None if "link" in kinds else SEED
    return {"game": game, "options": {}, "seats": seats, "pace": 0, "forced": False, "seed": seed, **more}


def make_table(page: Page, url: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Create a table in the lobby; return its links."""
    page.goto(url)
    answer: dict[str, Any] = page.evaluate(
        """async body => (await fetch("/api/tables", {
          method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)})).json()""",
        asked,
    )
    assert "error" not in answer, answer
    return answer


def sit_down(page: Page, url: str, token: str | None) -> None:
    """Open a table by a link."""
    page.goto(f"{url}#/table/{token}")
    page.wait_for_selector(".table[data-number]", timeout=TIMEOUT)


def is_over(page: Page) -> bool:
    return page.locator(".table").get_attribute("data-over") == "true"


def wait_for_turn(page: Page) -> bool:
    """Wait until a person at this page has to decide, and may; return False when the game is over."""
    page.wait_for_selector(".table:is([data-mine=true][data-ready=true], [data-over=true])", timeout=TIMEOUT)
    close_scenes(page)
    return not is_over(page)


def close_scenes(page: Page) -> None:
    """Continue after the battle and the end that are shown."""
    while page.locator("dialog.scene[open] .main").count():
        page.locator("dialog.scene[open] .main").click()
    finale = page.locator("dialog.finale[open]").get_by_role("button", name="Look at the board")
    if finale.count():
        finale.click()


def decide(page: Page, choice: Random) -> None:
    """Take one decision, by clicks on the board, in the menus that it opens, and on buttons."""
    number = page.locator(".table").get_attribute("data-number")
    for clicks in range(60):
        page.wait_for_selector(UNCHECKED, state="detached")
        confirm, unlaid = page.locator(".answers .main:enabled"), page.locator(".hand [aria-pressed=false]")
        if clicks > 8 and confirm.count():  # enough cards are laid
            confirm.click()
        elif clicks > 8 and clicks % 2 and unlaid.count():  # these cards do not suffice, or none can be laid
            unlaid.first.click()
        else:
            click(page, choice)
        if page.locator('.choices[data-sent="true"]').count() or not is_at(page, number):
            moved_on(page, number)
            return
    raise AssertionError(f"no decision is taken: {page.locator('.choices').inner_text()}")


def click(page: Page, choice: Random) -> None:
    """Click something that can be chosen."""
    close_scenes(page)
    seen = page.evaluate(_CHOICES)
    if seen["menu"]:
        page.mouse.click(*choice.choice(seen["menu"]))
    elif seen["touches"] and (choice.random() < 0.6 or not seen["answers"]):
        page.mouse.click(*choice.choice(seen["touches"]))
    elif seen["answers"]:
        going_on = [at for at, words in seen["answers"] if not words.startswith(ENDING)]
        page.mouse.click(*choice.choice(going_on or [at for at, _ in seen["answers"]]))
    else:  # all cards are laid
        laid = page.locator(".hand [aria-pressed=true]")
        assert laid.count(), page.locator(".choices").inner_text()
        laid.first.click()


def open_tab(page: Page, name: str) -> None:
    """Open a tab beside the board."""
    tab = page.get_by_role("tab", name=name, exact=True)
    if not tab.is_visible() and page.locator(".open-side").is_visible():  # a phone
        page.locator(".open-side").click()
    tab.click()


def is_at(page: Page, number: str | None) -> bool:
    """Return whether the page still shows the position after that many decisions."""
    return page.locator(f'.table[data-number="{number}"]').count() == 1


def moved_on(page: Page, number: str | None) -> None:
    """Wait until a decision has changed the state."""
    page.wait_for_selector(f'.table:not([data-number="{number}"])', timeout=TIMEOUT)


def play(page: Page, choice: Random, most: int = 10**6) -> int:
    """Take decisions until the game is over, or `most` decisions; return their number."""
    for number in range(most):
        if not wait_for_turn(page):
            return number
        decide(page, choice)
    return most


def board(page: Page) -> str:
    """Return the picture on the page."""
    return str(page.locator(".sheet > svg").first.evaluate("drawing => drawing.outerHTML"))
