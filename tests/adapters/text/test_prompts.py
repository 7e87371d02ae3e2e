"""Prompts: events, position, question and numbered actions."""

import re

import numpy as np
import pytest

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.text import TextGame
from kschwert_env.adapters.text.choices import Choice, list_choices, number_ranges
from kschwert_env.adapters.text.events import join_by_seat, prompt_voice
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.krone_schwert.text import summary as text_summary
from tests.adapters.text.play import decisions
from tests.helpers.cases import CASES, ONE_EACH, Case


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_prompt_contains_the_number_and_the_words_of_every_action(case: Case) -> None:
    for text in decisions(case, 4, 60):
        assert text.player is not None
        prompt = text.prompt(text.player)
        assert prompt.startswith(f"You are seat {text.player}.\n")
        listed = {int(number) for number in re.findall(r"\[(\d+)\]", prompt)}
        for first, last in re.findall(r"(\d+)-(\d+)", prompt.partition("answer with N alone:")[2].partition("\n")[0]):
            listed |= set(range(int(first), int(last) + 1))
        alone = prompt.partition("answer with N alone:")[2].partition("\n")[0]
        listed |= {int(number) for number in re.findall(r"\d+", alone)}
        assert listed == set(text.game.legal_actions())


@pytest.mark.parametrize("draws_map", [False, True])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_positions_that_look_different_have_different_texts(case: Case, draws_map: bool) -> None:
    """A text contains everything that an observation shows."""
    describe = case.rules.text_module().describe_position
    for seat in range(2):
        observations: dict[str, set[bytes]] = {}
        for text in decisions(case, 9, 80, skip_forced=False):
            position = describe(text.game.resample(seat, 0).position(), seat, draws_map)
            observations.setdefault(position, set()).add(text.game.observe(seat)["observation"].tobytes())
        assert all(len(same) == 1 for same in observations.values())


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_a_game_in_text_runs_to_its_end(case: Case) -> None:
    rng = np.random.default_rng(0)
    text = TextGame(case.rules, 3)
    for _ in range(20_000):
        if text.player is None:
            break
        text.act(int(rng.choice(text.game.legal_actions())))
    assert text.player is None
    assert text.returns.tolist() == text.game.returns.tolist()
    for seat in range(case.rules.num_players):
        assert "The game is over: " in text.prompt(seat)
        assert "[" not in text.prompt(seat)
        assert text.choices(seat) == []


def test_events_since_the_last_decision_include_it() -> None:
    """They begin with the seat's own action, whose result it has not seen yet."""
    text = TextGame(two_crowns.Rules(), 1)
    assert "Since" not in text.prompt(0)
    text.act(text.parse(0, "attack"))
    text.act(text.parse(0, "lay Knight 1"))
    assert "Since your last decision:\nSeat 0 (you) lays knight 1.\n" in text.prompt(0)
    assert "Since your last decision:\nSeat 0 attacks seat 1 (you); lays a card face down.\n" in text.prompt(1)


def test_prompts_can_list_all_events() -> None:
    """Cards that were shown and taken back are among them."""
    text, short = TextGame(two_crowns.Rules(), 1, all_events=True), TextGame(two_crowns.Rules(), 1)
    for _ in range(30):
        number = text.game.legal_actions()[0]
        for each in (text, short):
            each.act(number)
    for seat in (0, 1):
        listed, recent = (each.prompt(seat).split("\n\n")[1] for each in (text, short))
        assert listed.startswith("Since the start of the game:\nSeat 0")
        assert len(listed) > 2 * len(recent)
        assert text.copy().prompt(seat) == text.prompt(seat)


def test_cards_of_an_attack_that_a_truce_ended_stay_in_the_list() -> None:
    """A5: the cards go back to the hand, and every seat has seen them."""
    rules, found = krone_schwert.Rules(3), False
    for seed in range(60):
        text, rng = TextGame(rules, seed, all_events=True), np.random.default_rng(seed)
        while text.player is not None and text.game.position()["turn"] != 60 and not found:
            legal = text.choices(text.player)
            wanted = [c for c in legal if c.name == "react(choice=truce)"] or [c for c in legal if c.kind == "attack"]
            found = bool(wanted) and wanted[0].kind == "react"
            text.act((wanted or [legal[rng.integers(len(legal))]])[0].number)
        if found:
            break
    assert found
    for _ in range(4):
        text.act(text.game.legal_actions()[0])
    for seat in range(3):
        assert re.search(r"laid all for the attack: \w+", text.prompt(seat))
        assert "The attack is off, and its cards go back to the hand." in text.prompt(seat)


def test_prompts_tell_what_the_land_of_each_seat_borders() -> None:
    text, rng = TextGame(krone_schwert.Rules(3), 4), np.random.default_rng(4)
    for _ in range(120):
        text.act(int(rng.choice(text.game.legal_actions())))
    position = text.game.position()
    for seat in range(3):
        prompt, name = text.prompt(seat), rf"Seat {seat} \(you\)"
        (line,) = re.findall(rf"^{name}: ([\d ,]+); (\d+) \+ (\d+) \+ (\d+) VP; beside: (.*)$", prompt, re.MULTILINE)
        areas = [set(map(int, area.split())) for area in line[0].split(", ")]
        own = {field for field, owner in enumerate(position["owner"]) if owner == seat}
        assert set.union(*areas) == own
        assert [len(area) for area in areas] == sorted(map(len, areas), reverse=True)
        beside = {other for field in own for other in position["fields"][field]["neighbours"]} - own
        assert {int(field) for field in re.findall(r"(\d+)[PMF]", line[4])} == beside
        for area in areas:
            around = {other for field in area for other in position["fields"][field]["neighbours"]}
            assert not around & (own - area)
        worth = text_summary.final_scoring(position)[seat]
        assert tuple(map(int, line[1:4])) == (worth.buildings, worth.areas, worth.king)
        assert len(re.findall(r"^Seat \d: [\d ,]+; \d+ \+ \d+ \+ \d+ VP$", prompt, re.MULTILINE)) == 2


