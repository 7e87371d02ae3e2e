"""Environments of any game for other libraries: PettingZoo and Gymnasium.

`source` is what `kschwert_env.importing.load_game` takes: the name of a bundled game, a file such as `my_game.py`, or
`package.module:Class`. A file is executed. Other arguments are those of `Environments`.
"""

from typing import Any

from kschwert_env.adapters.environments import Environments
from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.adapters.parallel import GameParallelEnv
from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import load_game


def environments(source: str) -> Environments:
    """Return the factories of a game's environments. Raises ValueError if the game can't be loaded."""
    rules_type = load_game(source)
    return Environments(game_type(rules_type), f"{rules_type.package}_v0")


def env(source: str, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> CheckedEnv:
    """Return a PettingZoo AEC environment with the standard checks."""
    return environments(source).env(num_players, render_mode, **options)


def raw_env(source: str, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> GameEnv:
    """Return a PettingZoo AEC environment without checks."""
    return environments(source).raw_env(num_players, render_mode, **options)


def parallel_env(
    source: str, num_players: int | None = None, render_mode: str | None = None, **options: Any
) -> GameParallelEnv:
    """Return a PettingZoo parallel environment."""
    return environments(source).parallel_env(num_players, render_mode, **options)


def gymnasium_env(source: str, num_players: int | None = None, **options: Any) -> SeatEnv:
    """Return a Gymnasium environment with one learning seat."""
    return environments(source).gymnasium_env(num_players, **options)


def gymnasium_vector_env(
    source: str, num_envs: int = 1, num_players: int | None = None, **options: Any
) -> SeatVectorEnv:
    """Return a Gymnasium vector environment with one learning seat per game."""
    return environments(source).gymnasium_vector_env(num_envs, num_players, **options)
