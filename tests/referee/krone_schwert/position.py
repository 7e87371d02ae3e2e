"""Positions of Krone & Schwert: the cards (C5 to C8), the model, and its JSON."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.referee.actions import Maybe

Cards = Counter[str]


class Card(NamedTuple):
    """One line of the card table (C6)."""

    copies: int
    combat: int
    shields: int


# C6, in the order of the table, which is also the order in which cards are laid (Q6, Q7).
ACTION_CARDS: dict[str, Card] = {
    "leader_3": Card(copies=5, combat=3, shields=1),
    "leader_4": Card(copies=3, combat=4, shields=1),
    "incite": Card(copies=3, combat=1, shields=2),
    "castle": Card(copies=15, combat=2, shields=2),
    "cathedral": Card(copies=10, combat=3, shields=1),
    "city": Card(copies=15, combat=2, shields=2),
    "ambush": Card(copies=2, combat=0, shields=1),
    "truce": Card(copies=2, combat=0, shields=1),
    "papal_visit": Card(copies=3, combat=1, shields=2),
}
EVENTS: dict[str, int] = {"city_scoring": 2, "unrest": 5}
GAME_END = "game_end"

# R4: under a vote these cards act by their text and have no strength, regardless of combat.
ACT_BY_THEIR_TEXT = ("ambush", "truce")

TABLE_INDEX: dict[str, int] = {card: index for index, card in enumerate(ACTION_CARDS)}

PEOPLE_CARDS: dict[str, int] = {"crown": 11, "sword": 11}  # C7
MARKERS_PER_PLAYER = 28  # C5
SUPPLY: dict[str, int] = {"castle": 26, "small_city": 28, "large_city": 10, "cathedral": 10}  # C5
END_THRESHOLD: dict[int, int] = {2: 10, 3: 15, 4: 20, 5: 25}  # E1, X2
CARDS_BELOW_GAME_END = 20  # E1: maximum number of cards below game_end
HAND_AT_START = 4  # S1
ACTION_POINTS = 3  # T1


def deck_without_game_end() -> Cards:
    """Return the 65 cards of S1."""
    deck = Counter({card: facts.copies for card, facts in ACTION_CARDS.items()})
    deck.update(EVENTS)
    return deck


def combat_sum(cards: Cards) -> int:
    """Return the total combat of these cards (A3, R8)."""
    return sum(ACTION_CARDS[card].combat * count for card, count in cards.items())


def may_follow(card: str, laid: Cards) -> bool:
    """Q6, Q7: no card above the last one laid in the table; the same card again is allowed."""
    return all(TABLE_INDEX[card] >= TABLE_INDEX[other] for other in laid if laid[other])


Json = dict[str, Any]
FORMAT = "krone_schwert.position.v2"


@dataclass
class Building:
    """A castle or city (B1); a large city has its octagon first, and may have a cathedral (B2)."""

    kind: str
    fields: tuple[int, ...]
    cathedral: bool = False


@dataclass
class People:
    """The people cards (C7): `crowns` and `swords` are face down."""

    crowns: int
    swords: int
    open_swords: int
    crowns_aside: int


@dataclass
class Expansion:
    """A card played for its shields (L1), and the number of unused shields."""

    card: str
    claims_left: int


@dataclass
class Attack:
    """The attacked field and the cards laid against it so far (Q6)."""

    field: int
    cards: Cards


@dataclass
class Revolt:
    """A revolt: the leader, and per seat the vote, the cards laid and whether the seat has finished (R2, Q7)."""

    leader: int
    votes: list[Maybe[str]]
    laid: list[Cards]
    decided: list[bool]


@dataclass
class LastRevolt:
    """The public record of the last revolt (P3); `open_swords` are those that counted for the leader."""

    leader: int
    king: int
    votes: list[str]
    laid: list[Cards]
    open_swords: int
    result: str


@dataclass
class Position:
    """Model of a position; the attributes have the names of the JSON keys."""

    rules: Json
    parts: list[str]
    fields: list[Json]
    phase: str
    turn: Maybe[int]
    turn_player: int
    player: Maybe[int]
    start_player: int
    action_points: int
    attack_spent: bool
    owner: list[Maybe[int]]
    buildings: list[Building]
    hands: list[Cards]
    draw_pile: Cards
    discard_pile: Cards
    cards_before_game_end: int | None
    papal_visit: list[bool]
    people: People
    king: Maybe[int]
    scores: list[int]
    announced: list[int | None]
    end_begun: bool
    truncated: bool
    expansion: Maybe[Expansion]
    attack: Maybe[Attack]
    last_revolt: LastRevolt | None
    revolt: Maybe[Revolt]
    # Not part of the position.

    @property
    def seats(self) -> range:
        """Return all seats in clockwise order (S2)."""
        return range(self.rules["num_players"])

    def neighbours(self, field_id: int) -> list[int]:
        """Return the fields that share an edge with this one (C2)."""
        return self.fields[field_id]["neighbours"]

    def land(self, seat: int) -> set[int]:
        """Return the fields with this seat's markers."""
        return {field_id for field_id, owner in enumerate(self.owner) if owner == seat}

    def free_fields(self) -> set[int]:
        """Return the fields without a marker."""
        return {field_id for field_id, owner in enumerate(self.owner) if owner is None}

    def free_beside(self, seat: int) -> set[int]:
        """Return the free fields adjacent to the seat's own fields (L1)."""
        return {
            field_id for own in self.land(seat) for field_id in self.neighbours(own) if self.owner[field_id] is None
        }

    def has_marker(self, seat: int) -> bool:
        """L3: whether the seat's supply has a marker (C5)."""
        return self.owner.count(seat) < MARKERS_PER_PLAYER

    def built_fields(self) -> set[int]:
        """Return the fields with a building."""
        return {field_id for building in self.buildings for field_id in building.fields}

    def own_buildings(self, seat: int) -> list[Building]:
        """Return the buildings of a seat: the owner of the land owns them; they are never captured (B3)."""
        return [building for building in self.buildings if self.owner[building.fields[0]] == seat]

    def castles(self, seat: int) -> int:
        """Return the number of castles of a seat."""
        return sum(building.kind == "castle" for building in self.own_buildings(seat))

    def cities(self, seat: int) -> int:
        """Return the number of cities of a seat, small and large."""
        return sum(building.kind != "castle" for building in self.own_buildings(seat))

    def cathedrals(self, seat: int) -> int:
        """Return the number of cathedrals of a seat."""
        return sum(building.cathedral for building in self.own_buildings(seat))

    def qualifies(self, seat: int) -> bool:
        """Return whether a seat has a castle and a city, as a first king (K1) and a leader (R1) need."""
        return self.castles(seat) >= 1 and self.cities(seat) >= 1

    def in_supply(self, kind: str) -> bool:
        """C5: whether a castle, small_city, large_city or cathedral is left."""
        if kind == "cathedral":
            used = sum(building.cathedral for building in self.buildings)
        else:
            used = sum(building.kind == kind for building in self.buildings)
        return used < SUPPLY[kind]


