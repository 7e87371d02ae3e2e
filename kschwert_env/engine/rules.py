"""What the `Rules` of every game do alike: check the options that all have, and hand on to the rooms of the game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from kschwert_env.engine.actions import Action, ActionSpace
from kschwert_env.engine.chance import Chance
from kschwert_env.engine.contract import Facts, GameRules, Position, Question
from kschwert_env.engine.io.reader import plain_dict
from kschwert_env.engine.jit.compiling import sources_digest
from kschwert_env.engine.loops import Loops, bind
from kschwert_env.engine.observation import ObservationSpace
from kschwert_env.engine.options import MOST_TURNS, Options, check, check_edition, check_reward, check_start_player
from kschwert_env.engine.returns import Reward

_bound = cache(bind)


class Editions(Protocol):
    """The room `editions`: the facts of a game as data."""

    def load(self, name: str, /) -> Any:
        """The edition of that name or path, with a `fingerprint`. Raises EditionError."""


class Positions(Protocol):
    """The room `positions`: positions in JSON's types."""

    def to_json(self, rules: GameRules, state: np.void, /) -> Position:
        """All of a position."""

    def from_json(self, rules: GameRules, given: Position, /) -> np.ndarray:
        """The array of length 1 with that position, a dict of JSON's types.

        Raises ValueError, naming every contradiction.
        """


class Words(Protocol):
    """The room `words`."""

    def edition_facts(self, edition: Any, /) -> list[Facts]:
        """What an edition says, for every number of players."""

    def explain(self, rules: GameRules, state: np.void, action: Action, /) -> str:
        """Why an action is not legal."""

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None, /) -> str:
        """A position as text, as far as `viewer` may see it; all of it for a spectator, None."""

    def question(self, position: Position, /) -> Question | None:
        """What the seat to move is asked; None when the game is over."""

    def phrase(self, action: Any, position: Position, /) -> str:
        """An action in words for the seat to move, as they stand on a button."""

    def tell(self, before: Position, action: Action, after: Position, viewer: int | None, /) -> list[str]:
        """What an action did, in plain words, as far as `viewer` may know it; all of it for a spectator, None."""


class Pictures(Protocol):
    """The room `pictures`."""

    def draw_svg(self, position: Position, viewer: int | None, last_action: Action | None, /) -> str:
        """The same as `Words.draw_text`, as a picture. What can be touched has a `data-target`."""

    def target(self, action: Any, position: Position, /) -> str | None:
        """The `data-target` that stands for an action of the seat to move; None where nothing does."""

    def draw_edition(self, edition: Any, /) -> str | None:
        """The maps of an edition; None where the game has no map."""


class Rooms(NamedTuple):
    """What a game brings: its rooms, each a package with these functions at its front.

    Functions that need the rules of the game get them first, as `engine.contract.GameRules`.

    Attributes:
        editions: the facts of the game as data.
        kernel: the compiled rules: six functions that `engine.loops.bind` ties together.
        positions: to JSON's types and back.
        words: texts.
        pictures: SVG.
    """

    editions: Editions
    kernel: ModuleType
    positions: Positions
    words: Words
    pictures: Pictures


