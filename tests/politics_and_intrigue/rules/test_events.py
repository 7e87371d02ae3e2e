"""Chapter 6: event cards."""

from tests.politics_and_intrigue.scenes import Scene


def test_civil_war_sends_a_unit_of_each_seat_home() -> None:
    """E1, N4: the turn player names first; the unit comes back to its owner's hand, for all to see."""
    scene = Scene().lay(0, {0: "ore_fleet"}).lay(1, {0: "knight_arno", 2: "abbey", 4: "gold_fleet"})
    game = scene.event("civil_war", 3)
    assert (game.phase, game.player, game.picks()) == ("civil_war", 0, {0, 4})
    game.do("pick", slot=4)
    assert (game.hand(1), game.known(1), game.player, game.picks()) == ({"gold_fleet": 1}, {"gold_fleet": 1}, 1, {0})
    assert game.do("pick", slot=0).hand(0) == {"ore_fleet": 1}
    assert game.phase == "action"


def test_civil_war_skips_a_seat_without_a_choice() -> None:
    """E1, T3."""
    game = Scene().lay(0, {0: "ore_fleet"}).event("civil_war", 3)
    assert (game.phase, game.player) == ("civil_war", 1)
    assert Scene().event("civil_war", 3).phase == "action"


def test_a_church_protects_the_units_of_its_place() -> None:
    """F7, E1: knights and fleets, also those beyond the corners of a metropolis (P4)."""
    scene = Scene().city(1, 0).lay(1, {0: "church", 1: "ore_fleet", 2: "knight_arno", 4: "gold_fleet"})
    assert scene.event("civil_war", 3).picks() == {4}
    scene = Scene().metropolis(1, 0).lay(1, {0: "church", 30: "ore_fleet", 4: "gold_fleet"})
    assert scene.event("civil_war", 3).picks() == {4}


def test_an_order_castle_protects_great_knights_only() -> None:
    """F17, F6: Konrad costs 3, Gerold 4; no fleets."""
    cards = {0: "knight_konrad", 2: "knight_gerold", 4: "order_castle", 6: "ore_fleet"}
    assert Scene().lay(1, cards).event("civil_war", 3).picks() == {0, 6}
    assert Scene().lay(1, {**cards, 4: "abbey"}).event("civil_war", 3).picks() == {0, 2, 6}


# -- plague ------------------------------------------------------------------------------------------------------


def test_plague_takes_one_from_each_region_at_a_city_once() -> None:
    """E2: a region between two cities loses one, too; settlements do not count."""
    game = Scene().city(0, 0).full(0).full(1).event("plague", 5).do("pass")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "gold": 2, "wool": 2, "ore": 3, "grain": 3}
    assert game.stock(1)["lumber"] == 3
    game = Scene().city(0, 0, 1).full(0).event("plague", 4).do("pass")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "gold": 3, "wool": 2, "ore": 2, "grain": 2}


def test_a_bath_house_protects_the_regions_of_its_city() -> None:
    """F9, E2: all four of them, also those that border another city."""
    scene = Scene().city(0, 0, 1).lay(0, {0: "bath_house"}).full(0)
    game = scene.event("plague", 3).do("pass")
    assert game.stock(0) == {"lumber": 3, "brick": 3, "gold": 3, "wool": 3, "ore": 2, "grain": 2}


def test_a_seat_that_would_lose_stock_is_asked_for_a_physician() -> None:
    """A18, T3: the turn player first, also without the card, also before the gate; no others."""
    game = Scene().city(0, 0).full(0).city(1, 0).full(1).event("plague", 5)
    assert (game.phase, game.player, game.kinds()) == ("physician", 0, {"pass"})
    assert (game.do("pass").player, game.pending) == (1, {"safe": [False, False]})
    assert Scene().city(0, 0).lay(0, {0: "bath_house"}).full(0).event("plague", 5).phase == "action"
    assert Scene().city(1, 0).at(1, 0, 1).set(gate_open=False).event("plague", 5).player == 1


