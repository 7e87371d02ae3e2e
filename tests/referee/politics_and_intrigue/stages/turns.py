"""Constructed positions: dice and event cards (chapters 5 and 6)."""

from collections.abc import Iterator
from typing import Any

from tests.referee.politics_and_intrigue.positions.position import EVENTS, RESOURCES, ROLL, Json
from tests.referee.politics_and_intrigue.stages.scenes import (
    ANSWERING,
    CALM,
    CITIES,
    LATE,
    TAKING,
    Made,
    Scripted,
    land,
    rich,
    scene,
    step,
)

TRADERS = {0: "wool_fleet", 1: "harbor", 2: "counting_house", 4: "knight_falk", 3: "bailiff_house"}
MILLS = {0: "lumber_mill", 1: "republic_house", 2: "brick_factory", 4: "grain_mill", 5: "weaving_mill"}


def rolling(own: Json, enemy: Json, face: str, *events: str, number: int = 1, **facts: Any) -> Json:
    """After the roll of seat 0: these dice, these event cards."""
    before = scene(own, enemy, phase="roll", dice=None, **facts)
    return step(before, ROLL, Scripted(face, number, events))


def rolls() -> Iterator[Made]:
    """C1, D1 to D5: before the roll, with full and empty stocks, figures, courts, garrisons, bailiff's houses."""
    facts: Json = {"phase": "roll", "dice": None}
    guarded = {0: "garrison", 1: "court", 4: "iron_foundry"}
    for turn in (2, 3, 4, LATE):
        yield scene(rich(0, slots=guarded), rich(1), turn=turn, player=turn % 2, **facts), CALM
    yield scene(rich(0, slots=TRADERS), land(1, stock=1), hands=("alchemist", ""), **facts), CALM
    yield scene(land(0, slots=TRADERS, stock=1), land(1, stock={"ore": 1}), **facts), CALM
    yield scene(land(0), rich(1, slots=TRADERS), **facts), CALM
    yield scene(rich(0), rich(1), hands=("2 alchemist", ""), **facts), ANSWERING
    yield (
        scene(land(0, places=CITIES, slots=MILLS | {6: "iron_foundry"}), land(1), hands=("alchemist", ""), **facts),
        CALM,
    )


def numbers() -> Iterator[Made]:
    """C2, D1, F2, F24, F18, F3: an alchemist's number is to be chosen, so that six rolls are tried of each."""
    facts: Json = {"phase": "number", "dice": None, "discards": "alchemist"}
    one_full = land(0, places="city, settlement, settlement", row=(2, 0, 1), extra=(0, 1), stock={"lumber": 4})
    yield scene(one_full, land(1), **facts), CALM
    court = land(0, slots={0: "court"}, stock={"lumber": 3, "ore": 3, "wool": 3})
    guarded = rich(1, slots={2: "garrison"})
    house = land(1, slots={0: "bailiff_house", 2: "garrison"}, stock={"lumber": 3, "wool": 3, "gold": 3})
    allied = rich(0, slots={0: "secret_alliance"}, alliance=0)
    for _ in range(3):
        yield scene(court, guarded, **facts), CALM
        yield scene(allied, house, **facts), CALM
        traders = rich(1, slots={0: "counting_house", 4: "knight_falk"})
        yield scene(rich(0, slots={0: "knight_arno"}), traders | {"regions": land(1)["regions"]}, **facts), CALM
        enemy = rich(1, slots={0: "secret_alliance"}, alliance=0)
        yield scene(rich(0, slots={0: "bailiff_house"}, stock=1), enemy, **facts), CALM
        yield scene(land(0, places=CITIES, slots=MILLS), land(1), **facts), CALM


def thefts() -> Iterator[Made]:
    """D2, F13, D3, D4: one, two, none; by either seat."""
    for face in ("trade", "tournament", "sun"):
        for own, enemy in ((land(0, slots=TRADERS), rich(1)), (rich(0), land(1, slots=TRADERS)), (rich(0), rich(1))):
            yield rolling(own, enemy, face), CALM
    yield rolling(land(0, slots=TRADERS), land(1, stock={"ore": 1}), "trade"), CALM
    yield rolling(land(0, slots={0: "wool_fleet"}), rich(1), "trade"), CALM
    yield rolling(land(0, slots={0: "counting_house", 2: "counting_house"}), rich(1), "trade"), CALM
    full = land(0, slots=TRADERS, stock={kind: 3 for kind in RESOURCES if kind != "ore"} | {"ore": 2})
    yield rolling(full, land(1), "sun", number=2), CALM


