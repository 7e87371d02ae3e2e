"""The object model: a position that the rules change. What is derived is never stored (`form` reads and writes it)."""

from dataclasses import dataclass, field
from typing import Any

from tests.referee.actions import Maybe

from .cards import REGION_STACK, ROW, ROW_COPIES, START_PLACES, SUPPLY, Cards

Json = dict[str, Any]


@dataclass
class Region:
    """A region of a principality, and what lies on it (C2)."""

    kind: str
    number: int
    stock: int


@dataclass
class Principality:
    """What lies before one seat (chapter 2); a brothel in a slot is the enemy's."""

    row: list[int]
    places: list[str]
    open_roads: list[bool]
    regions: list[Region]
    slots: list[Maybe[str]]
    brewery: Maybe[str]
    alliance: Maybe[int]


@dataclass
class Stacked:
    """A card of a stack, and which seats have seen it there (N3)."""

    card: str
    seen: list[bool]


@dataclass
class Events:
    """Event cards to be drawn, and those carried out."""

    stack: Cards
    discard: Cards


@dataclass
class Position:
    """A whole position; the attributes have the names of the JSON keys."""

    rules: Json
    phase: str
    turn: int
    start_player: int
    player: Maybe[int]
    gate_open: bool
    truncated: bool
    dice: Maybe[Json]
    mints_used: int
    principalities: list[Principality]
    hands: list[Cards]
    known: list[Cards]
    stacks: list[list[Stacked]]
    discards: list[Cards]
    bans: dict[int, int]  # pile: who laid it
    events: Events
    pending: Maybe[Json]
    moved: Maybe[list[Cards]]
    # Not part of the position: what the rules have done since it was read, each note beginning with a rule's id.
    notes: list[str] = field(default_factory=list)

    def note(self, *labels: str) -> None:
        """Tell what a rule does."""
        self.notes.extend(labels)

    def note_if(self, condition: object, label: str) -> None:
        """Tell what a rule does if it does so here."""
        if condition:
            self.notes.append(label)

    @property
    def turn_player(self) -> int:
        """Whose turn it is."""
        return (self.start_player + self.turn) % 2

    @property
    def enemy(self) -> int:
        """EN: whose turn it is not."""
        return 1 - self.turn_player

    @property
    def is_tournament(self) -> bool:
        """Chapter 15."""
        return bool(self.rules["game"] == "tournament")

    @property
    def supply(self) -> dict[str, int]:
        """C3: what is left of the centre cards."""
        built = [len(land.places) - START_PLACES for land in self.principalities]
        cities = sum(place != "settlement" for land in self.principalities for place in land.places)
        open_roads = sum(sum(land.open_roads) for land in self.principalities)
        used = {"roads": sum(built) + open_roads, "settlements": sum(built), "cities": cities}
        return {name: number - used[name] for name, number in SUPPLY.items()}

    @property
    def regions_left(self) -> list[int]:
        """C4: the numbers of those in the region stack."""
        used = {(region.kind, region.number) for land in self.principalities for region in land.regions}
        return [number for number, region in enumerate(REGION_STACK) if region not in used]

    @property
    def row_cards(self) -> dict[str, int]:
        """S3: churches and town halls that lie open for both."""
        if self.is_tournament:
            return dict.fromkeys(ROW, 0)
        built = [card for land in self.principalities for card in land.slots]
        on_its_way = self.pending.get("card") if self.pending else None
        return {card: ROW_COPIES - built.count(card) - (card == on_its_way) for card in ROW}
