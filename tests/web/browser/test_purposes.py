"""Gestures do what a player means: cards ask what for, outlines tell purposes apart, cards are laid in any order."""

import json
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from kschwert_env.two_crowns import Game, Rules
from tests.web.browser.playing import body, make_table, moved_on, play, sit_down, wait_for_turn
from tests.web.browser.server import Server
from tests.web.browser.test_gestures import in_action_phase, number, sent

pytestmark = pytest.mark.needs_jit

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def seed_with(*cards: str) -> int:
    """Return a seed of Two Crowns with which the first seat gets these cards."""
    return next(seed for seed in range(10_000) if set(cards) <= set(Game(Rules(), seed).position()["hands"][0]))


def two_crowns(page: Page, server: Server, *cards: str) -> None:
    """Begin a game of Two Crowns with these cards in the own hand."""
    asked = body("two_crowns", ["me", "heuristic"], seed=seed_with(*cards))
    sit_down(page, server.url, make_table(page, server.url, asked)["links"][0]["token"])
    wait_for_turn(page)


def click_card(page: Page, target: str) -> None:
    """Touch an outlined card in the hand."""
    page.locator(f':is(.layer [data-touch="{target}"], .hand [data-target="{target}"])').first.click()


def outlined(page: Page) -> set[str]:
    return set(
        page.locator(":is(.layer, .hand) .can").evaluate_all(
            "all => all.map(each => each.dataset.touch ?? each.dataset.target)"
        )
    )


def test_a_knight_asks_what_for(page: Page, server: Server) -> None:
    """It is neither swapped nor laid by a touch. To attack with it leads to the laying, with the knight laid."""
    two_crowns(page, server, "knight_2")
    frames = sent(page)
    click_card(page, "hand 0 knight_2")
    menu = page.get_by_role("menu")
    expect(menu).to_contain_text("Swap Knight 2: discard it, draw two, keep one")
    expect(menu).to_contain_text("the difference comes off the enemy's castle")
    page.keyboard.press("Escape")
    assert number(page) == 0
    assert not any('"act"' in frame for frame in frames)
    click_card(page, "hand 0 knight_2")
    menu.get_by_role("menuitem").filter(has_text="Attack").click()
    moved_on(page, "0")
    expect(page.locator(".laid")).to_contain_text("Knight 2")
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Attack with these cards")).to_be_enabled()


def test_a_card_is_not_discarded_by_a_touch(page: Page, server: Server) -> None:
    """Krone & Schwert: a card names its uses with cost and effect; a building is placed in a second step."""
    in_action_phase(page, server.url)
    before = number(page)
    hand = sorted(target for target in outlined(page) if target.startswith("hand 0 "))
    assert hand
    click_card(page, hand[0])
    menu = page.get_by_role("menu")
    expect(menu).to_contain_text("Discard")
    expect(menu).to_contain_text("to claim")
    expect(menu).to_contain_text("1 AP for each field")
    assert number(page) == before


def test_kinds_of_actions_have_outlines_and_buttons_with_costs(page: Page, server: Server) -> None:
    in_action_phase(page, server.url)
    before = number(page)
    groups = page.locator(".groups")
    expect(groups.get_by_role("button", name="Occupy")).to_contain_text("3 AP, your whole turn")
    expect(groups.get_by_role("button", name="Claim")).to_contain_text("1 AP for each field")
    expect(groups.get_by_role("button", name="Draw a card")).to_contain_text("1 AP")
    looks = page.locator(".layer .can").evaluate_all(
        "all => all.map(each => [each.dataset.touch.split(' ')[0], each.getAttribute('class'), "
        "getComputedStyle(each.children[1]).strokeDasharray, getComputedStyle(each.children[1]).strokeWidth])"
    )
    fields = {tuple(look[1:]) for look in looks}
    assert "can look-many" in {look for look, *_ in fields}  # to occupy
    assert len({tuple(style) for _, *style in fields}) == len({look for look, *_ in fields})
    assert page.locator(".hand .can").count() > 0
    groups.get_by_role("button", name="Claim").click()
    assert {target.split()[0] for target in outlined(page)} == {"hand"}
    groups.get_by_role("button", name="Occupy").click()
    shown = outlined(page)
    assert {target.split()[0] for target in shown} == {"field"}
    expect(page.locator(".effect")).to_contain_text("Take any free field")
    page.keyboard.press("Escape")
    assert outlined(page) > shown
    groups.get_by_role("button", name="Occupy").click()
    click_card(page, sorted(shown)[0])
    moved_on(page, str(before))


