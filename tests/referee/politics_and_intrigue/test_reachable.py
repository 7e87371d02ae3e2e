"""Positions that no game can reach are refused, by the referee and by the engine; those that it can are not."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kschwert_env.politics_and_intrigue import Game

from .moves import END_TURN, PASS, ROLL, of
from .policies import POLICIES
from .position import Json
from .reachable import check_position
from .stages import made
from .world import Scripted, land, new_game, play, scene, step, steps

Change = Callable[[Json], object]
CITIES = "city, city"


def acting() -> Json:
    """A seat in its turn; hands, marks, a ban, an alliance, a brothel."""
    own = land(0, places=CITIES, slots={0: "church", 2: "secret_alliance", 4: "knight_arno"}, alliance=0, stock=2)
    enemy = land(1, slots={0: "library", 2: "brothel", 4: "garrison"})
    facts: Json = {"bans": {2: 1}, "seen": {(1, 0): (True, False)}, "known": ("spy", "")}
    return scene(own, enemy, hands=("spy, abbey", "bishop"), discards="scout, court", **facts)


def rolling() -> Json:
    """Before the roll."""
    return scene(phase="roll", dice=None, hands=("alchemist", ""))


def placing() -> Json:
    """A library is to be placed."""
    return step(scene(land(0, places=CITIES, stock=3), hands=("library", "")), of("build", "library"))


def bribing() -> Json:
    """A bribed knight is to be placed."""
    before = scene(land(0, stock=3), land(1, slots={0: "knight_arno"}), hands=("bribery", ""))
    return steps(before, of("play", "bribery"), PASS, of("pick", 0))


def discounting() -> Json:
    """A cathedral is to be paid for."""
    own = land(0, places=CITIES, slots={0: "mission"}, stock=3)
    return step(scene(own, hands=("cathedral", "")), of("build", "cathedral"))


def brewing() -> Json:
    """A brewery's side is to be chosen."""
    before = scene(land(0, stock=3), hands=("brewery", ""))
    return steps(before, of("build", "brewery"), of("pick", 0))


def reacting() -> Json:
    """An attack is to be answered."""
    return step(scene(hands=("spy", "abbey")), of("play", "spy"))


def gaining() -> Json:
    """Both gain by the sun."""
    return step(rolling(), ROLL, Scripted("sun", 1))


def trading() -> Json:
    """The windmill takes."""
    before = scene(land(0, slots={0: "wool_fleet"}), land(1, stock=1), phase="roll", dice=None)
    return step(before, ROLL, Scripted("trade", 1))


def raiding() -> Json:
    """Two are named, and one is to be lost."""
    enemy = land(1, slots={0: "abbey", 2: "garrison"})
    before = scene(land(0, slots={0: "knight_arno"}), enemy, phase="roll", dice=None)
    return steps(before, ROLL, of("pick", 0), of("pick", 2), chance=Scripted("event", 1, ["raid"]))


def sickening() -> Json:
    """Plague has come."""
    return step(scene(land(0, stock=2), phase="roll", dice=None), ROLL, Scripted("event", 1, ["plague"]))


def scouting() -> Json:
    """Two regions are chosen."""
    before = step(scene(land(0, stock=3, open_roads=(True, False)), hands=("scout", "")), of("play", "scout"))
    return steps(before, of("region", 3), of("region", 1))


def archiving() -> Json:
    """One card is laid back."""
    before = scene(hands=("archivist", ""), stacks={1: "spy, abbey, court, mint"})
    return steps(before, of("play", "archivist"), of("stack", 1), of("take", "court"))


def banning() -> Json:
    """A ban is to be laid."""
    return step(scene(land(0, slots={0: "church"}), hands=("church_ban", "")), of("play", "church_ban"))


def refilling() -> Json:
    """A card is missing."""
    return step(scene(hands=("spy, abbey", "")), END_TURN)


def searching() -> Json:
    """A search is being paid for."""
    return step(step(scene(land(0, stock=1), hands=("spy, abbey", "")), END_TURN), of("search", 1))


def trimming() -> Json:
    """There are too many cards in the hand."""
    return step(scene(hands=("spy, abbey, mint, court", "")), END_TURN)


def burying() -> Json:
    """A holy place may bury a card."""
    before = step(scene(land(0, slots={0: "holy_place"}), hands=("spy, abbey", "")), END_TURN)
    return step(before, of("draw", 0))


def exchanging() -> Json:
    """A card is owed in an exchange."""
    before = step(scene(hands=("spy, abbey, mint", "")), END_TURN)
    return steps(before, of("stack", 1), of("bury", "spy"))


def taking() -> Json:
    """The setup: two cards are left to take."""
    before = step(new_game(Random(0)), of("stack", 1))
    return step(before, of("take", before["stacks"][1][0]["card"]))


