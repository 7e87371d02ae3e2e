"""`Rules`: the game with every option chosen, and all that follows from the options."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Literal, NoReturn

import numpy as np

from kschwert_env.engine.contract.actions import ActionSpace
from kschwert_env.engine.contract.chance import Chance
from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.options import check, check_cap
from kschwert_env.engine.contract.presentation import EditionPictures, Editions, EditionTexts, Positions
from kschwert_env.engine.io.reader import by_name
from kschwert_env.engine.text.phrases import brief
from kschwert_env.politics_and_intrigue import kernel
from kschwert_env.politics_and_intrigue.editions.decks import SHARED_EVENTS, Counts, Fail, read_deck, read_events
from kschwert_env.politics_and_intrigue.editions.edition import Edition
from kschwert_env.politics_and_intrigue.kernel.actions import action_space
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    DECK,
    EVENT_NAMES,
    FIRST_SET_CARD,
    MOST_STACKED,
    MOST_STOCK,
    NUM_FIGURES,
    NUM_PLACES,
    NUM_PLAYERS,
    NUM_REGIONS,
    NUM_SLOTS,
    PHASE_NAMES,
    PLAYED,
    ROW_CARDS,
    Card,
)
from kschwert_env.politics_and_intrigue.kernel.observe import OBSERVATION
from kschwert_env.politics_and_intrigue.kernel.state import BOARD, STATE, blank

GAME_NAMES = ("extended", "tournament")
SUPPLY = (7, 5, 7)  # C1: roads, settlements, cities

Given = Sequence[Mapping[str, int]] | None
"""Cards or events of both seats, by name; None for those of the edition."""


@dataclass(frozen=True)
class Rules(EditionRules):
    """Politics & Intrigue with every option. Frozen, hashable, picklable.

    Attributes:
        num_players: 2 (C1).
        edition: name of an edition, or path of an edition's TOML file.
        game: "extended", or "tournament": both seats bring decks of their own (M1 to M7).
        decks: for each seat its deck in the tournament game, card -> count (M1); None takes the edition's.
        events: for each seat its events in the tournament game, event -> count (M7); None takes the edition's.
        start_player: 0, or "random": drawn by the seed (S4).
        max_rounds: rounds after which a game is truncated (W2); None for no cap.
        reward: how returns follow from victory points: "win", "placement" or "score" (W3).

    Raises ValueError, naming the option, for any other value, and EditionError, a ValueError, for a wrong edition.
    """

    num_players: int = NUM_PLAYERS
    edition: str = "standard"
    game: Literal["extended", "tournament"] = "extended"
    decks: Given = None
    events: Given = None
    start_player: int | Literal["random"] = 0
    max_rounds: int | None = 100
    reward: Literal["win", "placement", "score"] = "win"

    package: ClassVar[str] = "politics_and_intrigue"
    title: ClassVar[str] = "Politics & Intrigue"
    version: ClassVar[int] = 2  # 1 had no die for attacks, and the hand limit counted at the end of a turn only
    player_counts: ClassVar[range] = range(NUM_PLAYERS, NUM_PLAYERS + 1)
    phase_names: ClassVar[tuple[str, ...]] = PHASE_NAMES
    chance_keys: ClassVar[tuple[str, ...]] = ("start_player", "dice", "regions_left", "stacks", "events")
    cap_option: ClassVar[str] = "max_rounds"
    kernel: ClassVar[ModuleType] = kernel

    observation = OBSERVATION  # the same for all options, as are the next ones
    state_dtype, board_dtype = STATE, BOARD
    record_kind = f"{NUM_PLAYERS}", "the rules of Politics & Intrigue"

    @cached_property
    def chance(self) -> Chance:
        """Chance events: dice, events, regions drawn, stacks shuffled card by card."""
        return Chance(kernel, self.board, EVENT_NAMES, MOST_STACKED)

    @classmethod
    def editions_module(cls) -> Editions:
        """Return the subpackage `editions`."""
        from kschwert_env.politics_and_intrigue import editions

        return editions

    @classmethod
    def positions_module(cls) -> Positions:
        """Return the subpackage `positions`."""
        from kschwert_env.politics_and_intrigue import positions

        return positions

    @classmethod
    def text_module(cls) -> EditionTexts:
        """Return the subpackage `text`."""
        from kschwert_env.politics_and_intrigue import text

        return text

    @classmethod
    def svg_module(cls) -> EditionPictures:
        """Return the subpackage `svg`."""
        from kschwert_env.politics_and_intrigue import svg

        return svg

    def check_game_options(self) -> None:
        """Check the options that other games do not have."""
        check("game", self.game, self.game in GAME_NAMES, "one of " + ", ".join(GAME_NAMES))
        for name in ("decks", "events"):
            given = getattr(self, name)
            check(name, given, given is None or self.is_tournament, "None in the extended game")
        check_cap("max_rounds", self.max_rounds)

    def __post_init__(self) -> None:
        """Check the options, and fill in decks and events. Raises ValueError and EditionError as the class says."""
        super().__post_init__()
        if self.is_tournament:
            edition: Edition = self.edition_data
            decks = self._brought("decks", (edition.deck,) * NUM_PLAYERS, CARD_NAMES, read_deck, edition.copies)
            events = self._brought("events", edition.own_events, EVENT_NAMES, read_events, edition.events)
            object.__setattr__(self, "decks", decks)
            object.__setattr__(self, "events", events)

    def _brought(
        self,
        option: str,
        default: Sequence[Counts],
        names: Sequence[str],
        read: Callable[[Mapping[str, Any], Sequence[int], Fail], Counts],
        copies: Sequence[int],
    ) -> tuple["_Counts", ...]:
        """Return what both seats bring, checked; without the option, the default."""
        given = getattr(self, option)
        if given is None:
            return tuple(_Counts(by_name(np.array(counts), names)) for counts in default)
        right = isinstance(given, Sequence) and len(given) == NUM_PLAYERS and all(isinstance(g, Mapping) for g in given)
        check(option, given, right, f"{NUM_PLAYERS} dicts, one for each seat, or None")
        brought = []
        for seat, counts in enumerate(given):
            read(counts, copies, _fail(f"{option}[{seat}]"))
            brought.append(_Counts({name: counts[name] for name in names if name in counts}))
        return tuple(brought)

    def options(self) -> dict[str, Any]:
        """Return every argument of the constructor by name, in JSON types."""
        options = super().options()
        for name in ("decks", "events"):
            options[name] = None if options[name] is None else [dict(counts) for counts in options[name]]
        return options

    @property
    def is_tournament(self) -> bool:
        """Return whether this is the tournament game (chapter 15)."""
        return self.game == "tournament"

    @property
    def num_stacks(self) -> int:
        """Number of stacks: S of Q2 (S3, M2)."""
        return 8 if self.is_tournament else 6

    @property
    def num_discards(self) -> int:
        """Number of discard piles: D of Q2 (M1)."""
        return NUM_PLAYERS if self.is_tournament else 1

    @property
    def actions(self) -> ActionSpace:
        """All actions, by number and by name."""
        return action_space(self.num_stacks, self.num_discards)

    # -- for the engine ---------------------------------------------------------------------------------------

    @property
    def cap_in_turns(self) -> int | None:
        """Cap on rounds, in turns (W2)."""
        return None if self.max_rounds is None else self.max_rounds * NUM_PLAYERS

    @property
    def most_decisions(self) -> int | None:
        """Return an upper bound of the decisions of a game (W4), which is not tight.

        Every card played brings in at most what all regions hold, and resources are spent one by one.
        """
        if self.cap_in_turns is None:
            return None
        copies, room = self.edition_data.copies, MOST_STOCK * NUM_REGIONS
        plays = sum(copies[card] for card in PLAYED) + copies[Card.DIPLOMAT]
        spent = room * (1 + plays) + copies[Card.MINT] + 1
        built = spent + sum(copies) + plays
        event = 2 * room + 10  # E10 asks most, besides the roll, a bailiff and a physician
        actions = 10 * plays + 4 * built + 2 * (NUM_SLOTS + built) + plays  # a build of four, demolished, allied with
        hand = 12 * MOST_STACKED  # each card buried, and another searched for, twice with a holy place
        return 2 * DECK + self.cap_in_turns * (event + actions + hand)

    @property
    def score_range(self) -> tuple[int, int]:
        """Return bounds of the victory points of a seat, which are not tight."""
        edition: Edition = self.edition_data
        cards = sum(count * points for count, points in zip(edition.copies, edition.points, strict=True))
        return 0, NUM_PLACES * max(edition.centre_points) + cards + NUM_FIGURES

    def write_board(self, board: np.void) -> None:
        """Write the numbers printed on the cards, and the cards in the game."""
        edition: Edition = self.edition_data
        board["cost"], board["price"] = edition.costs, [sum(cost) for cost in edition.costs]
        board["backfires"] = sum(1 << number for number in edition.backfires)
        board["victory_points"], board["strength"] = edition.points, edition.strength
        board["tournament"], board["trade_points"] = edition.tournament, edition.trade
        board["centre_cost"], board["centre_points"] = edition.centre_costs, edition.centre_points
        board["supply"] = SUPPLY
        board["start_kind"], board["start_number"] = np.moveaxis(np.array(edition.start_regions), -1, 0)
        board["stack_kind"], board["stack_number"] = np.array(edition.region_stack).T
        board["num_stacks"], board["num_discards"] = self.num_stacks, self.num_discards
        board["tournament_game"] = self.is_tournament
        self._write_cards(board, edition)
        blank(board, board["blank"])

    def _write_cards(self, board: np.void, edition: Edition) -> None:
        """Write the cards in row, stacks and decks (S3, M1), and the events (S2, M7)."""
        if self.is_tournament:
            for seat in range(NUM_PLAYERS):
                board["decks"][seat] = _by_number(self.decks, seat, CARD_NAMES)
                board["events"] += _by_number(self.events, seat, EVENT_NAMES)
            board["events"] += np.array(SHARED_EVENTS, np.int8)
            return
        row, copies = list(ROW_CARDS), np.array(edition.copies)
        board["row_cards"] = copies[row]
        board["base_cards"][:FIRST_SET_CARD] = copies[:FIRST_SET_CARD]
        board["base_cards"][row] = 0
        board["set_cards"][FIRST_SET_CARD:] = copies[FIRST_SET_CARD:]
        board["events"] = edition.events


class _Counts(dict[str, int]):
    """A dict of counts by name that is hashable, so that `Rules` is. It must not be changed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def _by_number(brought: Given, seat: int, names: Sequence[str]) -> np.ndarray:
    counts = (brought or ())[seat]
    return np.array([counts.get(name, 0) for name in names], np.int8)


def _fail(place: str) -> Fail:
    """Return a function that raises ValueError for a part of an option, as `options.check` does."""

    def fail(key: str, value: Any, right: str) -> NoReturn:
        where = f"{place}.{key}" if key else place
        raise ValueError(f"{where} must be {right}, not {brief(value)}")

    return fail
