"""Numbers and names of actions: what is wrong is said."""

from typing import Any

import pytest

from kschwert_env.engine.actions import MAX_ACTIONS, Action, ActionSpace
from kschwert_env.krone_schwert import Rules

ACTIONS = Rules(3).actions


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "jump"}, "unknown kind of action 'jump'; there are claim, castle"),
        ({"kind": "claim"}, "claim takes field, but nothing was given"),
        ({"kind": "draw", "card": "city"}, "draw takes no argument, but card was given"),
        ({"kind": "claim", "field": 72}, "claim: field must be one of 0 to 71, not 72"),
        ({"kind": "cathedral", "field": 36}, "cathedral: field must be one of 0 to 35, not 36"),
        ({"kind": "lay", "card": "unrest"}, "lay: card must be one of .*truce.*, not 'unrest'"),
        ({"kind": "tax", "choice": "maybe"}, "tax: choice must be one of leave, take, not 'maybe'"),
        ({"kind": "large_city", "field": 0, "partner": 71}, "there is no action large_city"),
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


def test_actions_must_be_distinct() -> None:
    with pytest.raises(ValueError, match="must be distinct"):
        ActionSpace([Action("draw"), Action("draw")])


def test_actions_must_not_be_more_than_can_be_counted() -> None:
    actions = [Action("claim", field=field) for field in range(MAX_ACTIONS)]
    assert len(ActionSpace(actions)) == 2040
    with pytest.raises(ValueError, match="at most 2,040 actions, not 2,041"):
        ActionSpace([*actions, Action("draw")])