def test_a_field_asks_before_it_costs_the_turn(page: Page, server: Server) -> None:
    in_action_phase(page, server.url)
    before = number(page)
    click_card(page, next(target for target in sorted(outlined(page)) if target.startswith("field ")))
    expect(page.get_by_role("menu")).to_contain_text("3 AP, your whole turn")
    assert number(page) == before


def test_a_filter_by_the_keyboard(page: Page, server: Server) -> None:
    """The answers of a purpose follow its button; Escape leads back."""
    in_action_phase(page, server.url)
    before = number(page)
    page.locator(".groups").get_by_role("button", name="Occupy").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.group") == "Occupy"
    page.locator("summary").filter(has_text="As a list").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    moved_on(page, str(before))


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_cards_are_laid_in_any_order_and_taken_back(
    new_page: Callable[..., Page], server: Server, device: dict[str, object]
) -> None:
    """The page sends them in the engine's order, when they are confirmed."""
    page = new_page(**device)
    two_crowns(page, server, "knight_1", "knight_3", "feint", "gold_1")
    frames = sent(page)
    page.reload()
    wait_for_turn(page)
    page.locator(".groups").get_by_role("button", name="Attack").click()
    moved_on(page, "0")
    wait_for_turn(page)
    confirm, tray = page.get_by_role("button", name="Attack with these cards"), page.locator(".laid")
    expect(confirm).to_be_disabled()
    assert "hand 0 gold_1" not in outlined(page)
    click_card(page, "hand 0 feint")
    expect(tray).to_contain_text("Feint")
    expect(page.locator(".choices")).to_contain_text("knight (A1)")
    expect(confirm).to_be_disabled()
    click_card(page, "hand 0 knight_3")
    expect(confirm).to_be_enabled()
    page.get_by_role("button", name="Lay Knight 1").first.click()
    expect(tray).to_contain_text("Knight 1")
    page.get_by_role("button", name="Knight 3: take back").click()
    expect(tray).not_to_contain_text("Knight 3")
    click_card(page, "hand 0 knight_1")  # it is marked as laid, so a touch takes it back
    expect(tray).not_to_contain_text("Knight 1")
    click_card(page, "hand 0 knight_3")
    expect(confirm).to_be_enabled()
    assert sum('"act"' in frame for frame in frames) == 1  # the attack
    confirm.click()
    page.wait_for_selector('.table:not([data-number="1"])')
    act = json.loads([frame for frame in frames if '"act"' in frame][-1])
    names = [Rules().actions.decode(action) for action in [act["action"], *act["then"]]]
    assert [(each.kind, each.card) for each in names] == [("lay", "knight_3"), ("lay", "feint"), ("done", None)]
    wait_for_turn(page)
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('.table[data-number="1"]')
    expect(tray).to_contain_text("Touch cards in your hand")


def test_cards_of_an_attack_and_a_revolt_are_laid_together(page: Page, server: Server) -> None:
    """A whole game of Krone & Schwert by touches and buttons passes through both."""
    links = make_table(
        page, server.url, body("krone_schwert", ["me", "heuristic", "heuristic"], options={"max_rounds": 6})
    )
    sit_down(page, server.url, links["links"][0]["token"])
    assert play(page, Random(4)) > 5
