"""`CustomRules`: rules of a game in one file, with defaults for everything that is not needed to play it."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import fields
from functools import cache, cached_property
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.custom.state import StateSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.presentation import Pictures, Positions, Texts
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.functions import Part
from kschwert_env.engine.jit.native.digests import dtype_digest


class Grid(NamedTuple):
    """A field of the state that pictures and texts show as a board.

    Attributes:
        field: name of the field, of shape (rows, columns) or (rows * columns,).
        rows: number of rows.
        columns: number of columns.
        symbols: a character for each value, from the lowest on; a space is an empty square. In pictures the numbers of
            seats, "0" to "9", are pieces in the colours of the seats.
    """

    field: str
    rows: int
    columns: int
    symbols: str


class CustomRules(GameRules):
    """Rules of a game that is written in one module, below its compiled functions.

    A subclass is a frozen dataclass. Its fields are the options: `num_players` with a default, and others, which must
    be ints or bools. Compiled code reads them as `board.<name>`. It has `actions`, `observation` and `state` as class
    attributes or, where they depend on options, as cached properties.

    Attributes:
        phase_names: names of the phases, indexed by the field `phase` of a state.
        most_decisions: upper bound on the decisions in a game; OpenSpiel needs one.
        most_outcomes: upper bound on the outcomes of a draw.
        hidden_actions: kinds of actions that other seats do not see, such as sealed bids.
        grid: the board, if the game has one; in games with `resample`, only spectators see it.
    """

    phase_names: ClassVar[tuple[str, ...]] = ("play",)
    most_decisions: int | None = None
    most_outcomes: ClassVar[int] = 64
    hidden_actions: ClassVar[tuple[str, ...]] = ()
    grid: ClassVar[Grid | None] = None

    def __init_subclass__(cls) -> None:
        """Check the game as `GameRules` does, and that all compiled functions are in its module.

        Raises:
            TypeError: something is missing, or a compiled function comes from another module of the user, in which
                changes would go unnoticed.
        """
        super().__init_subclass__()
        if "code_folder" in vars(cls):
            _check_origin(cls.kernel)

    @property
    @abstractmethod
    def state(self) -> StateSpace:
        """Fields of a state."""

    # -- defaults ---------------------------------------------------------------------------------------------

    def check_game_options(self) -> None:
        """Check that each option has the type of its default. Games extend this with ranges."""
        for option in [each for each in fields(self) if each.init]:
            kind = type(option.default)
            if kind not in (int, bool):
                raise TypeError(f"option {option.name} of {self.package} must have an int or a bool as its default")
            value = getattr(self, option.name)
            check(option.name, value, type(value) is kind, f"of type {kind.__name__}")

    @property
    def state_dtype(self) -> np.dtype:
        """Structured dtype of a state."""
        return self.state.dtype

    @property
    def board_dtype(self) -> np.dtype:
        """Structured dtype of `board`: `blank`, and the options."""
        return _board_dtype(self.state_dtype, tuple(self.options()))

    @cached_property
    def record_kind(self) -> tuple[str, str]:
        """Kind of record: compiled code depends on the dtype of a state alone."""
        return dtype_digest(self.board_dtype).split()[1], f"the rules of {self.title}"

    @property
    def score_range(self) -> tuple[int, int]:
        """Smallest and largest score."""
        return self.state.scores

    @cached_property
    def chance(self) -> Chance:
        """Chance events, draw by draw."""
        return Chance(self.kernel, self.board, (), self.most_outcomes)

    def write_board(self, board: np.void) -> None:
        """Write nothing: all options are numbers, and every game starts from zeros."""

    def contradictions(self, state: np.void) -> Iterable[str]:
        """Return what is wrong with a position whose fields are in range: an empty sequence if a game can reach it."""
        return ()

    @classmethod
    def positions_module(cls) -> Positions:
        """Return positions with a key for each field."""
        from kschwert_env.custom.positions import FieldPositions

        return FieldPositions()

    @classmethod
    def text_module(cls) -> Texts:
        """Return texts from the names of actions, phases and pieces."""
        from kschwert_env.custom.texts import PlainTexts

        return PlainTexts(cls)

    @classmethod
    def svg_module(cls) -> Pictures:
        """Return pictures of the board and of what a seat knows."""
        from kschwert_env.custom.pictures import PlainPictures

        return PlainPictures(cls)


@cache
def _board_dtype(state: np.dtype, options: tuple[str, ...]) -> np.dtype:
    return np.dtype([("blank", state), *((name, "i8") for name in options)])


def _check_origin(kernel: ModuleType) -> None:
    """Raise TypeError for a compiled function whose sources are not part of the digest of a game's code."""
    for name, value in vars(kernel).items():
        if isinstance(value, Part):
            origin: Any = value.py_func.__module__
            if origin != kernel.__name__ and not origin.startswith("kschwert_env.engine."):
                raise TypeError(
                    f"{kernel.__name__} uses the compiled function {name} of {origin}; all compiled functions of a "
                    "game must be in its own file, so that a change of any of them is noticed"
                )
