"""PufferLib's environments in C, stepped in batches from Python, as in their own benchmarks.

Each environment's file has such a benchmark, `test_performance`: actions are drawn before the measurement, uniformly
from all actions, legal or not. There are no masks, except in the observation of tripletriad, so a choice among legal
actions is not possible in general. Each step writes observations, rewards and ends of all agents. Ended games restart.
"""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from math import prod
from typing import Any, NamedTuple

import numpy as np

from benchmarks.server import Workload, WorkloadSpec, serve

AGENTS = 1024
STEPS = 64  # steps per call
ACTIONS_DRAWN = 1024  # steps with different actions; then they repeat


class PufferGame(NamedTuple):
    """An environment: its module and class, the agents per game, and further arguments."""

    module: str
    name: str
    agents: int
    options: dict[str, Any]


GAMES = {
    "tripletriad": PufferGame("tripletriad", "TripleTriad", 1, {"report_interval": 128}),  # as in the other games
    "snake": PufferGame("snake", "Snake", 256, {}),
    "checkers": PufferGame("checkers", "Checkers", 1, {}),
    "nmmo3": PufferGame("nmmo3", "NMMO3", 1024, {}),
}


def new_workload(game: PufferGame) -> Workload:
    """Return a workload of 1,024 agents."""
    module = import_module(f"pufferlib.ocean.{game.module}.{game.module}")
    env = getattr(module, game.name)(num_envs=AGENTS // game.agents, **game.options)
    env.reset(seed=1)
    num_actions = int(env.single_action_space.n)
    actions = np.random.default_rng(1).integers(num_actions, size=(ACTIONS_DRAWN, AGENTS), dtype=np.int32)
    return Workload(stepper(env, actions), game.agents, num_actions, prod(env.single_observation_space.shape))


def stepper(env: Any, actions: np.ndarray) -> Callable[[], int]:
    """Return a function that makes some steps with the rows of `actions` in turn, and returns the agents' decisions."""
    position = 0

    def play() -> int:
        nonlocal position
        for _ in range(STEPS):
            env.step(actions[position])
            position = (position + 1) % len(actions)
        return STEPS * actions.shape[1]

    return play


def rows() -> list[WorkloadSpec]:
    """Return a workload for each environment."""
    included = "Python loop over batches, step, observation; actions drawn before, legal or not"
    return [WorkloadSpec(name, included, partial(new_workload, game)) for name, game in GAMES.items()]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:  # the import writes a link into the current folder
        os.chdir(folder)
        serve(rows(), ["pufferlib", "numpy"])
