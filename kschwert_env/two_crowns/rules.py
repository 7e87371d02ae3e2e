"""`Rules`: the game with every option chosen, and all that follows from the options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from kschwert_env.engine.actions import Action, ActionSpace
from kschwert_env.engine.contract import Position
from kschwert_env.engine.loops import Loops, bind
from kschwert_env.engine.observation import ObservationSpace
from kschwert_env.engine.options import (
    Options,
    check,
    check_cap,
    check_edition,
    check_flag,
    check_reward,
    check_start_player,
)
from kschwert_env.engine.returns import Reward
from kschwert_env.two_crowns import commentary, drawing, explain, kernel, position
from kschwert_env.two_crowns import edition as editions
from kschwert_env.two_crowns.actions import ACTIONS
from kschwert_env.two_crowns.components import NUM_PLAYERS, PHASE_NAMES
from kschwert_env.two_crowns.edition import Edition
from kschwert_env.two_crowns.observe import OBSERVATION
from kschwert_env.two_crowns.position import MOST_TURNS
from kschwert_env.two_crowns.state import BOARD, STATE, blank


@cache
def _loops() -> Loops:
    return bind(Rules.game, kernel)


@dataclass(frozen=True)
class Rules(Options):
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

    edition_data: Edition = field(init=False, repr=False, compare=False)

    game: ClassVar[str] = "two_crowns"
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = ("start_player", "castles", "hands", "decks", "exact")

    def __post_init__(self) -> None:
        players = self.num_players
        check("num_players", players, type(players) is int and players == NUM_PLAYERS, f"{NUM_PLAYERS}")
        object.__setattr__(self, "edition", check_edition(self.edition))
        check_start_player(self.start_player)
        check_flag("die_of_fate", self.die_of_fate)
        check_cap("max_turns", self.max_turns)
        check_reward(self.reward)
        object.__setattr__(self, "edition_data", editions.load(self.edition))
        object.__setattr__(self, "edition_fingerprint", self.edition_data.fingerprint)

    @property
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""
        return ACTIONS

    @property
    def num_actions(self) -> int:
        """A."""
        return len(ACTIONS)

    @property
    def observation(self) -> ObservationSpace:
        """The layout of an observation."""
        return OBSERVATION

    # -- for the engine ---------------------------------------------------------------------------------------

    @cached_property
    def loops(self) -> Loops:
        return _loops()

    @property
    def state_dtype(self) -> np.dtype:
        """The dtype of a position; its source tells what every field is."""
        return STATE

    @property
    def record_kind(self) -> tuple[str, str]:
        return f"{NUM_PLAYERS}", "the rules of Two Crowns"

    @cached_property
    def board(self) -> np.ndarray:
        """The constants of compiled code (`state.BOARD`), read-only."""
        return board_record(self)

    def position(self, state: np.void) -> Position:
        """All of a position, in JSON's types."""
        return position.to_json(self, state)

    def from_position(self, given: Mapping[str, Any]) -> np.ndarray:
        """The array of length 1 with that position. Raises ValueError, naming every contradiction."""
        return position.from_json(self, given)

    def explain(self, state: np.void, action: int) -> str:
        """Why an action is not legal."""
        return explain.explain(self, state, self.actions.decode(action))

    def draw_text(self, position: Position, viewer: int | None, last_action: Action | None) -> str:
        """A position as text, as far as `viewer` may see it; all of it for a spectator, None."""
        return drawing.draw_text(position, viewer, last_action)

    def tell(self, before: Position, action: Action, after: Position) -> list[str]:
        """What an action did, in plain words, for a spectator."""
        return commentary.describe(before, action, after)


def board_record(rules: Rules) -> np.ndarray:
    """The edition and the options as compiled code reads them."""
    records = np.zeros(1, BOARD)
    record = records[0]
    record["copies"] = rules.edition_data.copies
    record["last_turn"] = -1 if rules.max_turns is None else min(rules.max_turns - 1, MOST_TURNS)
    record["random_start"] = rules.start_player == "random"
    record["die_of_fate"] = rules.die_of_fate
    record["reward"] = Reward[rules.reward.upper()]
    blank(record, record["blank"])
    records.flags.writeable = False
    return records
