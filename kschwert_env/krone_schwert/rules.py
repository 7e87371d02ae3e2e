"""`Rules`: the game with every option chosen, and all that follows from the options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

import numpy as np

from kschwert_env.engine.actions import ActionSpace
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
from kschwert_env.krone_schwert import edition as editions
from kschwert_env.krone_schwert import explain, kernel, position
from kschwert_env.krone_schwert.actions import action_space
from kschwert_env.krone_schwert.board import Board
from kschwert_env.krone_schwert.components import MAX_PLAYERS, MIN_PLAYERS, PHASE_NAMES
from kschwert_env.krone_schwert.edition import Edition
from kschwert_env.krone_schwert.observe import observation_space
from kschwert_env.krone_schwert.position import MOST_TURNS
from kschwert_env.krone_schwert.state import blank, board_dtype, state_dtype


@cache
def _loops() -> Loops:
    return bind(Rules.game, kernel)


@dataclass(frozen=True)
class Rules(Options):
    """Krone & Schwert for `num_players`, with every option. Frozen, hashable, picklable.

    Attributes:
        num_players: 2 to 5 (C1).
        edition: name of an edition, or path of an edition's TOML file.
        fewer_parts: variant V1, one part fewer; for 4 or 5 players.
        start_player: 0, or "random": drawn by the seed (S2).
        shuffle_parts: False places the edition's first parts in their order (C4).
        visible_scores: False hides what the others have, but for what kings announced (P1).
        max_rounds: a game of so many rounds is truncated (E6, Q10); None lets it run.
        reward: how returns are made of final scores, by which most VP win (E5): "win", "placement" or "score".

    Raises ValueError, naming the option, for any other value, and EditionError, a ValueError, for a wrong edition.
    """

    num_players: int
    edition: str = "standard"
    fewer_parts: bool = False
    start_player: int | Literal["random"] = 0
    shuffle_parts: bool = True
    visible_scores: bool = True
    max_rounds: int | None = 100
    reward: Literal["win", "placement", "score"] = "win"

    edition_data: Edition = field(init=False, repr=False, compare=False)

    game: ClassVar[str] = "krone_schwert"
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = (
        *("parts", "start_player", "hands", "draw_pile", "people", "cards_before_game_end"),
    )

    def __post_init__(self) -> None:
        players = self.num_players
        right = type(players) is int and MIN_PLAYERS <= players <= MAX_PLAYERS
        check("num_players", players, right, f"an int from {MIN_PLAYERS} to {MAX_PLAYERS}")
        object.__setattr__(self, "edition", check_edition(self.edition))
        for name in ("fewer_parts", "shuffle_parts", "visible_scores"):
            check_flag(name, getattr(self, name))
        check("fewer_parts", self.fewer_parts, not self.fewer_parts or players >= 4, "False below 4 players")
        check_start_player(self.start_player)
        check_cap("max_rounds", self.max_rounds)
        check_reward(self.reward)
        object.__setattr__(self, "edition_data", editions.load(self.edition))
        object.__setattr__(self, "edition_fingerprint", self.edition_data.fingerprint)

    # -- what follows from them -------------------------------------------------------------------------------

    @cached_property
    def map(self) -> Board:
        """The lattice of this many parts."""
        return self.edition_data.board(self.num_players - self.fewer_parts)

    @property
    def num_fields(self) -> int:
        """F, octagons and squares together."""
        return self.map.num_fields

    @property
    def neighbours(self) -> np.ndarray:
        """Int16 (F, 8): the neighbours by direction from north clockwise, -1 where there is none (C2)."""
        return self.board["neighbours"][0]

    @cached_property
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""
        return action_space(self.map)

    @cached_property
    def num_actions(self) -> int:
        """A."""
        return len(self.actions)

    @cached_property
    def observation(self) -> ObservationSpace:
        """The layout of an observation."""
        return observation_space(self.num_players, self.num_fields)

    # -- for the engine ---------------------------------------------------------------------------------------

    @cached_property
    def loops(self) -> Loops:
        return _loops()

    @cached_property
    def state_dtype(self) -> np.dtype:
        """The dtype of a position; its source tells what every field is."""
        return state_dtype(self.num_players, self.num_fields)

    @property
    def record_kind(self) -> tuple[str, str]:
        kind = f"{self.num_players}-{self.num_fields}"
        return kind, f"the rules for {self.num_players} players and {self.num_fields} fields"

    @cached_property
    def board(self) -> np.ndarray:
        """The constants of compiled code (`state.board_dtype`), read-only."""
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


def board_record(rules: Rules) -> np.ndarray:
    """The edition and the options as compiled code reads them."""
    edition, board = rules.edition_data, rules.map
    records = np.zeros(1, board_dtype(rules.num_players, board.num_fields))
    record = records[0]
    record["neighbours"] = board.neighbours
    record["city_sites"][: len(board.city_sites)] = board.city_sites
    octagons = [octagon for octagon, _ in board.city_sites]
    record["first_city_site"] = np.searchsorted(octagons, range(len(board.cells) + 1))
    record["slot_fields"] = board.slot_fields
    record["num_slots"] = len(board.slots)
    for i, part in enumerate(edition.parts):
        record["parts"][i, : len(part.terrain)] = part.terrain
    record["num_parts"] = len(edition.parts)
    record["copies"], record["combat"], record["shields"] = edition.copies, edition.combat, edition.shields
    record["people"] = edition.crowns, edition.swords
    record["markers"], record["supply"] = edition.markers, edition.supply
    record["threshold"] = edition.thresholds[rules.num_players]
    record["last_turn"] = -1 if rules.max_rounds is None else min(rules.max_rounds * rules.num_players - 1, MOST_TURNS)
    record["random_start"] = rules.start_player == "random"
    record["shuffle_parts"] = rules.shuffle_parts
    record["visible_scores"] = rules.visible_scores
    record["reward"] = Reward[rules.reward.upper()]
    blank(record, record["blank"])
    records.flags.writeable = False
    return records
