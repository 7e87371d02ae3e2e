"""Constructed positions: building, trade, alliances (chapter 7)."""

from collections.abc import Iterator

from tests.referee.policies import weighted
from tests.referee.politics_and_intrigue.positions.position import RESOURCES, of
from tests.referee.politics_and_intrigue.stages.scenes import (
    BUILDER,
    CALM,
    CITIES,
    EAGER,
    HOME,
    Made,
    land,
    rich,
    scene,
    steps,
)


def builds() -> Iterator[Made]:
    """C5, B3 to B7: every card that is built, near and far, above and below, its requirement met and not met."""
    hands = (
        "2 abbey, 2 garrison, brick_factory, grain_mill, iron_foundry, lumber_mill, weaving_mill",
        "2 fire_brigade, 2 marketplace, lumber_fleet, brick_fleet, wool_fleet, grain_fleet, ore_fleet, gold_fleet",
        "knight_arno, knight_bertram, knight_dietrich, knight_eckart, knight_konrad, knight_falk, knight_gerold",
        "library, 2 bath_house, cathedral, mint, harbor, 2 counting_house, merchant_guild, knight_hartmut",
        "holy_place, mission, order_castle, bailiff_house, metropolis, bishops_see, brothel",
        "brewery, secret_alliance, court, republic_house, theater, holy_place",
    )
    for hand in hands:
        for slots in ({}, HOME, {0: "church", 4: "mission"}):
            held = hand.replace(", mission", "") if slots.get(4) == "mission" else hand
            held = held.replace("2 abbey", "abbey") if slots is HOME else held
            held = held.replace("library, 2 bath", "2 bath") if slots is HOME else held
            own = rich(0, slots=slots, open_roads=(True, False))
            yield scene(own, rich(1, slots={0: "library"}), hands=(held, "spy")), BUILDER
    yield scene(rich(0, places="settlement, settlement"), hands=("abbey, library, metropolis", "")), BUILDER
    yield scene(land(0), hands=("abbey, library, knight_arno", "")), CALM


def discounts() -> Iterator[Made]:
    """F16: exactly one choice, several, none, and with gold in the cost."""
    mission = {4: "mission", 0: "church"}
    for stock in ({"brick": 2, "grain": 1, "ore": 2}, {"brick": 2, "grain": 2, "ore": 2}, {"brick": 1, "ore": 2}):
        own = land(0, places=CITIES, slots=mission, stock=stock)
        yield scene(own, hands=("cathedral, abbey, order_castle, bishops_see", "")), BUILDER
    own = land(0, places=CITIES, slots=mission, stock={"brick": 1, "ore": 1, "gold": 1})
    yield scene(own, hands=("bishops_see", "")), BUILDER


def centres() -> Iterator[Made]:
    """B2: at both ends, with nothing left of roads, settlements or cities; a row of seven."""
    cost = {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 3}
    for open_roads in ((False, False), (True, True), (True, False), (False, True)):
        yield scene(land(0, stock=cost, open_roads=open_roads)), BUILDER
    long = "city, city, city, settlement, settlement, settlement, settlement"
    extra = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    row = (6, 4, 2, 0, 1, 3, 5)
    yield scene(rich(0, places=long, extra=extra, row=row, open_roads=(True, False))), BUILDER
    yield scene(rich(0, places=long, extra=extra, row=row, open_roads=(True, True)), hands=("scout", "")), BUILDER
    long = "city, city, city, city"
    own = rich(0, places=long, extra=(0, 1, 2, 3), row=(3, 0, 1, 2))
    enemy = rich(1, places="city, city, city, settlement", extra=(4, 5, 6, 7), row=(0, 1, 2, 3))
    yield scene(own, enemy, hands=("", "")), BUILDER


def metropolises() -> Iterator[Made]:
    """F19: laid, not twice, not by an alliance, not in another city; its slots, and when its church is gone."""
    yield scene(rich(0, slots={4: "church"}), hands=("2 metropolis, knight_arno", "")), BUILDER
    yield scene(rich(0, slots={0: "church", 4: "town_hall"}), hands=("metropolis", "")), BUILDER
    own = rich(0, slots={0: "secret_alliance"}, alliance=0)
    yield scene(own, rich(1, slots={0: "church"}), hands=("metropolis", "")), BUILDER
    fleets = {28: "lumber_fleet", 29: "knight_arno"}
    own = rich(0, places="metropolis, city", slots={0: "church"} | fleets)
    yield scene(own, hands=("knight_falk, ore_fleet, metropolis", "")), BUILDER
    full = {0: "church", 1: "library", 2: "mint", 3: "harbor", 4: "abbey", 6: "garrison"} | fleets
    own = rich(0, places="metropolis, settlement", slots=full)
    yield scene(own, hands=("knight_falk, marketplace, brewery", "")), weighted(demolish=30.0, build=9.0)


