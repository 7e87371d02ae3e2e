"""`Rules`: the options of Krone & Schwert, and the sizes and tables derived from them."""

from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import ClassVar, Literal, Self

import numpy as np

from kschwert_env.engine.compiled.observation import ObservationSpace
from kschwert_env.engine.contract.actions import ActionSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import check, check_cap, check_flag
from kschwert_env.engine.contract.presentation import EditionPictures, Editions, EditionTexts, Positions
from kschwert_env.engine.io.edition import EditionError
from kschwert_env.krone_schwert import kernel
from kschwert_env.krone_schwert.editions import Edition
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.editions.starts import Start
from kschwert_env.krone_schwert.kernel.actions import action_space
from kschwert_env.krone_schwert.kernel.components import (
    AREA_POINTS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_ACTION_CARDS,
    PHASE_NAMES,
    Card,
    Terrain,
)
from kschwert_env.krone_schwert.kernel.end import KING_POINTS
from kschwert_env.krone_schwert.kernel.observe import observation_space
from kschwert_env.krone_schwert.kernel.state import blank, board_dtype, state_dtype


@dataclass(frozen=True)
class Rules(EditionRules):
    """Krone & Schwert for `num_players`, with every option. Frozen, hashable, picklable.

    Attributes:
        num_players: 2 to 5 (C1).
        edition: name of an edition, or path of an edition's TOML file.
        fewer_parts: variant V1, one part fewer; for 4 or 5 players.
        start_player: 0, or "random": drawn by the seed (S2).
        shuffle_parts: False places the edition's first parts in their order (C4).
        visible_scores: False hides the scores of other seats, except VP that kings announced (P1).
        max_rounds: number of rounds after which a game is truncated (E6, Q10); None for no cap.
        reward: how returns are computed from final scores; most VP win (E5): "win", "placement" or "score".

    Raises ValueError, naming the option, for any other value, and EditionError, a ValueError, for an invalid edition.
    """

    num_players: int = 3
    edition: str = "standard"
    fewer_parts: bool = False
    start_player: int | Literal["random"] = 0
    shuffle_parts: bool = True
    visible_scores: bool = True
    max_rounds: int | None = 100
    reward: Literal["win", "placement", "score"] = "win"

    package: ClassVar[str] = "krone_schwert"
    title: ClassVar[str] = "Krone & Schwert"
    version: ClassVar[int] = 2
    player_counts: ClassVar[range] = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = (
        *("parts", "start_player", "hands", "draw_pile", "people", "cards_before_game_end"),
    )
    cap_option: ClassVar[str] = "max_rounds"
    predicted_seat: ClassVar[str | None] = "king"
    kernel: ClassVar[ModuleType] = kernel

    @classmethod
    def kinds(cls) -> tuple[Self, ...]:
        """Return rules of every record kind of the bundled editions: one for each number of fields and of players."""
        return *map(cls, (2, 3, 4)), cls(4, fewer_parts=True), cls(5), cls(5, fewer_parts=True)

    @classmethod
    def editions_module(cls) -> Editions:
        """Return the subpackage `editions`."""
        from kschwert_env.krone_schwert import editions

        return editions

    @classmethod
    def positions_module(cls) -> Positions:
        """Return the subpackage `positions`."""
        from kschwert_env.krone_schwert import positions

        return positions

    @classmethod
    def text_module(cls) -> EditionTexts:
        """Return the subpackage `text`."""
        from kschwert_env.krone_schwert import text

        return text

    @classmethod
    def svg_module(cls) -> EditionPictures:
        """Return the subpackage `svg`."""
        from kschwert_env.krone_schwert import svg

        return svg

    def check_game_options(self) -> None:
        """Check the options that are specific to this game."""
        for name in ("fewer_parts", "shuffle_parts", "visible_scores"):
            check_flag(name, getattr(self, name))
        check("fewer_parts", self.fewer_parts, not self.fewer_parts or self.num_players >= 4, "False below 4 players")
        check_cap("max_rounds", self.max_rounds)

    def __post_init__(self) -> None:
        """Check the options, load the edition, and check its starting position. Raises ValueError, as documented."""
        super().__post_init__()
        start = self._start
        if start is None:
            return
        fixed = "with an edition that has a start"
        check("start_player", self.start_player, self.start_player == 0, f"0 {fixed}")
        check("fewer_parts", self.fewer_parts, not self.fewer_parts, f"False {fixed}")
        check("shuffle_parts", self.shuffle_parts, not (self.shuffle_parts and self.map.slots), f"False {fixed}")
        rounds = self.max_rounds
        least = start.turn // self.num_players + 1
        check(
            "max_rounds", rounds, rounds is None or rounds >= least, f"at least {least}, for games begin in that round"
        )
        self._check_start()

    def _check_start(self) -> None:
        """Check the start as every position is checked. Raises EditionError."""
        from kschwert_env.krone_schwert import positions

        try:
            positions.from_json(self, positions.to_json(self, self.board["blank"][0]))
        except ValueError as error:
            raise EditionError(f"{self.edition}: starts.{self.num_players} is wrong: {error}") from None

    @property
    def _start(self) -> Start | None:
        """Starting position of the edition for this number of players; None if games begin with the setup."""
        starts: dict[int, Start] = self.edition_data.starts
        return starts.get(self.num_players)

    @cached_property
    def chance(self) -> Chance:
        """Chance events, draw by draw."""
        from kschwert_env.krone_schwert.positions.chance import chance_events

        return chance_events(self.board)

    # -- derived from the options -----------------------------------------------------------------------------

    @cached_property
    def map(self) -> Board:
        """Map for this number of parts (C1, V1)."""
        edition: Edition = self.edition_data
        return edition.boards[self.num_players - self.fewer_parts]

    @property
    def num_fields(self) -> int:
        """F, the number of octagons and squares."""
        return self.map.num_fields

    @property
    def neighbours(self) -> np.ndarray:
        """Neighbours of each field, clockwise from north: int16 (F, 8), -1 for no neighbour (C2)."""
        return self.board["neighbours"][0]

    @cached_property
    def actions(self) -> ActionSpace:
        """All actions, by id and by name."""
        return action_space(self.num_fields, self.map.num_octagons, self.map.city_sites)

    @cached_property
    def observation(self) -> ObservationSpace:
        """Layout of an observation."""
        return observation_space(self.num_players, self.num_fields)

    # -- for the engine ---------------------------------------------------------------------------------------

    @property
    def cap_in_turns(self) -> int | None:
        """Cap in turns instead of rounds (Q10); None for no cap."""
        return None if self.max_rounds is None else self.max_rounds * self.num_players

    @property
    def most_decisions(self) -> int | None:
        """Loose upper bound: every action point is spent in the way that takes most decisions.

        This is a revolt or an attack in which all cards are laid, or a draw of events only. Events are shuffled at most
        once during one action point.
        """
        if self.max_rounds is None:
            return None
        copies, seats = self.edition_data.copies, self.num_players
        laid = sum(copies[:NUM_ACTION_CARDS])
        battle = laid + max(2 * seats - 1, 3)
        draw = 1 + 2 * (copies[Card.CITY_SCORING] + copies[Card.UNREST])
        turn = 3 * max(battle, draw) + 4  # includes two claims before it, the tax, and its end
        return 2 * seats + self.max_rounds * seats * turn

    @property
    def score_range(self) -> tuple[int, int] | None:
        """Loose bounds: every decision scores the maximum, and one seat owns all pieces at the end."""
        if self.most_decisions is None:
            return None
        castles, small_cities, large_cities, cathedrals = supply = self.edition_data.supply
        at_once = max(castles + 2 * cathedrals, small_cities + large_cities)
        return 0, self.most_decisions * at_once + sum(supply) + KING_POINTS + sum(AREA_POINTS)

    @cached_property
    def state_dtype(self) -> np.dtype:
        """Structured dtype of a state, documented in `kernel/state.py`."""
        return state_dtype(self.num_players, self.num_fields)

    @property
    def board_dtype(self) -> np.dtype:
        """Structured dtype of the constants, documented in `kernel/state.py`."""
        return board_dtype(self.num_players, self.num_fields)

    @property
    def record_kind(self) -> tuple[str, str]:
        """Record kind and its description: compiled code depends only on the numbers of players and fields."""
        kind = f"{self.num_players}-{self.num_fields}"
        return kind, f"the rules for {self.num_players} players and {self.num_fields} fields"

    def write_board(self, board: np.void) -> None:
        """Write the pieces and the map."""
        edition: Edition = self.edition_data
        board["copies"], board["combat"], board["shields"] = edition.copies, edition.combat, edition.shields
        board["people"] = edition.crowns, edition.swords
        board["markers"], board["supply"] = edition.markers, edition.supply
        board["threshold"] = edition.thresholds[self.num_players]
        blank(board, board["blank"])
        self._write_map(board)

    def _write_map(self, board: np.void) -> None:
        """Write the graph, the parts or a fixed terrain, and the start."""
        edition: Edition = self.edition_data
        graph, sizes = self.map, list(dict.fromkeys(part.size for part in edition.parts))
        board["map"] = self.num_players - self.fewer_parts
        board["neighbours"] = graph.neighbours
        board["num_octagons"] = graph.num_octagons
        sites = np.array(graph.city_sites, np.int16).reshape(-1, 2)
        board["city_sites"][: len(sites)] = sites
        board["first_city_site"] = np.searchsorted(sites[:, 0], range(graph.num_fields + 1))
        board["num_slots"] = len(graph.slots)
        first = 0
        for i, (slot, fields) in enumerate(zip(graph.slots, graph.slot_fields, strict=True)):
            board["slot_fields"][first : first + len(fields)] = fields
            first += len(fields)
            board["first_slot_field"][i + 1] = first
            board["slot_sizes"][i] = sizes.index(slot.size)
        board["num_parts"] = len(edition.parts)
        for i, part in enumerate(edition.parts):
            board["parts"][i, : len(part.terrain)] = part.terrain
            board["part_sizes"][i] = sizes.index(part.size)
        if self._start is not None and graph.slots:
            self._place_parts(board)
        elif not graph.slots:
            board["blank"]["terrain"] = graph.terrain
            board["blank"]["free_land"] = sum(terrain != Terrain.MOUNTAIN for terrain in graph.terrain)
        if self._start is not None:
            from kschwert_env.krone_schwert.positions.start import write_start

            write_start(self._start, graph, board["blank"])

    def _place_parts(self, board: np.void) -> None:
        """Place the parts before a game begins, for an edition with a start."""
        parts = self.edition_data.first_parts(self.num_players - self.fewer_parts)
        board["blank"]["parts"][: len(parts)] = parts
        board["blank"]["terrain"] = self.map.terrain_with([self.edition_data.parts[part].terrain for part in parts])
        board["num_slots"] = 0
