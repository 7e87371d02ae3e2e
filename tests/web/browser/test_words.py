"""Words of players: "You", names that people typed, "Player 1"; no identifiers on any screen."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from kschwert_env import GAMES
from tests.web.browser.playing import body, decide, is_over, make_table, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_gestures import in_action_phase

pytestmark = pytest.mark.needs_jit

IDENTIFIERS = re.compile(r"[Ss]eats? \d|\w+\((?:\w+=|\))|\b[a-z]+_[a-z0-9_]+\b|\bhand \d\b|the phase is|\[\w+('s)?\]")


def words(page: Page) -> str:
    """Return all words on the page, in pictures, and for screen readers."""
    return str(
        page.evaluate(
            """() => [document.body.innerText, document.title,
              ...[...document.querySelectorAll("svg text, svg title")].map(each => each.textContent),
              ...[...document.querySelectorAll("[aria-label], [title]")].flatMap(
                each => [each.getAttribute("aria-label"), each.getAttribute("title")])].join("\\n")"""
        )
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_identifiers_on_any_screen(page: Page, server: Server, game: str) -> None:
    """In the lobby, and through a game, with reasons."""
    page.goto(server.url)
    page.locator(f'.game[data-game="{game}"]').click()
    assert IDENTIFIERS.findall(words(page)) == []
    asked = body(game, ["me", "heuristic"], seed=5)
    asked["seats"][0]["name"] = "Ada"
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    choice, seen = Random(3), ""
    for _ in range(14):
        if not wait_for_turn(page):
            break
        seen += words(page)
        assert IDENTIFIERS.findall(words(page)) == []
        decide(page, choice)
    assert "You " in seen
    wait_for_turn(page)
    if not is_over(page):
        page.get_by_role("button", name="Why can't I").click()
        page.wait_for_selector("dialog dl, dialog p")
        assert IDENTIFIERS.findall(words(page)) == []


def test_names_and_you_are_the_same_everywhere(new_page: Callable[..., Page], server: Server) -> None:
    """Two people: each is "You" on the own page and has a name on the other's, in list, log, question and picture."""
    ada, bob = new_page(), new_page()
    asked = body("two_crowns", ["me", "link"])
    asked["seats"][0]["name"] = "Ada"
    asked["seats"][1]["name"] = None
    links = [link["token"] for link in make_table(ada, server.url, asked)["links"]]
    sit_down(ada, server.url, links[0])
    sit_down(bob, server.url, links[1])
    expect(ada.locator(".question")).to_contain_text("Your turn: choose an action")
    expect(bob.locator(".question")).to_contain_text("Ada takes an action")
    expect(ada.locator(".lists")).to_contain_text("Player 2's cards")
    expect(bob.locator(".lists")).to_contain_text("Your cards")
    expect(ada.locator(".seats")).to_contain_text("You")
    expect(ada.locator(".seats")).to_contain_text("Player 2")
    expect(bob.locator("#where")).to_contain_text("you are Player 2")
    wait_for_turn(ada)
    ada.locator(".groups").get_by_role("button", name="Attack").click()
    expect(ada.locator(".log")).to_contain_text("You attack Player 2.")
    expect(bob.locator(".log")).to_contain_text("Ada attacks you.")
    assert ada.locator(".seats .marker text").all_text_contents() == ["1", "2"]
    assert bob.locator('.sheet [id^="ks-seat"] text').evaluate_all("all => all.map(each => each.textContent)") == [
        "1",
        "2",
    ]


def test_a_name_of_marks_is_only_a_name(page: Page, server: Server) -> None:
    asked = body("two_crowns", ["me", "heuristic"])
    asked["seats"][1] = {"kind": "agent", "agent": "heuristic", "name": "[0] <b>&amp;"}
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    expect(page.locator(".seats")).to_contain_text("[0] <b>&amp;")
    expect(page.locator(".lists")).to_contain_text("[0] <b>&amp;")
    assert page.locator(".lists b").count() == 0


def test_examples(page: Page, server: Server) -> None:
    in_action_phase(page, server.url)
    expect(page.locator(".question")).to_contain_text("Your turn: choose an action (3 AP left)")
    assert page.get_by_label("Play forced moves automatically").count() == 1
    card = page.locator(".hand .can").first
    label = card.get_attribute("aria-label") or ""
    assert re.search(r"Discard [A-Z][a-z 0-9]+ to claim (1 field|up to 2 fields)", label)


