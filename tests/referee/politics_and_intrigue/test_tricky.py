"""The fifteen tricky situations of chapter 16, on positions made by hand. Seat 0 is the turn player."""

from typing import Any

import pytest

from .could import COULD
from .form import read_position
from .moves import BURN_BROTHEL, DONE, END_TURN, PASS, ROLL, of
from .position import Json
from .reachable import check_position
from .standing import count_working, strength
from .world import Scripted, kinds, land, scene, step, steps, told

CITIES = "city, city"


def stocks(position: Json, seat: int) -> dict[str, int]:
    """What a seat has of each resource, zeros left out."""
    found: dict[str, int] = {}
    for region in position["principalities"][seat]["regions"]:
        found[region["kind"]] = found.get(region["kind"], 0) + region["stock"]
    return {kind: number for kind, number in found.items() if number}


def rolled(position: Json, face: str, number: int = 1, *events: str) -> Json:
    """Seat 0 rolls these dice and draws these events."""
    return step(position, ROLL, Scripted(face, number, events))


def before_roll(own: Json | None = None, enemy: Json | None = None, **facts: Any) -> Json:
    """A turn of seat 0 that has just begun."""
    return scene(own, enemy, phase="roll", dice=None, **facts)


def test_1_the_church_that_an_alliance_uses_is_burnt() -> None:
    """F23, A4, E10: no target at once, nothing at the next feast; another target in the own next action phase."""
    own = land(0, slots={0: "secret_alliance"}, alliance=0)
    position = scene(own, land(1, slots={0: "church", 2: "abbey"}), hands=("arsonist", ""))
    position = steps(position, of("play", "arsonist"), PASS, of("pick", 0))
    assert position["principalities"][0]["alliance"] is None
    assert position["row_cards"] == {"church": 2, "town_hall": 2}
    assert count_working(read_position(position), 0, "church") == 0
    assert told(position, "ally") == {2}


def test_1_an_alliance_loses_its_target_in_the_enemys_turn() -> None:
    """F23, B4: the enemy demolishes the church himself; at the next feast there is nothing."""
    allied = land(1, slots={0: "secret_alliance"}, alliance=0)
    position = step(scene(land(0, slots={0: "church"}), allied), of("demolish", 0))
    assert position["principalities"][1]["alliance"] is None
    feast = before_roll(land(0), land(1, slots={0: "secret_alliance"}))
    assert rolled(feast, "event", 6, "church_feast")["phase"] == "action"
    working = before_roll(land(0, slots={0: "church"}), allied)
    assert rolled(working, "event", 6, "church_feast")["pending"] == {"gains": [2, 2]}


def test_2_the_church_under_a_metropolis_is_demolished() -> None:
    """F19, B7: metropolis, slots and units stay; the church lies in the row for both."""
    own = land(0, places="metropolis, settlement", slots={0: "church", 28: "knight_arno"}, stock=3)
    position = step(scene(own, land(1, places=CITIES, stock=3)), of("demolish", 0))
    assert position["principalities"][0]["places"] == ["metropolis", "settlement"]
    assert position["principalities"][0]["slots"][28] == "knight_arno"
    assert position["row_cards"]["church"] == 2
    assert "church" in told(scene(position["principalities"][0], None), "build")
    assert check_position(position) == []


def test_3_a_church_used_by_alliance_is_no_ground_for_a_metropolis() -> None:
    """F19: the church must really stand there."""
    own = land(0, places=CITIES, slots={0: "secret_alliance"}, alliance=0)
    position = scene(own, land(1, slots={0: "church"}), hands=("metropolis", ""))
    assert "metropolis" not in told(position, "build")
    own = land(0, places=CITIES, slots={4: "church"})
    position = step(scene(own, hands=("metropolis", "")), of("build", "metropolis"))
    assert position["phase"] == "place"
    assert told(position, "city") == {1}
    position = step(position, of("city", 1))
    assert position["principalities"][0]["places"] == ["city", "metropolis"]
    assert position["scores"][0] == 2 + 3 + 1


def test_4_a_ban_keeps_a_top_card_down() -> None:
    """E9, A17: for both seats, the ban's owner too."""
    position = rolled(before_roll(bans={2: 0, 4: 1}), "event", 1, "good_neighbours")
    seen = [stack[0]["seen"] for stack in position["stacks"]]
    assert seen == [[stack not in (2, 4)] * 2 for stack in range(6)]
    assert position["phase"] == "action"