def test_a_seat_that_does_not_decide_gets_no_actions() -> None:
    prompt = TextGame(two_crowns.Rules(), 1).prompt(1)
    assert prompt.endswith("\nSeat 0 takes an action.\n")


def test_decisions_without_a_choice_are_skipped() -> None:
    for case in ONE_EACH:
        assert all(len(text.game.legal_actions()) > 1 for text in decisions(case, 5, 80))
        assert any(len(text.game.legal_actions()) == 1 for text in decisions(case, 5, 80, skip_forced=False))


def test_an_illegal_action_changes_nothing() -> None:
    text = TextGame(two_crowns.Rules(), 1)
    prompts = [text.prompt(seat) for seat in (0, 1)]
    with pytest.raises(IllegalAction, match="recruit"):
        text.act(1)
    assert prompts == [text.prompt(seat) for seat in (0, 1)]


def test_a_copy_continues_alone() -> None:
    text = TextGame(two_crowns.Rules(), 1)
    other = text.copy()
    other.act(0)
    assert "Since" not in text.prompt(1)
    assert text.game.phase == "turn"
    text.act(0)
    assert text.prompt(1) == other.prompt(1)


def test_a_game_continues_in_text() -> None:
    """From a copy, without events of its past."""
    game = two_crowns.Game(two_crowns.Rules(), 1)
    game.step(0)
    text = TextGame.from_game(game, skip_forced=False)
    assert "Since" not in text.prompt(1)
    text.act(text.game.legal_actions()[0])
    assert game.legal_actions() != text.game.legal_actions()


def test_maps_are_lists_of_neighbours_or_drawings() -> None:
    rules = krone_schwert.Rules(2)
    listed, drawn = TextGame(rules, 1).prompt(0), TextGame(rules, 1, maps="drawing").prompt(0)
    for field in range(rules.num_fields):
        neighbours = {int(other) for other in rules.neighbours[field] if other >= 0}
        lists = {
            int(entry[0]): set(map(int, entry[1].split())) for entry in re.findall(r"^(\d+)[PMF]: (.*)$", listed, re.M)
        }
        assert neighbours == lists.get(field, {octagon for octagon, others in lists.items() if field in others})
    assert "\\___/" in drawn
    assert "\\___/" not in listed
    with pytest.raises(ValueError, match="maps must be one of list, drawing, not 'globe'"):
        TextGame(rules, maps="globe")  # type: ignore[arg-type]


def test_actions_of_a_kind_share_a_line() -> None:
    choices = [
        Choice(0, "claim", "Occupy field 0", "claim(field=0)"),
        Choice(1, "claim", "Occupy field 1", "claim(field=1)"),
        Choice(2, "claim", "Occupy field 2", "claim(field=2)"),
        Choice(9, "claim", "Occupy field 9", "claim(field=9)"),
        Choice(11, "lay", "Lay the knight 1", "lay(card=knight_1)"),
        Choice(16, "lay", "Lay the feint", "lay(card=feint)"),
        Choice(18, "done", "Attack with these cards", "done()"),
        Choice(20, "exact", "Swap Gold 1: discard it, draw two", "exact(card=gold_1)"),
        Choice(21, "exact", "Swap Feint: discard it, draw two", "exact(card=feint)"),
        Choice(22, "play", "Play one, then another", "play(card=one)"),
        Choice(23, "play", "Play two", "play(card=two)"),
    ]
    assert list_choices(choices) == [
        "Occupy field N; answer with N alone: 0-2, 9",
        "Lay the: [11] knight 1, [16] feint",
        "[18] Attack with these cards",
        "Swap (discard it, draw two): [20] Gold 1, [21] Feint",
        "Play: [22] one, then another; [23] two",
    ]


def test_ranges() -> None:
    assert number_ranges([0, 1, 3, 4, 5, 9]) == "0, 1, 3-5, 9"
    assert number_ranges([]) == ""


def test_sentences_about_one_seat_are_joined() -> None:
    lines = ["[0] [pays] [1].", "[0] [draws] a card.", "The dice show 3.", "[0] [waits].", "[1] [waits]."]
    told = ["Seat 0 pays seat 1 (you); draws a card.", "The dice show 3.", "Seat 0 waits.", "Seat 1 (you) waits."]
    assert join_by_seat(lines, prompt_voice(1)) == told


def test_the_own_seat_is_marked() -> None:
    """With its number at the start of a sentence, by "you" before a verb inside one."""
    say = prompt_voice(1).say
    assert say("[1] [attacks] [11]; [1] [has] 3 cards") == "Seat 1 (you) attacks seat 11; you have 3 cards"
    assert say("[1's] castle, [0's] attack on [1's] field.") == "Your castle, seat 0's attack on your field."
    assert say("King: [1]\n[1]: 3 cards") == "King: seat 1 (you)\nSeat 1 (you): 3 cards"