def bailiffs() -> Iterator[Made]:
    """F18, E3, D5: before the event card, with only it and a new year in the event stack."""
    house = {0: "bailiff_house", 2: "library", 4: "garrison"}
    slots = {0: "abbey", 1: "abbey", 2: "library", 4: "knight_gerold"}
    for card in EVENTS:
        if card != "new_year":
            gone = ", ".join(f"{number} {name}" for name, number in EVENTS.items() if name not in (card, "new_year"))
            yield event_stage(land(0, places=CITIES, slots=slots, stock=1), land(1, slots=house, stock=1), gone), CALM
            own = land(0, slots={0: "court", 4: "wool_fleet"}, stock=3)
            yield event_stage(own, land(1, places=CITIES, slots=house, stock=2), gone, bans={2: 0, 3: 0}), CALM


def bare_raids() -> Iterator[Made]:
    """E5: once the bailiff's house is buried there is nothing to name."""
    gone = ", ".join(f"{number} {name}" for name, number in EVENTS.items() if name not in ("raid", "new_year"))
    for _ in range(6):
        yield event_stage(land(0, slots={0: "knight_arno"}), land(1, slots={0: "bailiff_house"}), gone), CALM


def event_stage(own: Json, enemy: Json, gone: str, **facts: Any) -> Json:
    """Seat 0 has rolled an event, and seat 1 buries its bailiff's house; `gone` are the event cards discarded."""
    enemy["regions"] = [r | {"stock": r["stock"] * (r["kind"] not in ("ore", "wool"))} for r in enemy["regions"]]
    pending: Json = {"phase": "bailiff", "player": 1, "dice": {"event": "event", "number": 1}}
    hands = ("physician, alchemist", "bishop")
    return scene(own, enemy, events=gone, hands=hands, **pending, **facts)


def allied_bailiffs() -> Iterator[Made]:
    """F18: by alliance the goods go, the card stays; on one's own roll nothing happens."""
    allied = rich(1, slots={0: "secret_alliance"}, alliance=0)
    facts: Json = {"phase": "roll", "dice": None}
    yield scene(rich(0, slots={0: "bailiff_house"}), allied, **facts), CALM
    allied = rich(0, slots={0: "secret_alliance"}, alliance=0)
    yield scene(allied, rich(1, slots={0: "bailiff_house"}), **facts), CALM


def wars() -> Iterator[Made]:
    """E1, F7, F17: all safe, some safe, by church, by castle, in a metropolis, fleets."""
    guarded = {0: "church", 1: "knight_konrad", 4: "order_castle", 6: "knight_gerold", 5: "wool_fleet"}
    bare = {0: "knight_arno", 4: "knight_hartmut", 2: "ore_fleet"}
    high = {0: "church", 28: "knight_arno", 31: "gold_fleet"}
    for own, enemy in (
        (rich(0, slots=guarded), rich(1, slots=bare)),
        (land(0), rich(1, slots=guarded)),
        (rich(0, slots=bare), land(1)),
        (rich(0, places="metropolis, city", slots=high), rich(1, slots={4: "lumber_fleet"})),
    ):
        yield rolling(own, enemy, "event", "civil_war"), CALM


def plagues() -> Iterator[Made]:
    """E2, F9, A18, F20: with physicians of either seat, the gate closed, bath houses, nothing to lose; far places."""
    bath = {0: "bath_house"}
    for hands in (("physician", "physician"), ("", "physician"), ("physician", "")):
        yield rolling(rich(0), rich(1), "event", "plague", hands=hands), ANSWERING
        yield rolling(rich(0, slots=bath), rich(1, slots={4: "bath_house"}), "event", "plague", hands=hands), CALM
    closed = rich(0, places="settlement, settlement")
    yield rolling(closed, rich(1), "event", "plague", hands=("", "physician"), gate_open=False), CALM
    seen = land(0, places=CITIES, slots={0: "bishops_see"})
    yield rolling(seen, rich(1), "event", "plague", hands=("physician", "physician")), ANSWERING
    for places in ("city, settlement, settlement, settlement", "settlement, settlement, city, settlement"):
        grown = rich(0, places=places, row=(3, 2, 0, 1), extra=(0, 1, 2, 3))
        yield rolling(grown, rich(1), "event", "plague", hands=("", "physician")), CALM