def ended() -> Json:
    """13 points."""
    seven = {0: "church", 1: "library", 2: "mint", 3: "bath_house", 4: "town_hall", 5: "court", 6: "cathedral"}
    before = scene(land(0, places=CITIES, slots=seven, stock=3), hands=("marketplace", ""))
    return steps(before, of("build", "marketplace"), of("pick", 7))


def tourney() -> Json:
    """The tournament game; a spy has taken a card."""
    before = scene(land(0, slots={0: "church"}), hands=("spy, church_ban", "bishop"), game="tournament")
    after = steps(before, of("play", "spy"), PASS, of("take", "bishop"))
    return steps(after, of("play", "church_ban"), of("ban", 5))


MOMENTS = {
    maker.__name__: maker
    for maker in (
        *(acting, rolling, placing, bribing, discounting, brewing, reacting, gaining, trading, raiding, sickening),
        *(scouting, archiving, banning, refilling, searching, trimming, burying, exchanging, taking, ended, tourney),
    )
}


def put(*path: str | int, value: object) -> Change:
    """Change one value."""

    def change(position: Json) -> None:
        place: Any = position
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def move_card(card: str, source: tuple[str, int], target: tuple[str, int]) -> Change:
    """From one pile of counts to another."""

    def change(position: Json) -> None:
        cards, others = position[source[0]][source[1]], position[target[0]][target[1]]
        cards[card] -= 1
        if not cards[card]:
            del cards[card]
        others[card] = others.get(card, 0) + 1

    return change


def swap_slot(seat: int, slot: int, other: int) -> Change:
    """Two slots of a seat."""

    def change(position: Json) -> None:
        slots = position["principalities"][seat]["slots"]
        slots[slot], slots[other] = slots[other], slots[slot]

    return change


def from_stack(card: str, seat: int, slot: int) -> Change:
    """A card of a stack, into a slot; with the points it may bring."""

    def change(position: Json) -> None:
        for stack in position["stacks"]:
            for at, other in enumerate(stack):
                if other["card"] == card:
                    del stack[at]
                    position["principalities"][seat]["slots"][slot] = card
                    return
        raise AssertionError(card)

    return change


def second_church(position: Json) -> None:
    """The one of the row."""
    position["principalities"][0]["slots"][6] = "church"
    position["row_cards"]["church"] = 0
    position["scores"][0] += 1


def region_twice(position: Json) -> None:
    """One of the enemy's."""
    regions = position["principalities"][0]["regions"]
    regions[0] = dict(position["principalities"][1]["regions"][0])


def lose_card(position: Json) -> None:
    """The last one of a stack."""
    position["stacks"][5].pop()


def swap(card: str | None, other: str | None = None) -> Change:
    """A card out of a stack, and another one into the last."""

    def change(position: Json) -> None:
        found = [(stack, at) for stack in position["stacks"] for at, one in enumerate(stack) if one["card"] == card]
        if card:
            stack, at = found[0]
            del stack[at]
        if other:
            position["stacks"][-1].append({"card": other, "seen": [False, False]})

    return change


def both(*changes: Change) -> Change:
    """One after the other."""

    def change(position: Json) -> None:
        for one in changes:
            one(position)

    return change


def stocks(position: Json) -> list[Json]:
    """The regions of seat 0."""
    regions: list[Json] = position["principalities"][0]["regions"]
    return regions


def ban(pile: int, owner: int) -> Change:
    """A ban more, out of a stack."""
    return both(lambda p: p["bans"].append({"pile": pile, "owner": owner}), swap("church_ban"))


def tell(**pending: object) -> Change:
    """Something else is pending."""
    return lambda p: p["pending"].update(pending)


