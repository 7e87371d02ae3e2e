"""Unknown options of environments raise TypeError, like unknown arguments."""

from importlib import import_module
from typing import Any

import gymnasium
import pettingzoo
import pytest

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.training.runs.settings import Settings
from tests.adapters.conftest import Table
from tests.helpers.cases import ONE_EACH, SMALL, Case

UNKNOWN = "got an unexpected keyword argument 'max_round'"


@pytest.mark.parametrize("door", ["env", "raw_env", "gymnasium_env", "gymnasium_vector_env"])
def test_an_unknown_option_is_an_unexpected_argument(table: Table, door: str) -> None:
    """Libraries try options and catch TypeError."""
    module = import_module(f"kschwert_env.{table.package.Rules.package}_v0")
    with pytest.raises(TypeError, match=f"{UNKNOWN}; expected one of: .*edition, "):
        getattr(module, door)(num_players=table.players, max_round=3)
    with pytest.raises(ValueError, match="reward must be one of"):
        getattr(module, door)(num_players=table.players, reward="gold")


def test_so_it_is_through_the_registries(table: Table) -> None:
    aec: Any = f"kschwert_env/{table.package.Rules.package}_v0"
    for make in (
        lambda: gymnasium.make(table.name, max_round=3),
        lambda: gymnasium.make_vec(table.name, 2, max_round=3),
        lambda: pettingzoo.make("aec", aec, max_round=3),
    ):
        with pytest.raises(TypeError, match=UNKNOWN):
            make()


def test_what_was_written_down_is_a_wrong_value() -> None:
    """In a position, a record or a settings file unknown options raise ValueError."""
    rules: type[GameRules] = type(SMALL.rules)
    with pytest.raises(ValueError, match="unknown option 'max_round'; the options of krone_schwert are edition"):
        rules.read_options({"num_players": 3, "max_round": 3})
    with pytest.raises(ValueError, match="unknown option 'max_round'"):
        Settings.from_layers({"rules": {"max_round": 3}}).task.game_rules()


@pytest.mark.parametrize("case", ONE_EACH, ids=lambda case: case.rules.package)
def test_every_option_has_a_default(case: Case) -> None:
    rules = case.game.rules_type
    assert rules.from_options({"cap": 10}) == rules.from_options({rules.cap_option: 10})
    assert rules.from_options({}) == rules()