def test_5_the_library_burns_while_the_hand_is_full() -> None:
    """F1, H1, H3: nothing at once; above the limit at the end of the own next turn, then an exchange may follow."""
    hand = "spy, abbey, bishop, scout"
    position = scene(land(0), land(1, slots={0: "library"}), hands=("arsonist, garrison, mint", hand))
    position = steps(position, of("play", "arsonist"), PASS, of("pick", 0))
    assert sum(position["hands"][1].values()) == 4
    position = scene(land(0), land(1), hands=("", hand), turn=21, player=1)
    position = step(position, END_TURN)
    assert position["phase"] == "trim"
    position = steps(position, of("stack", 0), of("bury", "spy"))
    assert position["phase"] == "exchange"
    assert position["stacks"][0][-1] == {"card": "spy", "seen": [False, True]}
    position = steps(position, of("stack", 1), of("bury", "abbey"))
    assert position["phase"] == "exchange_draw"


def test_6_a_library_by_alliance_is_enough_for_a_theater() -> None:
    """B5, F23: and the theater stays when the library burns."""
    own = land(0, places=CITIES, slots={0: "secret_alliance"}, alliance=0, stock=3)
    position = scene(own, land(1, slots={0: "library"}), hands=("theater, arsonist", ""))
    assert "theater" in told(position, "build")
    position = steps(position, of("build", "theater"), of("pick", 4))
    position = steps(position, of("play", "arsonist"), PASS, of("pick", 0))
    land_ = position["principalities"][0]
    assert (land_["slots"][4], land_["alliance"]) == ("theater", None)
    assert count_working(read_position(position), 0, "theater") == 1


def test_7_both_sees_are_paid() -> None:
    """F20: the attack pays the defender's see, the bishop the attacker's."""
    own = land(0, slots={0: "bishops_see"})
    enemy = land(1, slots={0: "secret_alliance", 2: "abbey"}, alliance=0)
    position = step(scene(own, enemy, hands=("arsonist", "bishop")), of("play", "arsonist"))
    assert position["phase"] == "react"
    assert (stocks(position, 0), stocks(position, 1)) == ({}, {"gold": 1})
    position = step(position, of("play", "bishop"))
    assert (stocks(position, 0), stocks(position, 1)) == ({"gold": 1}, {"gold": 1})
    assert position["phase"] == "action"
    assert position["discards"] == [{"arsonist": 1, "bishop": 1}]


def test_8_a_bribed_knight_leaves_the_brothel_behind() -> None:
    """A13, F21: he counts in full, unless his new place has a brothel of the enemy."""
    own = land(0, places="city, city", stock={"gold": 3}, slots={4: "brothel"})
    enemy = land(1, slots={0: "knight_gerold"})
    position = scene(own, enemy, hands=("bribery", ""))
    assert strength(read_position(position), 1) == 4
    position = steps(position, of("play", "bribery"), PASS, of("pick", 0))
    assert position["phase"] == "place"
    assert position["pending"] == {"card": "knight_gerold", "from": 0}
    assert position["principalities"][1]["slots"][0] == "knight_gerold"
    assert stocks(position, 0) == {}
    assert strength(read_position(step(position, of("pick", 0))), 0) == 4
    assert strength(read_position(step(position, of("pick", 6))), 0) == 3
    assert step(position, of("pick", 0))["principalities"][1]["slots"][0] is None


def test_8_a_brothel_weakens_the_enemys_knights_in_its_place() -> None:
    """F21, B10: each by 1; tournament points stay, and the metropolis' slots belong to its place."""
    slots = {0: "brothel", 1: "knight_gerold", 2: "knight_arno", 4: "knight_falk", 28: "knight_konrad"}
    position = scene(land(0), land(1, places="metropolis, city", slots=slots))
    assert strength(read_position(position), 1) == 3 + 0 + 3 + 2


def test_9_the_own_fire_brigade_keeps_a_brothel() -> None:
    """A4, F4: it may be demolished first."""
    own = land(0, slots={0: "brothel", 2: "fire_brigade"})
    position = scene(own, land(1, slots={0: "abbey"}), hands=("arsonist", ""))
    burning = steps(position, of("play", "arsonist"), PASS)
    assert kinds(burning) == {"pick"}
    position = steps(position, of("demolish", 2), of("play", "arsonist"), PASS)
    assert kinds(position) == {"pick", "burn_brothel"}
    position = step(position, BURN_BROTHEL)
    assert position["principalities"][0]["slots"][0] is None
    assert position["discards"] == [{"fire_brigade": 1, "arsonist": 1, "brothel": 1}]


def test_9_without_a_target_no_arsonist() -> None:
    """A1: a brothel that a fire brigade keeps is none."""
    own = land(0, slots={0: "brothel", 2: "fire_brigade"})
    position = scene(own, land(1), hands=("arsonist", ""))
    assert not COULD["arsonist"](read_position(position))
    assert "arsonist" not in told(position, "play")