FALSE: list[tuple[str, str, Change]] = [
    ("acting", "the format", put("format", value="politics_and_intrigue.position.v0")),
    ("acting", "C5: a card is missing", lose_card),
    ("acting", "C5: a card too many", lambda p: p["hands"][0].update(mint=1)),
    ("acting", "an unknown card", lambda p: p["hands"][0].update(dragon=1)),
    ("acting", "C6: an event too many", lambda p: p["events"]["discard"].update(raid=1)),
    (
        "acting",
        "E3: the new year is discarded",
        lambda p: p["events"].update(
            stack={k: v for k, v in p["events"]["stack"].items() if k != "new_year"}, discard={"new_year": 1}
        ),
    ),
    ("acting", "a stock of 4", put("principalities", 0, "regions", 0, "stock", value=4)),
    ("acting", "C4: a region is used twice", region_twice),
    ("acting", "P1: the row", put("principalities", 0, "row", value=[1, 0])),
    ("acting", "P1: a place too many", put("principalities", 0, "row", value=[0, 1, 2])),
    ("acting", "P2: a region too few", lambda p: p["principalities"][0]["regions"].pop()),
    ("acting", "P3: a red card in a settlement", swap_slot(1, 0, 6)),
    ("acting", "P3: a far slot of a settlement", swap_slot(1, 4, 5)),
    ("acting", "P3: a slot of no metropolis", swap_slot(0, 4, 28)),
    ("acting", "P3: a slot of no place", swap_slot(0, 4, 12)),
    ("acting", "P3: an action card", from_stack("alchemist", 0, 6)),
    ("acting", "B7: two own churches", second_church),
    ("acting", "F23: an alliance with nothing", put("principalities", 0, "alliance", value=1)),
    ("acting", "F23: an alliance with a brothel", put("principalities", 0, "alliance", value=2)),
    ("acting", "F23: no alliance", put("principalities", 1, "alliance", value=0)),
    ("acting", "F22: a brewery's side without a brewery", put("principalities", 0, "brewery", value="trade")),
    ("acting", "N4: more known than held", put("known", 0, value={"spy": 2})),
    ("acting", "N4: known and not held", put("known", 1, value={"spy": 1})),
    ("acting", "the marks are no pair", put("stacks", 0, 0, "seen", value=[True])),
    ("acting", "a pile that is none", put("bans", 0, "pile", value=7)),
    ("acting", "A17: two bans on a pile", ban(2, 0)),
    ("acting", "F19: a metropolis discarded", both(swap("metropolis"), put("discards", 0, "metropolis", value=1))),
    ("acting", "the other seat's turn", put("turn_player", value=1)),
    ("acting", "Q4: the other seat decides", put("player", value=1)),
    ("acting", "Q4: nobody decides", put("player", value=None)),
    ("acting", "T1: no dice", put("dice", value=None)),
    ("acting", "a face that is none", put("dice", "event", value="moon")),
    ("acting", "Q4: something pending", put("pending", value={"left": 1})),
    ("acting", "other scores", put("scores", 0, value=9)),
    ("acting", "another knight", put("knight", value=1)),
    ("acting", "another windmill", put("windmill", value=0)),
    ("acting", "another supply", put("supply", "roads", value=6)),
    ("acting", "other regions left", put("regions_left", value=[0])),
    ("acting", "C5: another row", put("row_cards", "church", value=2)),
    ("acting", "B12: the gate", put("gate_open", value=False)),
    ("acting", "W2: truncated", put("truncated", value=True)),
    ("acting", "W2: a turn beyond the cap", lambda p: p["rules"].update(max_rounds=10)),
    ("acting", "S4: the option says who starts", put("start_player", value=1)),
    ("acting", "three mints", put("mints_used", value=3)),
    ("acting", "something has moved", put("moved", value=[{}, {}])),
    ("acting", "a truth value is no number", put("turn", value=True)),
    ("rolling", "T1: dice", put("dice", value={"event": "sun", "number": 1})),
    ("rolling", "F11: a mint is used", put("mints_used", value=1)),
    ("placing", "B3: an action card", both(tell(card="spy"), swap("spy", "library"))),
    ("placing", "C5: another card", put("pending", "card", value="mint")),
    ("placing", "A13: from", both(put("pending", "from", value=0), swap(None, "library"))),
    ("placing", "Q4: a key too few", lambda p: p["pending"].pop("from")),
    ("bribing", "A13: another slot", put("pending", "from", value=1)),
    ("bribing", "A13: another knight", put("pending", "card", value="knight_falk")),
    (
        "discounting",
        "F16: no holy building",
        both(tell(card="library"), swap("library", "cathedral")),
    ),
    ("brewing", "F22: a side already", put("principalities", 0, "brewery", value="trade")),
    ("reacting", "A1: the card is not discarded", move_card("spy", ("discards", 0), ("hands", 0))),
    ("reacting", "no attack", put("pending", "card", value="caravan")),
    ("reacting", "Q4: the attacker answers", put("player", value=0)),
    ("gaining", "Q8: nothing to gain", put("pending", "gains", value=[0, 1])),
    ("gaining", "T2: the turn player first", put("player", value=1)),
    ("gaining", "C1: brigands", put("dice", "event", value="brigands")),
    ("trading", "F13: two without a counting house", put("pending", "left", value=2)),
    ("trading", "Q4: not the windmill's owner", put("player", value=1)),
    ("raiding", "E5: no building", put("pending", "slots", value=[0, 1])),
    ("raiding", "not ascending", put("pending", "slots", value=[2, 0])),
    ("raiding", "E5: none", put("pending", "slots", value=[])),
    (
        "raiding",
        "D5: another card",
        lambda p: p["events"].update(discard={"plague": 1}, stack=p["events"]["stack"] | {"raid": 1, "plague": 1}),
    ),
    ("sickening", "A18: asked twice", put("pending", "safe", value=[True, False])),
    ("scouting", "Q8: the same region", put("pending", "regions", value=[3, 3])),
    ("scouting", "A9: one region", put("pending", "regions", value=[3])),
    ("scouting", "a region that is none", put("pending", "regions", value=[3, 11])),
    ("archiving", "Q4: the last one goes by itself", put("pending", "sorted", value=3)),
    ("archiving", "N3: the enemy has seen them", put("stacks", 1, 0, "seen", value=[True, True])),
    ("archiving", "N3: who looks sees", put("stacks", 1, 1, "seen", value=[False, False])),
    ("banning", "another card", put("pending", "card", value="spy")),
    ("refilling", "H2: the hand is full", lambda p: p["hands"][0].update({p["stacks"][0].pop()["card"]: 1})),
    ("refilling", "H3: exchanging", put("pending", "exchanging", value=True)),
    ("refilling", "F15: no holy place", put("pending", "holy_used", value=True)),
    ("searching", "Q8: one resource for two", lambda p: [region.update(stock=0) for region in stocks(p)[1:]]),
    ("searching", "three to pay", put("pending", "left", value=3)),
    ("searching", "A17: a banned stack", ban(1, 1)),
    ("trimming", "H1: not above the limit", move_card("mint", ("hands", 0), ("discards", 0))),
    ("burying", "F15: not in the hand", put("pending", "card", value="physician")),
    ("burying", "F15: used already", put("pending", "holy_used", value=True)),
    ("exchanging", "Q7: no stack", put("pending", "stack", value=None)),
    ("exchanging", "Q7: not exchanging", put("pending", "exchanging", value=False)),
    ("taking", "S4: four cards", put("pending", "left", value=3)),
    ("taking", "N3: not seen", put("stacks", 1, 0, "seen", value=[False, False])),
    ("taking", "S1: the gate is open", put("gate_open", value=True)),
    ("taking", "S1: something is built", put("principalities", 0, "open_roads", value=[True, False])),
    ("ended", "B11: not over", lambda p: p.update(phase="action", player=0)),
    ("ended", "W2: truncated, too", put("truncated", value=True)),
    ("ended", "Q4: somebody decides", put("player", value=0)),
    ("tourney", "M6: nothing has moved", put("moved", value=[{}, {}])),
    ("tourney", "M3: a ban on a pile of one's own", put("bans", 0, "pile", value=1)),
    ("tourney", "M3: the enemy has looked into it", put("stacks", 0, 0, "seen", value=[False, True])),
    ("tourney", "another deck", lambda p: p["rules"]["decks"][0].update(spy=9)),
    ("tourney", "another event", lambda p: p["rules"]["events"][0].update(new_year=1)),
]


