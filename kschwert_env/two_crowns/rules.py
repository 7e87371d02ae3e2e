"""`Rules`: the options of Two Crowns, and the sizes and tables derived from them."""

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import ClassVar, Literal

import numpy as np

from kschwert_env.engine.contract.chance import Chance, hands_of
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import check_cap, check_flag
from kschwert_env.engine.contract.presentation import EditionPictures, Editions, EditionTexts, Positions
from kschwert_env.two_crowns import kernel
from kschwert_env.two_crowns.kernel.actions import ACTIONS
from kschwert_env.two_crowns.kernel.components import (
    CARD_NAMES,
    CASTLE,
    HAND,
    LOWEST_CASTLE,
    MOST_LAID,
    NUM_PLAYERS,
    PHASE_NAMES,
)
from kschwert_env.two_crowns.kernel.observe import OBSERVATION
from kschwert_env.two_crowns.kernel.state import BOARD, STATE, blank


@dataclass(frozen=True)
class Rules(EditionRules):
    """Two Crowns with every option. Frozen, hashable, picklable.

    Attributes:
        num_players: 2 (C1).
        edition: name of an edition, or path of an edition's TOML file.
        start_player: 0, or "random": drawn by the seed (S1).
        die_of_fate: True adds the die of fate (F1).
        max_turns: number of turns after which a game is truncated (E3); None for no cap.
        reward: how returns are computed from the castles: "win", "placement" or "score".

    Raises ValueError, naming the option, for any other value, and EditionError, a ValueError, for an invalid edition.
    """

    num_players: int = NUM_PLAYERS
    edition: str = "standard"
    start_player: int | Literal["random"] = 0
    die_of_fate: bool = False
    max_turns: int | None = 200
    reward: Literal["win", "placement", "score"] = "win"

    package: ClassVar[str] = "two_crowns"
    title: ClassVar[str] = "Two Crowns"
    version: ClassVar[int] = 2  # version 1 paid for special cards one by one, in the order in which they act
    player_counts: ClassVar[range] = range(NUM_PLAYERS, NUM_PLAYERS + 1)
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = ("start_player", "castles", "hands", "decks", "exact")
    cap_option: ClassVar[str] = "max_turns"
    kernel: ClassVar[ModuleType] = kernel

    actions = ACTIONS  # equal for all options, like the next ones
    observation = OBSERVATION
    state_dtype, board_dtype = STATE, BOARD
    record_kind = f"{NUM_PLAYERS}", "the rules of Two Crowns"

    @classmethod
    def editions_module(cls) -> Editions:
        """Return the subpackage `editions`."""
        from kschwert_env.two_crowns import editions

        return editions

    @classmethod
    def positions_module(cls) -> Positions:
        """Return the subpackage `positions`."""
        from kschwert_env.two_crowns import positions

        return positions

    @classmethod
    def text_module(cls) -> EditionTexts:
        """Return the subpackage `text`."""
        from kschwert_env.two_crowns import text

        return text

    @classmethod
    def svg_module(cls) -> EditionPictures:
        """Return the subpackage `svg`."""
        from kschwert_env.two_crowns import svg

        return svg

    def check_game_options(self) -> None:
        """Check the options that are specific to this game."""
        check_flag("die_of_fate", self.die_of_fate)
        check_cap("max_turns", self.max_turns)

    @property
    def cap_in_turns(self) -> int | None:
        """Number of turns after which a game is truncated (E3); None for no cap."""
        return self.max_turns

    @property
    def most_decisions(self) -> int | None:
        """Upper bound: in every turn both seats lay all cards in a battle and pay for all except one knight."""
        battle = 1 + 2 * (MOST_LAID + 1) + 2 * (MOST_LAID - 1)
        return None if self.max_turns is None else self.max_turns * battle + self.die_of_fate

    @property
    def score_range(self) -> tuple[int, int]:
        """Bounds of a castle; it can fall below 0."""
        return LOWEST_CASTLE, CASTLE

    @cached_property
    def chance(self) -> Chance:
        """Chance events: cards drawn, the die of fate, the start player."""
        hands = sum(1 for _ in hands_of(self.edition_data.copies, HAND))  # at most as many for fewer cards, too
        return Chance(kernel, self.board, CARD_NAMES, max(hands, CASTLE))

    def write_board(self, board: np.void) -> None:
        """Write the cards of a side."""
        board["copies"] = self.edition_data.copies
        blank(board, board["blank"])
