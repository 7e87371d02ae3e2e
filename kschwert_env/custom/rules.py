"""`CustomRules`: rules of a game in one file, with defaults for everything that is not needed to play it."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import Field, field, fields
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.custom.sources import code_digest, text_digest
from kschwert_env.custom.state import StateSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.presentation import Pictures, Positions, Texts
from kschwert_env.engine.contract.rules import GameRules
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

    A subclass is a frozen dataclass. Its fields are the options: `num_players` with a default, bools, and ints with a
    range (`option`). Compiled code reads them as `board.<name>`. It has `actions`, `observation` and `state` as class
    attributes or, where they depend on options, as cached properties.

    Attributes:
        phase_names: names of the phases, indexed by the field `phase` of a state.
        most_decisions: upper bound on the decisions in a game; OpenSpiel needs one.
        most_outcomes: upper bound on the outcomes of a draw.
        hidden_actions: kinds of actions that other seats do not see, such as sealed bids.
        grid: the board, if the game has one; in games with `resample`, only spectators see it.
        source: digest of the source of a game outside this package; it enters the fingerprint, so that records and
            networks of changed rules are refused. Comments and blank lines don't count.
    """

    phase_names: ClassVar[tuple[str, ...]] = ("play",)
    most_decisions: int | None = None
    most_outcomes: ClassVar[int] = 64
    hidden_actions: ClassVar[tuple[str, ...]] = ()
    grid: ClassVar[Grid | None] = None
    source: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Check the game as `GameRules` does, and that all compiled functions are in its module.

        Raises:
            TypeError: something is missing, or compiled functions use those of another module of the user, in which
                changes would go unnoticed.
        """
        super().__init_subclass__()
        if "code_folder" in vars(cls):
            cls.code_folder = f"{cls.package}-{code_digest(cls.kernel)}"
            if not cls.__module__.startswith("kschwert_env."):
                cls.source = text_digest(cls.kernel)

    @property
    @abstractmethod
    def state(self) -> StateSpace:
        """Fields of a state."""

    # -- defaults ---------------------------------------------------------------------------------------------

    @classmethod
    def check_definition(cls) -> None:
        """Check the options, and everything else that needs no game to be played.

        Raises:
            TypeError: the class is no dataclass, or an option has another type, no range or a name that is taken.
            ValueError: a default, a field or a piece is wrong.
        """
        if "__dataclass_fields__" not in vars(cls):
            raise TypeError(f"{cls.__qualname__} must be a dataclass: write @dataclass(frozen=True) above the class")
        for each in fields(cls):
            if each.init and each.name != "num_players":
                _check_option(each)
        for rules in cls.kinds():
            _check_spaces(rules)

    def check_game_options(self) -> None:
        """Check that each option has the type of its default, and is in its range. Games extend this."""
        for each in [each for each in fields(self) if each.init and each.name != "num_players"]:
            value, is_flag = getattr(self, each.name), type(each.default) is bool
            low, high = each.metadata.get("range", (False, True))
            wanted = "True or False" if is_flag else f"an int from {low} to {high}"
            check(each.name, value, type(value) is (bool if is_flag else int) and low <= value <= high, wanted)

    def contents(self) -> dict[str, Any]:
        """Return the options, and the digest of the source for a game outside this package."""
        return {**self.options(), "source": self.source} if self.source else self.options()

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


def option(default: int, low: int, high: int) -> Any:
    """Return the field of an option that is an int from `low` to `high`: `cards: int = option(4, 2, 13)`.

    Visitors of the browser table may choose any value of the range.
    """
    return field(default=default, metadata={"range": (low, high)})


def _check_option(each: Field[Any]) -> None:
    """Raise TypeError for an option that is neither a bool nor an int with a range, or whose name is taken."""
    if hasattr(CustomRules, each.name) or each.name == "blank":
        raise TypeError(f"option {each.name} must have another name; all games have something with this one")
    if type(each.default) is int and "range" not in each.metadata:
        raise TypeError(f"option {each.name} needs a range: {each.name}: int = option({each.default}, low, high)")
    if type(each.default) not in (int, bool):
        raise TypeError(f"option {each.name} must have an int or a bool as its default")


def _check_spaces(rules: CustomRules) -> None:
    """Raise ValueError for a wrong piece of the observation, number of players or grid."""
    _ = rules.board, rules.num_actions
    for name, piece in rules.observation.pieces.items():
        if piece.low > piece.high or piece.low < -127:
            raise ValueError(f"piece {name} of the observation must have a range within -127 to 127, not "
                             f"{piece.low} to {piece.high}")  # fmt: skip
    if (grid := rules.grid) is None:
        return
    its = next((each for each in rules.state.fields if each.name == grid.field), None)
    if its is None or int(np.prod(its.shape)) != grid.rows * grid.columns:
        raise ValueError(f"grid: field {grid.field} of the state must have {grid.rows} x {grid.columns} values")
    if len(grid.symbols) != its.high - its.low + 1:
        wanted = its.high - its.low + 1
        raise ValueError(
            f"grid: symbols must be {wanted} characters, for {its.low} to {its.high}, not {grid.symbols!r}"
        )
