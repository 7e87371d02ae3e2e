"""Learned best responses compared with exact ones, in a game whose complete tree can be traversed.

`python -m tests.training.algorithms.test_best_response_exact` prints the figures in docs/training.md.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyspiel
import pytest
import torch
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from open_spiel.python.algorithms.expected_game_score import policy_value

import kschwert_env.adapters.openspiel  # noqa: F401 - registers the games with OpenSpiel
from kschwert_env.nn import serialization
from kschwert_env.training.algorithms import best_response
from kschwert_env.two_crowns import Rules
from tests.helpers.cases import TINY

pytestmark = pytest.mark.needs_jit

TREE = f"cached_tree(game=python_two_crowns(cap=2,edition={TINY},explicit_chance=True))"
RULES: dict[str, Any] = {"edition": TINY, "max_turns": 2}
SETTINGS: dict[str, Any] = {
    "game": "two_crowns",
    "rules": RULES,
    "threads": 1,
    "width": 32,
    "seeds": 1,
    "timesteps": 60_000,
}
SETTINGS |= {"games": 128, "rollout_steps": 16, "evaluation_interval": 0, "evaluation_games": 50, "learning_rate": 2e-3}

Chances = Callable[[Any], Mapping[int, float]]
"""Function from a state to the probabilities of its legal actions."""


def exact(chances: Chances) -> float:
    """Return the win share of a best response to this policy, averaged over both seats."""
    game = pyspiel.load_game(TREE)
    agent = policy.tabular_policy_from_callable(game, chances)
    improved = exploitability.nash_conv(game, agent, return_only_nash_conv=False).player_improvements
    values = improved + policy_value(game.new_initial_state(), [agent] * 2)
    return float((1 + np.mean(values)) / 2)


def uniform(state: Any) -> Mapping[int, float]:
    """Return equal probabilities for all legal actions."""
    legal = state.legal_actions()
    return dict.fromkeys(legal, 1 / len(legal))


def by_network(path: Path) -> Chances:
    """Return the policy of a trained network."""
    network = serialization.load(path, Rules(**RULES))[0]

    def chances(state: Any) -> Mapping[int, float]:
        seen = torch.tensor(state.observation_tensor()).to(torch.int8)
        mask = torch.tensor(state.legal_actions_mask()).to(torch.int8)
        with torch.inference_mode():
            found = network(seen[None], mask[None])[0].softmax(dim=1)[0]
        return {action: float(found[action]) for action in state.legal_actions()}

    return chances


def learned(folder: Path, agent: str, **settings: Any) -> tuple[dict[str, Any], Path]:
    """Return the win share of the learned best response with its interval, and its network."""
    assert best_response.BestResponseRun.create(folder, agent=agent, **{**SETTINGS, **settings}).train()
    best: dict[str, Any] = json.loads((folder / "results.json").read_text())["best"]
    return best, folder / "responses" / "0" / "agent.npz"


def compared(folder: Path, **settings: Any) -> list[tuple[str, float, dict[str, Any]]]:
    """Compare exact and learned best responses to a random policy, and to the response learned against it."""
    found, network = learned(folder / "to random", "random", **settings)
    again, _ = learned(folder / "to network", f"policy:{network}", **settings)
    return [("random", exact(uniform), found), ("network", exact(by_network(network)), again)]


@pytest.mark.long
def test_learned_responses_are_close_to_exact_ones(tmp_path: Path) -> None:
    """The response gains 3/4 of the possible excess over the fair share, and never more than all of it."""
    for _, best, found in compared(tmp_path):
        assert best > 0.5
        assert found["low"] <= best
        assert found["high"] - 0.5 > 0.75 * (best - 0.5)


if __name__ == "__main__":
    with TemporaryDirectory() as scratch:
        for agent, best, found in compared(Path(scratch), timesteps=200_000, measurement_games=4_000):
            result = f"{found['win_share']:.1%} ({found['low']:.1%} to {found['high']:.1%})"
            print(f"{agent}: exactly {best:.1%}, found {result}")
