"""mctx and JAX: searches and rollouts over batches."""

import jax
import numpy as np
import pytest

from kschwert_env.engine.contract.rules import GameRules
from tests.docs.winning_positions import winning_positions
from tests.libraries.games import EVERY_GAME
from tests.libraries.pages import run_section


def test_the_sections_run() -> None:
    shared = run_section("search_libraries.md", "NumPy")
    names = run_section("search_libraries.md", "mctx", **shared)
    assert names["weights"].shape == (128, names["rules"].num_actions)
    assert int(run_section("search_libraries.md", "JAX")["ended"]) >= 0


@pytest.mark.parametrize("rules", EVERY_GAME)
def test_it_finds_wins_and_only_legal_actions(rules: GameRules) -> None:
    shared = run_section("search_libraries.md", "NumPy")
    names = run_section("search_libraries.md", "mctx", **shared)
    states, streams, masks, wins = winning_positions(rules, 12)
    search = names["MctxSearch"](rules, names["apply"], len(states), simulations=24, width=16)
    for key in range(2):
        weights = search(names["initial"](rules), jax.random.key(key), states, streams)
        assert not weights[masks == 0].any()
        np.testing.assert_allclose(weights.sum(axis=1), 1, rtol=1e-4)
    assert wins[np.arange(len(states)), weights.argmax(axis=1)].mean() > 0.8
