"""`Rules`: the game with every option chosen, and all that follows from the options."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from kschwert_env.engine import rules
from kschwert_env.engine.actions import ActionSpace
from kschwert_env.engine.observation import ObservationSpace
from kschwert_env.engine.options import check_cap, check_flag
from kschwert_env.engine.rules import Rooms
from kschwert_env.two_crowns import editions, kernel, pictures, positions, words
from kschwert_env.two_crowns.kernel.actions import ACTIONS
from kschwert_env.two_crowns.kernel.components import CASTLE, LOWEST_CASTLE, MOST_LAID, NUM_PLAYERS, PHASE_NAMES
from kschwert_env.two_crowns.kernel.observe import OBSERVATION
from kschwert_env.two_crowns.kernel.state import BOARD, STATE, blank
from kschwert_env.two_crowns.positions.draws import Draws


@dataclass(frozen=True)
class Rules(rules.Rules):
    """Two Crowns with every option. Frozen, hashable, picklable.

    Attributes:
        num_players: 2 (C1).
        edition: name of an edition, or path of an edition's TOML file.
        start_player: 0, or "random": drawn by the seed (S1).
        die_of_fate: True adds the die of fate (F1).
        max_turns: a game of so many turns is truncated (E3); None lets it run.
        reward: how returns are made of the castles: "win", "placement" or "score".

    Raises ValueError, naming the option, for any other value, and EditionError, a ValueError, for a wrong edition.
    """

    num_players: int = NUM_PLAYERS
    edition: str = "standard"
    start_player: int | Literal["random"] = 0
    die_of_fate: bool = False
    max_turns: int | None = 200
    reward: Literal["win", "placement", "score"] = "win"

    package: ClassVar[str] = "two_crowns"
    version: ClassVar[int] = 2  # 1 paid for special cards one by one, in the order in which they act
    player_counts: ClassVar[range] = range(NUM_PLAYERS, NUM_PLAYERS + 1)
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = ("start_player", "castles", "hands", "decks", "exact")
    cap_option: ClassVar[str] = "max_turns"
    rooms: ClassVar[Rooms] = Rooms(editions, kernel, positions, words, pictures)

    def check_own(self) -> None:
        """The options that other games do not have."""
        check_flag("die_of_fate", self.die_of_fate)
        check_cap("max_turns", self.max_turns)

    @property
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""
        return ACTIONS

    @property
    def observation(self) -> ObservationSpace:
        """The layout of an observation."""
        return OBSERVATION

    # -- for the engine ---------------------------------------------------------------------------------------

    @property
    def cap_in_turns(self) -> int | None:
        """E3."""
        return self.max_turns

    @property
    def state_dtype(self) -> np.dtype:
        """The dtype of a position; its source tells what every field is."""
        return STATE

    @property
    def board_dtype(self) -> np.dtype:
        """The dtype of the constants; its source tells what every field is."""
        return BOARD

    @property
    def record_kind(self) -> tuple[str, str]:
        """Compiled code depends on nothing: one kind for all."""
        return f"{NUM_PLAYERS}", "the rules of Two Crowns"

    @property
    def most_decisions(self) -> int | None:
        """A battle takes most: `attack`, cards and `done` of both, and payments for all cards but one knight."""
        battle = 1 + 2 * (MOST_LAID + 1) + 2 * (MOST_LAID - 1)
        return None if self.max_turns is None else self.max_turns * battle + self.die_of_fate

    @property
    def score_range(self) -> tuple[int, int]:
        """Castles may fall below 0."""
        return LOWEST_CASTLE, CASTLE

    @cached_property
    def chance(self) -> Draws:
        """Cards drawn, the die of fate, and who starts."""
        return Draws(self.edition_data.copies, self.die_of_fate, self.start_player == "random")

    def lay_out(self, board: np.void) -> None:
        """The cards of a side, and the option."""
        board["copies"] = self.edition_data.copies
        board["die_of_fate"] = self.die_of_fate
        blank(board, board["blank"])
