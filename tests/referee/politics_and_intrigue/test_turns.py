"""Dice, event cards and the yield, on positions made by hand. Seat 0 is the turn player."""

import pytest

from .moves import DONE, PASS, ROLL, of
from .position import Json
from .test_tricky import CITIES, before_roll, rolled, stocks
from .world import Scripted, kinds, land, step, steps, told

# -- the roll -------------------------------------------------------------------------------------------------


def test_a_roll_yields_for_both() -> None:
    """T1, T4: one for every region with that number."""
    position = rolled(before_roll(), "tournament", 5)
    assert (stocks(position, 0), stocks(position, 1)) == ({"grain": 1}, {"ore": 1})
    assert (position["phase"], position["dice"]) == ("action", {"event": "tournament", "number": 5})


def test_an_alchemist_chooses_the_number() -> None:
    """A6, B12: only with the gate open; the event die is rolled."""
    assert kinds(before_roll(hands=("alchemist", ""), gate_open=True)) == {"roll", "play"}
    poor = land(0, places="settlement, settlement")
    assert kinds(before_roll(poor, hands=("alchemist", ""), gate_open=False)) == {"roll"}
    position = step(before_roll(hands=("alchemist", "")), of("play", "alchemist"))
    assert (position["phase"], position["dice"], position["discards"]) == ("number", None, [{"alchemist": 1}])
    position = step(position, of("number", 4), Scripted("tournament", 1))
    assert position["dice"] == {"event": "tournament", "number": 4}
    assert stocks(position, 0) == {"gold": 1}


@pytest.mark.parametrize(
    ("slots", "number", "expected"),
    [
        ({0: "lumber_mill"}, 3, {"lumber": 2}),
        ({2: "lumber_mill"}, 3, {"lumber": 1}),
        ({0: "grain_mill"}, 3, {"lumber": 1}),
        ({0: "republic_house"}, 3, {"lumber": 3}),
        ({4: "iron_foundry"}, 6, {"ore": 2}),
        ({0: "iron_foundry"}, 6, {"ore": 1}),
        ({2: "weaving_mill"}, 1, {"wool": 2}),
        ({6: "weaving_mill"}, 1, {"wool": 2}),
        ({0: "republic_house"}, 4, {"gold": 3}),
    ],
)
def test_mills_and_republic_houses(slots: dict[int, str], number: int, expected: dict[str, int]) -> None:
    """F3, F25, P4: the two regions beside, above or below."""
    position = rolled(before_roll(land(0, places=CITIES, slots=slots)), "tournament", number)
    assert stocks(position, 0) == expected


def test_the_order_of_event_and_yield() -> None:
    """T1: the event first, always; brigands leave what the same roll brings."""
    position = rolled(before_roll(land(0, stock=2)), "brigands", 1)
    assert stocks(position, 0) == {"lumber": 2, "brick": 2, "gold": 2, "wool": 1, "grain": 2}


# -- the event die --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "slots", "stock", "lost"),
    [
        (20, {}, {"lumber": 3, "ore": 2, "wool": 3}, True),
        (20, {}, {"lumber": 3, "ore": 2, "wool": 2}, False),
        (2, {}, {"lumber": 3, "ore": 3, "wool": 3}, False),
        (4, {}, {"lumber": 3, "ore": 3, "wool": 3}, True),
        (20, {0: "court"}, {"lumber": 3, "ore": 3, "wool": 3}, False),
        (20, {0: "court"}, {"lumber": 3, "ore": 3, "wool": 3, "gold": 2}, True),
        (20, {0: "garrison"}, {"lumber": 3, "ore": 3, "wool": 3}, False),
    ],
)
def test_brigands(turn: int, slots: dict[int, str], stock: dict[str, int], lost: bool) -> None:
    """D1, F2, F24: above 7, or 10 with a court; not in the first two rounds; a garrison's regions do not count."""
    position = rolled(before_roll(land(0, slots=slots, stock=stock), turn=turn), "brigands", 2)
    rest = {kind: number for kind, number in stock.items() if not lost or kind not in ("ore", "wool")}
    rest["brick"] = 1
    assert stocks(position, 0) == rest


def test_a_garrison_saves_wool() -> None:
    """D1, F2: of what is beside it nothing is lost, however rich the seat is."""
    own = land(0, slots={2: "garrison"}, stock=3)
    assert stocks(rolled(before_roll(own), "brigands", 2), 0).get("wool") == 3


