"""Building, trade, points and figures, on positions made by hand. Seat 0 is the turn player."""

import pytest

from .form import read_position
from .land import beside, borders, columns
from .moves import DONE, END_TURN, of, trade
from .position import Json
from .standing import hand_limit, strength, tournament_points, trade_points
from .steps import legal_actions
from .test_tricky import CITIES, stocks
from .world import Scripted, kinds, land, scene, step, steps, told

# -- the principality -----------------------------------------------------------------------------------------


def test_columns_of_a_long_row() -> None:
    """P1, P2, P4: places founded at either end bring the outer columns."""
    own = land(0, places="city, city, city, city, settlement", row=(3, 2, 0, 1, 4), extra=(0, 1, 2, 3, 4, 5))
    model = read_position(scene(own)).principalities[0]
    assert columns(model) == [(8, 9), (6, 7), (0, 1), (2, 3), (4, 5), (10, 11)]
    assert borders(model, 2) == {6, 7, 0, 1}
    assert borders(model, 4) == {4, 5, 10, 11}
    assert beside(model, 4 * 2) == beside(model, 4 * 2 + 1) == {6, 0}
    assert beside(model, 4 * 4 + 2) == {5, 11}


def test_a_settlement_joins_the_row() -> None:
    """B2, P1, C3: it uses the road and brings two regions with stock 0."""
    cost = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
    position = scene(land(0, stock=cost, open_roads=(True, False)))
    assert told(position, "settlement") == {"left"}
    position = step(position, of("settlement", "left"), Scripted(regions=(9, 2)))
    own = position["principalities"][0]
    assert (own["row"], own["places"]) == ([2, 0, 1], ["city", "settlement", "settlement"])
    assert own["open_roads"] == [False, False]
    assert own["regions"][6:] == [
        {"kind": "ore", "number": 4, "stock": 0},
        {"kind": "brick", "number": 1, "stock": 0},
    ]
    assert position["supply"] == {"roads": 6, "settlements": 4, "cities": 5}
    assert position["regions_left"] == [0, 1, 3, 4, 5, 6, 7, 8, 10]
    assert stocks(position, 0) == {}
    assert position["scores"][0] == 4


def test_roads() -> None:
    """B2: at an end without an open road, for 2 brick and 1 lumber."""
    position = scene(land(0, stock={"lumber": 2, "brick": 3}, open_roads=(False, True)))
    assert told(position, "road") == {"left"}
    position = step(position, of("road", "left"))
    assert (position["principalities"][0]["open_roads"], stocks(position, 0)) == (
        [True, True],
        {"lumber": 1, "brick": 1},
    )
    assert position["supply"]["roads"] == 5


def test_cities() -> None:
    """B2, B9: on a settlement; worth 2 in its place."""
    position = scene(land(0, places="settlement, settlement", stock={"grain": 2, "ore": 3}))
    assert told(position, "city") == {0, 1}
    position = step(position, of("city", 1))
    assert (position["scores"], position["supply"]["cities"]) == ([3, 3], 5)


def test_slots() -> None:
    """P3, B3: settlements have near slots; in cities the near one is filled first; red cards in cities."""
    own = land(0, slots={0: "abbey"}, stock=3)
    position = scene(own, hands=("garrison, library, knight_arno", ""))
    assert told(step(position, of("build", "garrison")), "pick") == {1, 2, 4, 6}
    assert told(step(position, of("build", "library")), "pick") == {1, 2}
    high = land(0, places="metropolis, settlement", slots={0: "abbey"}, stock=3)
    position = scene(high, hands=("garrison, knight_arno", ""))
    assert told(step(position, of("build", "knight_arno")), "pick") == {1, 2, 4, 6, 28, 29, 30, 31}
    assert told(step(position, of("build", "garrison")), "pick") == {1, 2, 4, 6}


def test_a_near_slot_is_filled_again_before_the_far_one() -> None:
    """B3, B4: after demolishing the near one."""
    position = scene(land(0, slots={0: "garrison", 1: "mint"}, stock=3), hands=("library", ""))
    position = steps(position, of("demolish", 0), of("build", "library"))
    assert told(position, "pick") == {0, 2}


