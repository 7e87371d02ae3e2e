"""The environments of a game, made from its options: what a game's `_v0` module offers, and the registries make."""

from collections.abc import Sequence
from typing import Any

from kschwert_env.adapters.gymnasium import SeatEnv, SeatVectorEnv
from kschwert_env.adapters.one_seat import Opponents
from kschwert_env.adapters.pettingzoo import GameEnv, WrappedEnv, wrapped
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import Game


class Environments:
    """All environments of one game. `options` are those of its rules, `num_players` among them."""

    def __init__(self, game: type[Game[Any]], name: str, num_players: int) -> None:
        """`num_players` is what the environments have where no other number is given."""
        self._game = game
        self._name = name
        self._num_players = num_players

    def raw_env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> GameEnv:
        """A PettingZoo AEC environment, with the options of `GameEnv` too. Raises ValueError where one is wrong."""
        return GameEnv(self._game, self._name, render_mode, num_players=self._players(num_players), **options)

    def env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> WrappedEnv:
        """`raw_env` in PettingZoo's standard wrappers: an illegal action ends the game with -1 for its agent."""
        return wrapped(self.raw_env(num_players, render_mode, **options))

    def gymnasium_env(
        self,
        num_players: int | None = None,
        seat: int = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        render_width: int | None = None,
        **options: Any,
    ) -> SeatEnv:
        """A Gymnasium environment of one seat. Raises ValueError where an option is wrong."""
        return SeatEnv(self._rules(num_players, options), seat, opponents, render_mode, render_width)

    def gymnasium_vector_env(
        self,
        num_envs: int = 1,
        num_players: int | None = None,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        threads: int | None = None,
        render_width: int | None = None,
        **options: Any,
    ) -> SeatVectorEnv:
        """A Gymnasium vector environment of one seat in each game. Raises ValueError where an option is wrong."""
        rules = self._rules(num_players, options)
        return SeatVectorEnv(rules, num_envs, seat, opponents, render_mode, threads, render_width)

    def _rules(self, num_players: int | None, options: dict[str, Any]) -> GameRules:
        return self._game.rules_type.from_options({"num_players": self._players(num_players), **options})

    def _players(self, num_players: int | None) -> int:
        return self._num_players if num_players is None else num_players