def test_trade() -> None:
    """D2, F13, P5: the owner of the windmill takes, a counting house a second one, as far as possible."""
    rich = land(1, stock={"ore": 1, "wool": 2})
    position = rolled(before_roll(land(0, slots={0: "wool_fleet"}), rich), "trade")
    assert (position["phase"], position["pending"]) == ("trade_event", {"left": 1})
    assert told(position, "resource") == {"ore", "wool"}
    assert step(position, of("resource", "wool"))["phase"] == "action"
    position = rolled(before_roll(land(0, slots={0: "counting_house"}), land(1, stock={"ore": 1})), "trade", 2)
    assert position["pending"] == {"left": 2}
    after = step(position, of("resource", "ore"))
    assert (after["phase"], stocks(after, 0)) == ("action", {"ore": 1, "brick": 1})
    position = rolled(before_roll(land(0, stock=3), land(1, slots={0: "harbor"})), "trade")
    assert (position["phase"], position["player"]) == ("trade_event", 1)
    assert rolled(before_roll(land(0, stock=3)), "trade")["phase"] == "action"


def test_tournament() -> None:
    """D3: more tournament points; strength and brothels do not matter."""
    own = land(0, slots={0: "knight_bertram"})
    enemy = land(1, slots={0: "knight_arno", 2: "brothel"})
    position = rolled(before_roll(own, enemy), "tournament")
    assert (position["phase"], position["player"], position["pending"]) == ("gain", 1, {"gains": [0, 1]})
    tie = land(0, slots={0: "knight_arno"})
    assert rolled(before_roll(tie, land(1, slots={0: "knight_gerold"})), "tournament")["phase"] == "action"


def test_sun() -> None:
    """D4, F18, T2, Q8: the turn player first; whoever has no room is set to 0 at his turn."""
    position = rolled(before_roll(land(0, slots={0: "bailiff_house"}), land(1)), "sun", 6)
    assert (position["player"], position["pending"]) == (0, {"gains": [2, 1]})
    position = step(position, of("resource", "gold"))
    assert (position["player"], position["pending"]) == (0, {"gains": [1, 1]})
    position = step(position, of("resource", "ore"))
    assert (position["player"], position["pending"]) == (1, {"gains": [0, 1]})
    position = step(position, of("resource", "ore"))
    assert (position["phase"], stocks(position, 1)) == ("action", {"ore": 1, "grain": 1})
    full = land(0, stock=3)
    position = rolled(before_roll(full, land(1)), "sun")
    assert (position["player"], position["pending"]) == (1, {"gains": [0, 1]})
    position = rolled(before_roll(land(0, stock=0), land(1, stock=3)), "sun")
    assert (position["player"], position["pending"]) == (0, {"gains": [1, 1]})
    assert step(position, of("resource", "ore"))["phase"] == "action"


# -- event cards ----------------------------------------------------------------------------------------------


def test_the_bailiffs_house_of_who_did_not_roll() -> None:
    """D5, F18: also by alliance, and not on one's own roll."""
    allied = land(1, slots={0: "secret_alliance"}, alliance=0, stock=2)
    own = land(0, slots={0: "bailiff_house"}, stock=2)
    position = rolled(before_roll(own, allied), "event", 3, "progress")
    assert position["phase"] == "action"
    assert stocks(position, 1) == {"lumber": 2, "brick": 3, "gold": 2, "grain": 2}
    assert stocks(position, 0)["wool"] == 2
    assert position["principalities"][1]["alliance"] == 0


def test_a_buried_house_ends_an_alliance_on_it() -> None:
    """F18, F23."""
    own = land(0, slots={0: "secret_alliance"}, alliance=0)
    position = rolled(before_roll(own, land(1, slots={0: "bailiff_house"})), "event", 3)
    assert position["principalities"][0]["alliance"] == 0
    position = step(position, of("stack", 2), Scripted(events=["progress"]))
    assert position["principalities"][0]["alliance"] is None
    assert position["principalities"][1]["slots"][0] is None


def test_a_new_year() -> None:
    """E3: everything but it is shuffled together before the next one is drawn."""
    position = rolled(before_roll(events="2 plague, raid"), "event", 1, "new_year", "raid")
    assert position["events"]["discard"] == {"raid": 1}
    assert position["events"]["stack"]["new_year"] == 1
    assert position["events"]["stack"]["plague"] == 2


def test_civil_war_in_turn() -> None:
    """E1, T2, T3, N4: each seat names one enemy unit; who can name none is not asked."""
    own, enemy = land(0, slots={0: "knight_arno"}), land(1, slots={0: "ore_fleet", 2: "abbey"})
    position = rolled(before_roll(own, enemy), "event", 1, "civil_war")
    assert (position["player"], told(position, "pick")) == (0, {0})
    position = step(position, of("pick", 0))
    assert (position["player"], position["phase"]) == (1, "civil_war")
    position = step(position, of("pick", 0))
    assert position["hands"] == position["known"] == [{"knight_arno": 1}, {"ore_fleet": 1}]
    assert (position["phase"], position["knight"], position["windmill"]) == ("action", None, None)


