"""What a game supplies so that `Game`, `Batch` and records of games can play it without knowing it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from kschwert_env.engine.actions import ActionSpace
from kschwert_env.engine.loops import Loops
from kschwert_env.engine.observation import ObservationSpace

Position = dict[str, Any]
"""A position in plain dicts, lists, strings, ints, bools and None: it survives JSON unchanged."""


class GameRules(Protocol):
    """The rules of one game with all options chosen; frozen, hashable and picklable.

    The dtype of its positions has at least `player` (deciding seat, negative when over), `turn_player`, `phase`,
    `truncated` and `scores`, by which `Game` answers for every game alike.
    """

    game: ClassVar[str]  # name of the game's package
    phase_names: ClassVar[tuple[str, ...]]
    chance_keys: ClassVar[tuple[str, ...]]  # keys of a position that chance touches

    @property
    def num_players(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def actions(self) -> ActionSpace: ...
    @property
    def observation(self) -> ObservationSpace: ...
    @property
    def loops(self) -> Loops:
        """The compiled entry points."""

    @property
    def state_dtype(self) -> np.dtype: ...
    @property
    def record_kind(self) -> tuple[str, str]:
        """What compiled code depends on: as a file name, and in words."""

    @property
    def board(self) -> np.ndarray:
        """The constants of compiled code: a structured array of length 1."""

    @property
    def fingerprint(self) -> str:
        """A hexadecimal digest of all that decides how a game goes on: the options, and the files that they name."""

    def options(self) -> dict[str, Any]:
        """Every argument of the constructor under its own name, in JSON's types."""

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules that `options` came from. Raises ValueError where they are wrong."""

    def position(self, state: np.void) -> Position:
        """All of a position, for a spectator."""

    def from_position(self, position: Mapping[str, Any]) -> np.ndarray:
        """The array of length 1 with that position. Raises ValueError, naming every contradiction."""

    def explain(self, state: np.void, action: int) -> str:
        """Why an action is not legal."""