class Rules(Options, ABC):
    """The base of every game's `Rules`, a frozen dataclass with the options below and others of its own.

    With `rooms`, the other class variables and what is abstract here it keeps `engine.contract.GameRules`.

    Attributes:
        num_players: one of `player_counts`.
        edition: name of an edition, or path of an edition's TOML file.
        start_player: 0, or "random": drawn by the seed.
        reward: how returns are made of final scores.
        edition_data: the contents of the edition, in a type of the game's.
        player_counts: the numbers of players that the game is for.
        phase_names: in the order of the numbers that `phase` of a position has.
        chance_keys: keys of a position that chance touches.
        rooms: what the game brings.
        code_folder: as told by `GameRules`.
    """

    num_players: int
    edition: str
    start_player: int | Literal["random"]
    reward: Literal["win", "placement", "score"]

    edition_data: Any

    player_counts: ClassVar[range]
    phase_names: ClassVar[tuple[str, ...]]
    chance_keys: ClassVar[tuple[str, ...]]
    rooms: ClassVar[Rooms]
    code_folder: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Where the rooms are named the sources have just been imported."""
        if "rooms" in cls.__dict__:
            cls.code_folder = f"{cls.package}-{sources_digest(Path(cls.rooms.kernel.__path__[0]))}"

    def __post_init__(self) -> None:
        """Raises ValueError, naming the option, for a wrong value, and EditionError for a wrong edition."""
        counts, players = self.player_counts, self.num_players
        wanted = f"an int from {counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        check("num_players", players, type(players) is int and players in counts, wanted)
        object.__setattr__(self, "edition", check_edition(self.edition))
        check_start_player(self.start_player)
        check_reward(self.reward)
        self.check_own()
        object.__setattr__(self, "edition_data", self.rooms.editions.load(self.edition))
        object.__setattr__(self, "edition_fingerprint", self.edition_data.fingerprint)

    # -- what each game says of itself ------------------------------------------------------------------------

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""

    @property
    @abstractmethod
    def observation(self) -> ObservationSpace:
        """The layout of an observation."""

    @property
    @abstractmethod
    def cap_in_turns(self) -> int | None:
        """The number of turns after which a game is truncated; None lets it run."""

    @property
    @abstractmethod
    def most_decisions(self) -> int | None:
        """No game has more decisions; None without a cap."""

    @property
    @abstractmethod
    def score_range(self) -> tuple[int, int] | None:
        """No final score is lower, and none is higher; None without a cap."""

    @property
    @abstractmethod
    def record_kind(self) -> tuple[str, str]:
        """What compiled code depends on: as a file name, and in words."""

    @property
    @abstractmethod
    def state_dtype(self) -> np.dtype:
        """The dtype of a position; its source tells what every field is."""

    @property
    @abstractmethod
    def board_dtype(self) -> np.dtype:
        """The dtype of `board`: at least `last_turn`, `random_start`, `reward` and `blank`."""

    @abstractmethod
    def check_own(self) -> None:
        """Check the options that other games do not have. Raises ValueError, naming the option."""

    @abstractmethod
    def lay_out(self, board: np.void) -> None:
        """Write what the edition and the game's own options say, and `blank`, from which every game starts."""

    # -- what follows -----------------------------------------------------------------------------------------

    @property
    def chance(self) -> Chance | None:
        """What chance may do, outcome by outcome; None where the game does not tell."""
        return None

    @property
    def num_actions(self) -> int:
        """A."""
        return len(self.actions)

    @cached_property
    def loops(self) -> Loops:
        """The compiled entry points, which all rules of a game share."""
        return _bound(self.code_folder, self.rooms.kernel)

    @cached_property
    def board(self) -> np.ndarray:
        """The constants of compiled code (`board_dtype`), a read-only array of length 1."""
        boards = np.zeros(1, self.board_dtype)
        board = boards[0]
        board["last_turn"] = MOST_TURNS if self.cap_in_turns is None else min(self.cap_in_turns - 1, MOST_TURNS)
        board["random_start"] = self.start_player == "random"
        board["reward"] = Reward[self.reward.upper()]
        self.lay_out(board)
        boards.flags.writeable = False
        return boards

    # -- handed on to the rooms -------------------------------------------------------------------------------

    def edition_facts(self) -> list[Facts]:
        """What the edition says, for every number of players."""
        return self.rooms.words.edition_facts(self.edition_data)

    def edition_svg(self) -> str | None:
        """The maps of the edition as one picture, SVG, for every number of players; None where the game has no map."""
        return self.rooms.pictures.draw_edition(self.edition_data)

    def position(self, state: np.void) -> Position:
        """All of a position, in JSON's types."""
        return self.rooms.positions.to_json(self, state)

    def from_position(self, given: Mapping[str, Any]) -> np.ndarray:
        """The array of length 1 with that position. Raises ValueError, naming every contradiction."""
        return self.rooms.positions.from_json(self, plain_dict(given))

    def is_sound(self, state: np.void) -> bool:
        """Whether a record of unknown origin is one that `from_position` would write."""
        rooms = self.rooms.positions
        try:
            return rooms.from_json(self, rooms.to_json(self, state)).tobytes() == state.tobytes()
        except (ValueError, IndexError, KeyError, OverflowError):
            return False

    def explain(self, state: np.void, action: int) -> str:
        """Why an action is not legal."""
        return self.rooms.words.explain(self, state, self.actions.decode(action))

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """A position as text, as far as `viewer` may see it; all of it for a spectator, None."""
        return self.rooms.words.draw_text(position, viewer, last_action)

    def draw_svg(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """The same as a picture, SVG."""
        return self.rooms.pictures.draw_svg(position, viewer, last_action)

    def target(self, action: Action, position: Position) -> str | None:
        """What in the picture of the position stands for an action of the seat to move; None where nothing does."""
        return self.rooms.pictures.target(action, position)

    def question(self, position: Position) -> Question | None:
        """What the seat to move is asked; None when the game is over."""
        return self.rooms.words.question(position)

    def phrase(self, action: Action, position: Position) -> str:
        """An action in words for the seat to move, as they stand on a button."""
        return self.rooms.words.phrase(action, position)

    def tell(self, before: Position, action: Action, after: Position, viewer: int | None = None) -> list[str]:
        """What an action did, in plain words, as far as `viewer` may know it; all of it for a spectator, None."""
        return self.rooms.words.tell(before, action, after, viewer)
