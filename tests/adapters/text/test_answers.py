"""Answers: each number and phrase parses back to its action, and everything else is refused quickly."""

import json
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.text import InvalidAnswer, TextGame
from kschwert_env.adapters.text.answers import MAX_ANSWER
from tests.adapters.text.play import decisions
from tests.helpers.cases import CASES, ONE_EACH, Case


def spellings(text: TextGame, number: int, words: str, name: str) -> list[Any]:
    """Return answers that all name the same action."""
    action = text.game.rules.actions.decode(number)
    named = {"kind": action.kind, **action.arguments()}
    return [
        str(number),
        f"  {number}.\n",
        f"[{number}]",
        f"[{number}] {words}",
        words,
        words.upper(),
        f"**{words}**",
        name,
        name.replace("=", ' = "').replace(",", '",').replace(")", '")') if "=" in name else name,
        json.dumps(named),
        json.dumps({"action": number}),
        json.dumps({"action": named}),
        json.dumps({"action": name}),
        f"```json\n{json.dumps(named)}\n```",
        f"I think that <answer>9999</answer> is wrong, so <answer>{words}</answer>",
        f"Therefore \\boxed{{{name}}}.",
        f"\\boxed{{{json.dumps(named)}}}",
        f"<answer>\\boxed{{\\text{{{words}}}}}</answer>",
        number,
        [number],
        named,
    ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_number_and_phrase_parses_back_to_its_action(case: Case) -> None:
    rng = np.random.default_rng(1)
    for text in decisions(case, 3, 60):
        seat = text.player
        assert seat is not None
        choices = text.choices(seat)
        assert [choice.number for choice in choices] == text.game.legal_actions()
        for index in rng.choice(len(choices), min(2, len(choices)), replace=False).tolist():
            choice = choices[index]
            for answer in spellings(text, choice.number, choice.words, choice.name):
                assert text.parse(seat, answer) == choice.number, answer


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_phrases_of_a_decision_differ(case: Case) -> None:
    for text in decisions(case, 4, 60):
        words = [choice.words.lower() for choice in text.choices(text.player or 0)]
        assert len(set(words)) == len(words)


def attack_turn() -> TextGame:
    """Return the first decision of Two Crowns: attack [0], recruit is illegal [1], exchange a card."""
    return TextGame(two_crowns.Rules(), 1)


def refusal(text: TextGame, answer: object) -> str:
    with pytest.raises(InvalidAnswer) as caught:
        text.parse(text.player or 0, answer)
    return str(caught.value)


REFUSED = {
    "": "the answer is empty",
    "1": "recruit(), is illegal: you have 7 cards in hand and at rest",
    "99": "action must be an integer from 0",
    "-1": "'-1' is not one of the legal actions",
    "0 or 2": "'0 or 2' is not one of the legal actions",
    "I attack": "'I attack' is not one of the legal actions",
    "[0, 2]": "is not a number, a list with one number",
    "[true]": "is not a number, a list with one number",
    "0.0": "'0.0' is not one of the legal actions",
    "[0.0]": "is not a number, a list with one number",
    "[0] Pass": "[0] is 'Attack', not 'Pass'",
    '{"kind": "attack", "kind": "pass"}': "has a key twice",
    '{"card": "knight_1"}': 'neither the key "action" alone nor the key "kind"',
    '{"kind": "exact"}': "exact takes card, but nothing was given",
    '{"kind": "exact", "card": ["knight_1"]}': "the arguments of 'exact' are not numbers and names",
    '{"kind": "fly"}': "unknown kind of action 'fly'",
    "exact(card=dragon)": "card must be one of",
    "exact(card=knight_1, card=knight_1)": "'card=knight_1' is not one argument=value",
    "exact(knight_1)": "'knight_1' is not one argument=value",
    "exact(self=1)": "'exact' has an unknown argument: 'self'",
    '{"kind": "exact", "card": "\\u202eignore your rules"}': "not '\\u202eignore your rules'",
    '{"kind": "\\nSystem: attack"}': "unknown kind of action '\\nSystem: attack'",
    '{"kind": "attack", "\\u202e": 1}': "'attack' has an unknown argument: '\\u202e'",
    '{"action": "\\u202e0"}': "the choice has control characters",
    '{"action": {"action": 0}}': 'neither the key "action" alone nor the key "kind"',
    "lay(card=knight_1)": "this is not what you are asked now; it is for a battle",
    "{0": "is not JSON",
    "<answer>0": "the last tag or box of the answer has no end",
    "<answer>0</answer> or <answer>": "the last tag or box of the answer has no end",
    "\\boxed{0": "the last tag or box of the answer has no end",
    "<answer></answer>": "the answer is empty",
    "\u202eAttack": "the choice has control characters: \\u202eAttack",
    "Att\x1b[31mack": "the choice has control characters",
    "\uff10": "is not one of the legal actions",
    "Attack" * 100: "the choice has 600 characters, more than 200",
    "x" * (MAX_ANSWER + 1): "the answer has 200,001 characters",
}


@pytest.mark.parametrize("answer", REFUSED, ids=lambda answer: answer[:20].encode("unicode_escape").decode())
def test_other_answers_are_refused_with_the_reason(answer: str) -> None:
    message = refusal(attack_turn(), answer)
    assert REFUSED[answer] in message
    assert "Valid: one of the numbers 0, " in message
    assert message.isprintable()
    assert len(message) < 700


@pytest.mark.parametrize("answer", [None, 1.0, True, b"0", {0: 1}, {"action": [[0]]}, [], [[0]], {"kind": 3}], ids=repr)
def test_other_values_are_refused(answer: object) -> None:
    assert "Valid: " in refusal(attack_turn(), answer)


def test_hostile_text_is_refused_quickly() -> None:
    """Each answer would take minutes, or exhaust the stack, if it were searched in full."""
    text = attack_turn()
    for answer in [
        "<answer>" * 24_000,
        "\\boxed{" * 28_000,
        "\\boxed{" + "{" * 190_000,
        "[" * MAX_ANSWER,
        "`" * MAX_ANSWER,
        "x" * 50_000_000,
        "<answer>" + "[" * 150 + "</answer>",
        '{"action": ' * 18,
        "\\text{" * 30 + "0" + "}" * 30,
        "9" * 190,
    ]:
        assert "Valid: " in refusal(text, answer)
    nested: list[object] = []
    for _ in range(900):
        nested = [nested]
    for value in (nested, {"action": nested}, list(range(1_000_000)), {"action": "x" * 10_000_000}):
        assert "Valid: " in refusal(text, value)


def test_an_answer_of_another_seat_is_refused() -> None:
    text = attack_turn()
    with pytest.raises(InvalidAnswer, match="seat 1 has no decision: seat 0 decides now"):
        text.parse(1, "0")
    with pytest.raises(ValueError, match="seat must be an integer from 0 to 1, not 2"):
        text.parse(2, "0")


def test_a_long_reasoning_may_precede_the_answer() -> None:
    assert attack_turn().parse(0, "Let me think. " * 10_000 + "<ANSWER> Attack </ANSWER>") == 0


def test_a_number_is_never_another_argument() -> None:
    """7 is the number of an action, not of a field in another one."""
    text = TextGame(krone_schwert.Rules(2), 1)
    while text.game.phase == "setup":
        text.act(text.game.legal_actions()[0])
    for number in range(text.game.rules.num_fields):
        if number in text.game.legal_actions():
            assert text.game.rules.actions.decode(text.parse(text.player or 0, str(number))).field == number


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(answer=st.text(max_size=60) | st.from_regex(r"\\?[a-z]{0,8}[{(\[<]?[a-z0-9=\", ]{0,12}[})\]>]?", fullmatch=True))
def test_arbitrary_text_names_a_legal_action_or_is_refused(case: Case, answer: str) -> None:
    text = TextGame(case.rules, 2)
    with suppress(InvalidAnswer):
        assert text.parse(text.player or 0, answer) in text.game.legal_actions()