def raids() -> Iterator[Made]:
    """E5: one, two, three, many to name; church into the row; an alliance; a brothel that lies there."""
    strong = land(0, slots={0: "knight_falk"})
    for slots in (
        {0: "church"},
        {0: "abbey", 2: "brewery"},
        {0: "abbey", 2: "garrison", 4: "secret_alliance"},
        {0: "church", 1: "mint", 2: "brothel", 4: "abbey", 5: "town_hall"},
    ):
        brewery = "trade" if "brewery" in slots.values() else None
        yield rolling(strong, rich(1, slots=slots, brewery=brewery), "event", "raid"), CALM
        enemy = rich(1, slots={0: "knight_falk", 1: "knight_arno"})
        named = {slot + 4 if slot < 4 else slot - 4: card for slot, card in slots.items()}
        yield rolling(rich(0, slots=named, brewery=brewery), enemy, "event", "raid"), CALM


def builders() -> Iterator[Made]:
    """E6: all stacks, some banned, all but one empty, all empty."""
    yield rolling(land(0), land(1), "event", "master_builder"), TAKING
    yield rolling(land(0), land(1), "event", "master_builder", bans={0: 1, 1: 0}), TAKING
    short = dict.fromkeys(range(6), "")
    yield rolling(land(0), land(1), "event", "master_builder", stacks=short | {3: "abbey, spy, abbey"}), TAKING
    yield rolling(land(0), land(1), "event", "master_builder", stacks=short | {3: "spy"}), TAKING


def fillings() -> Iterator[Made]:
    """H1: an event fills the enemy's hand, which was at its limit, or lowers the limit, or both; and the own hand."""
    full = ("2 garrison, bishop", "2 spy, scout")
    own, enemy = {0: "knight_arno", 2: "library"}, {0: "knight_falk", 2: "ore_fleet"}
    for event in ("civil_war", "master_builder"):
        yield rolling(rich(0, slots=own), rich(1, slots=enemy), "event", event, hands=full, bans={1: 0}), TAKING
        yield rolling(rich(0, slots=own), land(1), "event", event, hands=full), TAKING
    for slots in ({0: "library"}, {0: "abbey", 4: "knight_arno"}, {0: "theater"}):
        more = ", 2 scout" if 0 in slots and slots[0] == "theater" else ", alchemist"
        hands = (full[0], "2 spy, bishop" + more)
        owner = rich(0, slots={0: "knight_gerold"})
        yield rolling(owner, rich(1, slots=slots), "event", "raid", hands=hands), CALM
        allied = rich(1, slots={0: "secret_alliance", 4: "knight_gerold"}, alliance=0)
        yield rolling(rich(0, slots=slots), allied, "event", "raid", hands=hands), CALM


def gifts() -> Iterator[Made]:
    """E4, E8, E10: much and little room, for either seat."""
    owner = {0: "merchant_guild", 2: "church", 4: "library", 6: "abbey", 1: "cathedral"}
    for face in ("mendicant", "progress", "church_feast"):
        for stock in (0, 2, 3):
            yield rolling(rich(0, slots=owner, stock=stock), land(1, stock=3 - stock), "event", face), CALM
            yield rolling(land(0, stock=3 - stock), rich(1, slots=owner, stock=stock), "event", face), CALM
    full = dict.fromkeys(RESOURCES, 3)
    yield rolling(rich(0, slots=owner), land(1, stock=full | {"lumber": 2}), "event", "mendicant"), CALM
    few = land(0, places=CITIES, slots=owner, stock=full | {"grain": 2})
    yield rolling(few, rich(1), "event", "church_feast", number=2), CALM
