"""Random play through interfaces that several packages share. Needs the standard library only, as `server` does."""

from collections.abc import Callable
from typing import Any

Draw = Callable[[], float]  # draws from [0, 1)


def random_legal(mask: Any, draw: Draw) -> int:
    """Return a uniformly random index where a NumPy mask is not zero."""
    legal = mask.nonzero()[0]
    return int(legal[int(draw() * len(legal))])


def pettingzoo_game(env: Any, draw: Draw) -> int:
    """Play a random game in a PettingZoo AEC environment with action masks; return the number of decisions."""
    decisions = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(random_legal(observation["action_mask"], draw))
            decisions += 1
    return decisions
