"""The cards (C2 to C6), the actions (Q2), and the model of a position. What is derived is never stored."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tests.referee.actions import Action, Maybe

Cards: TypeAlias = Counter[str]

SEATS = (0, 1)
RESOURCES = ("lumber", "brick", "wool", "grain", "ore", "gold")  # C2
FACES = ("brigands", "trade", "tournament", "sun", "event")  # C1; the last one twice
NUMBERS = range(1, 7)
FULL = 3  # C2: a region's stock
WIN = 13  # B11
GATE = 3  # B12

_LETTERS = dict(zip("LBWGOA", RESOURCES, strict=True))


def cost(letters: str) -> Cards:
    """A cost in letters, one per unit: `2B 1L` is `BBL`."""
    return Counter(_LETTERS[letter] for letter in letters)


class Kind(NamedTuple):
    """One row of C5."""

    copies: int
    type: str
    cost: Cards
    points: int = 0
    strength: int = 0
    tournament: int = 0
    trade: int = 0


# C5, in table order: id, copies, type, cost, VP, S, T, M.
_BASE = """
abbey 2 green BGO 0 0 0 0
garrison 2 green LW 0 0 0 0
brick_factory 1 green BO 0 0 0 0
grain_mill 1 green LG 0 0 0 0
iron_foundry 1 green BO 0 0 0 0
lumber_mill 1 green LO 0 0 0 0
weaving_mill 1 green LW 0 0 0 0
fire_brigade 2 green BWO 0 0 0 0
marketplace 2 green WG 0 0 0 1
lumber_fleet 1 fleet LW 0 0 0 1
brick_fleet 1 fleet LW 0 0 0 1
wool_fleet 1 fleet LW 0 0 0 1
grain_fleet 1 fleet LW 0 0 0 1
ore_fleet 1 fleet LW 0 0 0 1
gold_fleet 1 fleet LW 0 0 0 1
knight_arno 1 knight GO 0 1 2 0
knight_bertram 1 knight GO 0 2 1 0
knight_dietrich 1 knight WGO 0 2 2 0
knight_eckart 1 knight WGO 0 1 3 0
knight_konrad 1 knight WGO 0 3 2 0
knight_falk 1 knight WWGO 0 3 3 0
knight_gerold 1 knight WGOO 0 4 2 0
knight_hartmut 1 knight WWGO 0 2 5 0
church 2 red BBGO 1 0 0 0
town_hall 2 red BWOO 1 0 0 0
library 2 red LLBO 1 0 0 0
bath_house 2 red BBWO 1 0 0 0
cathedral 1 red BBGGOO 2 0 0 0
mint 1 red LBO 1 0 0 0
harbor 1 red BWO 1 0 0 1
counting_house 2 red BWG 1 0 0 1
merchant_guild 1 red BBWWG 1 0 0 3
black_knight 3 action - 0 0 0 0
arsonist 3 action - 0 0 0 0
spy 3 action - 0 0 0 0
alchemist 2 action - 0 0 0 0
merchant 2 action - 0 0 0 0
caravan 2 action - 0 0 0 0
scout 2 action - 0 0 0 0
highwaymen 2 action - 0 0 0 0
bishop 2 action - 0 0 0 0
"""
_SET = """
holy_place 1 green LW 0 0 0 0
mission 1 green LB 0 0 0 0
order_castle 1 green BBO 0 0 0 0
bailiff_house 1 green LBG 0 0 0 0
metropolis 2 red - 0 0 0 0
bishops_see 1 red BOAA 1 0 0 0
brothel 1 red LG 0 0 0 0
brewery 1 red BWG 0 2 0 2
secret_alliance 1 red WAA 0 0 0 0
court 1 red LBBO 1 0 0 0
republic_house 1 red LLBBG 1 0 0 0
theater 1 red LLBWW 1 0 0 0
archivist 1 action - 0 0 0 0
bribery 2 action - 0 0 0 0
diplomat 1 action - 0 0 0 0
wedding 2 action - 0 0 0 0
chancellor 2 action - 0 0 0 0
church_ban 2 action - 0 0 0 0
physician 2 action - 0 0 0 0
council 2 action - 0 0 0 0
"""


def _read(table: str) -> dict[str, Kind]:
    rows = (line.split() for line in table.strip().splitlines())
    return {
        name: Kind(int(copies), type_, cost(letters.strip("-")), *map(int, worth))
        for name, copies, type_, letters, *worth in rows
    }


BASE, SET = _read(_BASE), _read(_SET)
KINDS = BASE | SET
ORDER = list(KINDS)  # of card kinds, 0 to 60
ACTIONS = [card for card in ORDER if KINDS[card].type == "action"]
BUILT = [card for card in ORDER if KINDS[card].type != "action"]
ROW = ("church", "town_hall")  # S3
ROW_COPIES = 2
HOLY = ("church", "abbey", "order_castle", "bishops_see", "cathedral")  # B6
ATTACKS = ("black_knight", "arsonist", "spy", "merchant", "highwaymen", "bribery", "wedding")  # A2
NEEDS: dict[str, tuple[str, ...]] = {
    "holy_place": ("church",),
    "bishops_see": ("abbey", "church"),
    "republic_house": ("town_hall",),
    "theater": ("library",),
    "diplomat": ("town_hall",),
    "wedding": ("church", "cathedral"),
    "church_ban": ("church", "cathedral"),
    "council": ("town_hall",),
}  # B5: one of these must work
RIVAL = {"bailiff_house": "republic_house", "republic_house": "bailiff_house"}  # B5: no own card of that kind
BREWERY_SIDES = ("trade", "strength")
GREAT = 3  # F6: a great knight costs more
BRIBE = LIFT = 3  # A13, A17: gold
BACKFIRES = (6,)  # A3, A4: on these numbers an attack goes wrong

# C6
EVENTS = {
    "civil_war": 2,
    "plague": 2,
    "new_year": 1,
    "progress": 2,
    "raid": 1,
    "master_builder": 1,
    "fruitful_year": 1,
    "mendicant": 1,
    "good_neighbours": 1,
    "church_feast": 1,
}

# C3
CENTRE = {"road": cost("BBL"), "settlement": cost("LBWG"), "city": cost("GGOOO")}
SUPPLY = {"roads": 7, "settlements": 5, "cities": 7}
START_PLACES = 2
MOST_PLACES = START_PLACES + SUPPLY["settlements"]

# C4
START_REGIONS = (
    (("lumber", 3), ("brick", 2), ("gold", 4), ("wool", 1), ("ore", 6), ("grain", 5)),
    (("lumber", 2), ("brick", 3), ("gold", 1), ("wool", 4), ("ore", 5), ("grain", 6)),
)
REGION_STACK = (
    *(("lumber", 4), ("lumber", 6), ("brick", 1), ("brick", 5), ("wool", 5), ("wool", 6)),
    *(("grain", 1), ("grain", 3), ("ore", 2), ("ore", 4), ("gold", 3)),
)

# Q4
SETUP = ("setup_stack", "setup_take", "deck_pick")
DICELESS = (*SETUP, "roll", "number")
OF_EVENTS = (
    *("trade_event", "gain", "bailiff", "civil_war", "physician", "raid_name", "raid_lose", "builder", "builder_take"),
    "mendicant",
)

# S3, M2
STACK_SIZES = (15, 15, 14, 14, 14, 13)
DECK_STACK_SIZES = (8, 8, 7, 7)
HAND_AT_START = 3

# M1, M7
DECK_SIZE = 33
DEFAULT_DECK: Cards = Counter(
    dict.fromkeys(
        (
            *("garrison", "fire_brigade", "grain_mill", "iron_foundry", "brick_factory", "ore_fleet", "wool_fleet"),
            *("gold_fleet", "knight_dietrich", "knight_konrad", "knight_gerold", "church", "town_hall", "cathedral"),
            *("mint", "mission", "theater", "bishops_see", "black_knight", "bishop", "wedding", "chancellor"),
            "council",
        ),
        1,
    )
    | dict.fromkeys(("abbey", "library", "metropolis", "spy", "scout"), 2)
)
COMMON_EVENTS: Cards = Counter({"civil_war": 2, "plague": 2, "new_year": 1})
DEFAULT_EVENTS: tuple[Cards, Cards] = (
    Counter(["progress", "raid", "church_feast", "mendicant"]),
    Counter(["progress", "fruitful_year", "master_builder", "good_neighbours"]),
)


_BUILDINGS = {card for card, kind in KINDS.items() if kind.type in ("green", "red")} - {"metropolis"}
_UNITS = {card for card, kind in KINDS.items() if kind.type in ("knight", "fleet")}


def is_building(card: str) -> bool:
    """Green or red; the metropolis is none."""
    return card in _BUILDINGS


def is_unit(card: str) -> bool:
    """A knight or a fleet."""
    return card in _UNITS


def is_great(card: str) -> bool:
    """F6: a knight whose printed cost is more than 3."""
    return KINDS[card].type == "knight" and KINDS[card].cost.total() > GREAT


def in_table_order(cards: Cards) -> list[str]:
    """Every copy, by C5."""
    return [card for card in ORDER for _ in range(cards[card])]


ENDS = ("left", "right")
NUM_SLOTS = 32
BUILDING_SLOTS = 28
ARGUMENT = {
    **dict.fromkeys(("build", "play", "take", "bury"), "card"),
    **dict.fromkeys(("road", "settlement"), "end"),
    "city": "place",
    "resource": "resource",
    "number": "number",
    **dict.fromkeys(("demolish", "pick", "ally"), "slot"),
    "region": "region",
    **dict.fromkeys(("draw", "search", "stack"), "stack"),
    **dict.fromkeys(("ban", "lift"), "pile"),
    "brewery": "side",
}
ROLL, PASS, DONE, END_TURN = (Action(kind) for kind in ("roll", "pass", "done", "end_turn"))
BURN_BROTHEL = Action("burn_brothel")


def of(kind: str, value: str | int) -> Action:
    """An action of a kind that has one argument."""
    return Action(kind, **{ARGUMENT[kind]: value})


def each(kind: str, values: Iterable[str | int]) -> Iterator[Action]:
    """One for each of these values."""
    return (of(kind, value) for value in values)


def trade(give: str, get: str) -> Action:
    """Return the action of a trade (B8)."""
    return Action("trade", give=give, get=get)


Json = dict[str, Any]


@dataclass
class Region:
    """A region of a principality, and what lies on it (C2)."""

    kind: str
    number: int
    stock: int


@dataclass
class Principality:
    """The cards before one seat (chapter 2); a brothel in a slot is the enemy's."""

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

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
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