def read_position(data: Json) -> Position:
    """Return the model of a JSON position; it shares only constant parts (rules, parts, fields)."""
    people, attack, last, revolt = (data[key] for key in ("people", "attack", "last_revolt", "revolt"))
    face_down = people["face_down"]
    changed: Json = {
        **{key: list(data[key]) for key in ("owner", "papal_visit", "scores", "announced")},
        "buildings": [_read_building(building, data["fields"]) for building in data["buildings"]],
        "hands": [Counter(hand) for hand in data["hands"]],
        "draw_pile": Counter(data["draw_pile"]),
        "discard_pile": Counter(data["discard_pile"]),
        "people": People(face_down["crown"], face_down["sword"], people["open_swords"], people["crowns_aside"]),
        "expansion": data["expansion"] and Expansion(**data["expansion"]),
        "attack": attack and Attack(attack["field"], Counter(attack["cards"])),
        "last_revolt": last and LastRevolt(**_read_revolt(last)),
        "revolt": revolt and Revolt(**_read_revolt(revolt)),
    }
    return Position(**{key: value for key, value in data.items() if key != "format"} | changed)


def write_position(position: Position) -> Json:
    """Return the JSON of a model, with every key of the format."""
    data = vars(position)
    people, expansion, attack = position.people, position.expansion, position.attack
    return data | {
        "format": FORMAT,
        "buildings": [{**vars(building), "fields": list(building.fields)} for building in position.buildings],
        "hands": [_write_cards(hand) for hand in position.hands],
        "draw_pile": _write_cards(position.draw_pile),
        "discard_pile": _write_cards(position.discard_pile),
        "people": {
            "face_down": {"crown": people.crowns, "sword": people.swords},
            "open_swords": people.open_swords,
            "crowns_aside": people.crowns_aside,
        },
        "expansion": expansion and dict(vars(expansion)),
        "attack": attack and {"field": attack.field, "cards": _write_cards(attack.cards)},
        "last_revolt": position.last_revolt and _write_revolt(position.last_revolt),
        "revolt": position.revolt and _write_revolt(position.revolt),
    }


def _read_building(data: Json, fields: list[Json]) -> Building:
    """Return a building; the two fields of a large city may be in any order."""
    ground = tuple(data["fields"])
    if fields[ground[0]]["shape"] != "octagon":
        ground = ground[::-1]
    return Building(data["kind"], ground, data["cathedral"])


def _read_revolt(data: Json) -> Json:
    copied = {key: list(value) if isinstance(value, list) else value for key, value in data.items()}
    return copied | {"laid": [Counter(cards) for cards in data["laid"]]}


def _write_revolt(revolt: Revolt | LastRevolt) -> Json:
    return {**vars(revolt), "laid": [_write_cards(cards) for cards in revolt.laid]}


def _write_cards(cards: Cards) -> dict[str, int]:
    """Return counts by card id, without zeros."""
    return {card: count for card, count in cards.items() if count}
