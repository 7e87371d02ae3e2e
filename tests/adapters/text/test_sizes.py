"""Prompts are short, so that models can be evaluated and trained at a reasonable price."""

import pytest

from kschwert_env.importing import find_game
from tests.adapters.text.sizes import LARGEST_MEDIANS, median_tokens


@pytest.mark.needs_jit
@pytest.mark.parametrize("agent", ["random", pytest.param("heuristic", marks=pytest.mark.long)])
@pytest.mark.parametrize(("package", "players"), LARGEST_MEDIANS)
def test_the_median_prompt_is_short(package: str, players: int, agent: str) -> None:
    rules = find_game(package)(players)
    assert median_tokens(rules, agent) <= LARGEST_MEDIANS[package, players]
