"""Krone & Schwert as users of other libraries know environments. Options and observation: docs/krone_schwert.md."""

from typing import Any

from kschwert_env.adapters.pettingzoo import GameEnv, WrappedEnv, wrapped
from kschwert_env.krone_schwert import Game


def raw_env(num_players: int = 3, render_mode: str | None = None, **options: Any) -> GameEnv:
    """A PettingZoo AEC environment. `options` are those of `Rules` and of `GameEnv`; ValueError where one is wrong."""
    return GameEnv(Game, "krone_schwert_v0", render_mode, num_players=num_players, **options)


def env(num_players: int = 3, render_mode: str | None = None, **options: Any) -> WrappedEnv:
    """`raw_env` in PettingZoo's standard wrappers: an illegal action ends the game with reward -1 for its agent."""
    return wrapped(raw_env(num_players, render_mode, **options))
