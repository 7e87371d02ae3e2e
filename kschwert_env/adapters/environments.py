"""The environments of a game, made from its options: what a game's `_v0` module offers, and the registries make."""

from collections.abc import Sequence
from typing import Any

from gymnasium.vector import AutoresetMode

from kschwert_env.adapters.gymnasium import SeatEnv, SeatVectorEnv
from kschwert_env.adapters.one_seat import Opponents
from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from kschwert_env.adapters.spaces import KEYS
from kschwert_env.engine.game import Game
from kschwert_env.engine.rules import GameRules


class Environments:
    """All environments of one game. `options` are those of its rules, `num_players` among them.

    An option that is unknown raises TypeError, as with every call, and one that is wrong ValueError.
    """

    def __init__(self, game: type[Game[Any]], name: str, num_players: int) -> None:
        """`num_players` is what the environments have where no other number is given."""
        self._game = game
        self._name = name
        self._num_players = num_players

    def raw_env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> GameEnv:
        """A PettingZoo AEC environment, with the options of `GameEnv` too."""
        return GameEnv(self._game, self._name, render_mode, num_players=self._players(num_players), **options)

    def env(self, num_players: int | None = None, render_mode: str | None = None, **options: Any) -> CheckedEnv:
        """`raw_env` with PettingZoo's usual checks: an illegal action ends the game with -1 for its agent."""
        return CheckedEnv(self._game, self._name, render_mode, num_players=self._players(num_players), **options)

    def gymnasium_env(
        self,
        num_players: int | None = None,
        seat: int = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        render_width: int | None = None,
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
        **options: Any,
    ) -> SeatEnv:
        """A Gymnasium environment of one seat: `SeatEnv`."""
        rules = self._rules(num_players, options)
        return SeatEnv(rules, seat, opponents, render_mode, render_width, keys, scaled, bool_masks)

    def gymnasium_vector_env(
        self,
        num_envs: int = 1,
        num_players: int | None = None,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        threads: int | None = None,
        render_width: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
        **options: Any,
    ) -> SeatVectorEnv:
        """A Gymnasium vector environment of one seat in each game: `SeatVectorEnv`."""
        rules = self._rules(num_players, options)
        return SeatVectorEnv(
            *(rules, num_envs, seat, opponents, render_mode, threads, render_width),
            *(autoreset_mode, illegal, keys, scaled, bool_masks),
        )

    def _rules(self, num_players: int | None, options: dict[str, Any]) -> GameRules:
        return self._game.rules_type.from_options({"num_players": self._players(num_players), **options})

    def _players(self, num_players: int | None) -> int:
        return self._num_players if num_players is None else num_players
