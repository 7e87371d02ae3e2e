"""Ids and names of actions, and error messages."""

from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.contract.actions import (
    MAX_ACTIONS,
    Action,
    ActionSpace,
    IllegalAction,
    request_actions,
    with_arguments,
)
from kschwert_env.krone_schwert import Rules

ACTIONS = Rules(3).actions
Swap = with_arguments(__name__, "give", "get")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "jump"}, "unknown kind of action 'jump'; expected one of: claim, castle"),
        ({"kind": "claim"}, "claim takes field, but nothing was given"),
        ({"kind": "draw", "card": "city"}, "draw takes no argument, but card was given"),
        ({"kind": "claim", "field": 72}, "claim: field must be one of 0 to 71, not 72"),
        ({"kind": "cathedral", "field": 36}, "cathedral: field must be one of 0 to 35, not 36"),
        ({"kind": "lay", "card": "unrest"}, "lay: card must be one of .*truce.*, not 'unrest'"),
        ({"kind": "tax", "choice": "maybe"}, "tax: choice must be one of leave, take, not 'maybe'"),
        ({"kind": "large_city", "field": 0, "partner": 71}, "unknown action large_city"),
        ({"kind": ["claim"]}, "unknown kind"),
    ],
)
def test_an_unknown_action_is_explained(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ACTIONS.encode(**arguments)


@pytest.mark.parametrize("number", [-1, 10**6, None, "draw", 0.5])
def test_an_unknown_number_is_explained(number: Any) -> None:
    with pytest.raises(ValueError, match=f"action must be an integer from 0 to {len(ACTIONS) - 1}"):
        ACTIONS.decode(number)


def test_an_action_reads_as_a_call() -> None:
    assert str(Action("large_city", field=3, partner=39)) == "large_city(field=3, partner=39)"
    assert ACTIONS.describe(ACTIONS.encode("draw")) == "draw()"


def test_actions_may_have_arguments_of_their_own() -> None:
    swap = Swap("swap", give="wool", get="ore")
    assert (str(swap), swap.give, swap.card, swap.arguments()) == (
        "swap(give=wool, get=ore)",
        "wool",
        None,
        {"give": "wool", "get": "ore"},
    )
    space = ActionSpace([swap, Swap("swap", give="ore", get="wool"), Swap("draw")])
    assert [space.encode(*space.decode(i)) for i in range(3)] == [0, 1, 2]
    assert space.encode("swap", get="wool", give="ore") == 1
    assert swap != Action("swap")
    assert isinstance(swap, Action)
    with pytest.raises(ValueError, match="get must be one of ore, wool, not 'tin'"):
        space.encode("swap", give="ore", get="tin")
    with pytest.raises(TypeError, match="optionally card, field, partner, choice, give, get"):
        space.encode("swap", gve="ore")


def test_actions_must_be_distinct() -> None:
    with pytest.raises(ValueError, match="must be distinct"):
        ActionSpace([Action("draw"), Action("draw")])


def test_actions_must_not_be_more_than_can_be_counted() -> None:
    actions = [Action("claim", field=field) for field in range(MAX_ACTIONS)]
    assert len(ActionSpace(actions)) == 2040
    with pytest.raises(ValueError, match="2,041 actions; at most 2,040"):
        ActionSpace([*actions, Action("draw")])


# -- answers of strangers -------------------------------------------------------------------------------------

MASKS = np.array([[0, 1, 1], [1, 0, 0]], np.int8)


def asked(answer: Any, why: Any = lambda row, action: f"row {row}: {action} is illegal") -> np.ndarray:
    return request_actions("the fool", lambda: answer, MASKS, why)


@pytest.mark.parametrize("answer", [[1, 0], (2, 0), np.array([2, 0], np.uint64), np.array([1, 0], np.int8)])
def test_legal_answers_are_taken(answer: Any) -> None:
    assert asked(answer).tolist() == list(answer)
    assert asked(answer).dtype == np.int64


class Odd:
    def __array__(self, *arguments: Any, **options: Any) -> np.ndarray:
        raise RuntimeError("not today")

    def __repr__(self) -> str:
        raise RuntimeError("nor this")


@pytest.mark.parametrize(
    "answer",
    [None, 5, [1], [1.0, 0.0], "ab", [[1], [0, 1]], [True, False], {1: 0}, object(), Odd(), np.zeros((2, 1), int), []],
)
def test_what_is_no_action_is_refused_by_name(answer: Any) -> None:
    with pytest.raises(IllegalAction, match=r"the fool must return integers of shape \(2,\), not "):
        asked(answer)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([0, 0], "not 0: row 0: 0 is illegal"),
        ([1, 2], "not 2: row 1: 2 is illegal"),
        ([1, -1], "not -1: row 1"),
        ([1, 3], "not 3: row 1"),
        (np.array([1, 2**64 - 1], np.uint64), "not 18446744073709551615: row 1"),
    ],
)
def test_what_is_illegal_is_refused_with_the_reason(answer: Any, message: str) -> None:
    with pytest.raises(IllegalAction, match=f"the fool must return legal actions, {message}"):
        asked(answer)


def test_who_raises_something_is_named() -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        request_actions("the fool", lambda: 1 / 0, MASKS, lambda row, action: "")
    assert raised.value.__notes__ == ["the fool raised this when asked for 2 actions"]
