"""PettingZoo: its environment tests, its loop over agents, and its conversion to parallel environments."""

from functools import partial
from random import Random
from typing import Any

import pettingzoo.test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from benchmarks.libraries.measurement import report_speed
from benchmarks.play import pettingzoo_game, random_legal
from kschwert_env import two_crowns_v0
from kschwert_env.two_crowns import Rules

GAMES = 30

generator = Random(1)
pettingzoo_tests: Any = pettingzoo.test
pettingzoo_tests.api_test(two_crowns_v0.env(), num_cycles=500)
pettingzoo_tests.seed_test(two_crowns_v0.env)


def play(env: Any) -> int:
    return sum(pettingzoo_game(env, generator.random) for _ in range(GAMES))


report_speed("pettingzoo", "raw_env", Rules(), partial(play, two_crowns_v0.raw_env()))
report_speed("pettingzoo", "env", Rules(), partial(play, two_crowns_v0.env()))

parallel = turn_based_aec_to_parallel(two_crowns_v0.env())


def play_in_parallel() -> int:
    decisions = 0
    for _ in range(GAMES):
        observations, _ = parallel.reset()
        while parallel.agents:
            masks = {agent: observations[agent]["action_mask"] for agent in parallel.agents}
            observations, *_ = parallel.step(
                {agent: random_legal(mask, generator.random) if mask.any() else None for agent, mask in masks.items()}
            )
            decisions += 1
    return decisions


report_speed("pettingzoo", "turn_based_aec_to_parallel", Rules(), play_in_parallel)