def test_a_physician_keeps_all_cities_safe() -> None:
    """A18, E2: those of the seat that plays it, in either turn; the gate must be open (B12)."""
    scene = Scene().city(0, 0).city(1, 0, 1).full(0).full(1).hand(1, physician=1)
    game = scene.event("plague", 5).do("pass").play("physician")
    assert (game.stock(0)["lumber"], sum(game.stock(1).values())) == (2, 18)
    assert (game.discards(), game.hand(1), game.phase) == ({"physician": 1}, {}, "action")
    closed = Scene().city(0, 0).full(0).hand(0, physician=1).set(gate_open=False).event("plague", 5)
    assert closed.kinds() == {"pass"}


def test_a_physician_of_the_first_seat_is_remembered() -> None:
    """A18, Q4: `safe` holds until the plague is carried out."""
    scene = Scene().city(0, 0).city(1, 0).full(0).full(1).hand(0, physician=1)
    game = scene.event("plague", 5).play("physician")
    assert (game.player, game.pending) == (1, {"safe": [True, False]})
    assert (game.do("pass").stock(0)["lumber"], game.stock(1)["lumber"]) == (3, 2)


# -- new year, progress -------------------------------------------------------------------------------------------


def test_new_year_brings_all_events_back() -> None:
    """E3, C6: but for the one drawn next, which is carried out; the event stack is never empty."""
    game = Scene().event("new_year", 3)
    events = game.position["events"]
    assert sum(events["stack"].values()) == 12
    assert events["stack"]["new_year"] == 1
    assert list(events["discard"].values()) == [1]
    assert "new_year" not in events["discard"]


def test_progress_rewards_abbeys_and_libraries() -> None:
    """E4: one resource each of one's choice."""
    scene = Scene().city(0, 0).lay(0, {0: "abbey", 4: "abbey", 2: "library"}).lay(1, {0: "garrison"})
    game = scene.event("progress", 3)
    assert (game.phase, game.player, game.pending) == ("gain", 0, {"gains": [3, 0]})
    assert game.gain("ore", "ore", "gold").stock(0) == {"ore": 2, "gold": 1, "lumber": 1}


# -- raid ----------------------------------------------------------------------------------------------------------


def test_the_knight_names_three_buildings_and_the_enemy_loses_one() -> None:
    """E5, Q8: it comes back to his hand; named slots are in ascending order."""
    scene = Scene().lay(1, {0: "knight_arno", 2: "garrison"})
    scene.city(0, 0).lay(0, {0: "abbey", 1: "church", 2: "garrison", 4: "marketplace", 6: "ore_fleet"})
    game = scene.event("raid", 4)
    assert (game.phase, game.player, game.picks()) == ("raid_name", 1, {0, 1, 2, 4})
    game.do("pick", slot=4).do("pick", slot=0)
    assert game.pending == {"slots": [0, 4]}
    game.do("pick", slot=1)
    assert (game.phase, game.player, game.pending, game.picks()) == ("raid_lose", 0, {"slots": [0, 1, 4]}, {0, 1, 4})
    game.do("pick", slot=4)
    assert (game.hand(0), game.known(0), game.phase) == ({"marketplace": 1}, {"marketplace": 1}, "action")


def test_a_raided_church_goes_into_the_row() -> None:
    """E5: all buildings are named if there are at most three, and then one of them is lost."""
    scene = Scene().lay(1, {0: "knight_arno"}).city(0, 0).lay(0, {0: "church"})
    game = scene.event("raid", 4).do("pick", slot=0)
    assert (game.phase, game.player) == ("raid_lose", 0)
    assert game.do("pick", slot=0).position["row_cards"] == {"church": 2, "town_hall": 2}
    assert game.hand(0) == {}