def brothels() -> Iterator[Made]:
    """F21, F4: into a full city, beside knights, and burnt or kept by a fire brigade."""
    full = {0: "church", 1: "library", 2: "mint", 3: "harbor"}
    yield scene(rich(0), land(1, slots=full), hands=("brothel", "")), BUILDER
    knights = {0: "knight_gerold", 1: "knight_arno", 2: "knight_konrad"}
    yield scene(rich(0), rich(1, slots=knights), hands=("brothel, black_knight", "")), EAGER
    own = {0: "brothel", 2: "fire_brigade", 4: "fire_brigade"}
    yield scene(rich(0, slots=own), rich(1, slots={0: "abbey"}), hands=("arsonist, spy", "")), EAGER
    own = {0: "brothel", 4: "fire_brigade"}
    yield scene(rich(0, slots=own), land(1), hands=("2 arsonist", "bishop")), EAGER


def breweries() -> Iterator[Made]:
    """F22, B10: turned for gold, both ways, and by alliance."""
    for side in ("trade", "strength"):
        own = rich(0, slots={0: "brewery", 4: "knight_arno"}, brewery=side)
        yield scene(own, rich(1, slots={0: "secret_alliance"}, alliance=0)), weighted(brewery=90.0)
        yield scene(land(0, slots={0: "brewery"}, brewery=side)), CALM
    yield steps(scene(rich(0), hands=("brewery", "")), of("build", "brewery"), of("pick", 0)), CALM


def alliances() -> Iterator[Made]:
    """F23: with targets to name, with none, and losing target or alliance."""
    own = rich(0, slots={0: "secret_alliance", 2: "bailiff_house"})
    yield scene(own, rich(1, slots={0: "library", 2: "church", 4: "knight_arno", 6: "brothel"})), EAGER
    yield scene(own, rich(1, slots={4: "knight_arno"})), EAGER
    allied = rich(0, slots={0: "secret_alliance"}, alliance=0)
    yield scene(allied, rich(1, slots={0: "library"}), hands=("arsonist, theater, spy", "")), EAGER
    yield scene(allied, rich(1, slots={0: "town_hall"}), hands=("republic_house, council, diplomat", "")), EAGER
    yield scene(allied, rich(1, slots={0: "library"})), weighted(demolish=90.0)
    allied = rich(1, slots={0: "secret_alliance", 4: "theater"}, alliance=0)
    yield scene(rich(0, slots={0: "church", 2: "library"}), allied, hands=("arsonist", "")), EAGER
    yield scene(rich(0, slots={0: "church"}), allied), weighted(demolish=90.0)


def trades() -> Iterator[Made]:
    """B8, F5, F11: with each fleet, by mints, one's own and by alliance, and for want of room."""
    for resource in RESOURCES:
        stock = {kind: 0 if kind == resource else 2 for kind in RESOURCES} | {resource: 2}
        yield scene(land(0, slots={0: f"{resource}_fleet"}, stock=stock)), weighted(trade=90.0)
    poor = {"gold": 3, "ore": 3, "lumber": 2}
    yield scene(land(0, slots={0: "mint"}, stock=poor)), weighted(trade=90.0)
    yield scene(land(0, slots={0: "mint"}, stock=poor), mints_used=1), weighted(trade=90.0)
    own = land(0, slots={0: "secret_alliance", 4: "gold_fleet"}, alliance=0, stock=poor)
    yield scene(own, land(1, slots={0: "mint"}), hands=("spy", "2 abbey")), weighted(trade=90.0)
    yield scene(rich(0)), weighted(trade=90.0)


def rivals() -> Iterator[Made]:
    """F18, F25, B7: no house beside the other, no second church."""
    yield scene(rich(0, slots={0: "republic_house", 2: "church"}), hands=("bailiff_house", "")), BUILDER
    own = rich(0, slots={0: "bailiff_house", 2: "town_hall"})
    yield scene(own, hands=("republic_house", "")), BUILDER
    yield scene(rich(0, slots=HOME), rich(1, slots={0: "church", 2: "town_hall"})), BUILDER
