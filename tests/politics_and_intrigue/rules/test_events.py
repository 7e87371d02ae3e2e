"""Chapter 6: event cards."""

from tests.politics_and_intrigue.scenes import Scene


def test_civil_war() -> None:
    """E1, N4, T3, F7, F17, F6."""
    # E1, N4: civil war sends a unit of each seat home; the turn player names first; the unit comes back to its
    # owner's hand, for all to see
    scene = Scene().lay(0, {0: "ore_fleet"}).lay(1, {0: "knight_arno", 2: "abbey", 4: "gold_fleet"})
    game = scene.event("civil_war", 3)
    assert (game.phase, game.player, game.picks()) == ("civil_war", 0, {0, 4})
    game.do("pick", slot=4)
    assert (game.hand(1), game.known(1), game.player, game.picks()) == ({"gold_fleet": 1}, {"gold_fleet": 1}, 1, {0})
    assert game.do("pick", slot=0).hand(0) == {"ore_fleet": 1}
    assert game.phase == "action"
    # F7, E1: a church protects the units of its place; knights and fleets, also those beyond the corners of a
    # metropolis (P4)
    scene = Scene().city(1, 0).lay(1, {0: "church", 1: "ore_fleet", 2: "knight_arno", 4: "gold_fleet"})
    assert scene.event("civil_war", 3).picks() == {4}
    scene = Scene().metropolis(1, 0).lay(1, {0: "church", 30: "ore_fleet", 4: "gold_fleet"})
    assert scene.event("civil_war", 3).picks() == {4}
    # F17, F6: an order castle protects great knights only; Konrad costs 3, Gerold 4; no fleets
    cards = {0: "knight_konrad", 2: "knight_gerold", 4: "order_castle", 6: "ore_fleet"}
    assert Scene().lay(1, cards).event("civil_war", 3).picks() == {0, 6}
    assert Scene().lay(1, {**cards, 4: "abbey"}).event("civil_war", 3).picks() == {0, 2, 6}


# -- plague ------------------------------------------------------------------------------------------------------


def test_plague() -> None:
    """E2, F9."""
    # E2: plague takes one from each region at a city once; a region between two cities loses one, too;
    # settlements do not count
    game = Scene().city(0, 0).full(0).full(1).event("plague", 5).do("pass")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "gold": 2, "wool": 2, "ore": 3, "grain": 3}
    assert game.stock(1)["lumber"] == 3
    game = Scene().city(0, 0, 1).full(0).event("plague", 4).do("pass")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "gold": 3, "wool": 2, "ore": 2, "grain": 2}


def test_a_physician() -> None:
    """A18, T3, E2, Q4."""
    # A18, T3: a seat that would lose stock is asked for a physician; the turn player first, also without the
    # card, also before the gate; no others
    game = Scene().city(0, 0).full(0).city(1, 0).full(1).event("plague", 5)
    assert (game.phase, game.player, game.kinds()) == ("physician", 0, {"pass"})
    assert (game.do("pass").player, game.pending) == (1, {"safe": [False, False]})
    assert Scene().city(0, 0).lay(0, {0: "bath_house"}).full(0).event("plague", 5).phase == "action"
    assert Scene().city(1, 0).at(1, 0, 1).set(gate_open=False).event("plague", 5).player == 1
    # A18, E2: a physician keeps all cities safe; those of the seat that plays it, in either turn; the gate must
    # be open (B12)
    scene = Scene().city(0, 0).city(1, 0, 1).full(0).full(1).hand(1, physician=1)
    game = scene.event("plague", 5).do("pass").play("physician")
    assert (game.stock(0)["lumber"], sum(game.stock(1).values())) == (2, 18)
    assert (game.discards(), game.hand(1), game.phase) == ({"physician": 1}, {}, "action")
    closed = Scene().city(0, 0).full(0).hand(0, physician=1).set(gate_open=False).event("plague", 5)
    assert closed.kinds() == {"pass"}


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


def test_a_raid() -> None:
    """E5, Q8, T3."""
    # E5, Q8: the knight names three buildings and the enemy loses one; it comes back to his hand; named slots
    # are in ascending order
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
    # E5, T3: no raid without the knight; nor without buildings; one's own brothel on the enemy's ground is no
    # building of his (F21)
    assert Scene().lay(0, {0: "abbey"}).event("raid", 4).phase == "action"
    scene = Scene().lay(1, {0: "knight_arno"}).city(0, 0)
    assert scene.lay(0, {0: "brothel"}).event("raid", 4).phase == "action"


# -- master builder ------------------------------------------------------------------------------------------------


def test_the_master_builder() -> None:
    """E6, N3, A17."""
    # E6, N3: the master builder lets each seat take a card; free of charge; the stack is seen, and the enemy's
    # marks in it are lost
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
    # E6, A17: nobody builds without a stack; stacks under an enemy ban can't be looked through; a seat without
    # an open stack is not asked (T3)
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


def test_the_mendicant() -> None:
    """E8, T3."""
    # E8: the mendicant takes from the windmill; two resources of his own choice, of kinds for which the enemy
    # has room
    scene = Scene().lay(1, {0: "marketplace"}).full(1).full(0).stock(0, wool=1, gold=2)
    game = scene.event("mendicant", 3)
    assert (game.phase, game.player, game.pending, game.resources()) == ("mendicant", 1, {"left": 2}, {"wool", "gold"})
    game.gain("wool")
    assert game.pending == {"left": 1}
    assert game.gain("wool").stock(0)["wool"] == 3
    assert game.phase == "action"


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