def test_plague_and_physicians() -> None:
    """E2, A18, F20, T3: asked only with something to lose; the see's gold may be it."""
    seen = land(1, places="city, settlement", slots={0: "bishops_see"})
    position = rolled(before_roll(land(0, stock=1), seen, hands=("physician", "")), "event", 2, "plague")
    assert (position["player"], position["pending"]) == (0, {"safe": [False, False]})
    after = step(position, PASS)
    assert (after["phase"], stocks(after, 0)) == ("action", {"brick": 1, "ore": 1, "grain": 1})
    after = step(position, of("play", "physician"))
    assert (after["player"], after["pending"]) == (1, {"safe": [True, False]})  # the gold lies beside its city
    after = step(after, PASS)
    assert (stocks(after, 0)["brick"], stocks(after, 1)) == (2, {"lumber": 1})
    closed = land(0, places="settlement, settlement", stock=1)
    position = rolled(before_roll(closed, land(1, stock=1), gate_open=False), "event", 2, "plague")
    assert (position["player"], told(position, "play")) == (1, set())


def test_a_raid() -> None:
    """E5: three are named one by one, or all; the enemy takes one back."""
    own = land(0, slots={0: "knight_arno"})
    slots = {0: "church", 1: "mint", 2: "abbey", 3: "brothel", 4: "garrison"}
    position = rolled(before_roll(own, land(1, slots=slots)), "event", 1, "raid")
    assert (position["player"], position["pending"], told(position, "pick")) == (0, {"slots": []}, {0, 1, 2, 4})
    position = steps(position, of("pick", 4), of("pick", 0))
    assert (position["pending"], told(position, "pick")) == ({"slots": [0, 4]}, {1, 2})
    position = step(position, of("pick", 2))
    assert (position["phase"], position["player"], position["pending"]) == ("raid_lose", 1, {"slots": [0, 2, 4]})
    church = step(position, of("pick", 0))
    assert (church["hands"][1], church["row_cards"]["church"]) == ({}, 2)
    abbey = step(position, of("pick", 2))
    assert abbey["hands"][1] == abbey["known"][1] == {"abbey": 1}
    position = rolled(before_roll(own, land(1, slots={0: "mint"})), "event", 1, "raid")
    assert step(position, of("pick", 0))["pending"] == {"slots": [0]}
    assert rolled(before_roll(own, land(1)), "event", 1, "raid")["phase"] == "action"
    assert rolled(before_roll(land(0), land(1, slots={0: "mint"})), "event", 1, "raid")["phase"] == "action"


def test_a_master_builder() -> None:
    """E6, A17, N3: both look through one stack open to them, or do not."""
    position = rolled(before_roll(bans={1: 1}), "event", 1, "master_builder")
    assert (position["player"], told(position, "search")) == (0, {0, 2, 3, 4, 5})
    position = step(position, of("search", 0))
    assert (position["phase"], position["pending"]) == ("builder_take", {"stack": 0})
    card = position["stacks"][0][0]["card"]
    position = step(position, of("take", card))
    assert (position["phase"], position["player"], position["hands"][0]) == ("builder", 1, {card: 1})
    assert 1 in told(position, "search")
    assert step(position, DONE)["phase"] == "action"


def test_a_fruitful_year() -> None:
    """E7: per working abbey and garrison beside a region."""
    own = land(0, slots={0: "abbey", 1: "garrison", 2: "abbey"})
    position = rolled(before_roll(own), "event", 2, "fruitful_year")
    assert stocks(position, 0) == {"lumber": 2, "gold": 2, "brick": 2, "wool": 1}


def test_progress_and_feast() -> None:
    """E4, E10."""
    slots = {0: "abbey", 1: "library", 2: "church", 3: "cathedral"}
    assert rolled(before_roll(land(0, slots=slots)), "event", 2, "progress")["pending"] == {"gains": [2, 0]}
    assert rolled(before_roll(land(0, slots=slots)), "event", 2, "church_feast")["pending"] == {"gains": [6, 0]}


def test_a_mendicant() -> None:
    """E8: two, one by one, of kinds for which the enemy has room."""
    own = land(0, slots={0: "wool_fleet"}, stock={"ore": 2, "wool": 1})
    enemy: Json = land(1, stock={"ore": 3, "gold": 3})
    position = rolled(before_roll(own, enemy), "event", 2, "mendicant")
    assert (position["pending"], told(position, "resource")) == ({"left": 2}, {"wool"})
    position = step(position, of("resource", "wool"))
    assert (position["phase"], stocks(position, 0)) == ("action", {"ore": 2, "brick": 1})


def test_a_roll_is_told_by_its_kind() -> None:
    """Q2."""
    assert kinds(before_roll()) == {"roll"}
    assert step(before_roll(), ROLL)["phase"] == "gain"
