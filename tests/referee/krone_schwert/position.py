"""The object model: a position read from JSON, changed by the rules, written back."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referee.actions import Maybe

from .cards import MARKERS_PER_PLAYER, SUPPLY, Cards

Json = dict[str, Any]
FORMAT = "krone_schwert.position.v2"


@dataclass
class Building:
    """A castle or city (B1); a large city names its octagon first, and may carry a cathedral (B2)."""

    kind: str
    fields: tuple[int, ...]
    cathedral: bool = False


@dataclass
class People:
    """The people cards (C7): `crowns` and `swords` lie face down."""

    crowns: int
    swords: int
    open_swords: int
    crowns_aside: int


@dataclass
class Expansion:
    """A card played for its shields (L1) and how many of them are unused."""

    card: str
    claims_left: int


@dataclass
class Attack:
    """The attacked field and the cards laid against it so far (Q6)."""

    field: int
    cards: Cards


@dataclass
class Revolt:
    """Who leads, and per seat the vote, the cards laid and whether the seat has finished (R2, Q7)."""

    leader: int
    votes: list[Maybe[str]]
    laid: list[Cards]
    decided: list[bool]


@dataclass
class LastRevolt:
    """What the last revolt settled has shown to all (P3); `open_swords` are those that counted for the leader."""

    leader: int
    king: int
    votes: list[str]
    laid: list[Cards]
    open_swords: int
    result: str


@dataclass
class Position:
    """A whole position; the attributes have the names of the JSON keys."""

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
    # Not part of the position: the ids of the rules applied since it was read, for plain messages.
    cited: list[str] = field(default_factory=list)

    def cite(self, *rule_ids: str) -> None:
        """Note that these rules were applied."""
        self.cited.extend(rule_ids)

    @property
    def seats(self) -> range:
        """All seats, in clockwise order (S2)."""
        return range(self.rules["num_players"])

    def neighbours(self, place: int) -> list[int]:
        """The fields that share an edge with this one (C2)."""
        return self.fields[place]["neighbours"]

    def land(self, seat: int) -> set[int]:
        """The fields that carry this seat's markers."""
        return {place for place, owner in enumerate(self.owner) if owner == seat}

    def free_fields(self) -> set[int]:
        """The fields without a marker."""
        return {place for place, owner in enumerate(self.owner) if owner is None}

    def free_beside(self, seat: int) -> set[int]:
        """The free fields adjacent to one of the seat's own (L1)."""
        return {place for own in self.land(seat) for place in self.neighbours(own) if self.owner[place] is None}

    def has_marker(self, seat: int) -> bool:
        """L3: is a marker left in the seat's supply (C5)?"""
        return self.owner.count(seat) < MARKERS_PER_PLAYER

    def built_fields(self) -> set[int]:
        """The fields under a building."""
        return {place for building in self.buildings for place in building.fields}

    def own_buildings(self, seat: int) -> list[Building]:
        """A building belongs to whoever owns the land below it; it is never captured (B3)."""
        return [building for building in self.buildings if self.owner[building.fields[0]] == seat]

    def castles(self, seat: int) -> int:
        """How many castles the seat owns."""
        return sum(building.kind == "castle" for building in self.own_buildings(seat))

    def cities(self, seat: int) -> int:
        """How many cities the seat owns, small and large."""
        return sum(building.kind != "castle" for building in self.own_buildings(seat))

    def cathedrals(self, seat: int) -> int:
        """How many cathedrals the seat owns."""
        return sum(building.cathedral for building in self.own_buildings(seat))

    def may_rule(self, seat: int) -> bool:
        """The condition shared by the first king (K1) and the leader of a revolt (R1)."""
        return self.castles(seat) >= 1 and self.cities(seat) >= 1

    def in_supply(self, kind: str) -> bool:
        """C5: is one castle, small_city, large_city or cathedral left?"""
        if kind == "cathedral":
            used = sum(building.cathedral for building in self.buildings)
        else:
            used = sum(building.kind == kind for building in self.buildings)
        return used < SUPPLY[kind]


def read_position(data: Json) -> Position:
    """The model of a JSON position; it shares only what never changes (rules, parts, fields)."""
    people, expansion, attack, revolt = (data[key] for key in ("people", "expansion", "attack", "revolt"))
    last = data["last_revolt"]
    changed: Json = {
        "owner": list(data["owner"]),
        "buildings": [_read_building(building, data["fields"]) for building in data["buildings"]],
        "hands": [Counter(hand) for hand in data["hands"]],
        "draw_pile": Counter(data["draw_pile"]),
        "discard_pile": Counter(data["discard_pile"]),
        "papal_visit": list(data["papal_visit"]),
        "people": People(
            people["face_down"]["crown"],
            people["face_down"]["sword"],
            people["open_swords"],
            people["crowns_aside"],
        ),
        "scores": list(data["scores"]),
        "announced": list(data["announced"]),
        "expansion": Expansion(**expansion) if expansion else None,
        "attack": Attack(attack["field"], Counter(attack["cards"])) if attack else None,
        "last_revolt": LastRevolt(**last | {"laid": [Counter(cards) for cards in last["laid"]]}) if last else None,
        "revolt": _read_revolt(revolt) if revolt else None,
    }
    return Position(**{key: value for key, value in data.items() if key != "format"} | changed)


def write_position(position: Position) -> Json:
    """The JSON of a model, with every key of the format."""
    data = {key: value for key, value in vars(position).items() if key != "cited"}
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
        "expansion": dict(vars(expansion)) if expansion else None,
        "attack": {"field": attack.field, "cards": _write_cards(attack.cards)} if attack else None,
        "last_revolt": _write_revolt(position.last_revolt) if position.last_revolt else None,
        "revolt": _write_revolt(position.revolt) if position.revolt else None,
    }


def _read_building(data: Json, fields: list[Json]) -> Building:
    """A building; the two fields of a large city may come in either order."""
    ground = tuple(data["fields"])
    if fields[ground[0]]["shape"] != "octagon":
        ground = ground[::-1]
    return Building(data["kind"], ground, data["cathedral"])


def _read_revolt(data: Json) -> Revolt:
    laid = [Counter(cards) for cards in data["laid"]]
    return Revolt(data["leader"], list(data["votes"]), laid, list(data["decided"]))


def _write_revolt(revolt: Revolt | LastRevolt) -> Json:
    return {**vars(revolt), "laid": [_write_cards(cards) for cards in revolt.laid]}


def _write_cards(cards: Cards) -> dict[str, int]:
    """Card id to count, zeros left out."""
    return {card: count for card, count in cards.items() if count}
