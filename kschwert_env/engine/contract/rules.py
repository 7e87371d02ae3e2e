"""`GameRules`: the contract between a game and everything that plays it (docs/adding_a_game.md).

Every game's `Rules` is a subclass. `Game`, `Batch`, records, adapters, agents and training know a game only through
this class.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal

import numpy as np

from kschwert_env.engine.compiled.loops import Loops, bind
from kschwert_env.engine.compiled.observation import ObservationSpace
from kschwert_env.engine.compiled.returns import Reward
from kschwert_env.engine.contract.actions import Action, ActionSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.options import (
    MAX_TURNS,
    Options,
    check,
    check_edition,
    check_reward,
    check_start_player,
)
from kschwert_env.engine.contract.presentation import Editions, Pictures, Positions, Texts
from kschwert_env.engine.contract.presentation import Facts as Facts
from kschwert_env.engine.contract.presentation import Position as Position
from kschwert_env.engine.contract.presentation import Question as Question
from kschwert_env.engine.contract.purposes import Purpose, Selection
from kschwert_env.engine.io.reader import plain_dict
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.engine.text.voice import PLAIN, Voice

_KERNEL_FUNCTIONS = ("reset", "step", "legal_mask", "observe", "resample", "returns")

_CLASS_VARIABLES = ("package", "player_counts", "phase_names", "chance_keys", "cap_option")
"""Class variables that the `Rules` of a game sets besides `kernel`."""

_bound = cache(bind)


class GameRules(Options, ABC):
    """The rules of one game with every option chosen: frozen, hashable, picklable.

    A game's `Rules` is a frozen dataclass with the options below and others of its own. It sets the class variables and
    implements the abstract members. A class that misses any of them, or whose kernel misses a function, raises
    TypeError when it is defined or instantiated; mypy checks the functions of its other subpackages.

    Attributes:
        num_players: P, the number of seats; one of `player_counts`.
        edition: name of an edition, or path of an edition's TOML file.
        start_player: 0, or "random": drawn from the game's stream.
        reward: how returns follow from final scores.
        edition_data: contents of the edition, in a type of the game's own.
        player_counts: numbers of players that the game supports.
        phase_names: names of the phases, indexed by the field `phase` of a state.
        chance_keys: keys of a position that a chance event can change.
        kernel: the compiled rules: the module with the functions that `engine.compiled.loops.bind` takes.
        code_folder: name of the folder of the game's compiled code; it changes with the sources of the kernel.
    """

    num_players: int
    edition: str
    start_player: int | Literal["random"]
    reward: Literal["win", "placement", "score"]

    edition_data: Any

    player_counts: ClassVar[range]
    phase_names: ClassVar[tuple[str, ...]]
    chance_keys: ClassVar[tuple[str, ...]]
    kernel: ClassVar[ModuleType]
    code_folder: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Check that the game is complete, and name its folder of compiled code.

        The digest is taken here because the kernel has just been imported: a later one could be that of newer sources.

        Raises:
            TypeError: a class variable or a function of a module is missing.
        """
        if "kernel" not in cls.__dict__:
            return
        missing = [name for name in _CLASS_VARIABLES if not hasattr(cls, name)]
        missing += [f"{cls.kernel.__name__}.{name}" for name in _KERNEL_FUNCTIONS if not hasattr(cls.kernel, name)]
        if missing:
            raise TypeError(f"{cls.__module__}.{cls.__qualname__} is incomplete; missing: {', '.join(missing)}")
        cls.code_folder = f"{cls.package}-{sources_digest(Path(cls.kernel.__path__[0]))}"

    def __post_init__(self) -> None:
        """Check the options and load the edition.

        Raises:
            ValueError: an option has a wrong value; the message names it.
            EditionError: the edition is wrong.
        """
        counts, players = self.player_counts, self.num_players
        wanted = f"an int from {counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        check("num_players", players, type(players) is int and players in counts, wanted)
        object.__setattr__(self, "edition", check_edition(self.edition))
        check_start_player(self.start_player)
        check_reward(self.reward)
        self.check_game_options()
        object.__setattr__(self, "edition_data", self.editions_module().load(self.edition))
        object.__setattr__(self, "edition_fingerprint", self.edition_data.fingerprint)

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
    def cap_in_turns(self) -> int | None:
        """Number of turns after which a game is truncated; None for no cap."""

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

        `Game` needs `player` (the deciding seat, negative when over), `turn_player`, `phase`, `truncated` and `scores`.
        All rules of a kind share one dtype object: Numba looks up types by object, and comparing equal dtypes takes
        longer than a step.
        """

    @property
    @abstractmethod
    def board_dtype(self) -> np.dtype:
        """Structured dtype of `board`; at least `last_turn`, `random_start`, `reward` and `blank`. Shared likewise."""

    @abstractmethod
    def check_game_options(self) -> None:
        """Check the options that other games do not have. Raises ValueError, naming the option."""

    @abstractmethod
    def write_board(self, board: np.void) -> None:
        """Write the edition, the game's own options and `blank`, the state from which every game starts."""

    @classmethod
    @abstractmethod
    def editions_module(cls) -> Editions:
        """Return the subpackage `editions` of the game. This and the next three import it when they are called."""

    @classmethod
    @abstractmethod
    def positions_module(cls) -> Positions:
        """Return the subpackage `positions` of the game."""

    @classmethod
    @abstractmethod
    def text_module(cls) -> Texts:
        """Return the subpackage `text` of the game."""

    @classmethod
    @abstractmethod
    def svg_module(cls) -> Pictures:
        """Return the subpackage `svg` of the game."""

    # -- the same for every game, unless overridden -----------------------------------------------------------

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

    @property
    def num_actions(self) -> int:
        """A, the number of actions; a mask has as many entries."""
        return len(self.actions)

    @classmethod
    def bundled_editions(cls) -> list[str]:
        """Return the names of the editions in the package, sorted."""
        folder = Path(str(cls.editions_module().__file__)).parent
        return sorted(path.stem for path in folder.glob("*.toml"))

    @cached_property
    def loops(self) -> Loops:
        """The compiled entry points, which all rules of a game share."""
        return _bound(self.code_folder, self.kernel)

    @cached_property
    def board(self) -> np.ndarray:
        """The constants of compiled code: a read-only structured array of length 1, of `board_dtype`."""
        boards = np.zeros(1, self.board_dtype)
        board = boards[0]
        board["last_turn"] = MAX_TURNS if self.cap_in_turns is None else min(self.cap_in_turns - 1, MAX_TURNS)
        board["random_start"] = self.start_player == "random"
        board["reward"] = Reward[self.reward.upper()]
        self.write_board(board)
        boards.flags.writeable = False
        return boards

    # -- delegated to the modules of the game -----------------------------------------------------------------

    def edition_facts(self) -> list[Facts]:
        """Return the contents of the edition as tables, for every number of players."""
        return self.text_module().edition_facts(self.edition_data)

    def edition_svg(self) -> str | None:
        """Return the maps of the edition, for every number of players, as one SVG; None for a game without a map."""
        return self.svg_module().draw_edition(self.edition_data)

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
        return self.svg_module().draw_card(self.edition, card)

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
