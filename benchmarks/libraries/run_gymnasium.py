"""Gymnasium: its environment checker, and its wrappers of vector environments."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

from benchmarks.libraries.measurement import report_speed
from kschwert_env import gymnasium_id
from kschwert_env.two_crowns import Rules

NAME = gymnasium_id("two_crowns")
GAMES, STEPS = 256, 50

check_env(gymnasium.make(NAME).unwrapped, skip_render_check=True)
games: Any = gymnasium.make_vec(NAME, GAMES, autoreset_mode="NEXT_STEP")
envs = FlattenObservation(RecordEpisodeStatistics(games))
envs.reset(seed=1)
generator = np.random.default_rng(1)


def play() -> int:
    for _ in range(STEPS):
        masks = games.action_masks()
        envs.step((generator.random(masks.shape, np.float32) * masks).argmax(axis=1))
    return GAMES * STEPS


report_speed("gymnasium", f"vector wrappers of {GAMES} games", Rules(), play)
