"""Shared code of the tests of PettingZoo environments."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from tests.helpers.cases import Case

Maker = Callable[..., Any]


def bare(case: Case, *arguments: Any, **options: Any) -> Any:
    return GameEnv(case.game, "test_v0", *arguments, **{**case.rules.options(), **options})


def dressed(case: Case, *arguments: Any, **options: Any) -> Any:
    return CheckedEnv(case.game, "test_v0", *arguments, **{**case.rules.options(), **options})


def layered(case: Case) -> Any:
    """Return the environment in PettingZoo's own wrappers, which `CheckedEnv` replaces."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(bare(case), -1.0)))


MAKERS = pytest.mark.parametrize("make", [bare, dressed])


def choice(env: Any, chance: random.Random, preferred: tuple[str, ...] = ()) -> int | None:
    """Return a legal action of the selected agent, of these kinds if possible; None if it has ended."""
    agent = env.agent_selection
    if env.terminations[agent] or env.truncations[agent]:
        return None
    legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
    actions = env.unwrapped.rules.actions
    rather = [action for action in legal if actions.decode(action).kind in preferred]
    return chance.choice(rather or legal)


def play(env: Any, decisions: int) -> Any:
    """Return the environment after a number of decisions."""
    chance = random.Random(0)
    for _ in range(decisions):
        env.step(choice(env, chance))
    return env


def ended(env: Any) -> Any:
    """Return the environment at the end of its game, before the agents' last steps."""
    chance = random.Random(0)
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        env.step(choice(env, chance))
    return env


def story(env: Any, seed: int = 0) -> list[Any]:
    """Return all that agents get until the end: agent, observation, mask, reward, ends, info."""
    chance, told = random.Random(seed), []
    for agent in env.agent_iter():
        seen, *rest = env.last()
        told.append((agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), *rest))
        env.step(choice(env, chance))
    return told


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("player_"))
