"""What a game supplies so that `Game`, `Batch` and records of games can play it without knowing it.

`engine.rules` has the base that keeps most of it, and the rooms that a game fills (docs/adding_a_game.md).
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np

from kschwert_env.engine.actions import Action, ActionSpace
from kschwert_env.engine.chance import Chance
from kschwert_env.engine.loops import Loops
from kschwert_env.engine.observation import ObservationSpace

Position = dict[str, Any]
"""A position in plain dicts, lists, strings, numbers, bools and None: it survives JSON unchanged."""


class Facts(NamedTuple):
    """A table of what an edition says, for people to read.

    Attributes:
        title: of the table.
        columns: their names.
        rows: as many entries in each as there are columns.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int, ...]]


class Question(NamedTuple):
    """What is asked of the seat to move, for everybody to read: it tells no secret.

    Attributes:
        words: the question, which names the seat.
        rule: the id of the rule that it comes from, such as "R3".
    """

    words: str
    rule: str


class GameRules(Protocol):
    """The rules of one game with all options chosen; frozen, hashable and picklable.

    The dtype of its positions has at least `player` (deciding seat, negative when over), `turn_player`, `phase`,
    `truncated` and `scores`, by which `Game` answers for every game alike.
    """

    package: ClassVar[str]
    """Name of the game's package."""

    version: ClassVar[int]
    """Raised when the same options play differently."""

    player_counts: ClassVar[range]
    """The numbers of players that the game is for."""

    phase_names: ClassVar[tuple[str, ...]]
    """In the order of the numbers that `phase` of a position has."""

    chance_keys: ClassVar[tuple[str, ...]]
    """Keys of a position that chance touches."""

    cap_option: ClassVar[str]
    """The option that caps the length of a game; `cap` is another name of it, in every game (`from_options`)."""

    code_folder: ClassVar[str]
    """The folder of the game's compiled code (`entry_point`): another one for other sources of the compiled rules."""

    @property
    def num_players(self) -> int:
        """P, the number of seats."""

    @property
    def num_actions(self) -> int:
        """A, the number of actions; a mask has as many entries."""

    @property
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""

    @property
    def observation(self) -> ObservationSpace:
        """The layout of an observation."""

    @property
    def neighbours(self) -> np.ndarray:
        """The fields beside each field of the map, int16 (F, D), -1 where there is none; (0, 0) without a map.

        Fields are what `field` and `partner` of an action name, and the last dimension of
        the pieces `observation.by_field`.
        """

    @property
    def loops(self) -> Loops:
        """The compiled entry points."""

    @property
    def state_dtype(self) -> np.dtype:
        """The dtype of a position; like that of `board` one object for all rules of a kind.

        Numba finds a type by its dtype object; two that are equal it has to compare, which takes longer than a step.
        """

    @property
    def record_kind(self) -> tuple[str, str]:
        """What compiled code depends on: as a file name, and in words."""

    @property
    def board(self) -> np.ndarray:
        """The constants of compiled code: a structured array of length 1."""

    @property
    def fingerprint(self) -> str:
        """A hexadecimal digest of all that decides how a game goes on: options, files that they name, and version."""

    def options(self) -> dict[str, Any]:
        """Every argument of the constructor under its own name, in JSON's types."""

    @property
    def edition_data(self) -> Any:
        """The contents of the edition, in a type of the game's."""

    @property
    def cap_in_turns(self) -> int | None:
        """The number of turns after which a game is truncated; None lets it run."""

    @property
    def most_decisions(self) -> int | None:
        """No game has more decisions; None without a cap."""

    @property
    def score_range(self) -> tuple[int, int] | None:
        """No final score is lower than the first, and none higher than the second; None without a cap."""

    @property
    def chance(self) -> Chance | None:
        """What chance may do, outcome by outcome; None where the game does not tell."""

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules that `options` came from. Raises TypeError for an unknown one, ValueError for a wrong one."""

    @classmethod
    def read_options(cls, options: Mapping[str, Any]) -> Self:
        """The same for options out of a file or a command line: all that is wrong raises ValueError."""

    def edition_facts(self) -> list[Facts]:
        """What the edition says, for every number of players."""

    def edition_svg(self) -> str | None:
        """The maps of the edition as one picture, SVG, for every number of players; None where the game has no map."""

    def position(self, state: np.void) -> Position:
        """All of a position, for a spectator."""

    def from_position(self, position: Mapping[str, Any]) -> np.ndarray:
        """The array of length 1 with that position. Raises ValueError, naming every contradiction."""

    def is_sound(self, state: np.void) -> bool:
        """Whether a record of unknown origin is one that `from_position` would write."""

    def explain(self, state: np.void, action: int) -> str:
        """Why an action is not legal."""

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """A position as text: for the seat `viewer`, or for a spectator (None), who is shown everything.

        Of what `viewer` may not know the text tells nothing, though `Game` hands over a position in which all of it
        has been dealt anew. Neither does it tell of a `last_action` that is secret.
        """

    def draw_svg(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """The same as a picture, SVG."""

    def target(self, action: Action, position: Position) -> str | None:
        """What in the picture of the position stands for an action of the seat to move.

        It is the `data-target` of something that this seat's picture shows; None where nothing does.
        """

    def question(self, position: Position) -> Question | None:
        """What the seat to move is asked; None when the game is over."""

    def phrase(self, action: Action, position: Position) -> str:
        """An action in words for the seat to move, as they stand on a button."""

    def tell(self, before: Position, action: Action, after: Position, viewer: int | None = None) -> list[str]:
        """What an action did, in plain words: the deed, then line by line what followed.

        For a spectator (None), who is told everything, or for the seat `viewer`: what that may know, and no line at all
        where it may not even know that something has been done.
        """
