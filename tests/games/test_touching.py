"""Pictures are clickable: every action has a picture element or a button, and every question has a text."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from tests.docs.generators.rules_page import RulesPage
from tests.helpers.cases import CASES, Case
from tests.helpers.pictures import data, words

pytestmark = pytest.mark.needs_jit

DECISIONS, EVERY, RARE = 900, 25, 8  # maximum decisions per game; interval of checked ones; additional checks per phase
BUTTONS = {
    "krone_schwert": {"react", "vote", "tax", "draw", "revolt", "done", "end_turn"},
    "two_crowns": {"attack", "recruit", "done", "pay", "roll_fate", "pass"},
    "politics_and_intrigue": {
        *("take", "number", "region", "ban", "lift", "brewery", "burn_brothel", "roll", "pass", "done", "end_turn")
    },
}
"""Kinds of actions without a picture element: answers, and cards that are only listed."""

Moment = tuple[Position, list[Action], dict[int, str]]
"""A position, the legal actions, and the pictures of the seat to move and of the next one."""


@cache
def moments(case: Case) -> list[Moment]:
    """Yield steps of a random game in which rare kinds of action are as likely as common ones."""
    return list(_play(case))


def _play(case: Case) -> Iterator[Moment]:
    choice, game, counts_by_phase = random.Random(5), case.game(case.rules, 5), Counter[str]()
    for number in range(DECISIONS):
        if game.player is None:
            return
        kinds = defaultdict(list)
        for action in map(game.rules.actions.decode, game.legal_actions()):
            kinds[action.kind].append(action)
        counts_by_phase[game.phase] += 1
        if number % EVERY == 0 or counts_by_phase[game.phase] <= RARE:
            seats = (game.player, (game.player + 1) % game.rules.num_players)
            yield (
                game.position(),
                [action for each in kinds.values() for action in each],
                {s: game.svg(s) for s in seats},
            )
        for rare in ("demolish", "end_turn"):
            if len(kinds) > 1 and choice.random() < 0.7:
                kinds.pop(rare, None)
        game.step(game.rules.actions.encode(*choice.choice(kinds[choice.choice(sorted(kinds))])))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_legal_action_has_a_target_in_the_picture_or_a_button(case: Case) -> None:
    for position, legal, pictures in moments(case):
        targets = set(data(pictures[position["player"]], "target"))
        for action in legal:
            target = case.rules.target(action, position)
            if target is None:
                assert action.kind in BUTTONS[case.rules.package], action
            else:
                assert target in targets, (action, target)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_only_the_own_hand_has_targets(case: Case) -> None:
    for _, _, pictures in moments(case):
        for seat, picture in pictures.items():
            owners = {target.split()[1] for target in data(picture, "target") if target.startswith("hand ")}
            assert owners <= {str(seat)}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_labels_of_legal_actions_are_unique(case: Case) -> None:
    for position, legal, _ in moments(case):
        phrases = [case.rules.phrase(action, position) for action in legal]
        assert len(set(phrases)) == len(phrases)
        assert all(phrase == phrase[0].upper() + phrase[1:] and "None" not in phrase for phrase in phrases)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_action_has_a_label(case: Case) -> None:
    """Illegal actions are included, as users can ask why an action is illegal."""
    space = case.rules.actions
    for position, _, _ in moments(case)[::20]:
        for action in map(space.decode, range(len(space))):
            assert case.rules.phrase(action, position)
            case.rules.target(action, position)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_question_names_the_seat_or_asks_it_and_names_a_rule(case: Case) -> None:
    rules = RulesPage(case.rules.package).rules
    for position, _, pictures in moments(case):
        question = case.rules.question(position)
        assert question is not None
        assert question.words.startswith(f"Seat {position['player']} ")
        assert question.rule in rules
        for seat, picture in pictures.items():  # the seat itself is asked, others are told
            shown = " ".join(words(picture))  # in one line or two
            assert (question.ask if seat == position["player"] else question.words) in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_has_its_question(game: str) -> None:
    cases = [case for case in CASES if case.rules.package == game]
    seen = {position["phase"] for case in cases for position, _, _ in moments(case)}
    for position, _, _ in moments(cases[0])[:1]:
        for phase in cases[0].rules.phase_names:
            if phase not in seen:
                player = None if phase == "over" else position["player"]
                pending = {"card": "arsonist", "backfire": False}
                question = cases[0].rules.question({**position, "phase": phase, "player": player, "pending": pending})
                assert (question is None) == (phase == "over")


@pytest.mark.parametrize(
    ("game", "phase", "kind", "arguments", "words"),
    [
        ("krone_schwert", "setup", "claim", {"field": 7}, "Place a marker on field 7"),
        ("krone_schwert", "action", "claim", {"field": 7}, "Occupy field 7"),
        ("krone_schwert", "redraw", "done", {}, "Draw no replacement"),
        ("two_crowns", "turn", "exact", {"card": "gold_1"}, "Swap Gold 1: discard it, draw two, keep one"),
        ("two_crowns", "lay", "done", {}, "Attack with these cards"),
        ("politics_and_intrigue", "action", "trade", {"give": "ore", "get": "wool"}, "Trade ore for wool"),
        ("politics_and_intrigue", "search_pay", "resource", {"resource": "ore"}, "Pay ore"),
        ("politics_and_intrigue", "chancellor", "stack", {"stack": 3}, "Take the top cards of stack 3"),
    ],
)
def test_labels_of_buttons(game: str, phase: str, kind: str, arguments: dict[str, str | int], words: str) -> None:
    case = next(case for case in CASES if case.rules.package == game)
    actions = case.rules.actions
    position = {**case.game(case.rules, 0).position(), "phase": phase}
    assert case.rules.phrase(actions.decode(actions.encode(kind, **arguments)), position) == words
