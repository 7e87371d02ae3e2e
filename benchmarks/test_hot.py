"""Benchmarks of the hot functions, by pytest-benchmark: `make bench-hot`. Not part of the test suite.

To measure the effect of a change, run `make bench-hot HOT=--benchmark-autosave` before it, and
`make bench-hot HOT=--benchmark-compare` after it. `python -m benchmarks.compare` compares two commits in one run.
"""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kschwert_env import GAMES
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import Game
from kschwert_env.importing import find_game

SIZE = 256  # games in each call


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> GameRules:
    """Return the rules of each game, for 4 players or the game's maximum."""
    rules_type = find_game(request.param)
    rules: GameRules = rules_type(min(4, rules_type.player_counts[-1]))
    return rules


@pytest.fixture
def batch(rules: GameRules) -> Batch[GameRules]:
    """Return games after 200 random decisions."""
    games = Batch(rules, SIZE, seed=1, threads=1)
    games.rollout(200)
    return games


def test_rollout_with_masks(benchmark: BenchmarkFixture, rules: GameRules) -> None:
    benchmark(Batch(rules, SIZE, seed=1, threads=1, observations=False).rollout, 10)


def test_rollout_with_observations(benchmark: BenchmarkFixture, batch: Batch[GameRules]) -> None:
    benchmark(batch.rollout, 10)


def test_step(benchmark: BenchmarkFixture, batch: Batch[GameRules]) -> None:
    benchmark(lambda: batch.step(batch.random_actions()))


def test_masks(benchmark: BenchmarkFixture, batch: Batch[GameRules]) -> None:
    none = np.zeros((SIZE, 0), np.int8)
    benchmark(batch.rules.loops.refresh, batch.states.copy(), batch.rules.board, batch.masks, none)


def test_observations(benchmark: BenchmarkFixture, batch: Batch[GameRules]) -> None:
    benchmark(batch.rules.loops.observe, batch.states.copy(), batch.rules.board, 0, batch.observations)


def test_game_step(benchmark: BenchmarkFixture, batch: Batch[GameRules]) -> None:
    """Measure one decision of a single game, each on a new copy."""

    def fresh() -> tuple[tuple[Game[GameRules], int], dict[str, object]]:
        game = batch.game(0)
        return (game, game.legal_actions()[0]), {}

    benchmark.pedantic(lambda game, action: game.step(action), setup=fresh, rounds=2000)  # type: ignore[no-untyped-call]
