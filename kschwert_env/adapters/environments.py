"""Factories of a game's environments, for its `_v0` module and for the registries."""

from collections.abc import Mapping
from inspect import signature
from typing import Any

from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.adapters.parallel import GameParallelEnv
from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game


class Environments:
    """Factories of one game's environments. `options` are the options of its rules, including `num_players`.

    Raises:
        TypeError: an option is unknown.
        ValueError: an option has a wrong value.
    """

    def __init__(self, game: type[Game[Any]], name: str) -> None:
        """`name` is that of the PettingZoo environments."""
        self._game = game
        self._name = name

    def raw_env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> GameEnv:
        """Return a PettingZoo AEC environment; `options` may include those of `GameEnv`."""
        return GameEnv(self._game, self._name, render_mode, **_with_players(num_players, options))

    def env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> CheckedEnv:
        """Return `raw_env` with PettingZoo's default checks: an illegal action ends the game with -1 for its agent."""
        return CheckedEnv(self._game, self._name, render_mode, **_with_players(num_players, options))

    def parallel_env(
        self, num_players: int | None = None, render_mode: str | None = None, **options: Any
    ) -> GameParallelEnv:
        """Return a PettingZoo parallel environment; `options` may include those of `GameParallelEnv`."""
        return GameParallelEnv(self._game, self._name, render_mode, **_with_players(num_players, options))

    def gymnasium_env(self, num_players: int | None = None, *arguments: Any, **options: Any) -> SeatEnv:
        """Return a Gymnasium environment with one learning seat; further arguments are those of `SeatEnv`."""
        rules, own = self._split_options(SeatEnv, num_players, options)
        return SeatEnv(rules, *arguments, **own)

    def gymnasium_vector_env(
        self, num_envs: int = 1, num_players: int | None = None, *arguments: Any, **options: Any
    ) -> SeatVectorEnv:
        """Return a Gymnasium vector environment with one learning seat per game; see `SeatVectorEnv`."""
        rules, own = self._split_options(SeatVectorEnv, num_players, options)
        return SeatVectorEnv(rules, num_envs, *arguments, **own)

    def _split_options(
        self, env: type[Any], num_players: int | None, options: Mapping[str, Any]
    ) -> tuple[GameRules, dict[str, Any]]:
        """Return the rules, and the options that belong to the environment."""
        _, _, *own = signature(env.__init__).parameters  # without self and rules
        of_rules = {name: options[name] for name in options if name not in own}
        of_env = {name: options[name] for name in options if name in own}
        return self._game.rules_type.from_options(_with_players(num_players, of_rules)), of_env


def _with_players(num_players: int | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the number of players, if it is given."""
    return {**options} if num_players is None else {**options, "num_players": num_players}