def test_a_building_takes_card_and_cost() -> None:
    """Q5, N4, B1."""
    position = scene(land(0, stock=3), hands=("2 abbey", ""), known=("abbey", ""))
    position = step(position, of("build", "abbey"))
    assert (position["hands"][0], position["known"][0]) == ({"abbey": 1}, {})
    assert (position["phase"], position["pending"]) == ("place", {"card": "abbey", "from": None})
    assert stocks(position, 0) == {"lumber": 3, "brick": 2, "wool": 3, "grain": 2, "ore": 2, "gold": 3}


def test_churches_come_from_the_row() -> None:
    """S3, B7: at most one own; both seats take from the same row."""
    position = scene(land(0, places=CITIES, stock=3), land(1, slots={0: "church"}))
    assert {"church", "town_hall"} <= told(position, "build")
    position = step(position, of("build", "church"))
    assert position["row_cards"] == {"church": 0, "town_hall": 2}
    position = step(position, of("pick", 4))
    assert (position["row_cards"]["church"], position["scores"][0]) == (0, 5)
    assert "church" not in told(scene(land(0, places=CITIES, slots={0: "church"}, stock=3)), "build")


def test_requirements() -> None:
    """B5: working buildings, checked when built; and what excludes each other."""
    hand = "holy_place, bishops_see, theater, republic_house, bailiff_house, diplomat, wedding, council, church_ban"
    rich: Json = {"places": CITIES, "stock": 3}
    enemy = land(1, slots={0: "mint"}, stock=1)
    assert told(scene(land(0, **rich), enemy, hands=(hand, "")), "build") & {*hand.split(", ")} == {"bailiff_house"}
    own = land(0, slots={0: "church", 1: "town_hall", 2: "library", 3: "republic_house"}, **rich)
    position = scene(own, enemy, hands=(hand.replace(", republic_house", ""), ""))
    assert told(position, "build") & {*hand.split(", ")} == {"holy_place", "bishops_see", "theater"}
    assert {"council", "church_ban"} <= told(position, "play")
    own = land(0, slots={0: "bailiff_house", 1: "town_hall"}, **rich)
    assert "republic_house" not in told(scene(own, hands=("republic_house", "")), "build")


def test_a_brothel() -> None:
    """F21: into a free slot of an enemy city; it stays its builder's."""
    position = scene(land(0, stock=3), land(1, slots={0: "abbey"}), hands=("brothel", ""))
    position = step(position, of("build", "brothel"))
    assert told(position, "pick") == {1, 2}
    position = step(position, of("pick", 2))
    assert position["principalities"][1]["slots"][2] == "brothel"
    assert 2 not in told(position, "demolish")
    full = land(1, slots={0: "abbey", 1: "mint", 2: "garrison", 3: "harbor"})
    assert "brothel" not in told(scene(land(0, stock=3), full, hands=("brothel", "")), "build")
    village = land(1, places="settlement, settlement")
    assert "brothel" not in told(scene(land(0, stock=3), village, hands=("brothel", "")), "build")


def test_a_brewery() -> None:
    """F22, B10: counts nothing until its side is chosen; 1 gold turns it."""
    position = steps(scene(land(0, stock=3), hands=("brewery", "")), of("build", "brewery"), of("pick", 0))
    assert (position["phase"], position["pending"], position["windmill"]) == ("brewery_side", None, None)
    position = step(position, of("brewery", "trade"))
    assert (position["windmill"], position["knight"], position["scores"][0]) == (0, None, 4)
    position = step(position, of("brewery", "strength"))
    assert (position["windmill"], position["knight"], stocks(position, 0)["gold"]) == (None, 0, 2)
    assert told(position, "brewery") == {"trade"}


def test_an_alliance() -> None:
    """F0, F23, F22: works in its own place and side; M and limits count, points do not."""
    slots = {0: "merchant_guild", 1: "brewery", 2: "brothel", 4: "knight_arno", 3: "theater"}
    enemy = land(1, slots=slots, brewery="strength")
    position = scene(land(0, slots={2: "secret_alliance"}), enemy)
    assert told(position, "ally") == {0, 1, 3}
    guild = step(position, of("ally", 0))
    assert trade_points(read_position(guild), 0) == 3
    assert guild["windmill"] is None
    assert guild["scores"][0] == 3
    assert told(guild, "ally") == set()
    brewery = step(position, of("ally", 1))
    assert strength(read_position(brewery), 0) == 2
    assert "brewery" not in kinds(brewery)
    assert hand_limit(read_position(step(position, of("ally", 3))), 0) == 5


