"""`GameRules`: the contract between a game and everything that plays it (docs/adding_a_game.md).

Every game's `Rules` is a subclass. `Game`, `Batch`, records, adapters, agents and training know a game only through
this class. `EditionRules` (`edition_rules.py`) adds the options that games from a box have in common, `CustomRules`
(`kschwert_env.custom`) defaults for everything that is not needed to play.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from kschwert_env.engine.compiled import returns
from kschwert_env.engine.compiled.loops import Loops, bind
from kschwert_env.engine.compiled.observation import ObservationSpace
from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.options import Options, check
from kschwert_env.engine.contract.presentation import Facts as Facts
from kschwert_env.engine.contract.presentation import Pictures, Positions, Texts
from kschwert_env.engine.contract.presentation import Position as Position
from kschwert_env.engine.contract.presentation import Question as Question
from kschwert_env.engine.contract.purposes import Purpose, Selection
from kschwert_env.engine.io.reader import plain_dict
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.engine.text.phrases import brief
from kschwert_env.engine.text.voice import PLAIN, Voice

_KERNEL_FUNCTIONS = ("reset", "step", "legal_mask", "observe")
_OPTIONAL_FUNCTIONS = {"resample": returns.keep_all, "returns": returns.score_differences}

_bound = cache(bind)


class GameRules(Options, ABC):
    """The rules of one game with every option chosen: frozen, hashable, picklable.

    A game's `Rules` is a frozen dataclass with a default for `num_players`, and with options of its own. It sets the
    class variables and implements the abstract members. A class that misses any of them, or whose kernel misses a
    function, raises TypeError when it is defined or instantiated; mypy checks the functions of its other subpackages.

    Attributes:
        num_players: P, the number of seats; one of `player_counts`.
        title: the game's name for people; by default made from the name of its package or module.
        player_counts: numbers of players that the game supports; by default the default of `num_players`.
        phase_names: names of the phases, indexed by the field `phase` of a state.
        chance_keys: keys of a position that a chance event can change: records contain their values.
        predicted_seat: a field of the state with a seat, or a negative number for none, that networks also learn to
            predict (`training.rollout.auxiliary`), such as who is king; None if there is none.
        kernel: the compiled rules: the module with the functions that `engine.compiled.loops.bind` takes; by default
            the module of the class. Without `resample`, nothing is hidden; without `returns`, scores count.
        code_folder: name of the folder of the game's compiled code; it changes with the sources of the kernel.
        file: the file that the game was loaded from (`engine.contract.game_files`); None for an importable module.
    """

    num_players: int

    title: ClassVar[str]
    player_counts: ClassVar[range]
    phase_names: ClassVar[tuple[str, ...]]
    chance_keys: ClassVar[tuple[str, ...]] = ()
    predicted_seat: ClassVar[str | None] = None
    kernel: ClassVar[ModuleType]
    code_folder: ClassVar[str]
    file: ClassVar[Path | None] = None

    if TYPE_CHECKING:  # every game is a dataclass with this option first

        def __init__(self, num_players: int = ..., **options: Any) -> None: ...  # noqa: D107

    def __init_subclass__(cls) -> None:
        """Check that the game is complete, and name its folder of compiled code.

        The digest is taken here because the kernel has just been imported: a later one could be that of newer sources.

        Raises:
            TypeError: a class variable or a function of a module is missing.
        """
        if not {"num_players", "kernel"} & cls.__dict__.keys():  # a base class, or a variant with the same kernel
            return
        module = sys.modules[cls.__module__]
        if getattr(module, "__file__", None) is None:
            raise TypeError(f"{cls.__qualname__} must be in a file or a module, such as my_game.py, to be compiled")
        cls.kernel = cls.__dict__.get("kernel", module)
        missing = [name for name in cls._required() if not hasattr(cls, name)]
        missing += [f"{cls.kernel.__name__}.{name}" for name in _KERNEL_FUNCTIONS if not hasattr(cls.kernel, name)]
        if missing:
            raise TypeError(f"{cls.__module__}.{cls.__qualname__} is incomplete; missing: {', '.join(missing)}")
        if not hasattr(cls, "package"):
            cls.package = Path(str(module.__file__)).stem
        if not hasattr(cls, "title"):
            cls.title = cls.package.replace("_", " ").title()
        if not hasattr(cls, "player_counts"):
            cls.player_counts = range(cls.num_players, cls.num_players + 1)
        for name, default in _OPTIONAL_FUNCTIONS.items():
            if not hasattr(cls.kernel, name):
                setattr(cls.kernel, name, default)
        source = Path(str(cls.kernel.__file__))
        cls.code_folder = f"{cls.package}-{sources_digest(source.parent if source.stem == '__init__' else source)}"

    @classmethod
    def _required(cls) -> tuple[str, ...]:
        """Return the class variables that a game must set."""
        return "num_players", "phase_names"

    def __post_init__(self) -> None:
        """Check the options; numbers and flags of NumPy become those of Python.

        Raises:
            ValueError: an option has a wrong value; the message names it.
        """
        self._convert_numpy()
        counts, players = self.player_counts, self.num_players
        wanted = f"an int from {counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        check("num_players", players, type(players) is int and players in counts, wanted)
        self.check_game_options()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (locate(type(self)), self.options(), self.fingerprint, self.version)

    # -- implemented by each game -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""

    @property
    @abstractmethod
    def observation(self) -> ObservationSpace:
        """Layout of an observation."""

    @property
    @abstractmethod
    def most_decisions(self) -> int | None:
        """Upper bound on the decisions of a game; None without a cap."""

    @property
    @abstractmethod
    def score_range(self) -> tuple[int, int] | None:
        """Lower and upper bound of a final score; None without a cap."""

    @property
    @abstractmethod
    def record_kind(self) -> tuple[str, str]:
        """Kind of record, on which compiled code depends: as part of a file name, and as a description."""

    @property
    @abstractmethod
    def state_dtype(self) -> np.dtype:
        """Structured dtype of a state; its source documents every field.

        `Game` needs `player` (the deciding seat, negative when over), `phase`, `turn`, `truncated` and `scores`. Where
        there is no `turn_player`, each turn is one decision.

        All rules of a kind share one dtype object: Numba looks up types by object, and comparing equal dtypes takes
        longer than a step.
        """

    @property
    @abstractmethod
    def board_dtype(self) -> np.dtype:
        """Structured dtype of `board`; at least `blank`, the state from which every game starts. Shared likewise."""

    @abstractmethod
    def write_board(self, board: np.void) -> None:
        """Write `blank` and what else `board` has besides options that are numbers, which have been written."""

    @classmethod
    @abstractmethod
    def positions_module(cls) -> Positions:
        """Return the subpackage `positions` of the game. This and the next two import it when they are called."""

    @classmethod
    @abstractmethod
    def text_module(cls) -> Texts:
        """Return the subpackage `text` of the game."""

    @classmethod
    @abstractmethod
    def svg_module(cls) -> Pictures:
        """Return the subpackage `svg` of the game."""

    # -- the same for every game, unless overridden -----------------------------------------------------------

    @classmethod
    def check_definition(cls) -> None:
        """Check what a class of a user's file defines, before it is used. Raises TypeError or ValueError."""
        for rules in cls.kinds():
            _ = rules.board, rules.num_actions, rules.observation

    def check_game_options(self) -> None:
        """Check the options that other games do not have. Raises ValueError, naming the option."""

    @property
    def neighbours(self) -> np.ndarray:
        """Neighbours of each field of the map: int16 (F, D), -1 where there is none; (0, 0) for a game without a map.

        Fields are what `field` and `partner` of an action name, and the last dimension of the pieces
        `observation.by_field`.
        """
        return np.zeros((0, 0), np.int16)

    @property
    def chance(self) -> Chance | None:
        """Chance events, draw by draw; None if the game does not list them."""
        return None

    @classmethod
    def kinds(cls) -> tuple[Self, ...]:
        """Return rules of every record kind, for `kschwert_env.precompile`: one for each number of players."""
        return tuple(cls.read_options({"num_players": count}) for count in cls.player_counts)

    @classmethod
    def bundled_editions(cls) -> list[str]:
        """Return the names of the editions in the package, sorted; none for a game without editions."""
        return []

    @classmethod
    def hides_information(cls) -> bool:
        """Return whether seats have secrets: the kernel has a `resample` of its own."""
        return cls.kernel.resample is not returns.keep_all

    @property
    def num_actions(self) -> int:
        """A, the number of actions; a mask has as many entries."""
        return len(self.actions)

    @cached_property
    def loops(self) -> Loops:
        """The compiled entry points, which all rules of a game share."""
        return _bound(self.code_folder, self.kernel)

    @cached_property
    def board(self) -> np.ndarray:
        """The constants of compiled code: a read-only structured array of length 1, of `board_dtype`."""
        boards = np.zeros(1, self.board_dtype)
        self.write_options(boards[0])
        self.write_board(boards[0])
        boards.flags.writeable = False
        return boards

    def write_options(self, board: np.void) -> None:
        """Write every option that is a number into the field of `board` with its name, if there is one."""
        for name, value in self.options().items():
            if isinstance(value, int) and name in (board.dtype.names or ()):
                board[name] = value

    @property
    def return_range(self) -> tuple[float, float] | None:
        """Lower and upper bound of a return; None without a cap."""
        if self.score_range is None:
            return None
        low, high = self.score_range
        ahead = (high - low) * (self.num_players - 1) / self.num_players
        return -ahead, ahead

    # -- delegated to the modules of the game -----------------------------------------------------------------

    def position(self, state: np.void) -> Position:
        """Return the whole state as a position, hidden information included."""
        return self.positions_module().to_json(self, state)

    def from_position(self, position: Mapping[str, Any]) -> np.ndarray:
        """Return the state of a position, as a structured array of length 1.

        Raises:
            ValueError: the position is malformed or no game can reach it; the message names every contradiction.
        """
        return self.positions_module().from_json(self, plain_dict(position))

    def is_sound(self, state: np.void) -> bool:
        """Return whether a record of unknown origin is one that `from_position` would write."""
        positions = self.positions_module()
        try:
            return positions.from_json(self, positions.to_json(self, state)).tobytes() == state.tobytes()
        except (ValueError, IndexError, KeyError, OverflowError):
            return False

    def card_help(self) -> list[Facts]:
        """Return tables that describe every card, building and figure.

        Columns are id, name, copies, cost, effect, printed values, and ids of rules.
        """
        return self.text_module().card_help(self)

    def explain(self, state: np.void, action: int, voice: Voice = PLAIN) -> str:
        """Return why an action is illegal, for the seat to move; an empty string if it is legal."""
        return voice.say(self.text_module().explain(self, state, self.actions.decode(action)))

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """Return a position as text, for the seat `viewer` or for a spectator (None), who sees everything.

        The text reveals nothing that `viewer` may not know, a secret `last_action` included. `Game` passes a position
        in which all of that is resampled, too.
        """
        return self.text_module().draw_text(position, viewer, last_action)

    def draw_svg(
        self,
        position: Position,
        viewer: int | None,
        last_action: Action | None,
        voice: Voice = PLAIN,
        news: str | None = None,
    ) -> str:
        """Return the same as an SVG document. `news` are words about the last action, in place of its name."""
        return voice.say_in_picture(self.svg_module().draw_svg(position, viewer, last_action, news))

    def draw_card(self, card: str) -> str | None:
        """Return an SVG document of a card, building or figure by its id in `card_help`; None without a picture."""
        return self.svg_module().draw_card(self, card)

    def target(self, action: Action, position: Position) -> str | None:
        """Return the `data-target` in the picture that stands for an action of the seat to move; None without one."""
        return self.svg_module().target(action, position)

    def question(self, position: Position, voice: Voice = PLAIN) -> Question | None:
        """Return the decision that the seat to move faces; None when the game is over."""
        question = self.text_module().question(position)
        return question and question._replace(words=voice.say(question.words), ask=voice.say(question.ask))

    def phrase(self, action: Action, position: Position, voice: Voice = PLAIN) -> str:
        """Return the label of the button for an action of the seat to move."""
        return voice.say(self.text_module().phrase(action, position))

    def purpose(self, state: np.void, action: Action, position: Position) -> Purpose:
        """Return what an action of the seat to move is for; `state` and `position` are the same position."""
        return self.text_module().purpose(self, state, action, position)

    def selection(self, position: Position) -> Selection | None:
        """Return the cards that the seat to move lays one by one, for a player in one decision; None without any."""
        return self.text_module().selection(position)

    def tell(
        self, before: Position, action: Action, after: Position, viewer: int | None = None, voice: Voice = PLAIN
    ) -> list[str]:
        """Return the effects of an action as text: the action itself, then one line per consequence.

        A spectator (None) sees all effects, the seat `viewer` those that it may know. The list is empty if `viewer` may
        not even know that something has happened.
        """
        return [voice.say(line) for line in self.text_module().tell(before, action, after, viewer)]


