"""Games and agents that strangers may choose."""

from typing import Any

import pytest

from kschwert_env import two_crowns
from kschwert_env.language_models.choices import named_rules, requested_agents, requested_rules
from tests.helpers.cases import TINY


def test_rules_are_named_with_their_options() -> None:
    assert requested_rules("two_crowns") == two_crowns.Rules()
    assert requested_rules("two_crowns", {"max_turns": 9, "edition": "standard"}) == two_crowns.Rules(max_turns=9)
    assert requested_rules("krone_schwert", {"num_players": 4}).num_players == 4
    assert requested_rules("krone_schwert", players=5).num_players == 5
    assert requested_rules("krone_schwert", {"num_players": 4}, players=5).num_players == 4
    assert requested_rules("two_crowns", players=5).num_players == 2


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("chess", None, "game must be one of krone_schwert, .*, not 'chess'"),
        (["two_crowns"], None, "game must be one of"),
        ("two_crowns", [], "rules must be an object with options of the game by name"),
        ("two_crowns", {"fly": 1}, "fly"),
        ("two_crowns", {"max_turns": "9"}, "max_turns"),
        ("two_crowns", {"edition": "/etc/passwd"}, "edition must be one of .*standard.*, not '/etc/passwd'"),
        ("two_crowns", {"edition": ["standard"]}, "edition must be one of"),
    ],
)
def test_other_rules_are_refused(game: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        requested_rules(game, options)


def test_agents_are_one_for_all_or_one_for_each() -> None:
    rules = requested_rules("krone_schwert", {"num_players": 3})
    assert requested_agents(rules, [0, 2], "random").keys() == {0, 2}
    agents = requested_agents(rules, [0, 2], ["random", "heuristic"])
    assert [type(agents[seat]).__name__ for seat in (0, 2)] == ["RandomAgent", "HeuristicAgent"]


def test_the_owner_may_use_any_edition() -> None:
    assert named_rules("two_crowns", {"edition": TINY}) == two_crowns.Rules(edition=TINY)
    assert named_rules("krone_schwert").num_players == 2
    with pytest.raises(ValueError, match=r"game must be one of krone_schwert, .*, not 'chess'"):
        named_rules("chess")


@pytest.mark.parametrize(
    ("specs", "message"),
    [
        (["random"], "opponents must be a specification of an agent, or a list of 2"),
        ([1, 2], "opponents must be"),
        (None, "opponents must be"),
        ("policy:/etc/passwd", "unknown option '/etc/passwd' of policy"),
        ("ismcts:sims=1000000", "sims of an agent must be a number of at most 5,000, not '1000000'"),
        ("os.getcwd", "unknown agent 'os.getcwd'"),
        ("wizard", "unknown agent 'wizard'; expected one of: random, greedy, heuristic, ismcts(, policy, puct)?, with"),
        ("chat:model=x", "unknown agent 'chat:model=x'; expected one of: random, "),
        ("function:os.getcwd", "unknown agent 'function:os.getcwd'; expected one of: random, "),
    ],
)
def test_other_agents_are_refused(specs: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        requested_agents(requested_rules("krone_schwert", {"num_players": 3}), [1, 2], specs)