def test_10_civil_war_order_castle_and_church() -> None:
    """E1, F7, F17: Konrad is not great, Gerold is; the castle protects no fleet."""
    slots = {0: "knight_konrad", 1: "knight_gerold", 2: "order_castle", 3: "wool_fleet"}
    enemy = land(1, places=CITIES, slots=slots)
    position = rolled(before_roll(land(0), enemy), "event", 1, "civil_war")
    assert (position["phase"], position["player"]) == ("civil_war", 0)
    assert told(position, "pick") == {0, 3}
    safe = land(1, places=CITIES, slots={0: "knight_konrad", 1: "church", 4: "knight_gerold", 6: "order_castle"})
    assert rolled(before_roll(land(0), safe), "event", 1, "civil_war")["phase"] == "action"
    position = step(position, of("pick", 3))
    assert position["hands"][1] == position["known"][1] == {"wool_fleet": 1}


def test_11_a_wedding_needs_gold_and_room() -> None:
    """A15, A1, F20."""
    own: Json = {"slots": {0: "church"}}
    assert "wedding" not in told(
        scene(land(0, **own, stock={"gold": 3}), land(1, stock=3), hands=("wedding", "")), "play"
    )
    assert "wedding" not in told(scene(land(0, **own), land(1), hands=("wedding", "")), "play")
    seen = land(1, slots={0: "bishops_see"}, stock={"gold": 1})
    position = steps(scene(land(0, **own), seen, hands=("wedding", "")), of("play", "wedding"), PASS)
    assert (stocks(position, 0), stocks(position, 1)) == ({"gold": 2}, {})


def test_12_bailiff_then_new_year() -> None:
    """F18, E3: goods and house are lost first, then new year comes, then the next card."""
    enemy = land(1, slots={0: "bailiff_house"}, stock=2)
    position = rolled(before_roll(land(0), enemy, events="2 plague, raid"), "event", 1)
    assert (position["phase"], position["player"], position["pending"]) == ("bailiff", 1, None)
    assert stocks(position, 1) == {"lumber": 2, "brick": 2, "gold": 2, "grain": 2}
    assert position["events"]["discard"] == {"plague": 2, "raid": 1}
    after = step(position, of("stack", 3), Scripted(events=["new_year", "progress"]))
    assert after["events"]["discard"] == {"progress": 1}
    assert after["events"]["stack"] == position["events"]["stack"] | {"plague": 2, "raid": 1, "progress": 1}
    assert after["stacks"][3][-1] == {"card": "bailiff_house", "seen": [True, True]}
    assert after["known"] == [{}, {}]


def test_13_a_mission_leaves_one_choice() -> None:
    """F16, Q5."""
    own = land(0, places=CITIES, slots={0: "mission"}, stock={"brick": 2, "grain": 1, "ore": 2})
    position = step(scene(own, hands=("cathedral", "")), of("build", "cathedral"))
    assert position["phase"] == "discount"
    assert position["hands"][0] == {}
    assert told(position, "resource") == {"grain"}
    position = step(position, of("resource", "grain"))
    assert stocks(position, 0) == {}
    assert position["pending"] == {"card": "cathedral", "from": None}


def test_14_the_thirteenth_point_of_the_enemy() -> None:
    """B11, B10: in my turn, at once."""
    seven = {0: "church", 1: "library", 2: "mint", 3: "bath_house", 4: "town_hall", 5: "court", 6: "cathedral"}
    enemy = land(1, places=CITIES, slots=seven | {7: "knight_konrad"})
    position = scene(land(0, slots={0: "knight_gerold"}), enemy)
    assert position["scores"] == [4, 12]
    position = step(position, of("demolish", 0))
    assert (position["phase"], position["player"], position["scores"]) == ("over", None, [3, 13])
    assert not position["truncated"]


@pytest.mark.parametrize(("slots", "lost"), [({}, 1), ({0: "bath_house"}, 0), ({4: "bath_house"}, 0)])
def test_15_plague_between_two_cities(slots: dict[int, str], lost: int) -> None:
    """E2, F9: a shared region loses once, and nothing if one of the cities has a bath house."""
    own = land(0, places=CITIES, slots=slots, stock=2)
    position = rolled(before_roll(own, land(1, places="settlement, settlement")), "event", 3, "plague")
    assert (position["phase"], position["pending"]) == ("physician", {"safe": [False, False]})
    if len(slots) == 1:
        assert told(position, "play") == set()
    position = step(position, PASS)
    shared = [position["principalities"][0]["regions"][region]["stock"] for region in (2, 3)]
    assert shared == [2 - lost] * 2


def test_refilling_ends_with_done() -> None:
    """H3: whoever is at the limit may leave it at that."""
    position = steps(scene(hands=("spy, abbey, bishop", "")), END_TURN, DONE)
    assert (position["phase"], position["turn_player"], position["dice"]) == ("roll", 1, None)