# -- trade ----------------------------------------------------------------------------------------------------


def test_rates() -> None:
    """B8, F5, F11: three for one, two with a fleet, one gold with a mint as often as mints work."""
    position = scene(land(0, stock={"gold": 3, "ore": 2, "wool": 2}, slots={0: "mint", 4: "wool_fleet"}))
    gives = {action.give for action in legal_actions(position) if action.kind == "trade"}
    assert gives == {"gold", "wool"}
    position = step(position, trade("gold", "ore"))
    assert (position["mints_used"], stocks(position, 0)) == (1, {"gold": 2, "ore": 3, "wool": 2})
    gives = {action.give for action in legal_actions(position) if action.kind == "trade"}
    assert gives == {"wool", "ore"}
    gets = {action.get for action in legal_actions(position) if action.give == "wool"}
    assert gets == {"lumber", "brick", "grain", "gold"}
    position = step(position, trade("ore", "gold"))
    assert position["mints_used"] == 1
    position = steps(position, END_TURN)
    assert position["phase"] == "refill"


def test_nobody_chooses_between_regions() -> None:
    """P5: paid from the highest stock, stored in the lowest, among equals the lowest id."""
    own = land(0, places="city, settlement, settlement", extra=(0, 1))
    for region, stock in ((0, 1), (6, 3), (7, 3)):
        own["regions"][region]["stock"] = stock
    position = scene(own)
    position = step(position, trade("lumber", "wool"))
    assert [own["stock"] for own in position["principalities"][0]["regions"]] == [1, 0, 0, 1, 0, 0, 1, 2]


# -- points and figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        ({0: "marketplace"}, 1),
        ({0: "merchant_guild", 4: "ore_fleet"}, 4),
        ({0: "harbor", 1: "counting_house", 4: "ore_fleet", 6: "wool_fleet"}, 1 + 1 + 2 + 2),
        ({0: "knight_falk"}, 0),
    ],
)
def test_trade_points(slots: dict[int, str], expected: int) -> None:
    """B10, F12, F14."""
    assert trade_points(read_position(scene(land(0, slots=slots))), 0) == expected


def test_figures_and_points() -> None:
    """B9, B10: strictly more, at once; nobody on a tie; cards' own points, and none of an enemy's brothel."""
    own = land(0, slots={0: "knight_konrad", 1: "cathedral", 2: "brothel"})
    position = scene(own, land(1, slots={0: "knight_falk", 1: "wool_fleet"}))
    model = read_position(position)
    assert (strength(model, 0), strength(model, 1)) == (2, 3)
    assert (tournament_points(model, 0), tournament_points(model, 1)) == (2, 3)
    assert (position["knight"], position["windmill"], position["scores"]) == (1, 1, [5, 5])
    assert step(position, of("demolish", 0))["knight"] == 1


def test_thirteen_points() -> None:
    """B11: at once, in the own turn; both at once: the turn player wins."""
    seven = {0: "church", 1: "library", 2: "mint", 3: "bath_house", 4: "town_hall", 5: "court", 6: "cathedral"}
    position = scene(land(0, places=CITIES, slots=seven, stock=3), hands=("marketplace", ""))
    position = steps(position, of("build", "marketplace"), of("pick", 7))
    assert (position["phase"], position["scores"], position["pending"]) == ("over", [13, 3], None)


def test_the_gate_opens() -> None:
    """B12: when both have 3 points; and stays open."""
    village = land(0, places="settlement, settlement", stock=3)
    position = scene(village, hands=("spy, scout", "abbey"), gate_open=False)
    assert told(position, "play") == set()
    position = step(position, of("city", 0))
    assert position["gate_open"]
    assert told(position, "play") == {"spy"}
    assert told(scene(village, hands=("spy", "abbey"), gate_open=True), "play") == {"spy"}


def test_an_end_by_the_cap() -> None:
    """W2: the turn and its turn player stay the last ones."""
    position = scene(turn=21, player=1, max_rounds=11, hands=("", "spy, abbey, bishop"))
    position = steps(position, END_TURN, DONE)
    assert (position["phase"], position["turn"], position["turn_player"], position["truncated"]) == (
        "over",
        21,
        1,
        True,
    )
    assert position["dice"] is not None
