"""PufferLib: games write into its rows, and its trainer learns."""

import numpy as np
import pytest
import torch

from kschwert_env.engine.compiled.loops import RANDOM
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from tests.libraries.games import EVERY_GAME
from tests.libraries.pages import run_section


@pytest.mark.parametrize("rules", EVERY_GAME)
def test_rows_hold_observation_and_mask(rules: GameRules) -> None:
    games, twin = run_section("libraries.md", "PufferLib")["PufferGames"](rules, 6, seed=3), Batch(rules, 6, seed=3)
    rows, _ = games.reset(seed=3)
    twin.play(np.full(6, RANDOM), games.seats, decisions=0)
    for _ in range(40):
        assert rows[:, : games.size].tobytes() == twin.observations.tobytes()
        assert rows[:, games.size :].tobytes() == twin.masks.tobytes()
        actions = twin.random_actions()
        games.batch.random_actions()
        games.step(actions)
        twin.step(actions, games.seats)


def test_its_trainer_learns() -> None:
    torch.manual_seed(0)
    names = run_section("libraries.md", "PufferLib")
    _, shares = names["train"](names["Rules"](), 150_000)
    assert max(shares) > 0.9