def locate(rules_type: type[GameRules]) -> Any:
    """Return what identifies a game to another process: its class, or the file and name of a class in a user's file."""
    return rules_type if rules_type.file is None else (str(rules_type.file), rules_type.__qualname__)


def located(location: Any) -> type[GameRules]:
    """Return the game that `locate` identified. Raises ValueError if its file can't be loaded."""
    return load_class(*location) if isinstance(location, tuple) else location


def load_class(path: str, name: str = "") -> type[GameRules]:
    """Return the class of rules with a name in a user's file, or the only one. Raises ValueError, with the reason."""
    from kschwert_env.engine.contract.game_files import load_game_file  # most programs load no file

    rules_type = rules_in(load_game_file(Path(path)), name)
    rules_type.file = Path(path).resolve()
    return rules_type


def rules_in(module: ModuleType, name: str = "") -> type[GameRules]:
    """Return the class of rules with a name that a module defines, or the only one. Raises ValueError without one."""
    own = {key: value for key, value in vars(module).items() if is_game(value) and value.__module__ == module.__name__}
    if name not in own and (name or len(own) != 1):
        wanted = f"a class {name}" if name else "one class"
        raise ValueError(f"{module.__file__} must have {wanted} of rules; it has {', '.join(own) or 'none'}")
    rules_type: type[GameRules] = own[name] if name else next(iter(own.values()))
    return rules_type


def is_game(value: object) -> bool:
    """Return whether a value is the class of a game's rules."""
    return isinstance(value, type) and issubclass(value, GameRules) and "code_folder" in vars(value)


def _unpickled(location: Any, options: dict[str, Any], fingerprint: str, version: int) -> GameRules:
    rules_type = located(location)
    if rules_type.version != version:
        raise ValueError(
            f"these rules were pickled with version {version} of {rules_type.package}; "
            f"this is version {rules_type.version}"
        )
    rules = rules_type.read_options(options)
    if rules.fingerprint != fingerprint:
        changed = f"edition {brief(options['edition'])}" if "edition" in options else rules_type.package
        raise ValueError(f"{changed} has changed since these rules were pickled")
    return rules