def spoiled(moment: str, change: Change) -> Json:
    """A reachable position with one thing changed."""
    position = copy.deepcopy(MOMENTS[moment]())
    change(position)
    return position


@pytest.mark.parametrize("name", MOMENTS)
def test_moments_are_reachable(name: str) -> None:
    assert check_position(MOMENTS[name]()) == []


@pytest.mark.parametrize(("moment", "what", "change"), FALSE, ids=[f"{moment}, {what}" for moment, what, _ in FALSE])
def test_the_referee_refuses(moment: str, what: str, change: Change) -> None:
    """Chapter 13: and says which rule stands against it."""
    faults, (rule, _, is_of_rules) = check_position(spoiled(moment, change)), what.partition(":")
    assert faults
    assert not is_of_rules or any(rule in fault for fault in faults)


@pytest.mark.needs_jit
@pytest.mark.parametrize(("moment", "what", "change"), FALSE, ids=[f"{moment}, {what}" for moment, what, _ in FALSE])
def test_the_engine_refuses(moment: str, what: str, change: Change) -> None:
    """The same."""
    with pytest.raises(ValueError, match=r"."):
        Game.from_position(spoiled(moment, change))


@pytest.mark.needs_jit
def test_the_engine_takes_what_games_bring() -> None:
    """Every moment, constructed position, and position of the referee's own games, unchanged."""
    for make in MOMENTS.values():
        assert Game.from_position(make()).position() == make()
    for is_tournament in (False, True):
        for _, position, _ in made(is_tournament):
            assert Game.from_position(position).position() == position
    for seed, name in enumerate(("extended", "tournament")):
        random = Random(seed)
        start = new_game(random, game=name, max_rounds=30)
        for _, _, after, _ in play(start, [POLICIES["attacker"]] * 2, random):
            assert Game.from_position(after).position() == after