def test_no_raid_without_the_knight() -> None:
    """E5, T3: nor without buildings; one's own brothel on the enemy's ground is no building of his (F21)."""
    assert Scene().lay(0, {0: "abbey"}).event("raid", 4).phase == "action"
    scene = Scene().lay(1, {0: "knight_arno"}).city(0, 0)
    assert scene.lay(0, {0: "brothel"}).event("raid", 4).phase == "action"


# -- master builder ------------------------------------------------------------------------------------------------


def test_the_master_builder_lets_each_seat_take_a_card() -> None:
    """E6, N3: free of charge; the stack is seen, and the enemy's marks in it are lost."""
    scene = Scene().stack(2, "spy", "abbey", "mint", seen=[(False, True)] * 3)
    game = scene.event("master_builder", 3)
    assert (game.phase, game.player, game.stacks("search"), game.can("done")) == ("builder", 0, set(range(6)), True)
    game.do("search", stack=2)
    assert (game.marks(2)[0], game.cards("take"), game.pending) == (
        [True, True],
        {"spy", "abbey", "mint"},
        {"stack": 2},
    )
    game.do("take", card="abbey")
    assert (game.hand(0), game.known(0), game.stack(2)) == ({"abbey": 1}, {}, ["spy", "mint"])
    assert (game.marks(2), game.phase, game.player) == ([[True, False], [True, False]], "builder", 1)
    assert game.do("done").phase == "action"


def test_nobody_builds_without_a_stack() -> None:
    """E6, A17: stacks under an enemy ban can't be looked through; a seat without an open stack is not asked (T3)."""
    game = Scene().ban((3, 1)).event("master_builder", 3)
    assert game.stacks("search") == {0, 1, 2, 4, 5}
    assert Scene().no_stacks().event("master_builder", 3).phase == "action"


# -- others --------------------------------------------------------------------------------------------------------


def test_a_fruitful_year_feeds_regions_beside_abbeys_and_garrisons() -> None:
    """E7: one for each of them."""
    game = Scene().city(0, 0).lay(0, {0: "abbey", 1: "garrison", 4: "abbey"}).event("fruitful_year", 5)
    assert game.stocks(0) == [2, 0, 3, 0, 1, 1]  # lumber 2, gold 3, ore 1; and the 5 brings grain
    game = Scene().lay(1, {6: "garrison"}).event("fruitful_year", 1)
    assert game.stocks(1) == [0, 0, 1, 1, 0, 1]


def test_the_mendicant_takes_from_the_windmill() -> None:
    """E8: two resources of his own choice, of kinds for which the enemy has room."""
    scene = Scene().lay(1, {0: "marketplace"}).full(1).full(0).stock(0, wool=1, gold=2)
    game = scene.event("mendicant", 3)
    assert (game.phase, game.player, game.pending, game.resources()) == ("mendicant", 1, {"left": 2}, {"wool", "gold"})
    game.gain("wool")
    assert game.pending == {"left": 1}
    assert game.gain("wool").stock(0)["wool"] == 3
    assert game.phase == "action"


def test_a_mendicant_gets_as_much_as_there_is_room_for() -> None:
    """E8, T3: with room for one, one."""
    scene = Scene().lay(1, {0: "marketplace"}).full(1).full(0).stock(0, wool=2)
    assert scene.event("mendicant", 3).gain("wool").phase == "action"
    assert Scene().full(0).event("mendicant", 3).phase == "action"  # nobody owns the windmill


def test_good_neighbours_turn_up_the_top_cards() -> None:
    """E9, N3: for both, but not of a stack under a ban."""
    game = Scene().ban((1, 0)).stack(5).event("good_neighbours", 3)
    assert [game.marks(stack)[0] for stack in range(5)] == [[stack != 1] * 2 for stack in range(5)]
    assert not any(any(mark) for mark in game.marks(0)[1:])


def test_a_church_feast_rewards_churches_and_cathedrals() -> None:
    """E10, F10: two and four resources."""
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "church", 2: "cathedral"}).lay(1, {0: "church"})
    game = scene.event("church_feast", 3)
    assert game.pending == {"gains": [6, 2]}