def test_opponents_are_easy_medium_and_strong(page: Page, server: Server) -> None:
    page.goto(server.url)
    who = page.get_by_label("who plays as Player 2")
    who.wait_for()
    assert who.locator("optgroup[label='The computer'] option").all_inner_texts() == ["Easy", "Medium", "Strong"]
    assert (who.input_value(), who.locator("option:checked").inner_text()) == ("agent heuristic:errors=0.08", "Easy")
    expect(page.locator(".chairs .hint").nth(1)).to_contain_text(re.compile(r"Wins \d\d % of games against Medium"))
    who.select_option(label="Medium")
    page.locator("[data-start]").click()
    page.wait_for_selector(".table[data-number]", timeout=240_000)
    expect(page.locator(".seats")).to_contain_text("Medium")
    expect(page.locator(".seats [title^='policy:temperature']")).to_have_count(1)


def test_options_have_labels_and_those_for_researchers_are_apart(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator('.game[data-game="politics_and_intrigue"]').click()
    for summary in page.locator("details summary").all():
        summary.click()
    players, researchers = page.locator("form details").all()
    assert "Who begins" in players.inner_text()
    for name in ("Reward", "Max rounds", "Decks", "Events"):
        assert name in researchers.inner_text()
        assert name not in players.inner_text()


def test_there_is_no_question_where_nothing_can_be_answered(page: Page, server: Server) -> None:
    """In the setup only fields can be refused, and those are asked about on the board."""
    made = make_table(page, server.url, body("krone_schwert", ["me", "random"], seed=5))
    sit_down(page, server.url, made["links"][0]["token"])
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Why can't I")).to_have_count(0)
    in_action_phase(page, server.url)
    expect(page.get_by_role("button", name="Why can't I")).to_have_count(1)


def test_your_tables_say_at_what_turn_they_are(page: Page, server: Server) -> None:
    in_action_phase(page, server.url)
    page.goto(server.url)
    expect(page.locator(".your-tables li").first).to_contain_text(re.compile(r", turn \d+$|, turn \d+\W"))


def test_the_strength_of_a_card_stands_apart_from_its_name(page: Page, server: Server) -> None:
    made = make_table(page, server.url, body("two_crowns", ["me", "random"], seed=5))
    sit_down(page, server.url, made["links"][0]["token"])
    choice = Random(2)
    while wait_for_turn(page) and not page.locator(".hand [aria-pressed]").count():
        decide(page, choice)
    page.locator(".hand [data-card^=knight][aria-pressed]").first.click()
    expect(page.locator(".laid")).to_have_text(re.compile(r"^Knight \d strength of these cards \d$"))


def test_rules_for_players_with_contents_and_search(page: Page, server: Server) -> None:
    """Without tables of tests and comments; rule ids in answers are links."""
    in_action_phase(page, server.url)
    page.get_by_role("button", name="Why can't I").click()
    page.locator("dialog .reasons").get_by_role("button", name=re.compile(r"^[A-Z]\d")).first.click()
    page.wait_for_selector("#rules .asked")
    rules = page.locator("#rules .page").inner_text()
    assert "Where each rule lives" not in rules
    assert "<!--" not in rules
    assert "test_" not in rules
    page.get_by_label("contents").select_option(label="9 Revolt")
    expect(page.locator("#rules h2", has_text="9 Revolt")).to_be_in_viewport()
    search = page.get_by_label("search the rules")
    search.fill("papal visit")
    expect(page.locator("#rules .search output")).to_have_text(re.compile(r"1 of \d+"))
    search.press("Enter")
    expect(page.locator("#rules .search output")).to_have_text(re.compile(r"2 of \d+"))
    expect(page.locator("#rules .found").nth(1)).to_be_in_viewport()


def test_analysis_in_words(page: Page, server: Server) -> None:
    links = make_table(page, server.url, body("two_crowns", ["me", "heuristic"], analysis=True))
    sit_down(page, server.url, links["links"][0]["token"])
    expect(page.locator(".thinking")).to_contain_text("Not analysed yet")
