"""Chapter 16: fifteen tricky situations."""

from tests.politics_and_intrigue.scenes import Scene


def test_1_the_church_of_an_alliance_burns() -> None:
    """F23, A4: in the enemy's turn; its owner may name another building in his next `action` phase."""
    scene = Scene().turn(11).city(0, 0).city(1, 0).hand(1, arsonist=1)
    scene.lay(1, {0: "church", 2: "abbey"}).lay(0, {0: "secret_alliance"}, alliance=0)
    game = scene.play().do("demolish", slot=0)
    assert game.side(0)["alliance"] is None
    assert scene.turn(10).lay(0, {}, alliance=None).play().picks("ally") == {0, 2}
    feast = Scene().city(0, 0).city(1, 0).lay(1, {2: "church"}).lay(0, {0: "secret_alliance"}, alliance=2)
    assert feast.event("church_feast", 3).pending == {"gains": [2, 2]}
    assert feast.lay(0, {}, alliance=None).event("church_feast", 3).pending == {"gains": [0, 2]}


def test_2_the_church_under_a_metropolis_is_demolished() -> None:
    """F19, B7: metropolis, slots and units stay; both may build the church."""
    scene = Scene().metropolis(0, 0).lay(0, {0: "church", 31: "knight_arno"}).full(0)
    game = scene.play().do("demolish", slot=0)
    assert (game.side(0)["places"][0], game.slots(0), game.position["row_cards"]["church"]) == (
        "metropolis",
        {31: "knight_arno"},
        2,
    )
    assert "church" in game.cards("build")


def test_3_a_metropolis_is_not_laid_on_an_allied_church() -> None:
    """F19, F23: the church must really stand there."""
    scene = Scene().city(0, 0).city(1, 0).lay(1, {0: "church"}).lay(0, {0: "secret_alliance"}, alliance=0)
    assert "metropolis" not in scene.hand(0, metropolis=1).play().cards("build")


def test_4_good_neighbours_and_a_ban() -> None:
    """E9, A17: that stack's top card stays down for both, the ban's owner too."""
    game = Scene().ban((4, 1)).event("good_neighbours", 3)
    assert (game.marks(4)[0], game.marks(3)[0]) == ([False, False], [True, True])


def test_5_the_enemy_burns_my_library() -> None:
    """H1, F1, A4: it comes back: 5 cards at limit 3; two go under stacks at once. On an own 6 nothing happens yet."""
    scene = Scene().city(1, 0).lay(1, {0: "library"}).hand(0, arsonist=1).hand(1, spy=3, scout=1)
    game = scene.attack("arsonist").do("pick", slot=0)
    assert (game.hand(1), game.phase, game.player) == ({"spy": 3, "scout": 1, "library": 1}, "trim", 1)
    assert game.pending == {"resume": "action"}
    game.do("stack", stack=0)
    assert game.pending == {"stack": 0, "resume": "action"}
    game.do("bury", card="scout")
    assert (game.phase, game.player) == ("trim", 1)
    game.do("stack", stack=3).do("bury", card="library")
    assert (game.phase, game.player, game.hand(1)) == ("action", 0, {"spy": 3})
    mine = Scene().city(0, 0).lay(0, {0: "library"}).lay(1, {0: "abbey"}).hand(0, arsonist=1, spy=3)
    game = mine.attack("arsonist", goes_wrong=True).do("pick", slot=0)
    assert (game.phase, game.player, game.hand(0)) == ("action", 0, {"spy": 3, "library": 1})
    assert game.do("end_turn").phase == "trim"


def test_6_a_theater_on_an_allied_library() -> None:
    """B5, F23: it stays if the library burns."""
    scene = Scene().city(0, 0, 1).city(1, 0).lay(1, {0: "library"}).lay(0, {0: "secret_alliance"}, alliance=0)
    game = scene.full(0).hand(0, theater=1, arsonist=1).play().build("theater", 4)
    game.play("arsonist").do("pass").do("pick", slot=0)
    assert game.slots(0) == {0: "secret_alliance", 4: "theater"}


def test_7_a_bishop_pays_the_attackers_see() -> None:
    """A11, F20: and the attack the defender's."""
    scene = Scene(game="tournament").city(0, 0).city(1, 0).lay(0, {0: "bishops_see"}).lay(1, {0: "bishops_see"})
    scene.hand(0, spy=1).hand(1, bishop=1)
    game = scene.play().play("spy")
    assert (game.stock(0), game.stock(1)) == ({}, {"gold": 1})
    assert game.play("bishop").stock(0) == {"gold": 1}


def test_8_a_bribed_knight_leaves_the_brothel() -> None:
    """A13, F21: he counts in full in his new place."""
    scene = Scene().city(1, 0).lay(1, {0: "knight_konrad", 2: "brothel"}).lay(0, {0: "knight_bertram"})
    assert scene.play().position["knight"] is None  # 2 : 3 - 1
    game = scene.hand(0, bribery=1).stock(0, gold=3).lay(1, {4: "knight_gerold"}).play()
    game.play("bribery").do("pass").do("pick", slot=0).do("pick", slot=2)
    assert game.position["knight"] == 0  # 5 : 4


def test_9_the_own_fire_brigade_protects_the_brothel() -> None:
    """A4, F4: it may be demolished first."""
    scene = Scene().city(0, 0).lay(0, {0: "brothel", 2: "fire_brigade"}).hand(0, arsonist=1)
    assert not scene.play().can("play")
    assert scene.play().do("demolish", slot=2).play("arsonist").do("pass").do("burn_brothel").phase == "action"


def test_10_civil_war_order_castle_church() -> None:
    """E1, F6, F7, F17."""
    cards = {0: "order_castle", 2: "knight_konrad", 4: "knight_gerold", 6: "ore_fleet"}
    assert Scene().lay(1, cards).event("civil_war", 3).picks() == {2, 6}
    assert Scene().city(1, 0).lay(1, {**cards, 1: "church"}).event("civil_war", 3).picks() == {6}


def test_11_a_wedding_into_full_gold_regions() -> None:
    """A15, F20, A1: it needs room for 1 gold, and gold of the enemy; a see pays him before."""
    scene = Scene().city(0, 0).lay(0, {0: "church"}).hand(0, wedding=1)
    assert not scene.stock(0, gold=3).stock(1, gold=3).play().can("play")
    assert not scene.stock(0, gold=0).stock(1, gold=0).play().can("play")
    scene.city(1, 0).lay(1, {0: "bishops_see"})
    assert not scene.play().can("play")
    game = scene.stock(1, gold=1).play().play("wedding")
    assert game.stock(1) == {"gold": 2}
    assert (game.do("pass").stock(0), game.stock(1)) == ({"gold": 2}, {})


def test_12_the_bailiff_is_arrested_before_the_event() -> None:
    """F18, E3: he loses ore and wool and buries the house, then the card is drawn, here new year."""
    scene = Scene().lay(1, {4: "bailiff_house"}).full(1)
    scene.set(events={"stack": {"new_year": 1}, "discard": {}})
    rest = {"civil_war": 2, "plague": 2, "progress": 2, "raid": 1, "master_builder": 1, "fruitful_year": 1}
    rest |= {"mendicant": 1, "good_neighbours": 1, "church_feast": 1}
    game = scene.set(events={"stack": {"new_year": 1}, "discard": rest}).roll("event", 3)
    assert (game.phase, "ore" in game.stock(1), game.position["events"]["stack"]) == ("bailiff", False, {"new_year": 1})
    game.do("stack", stack=0)
    assert sum(game.position["events"]["stack"].values()) == 12
    assert game.slots(1) == {}


def test_13_a_mission_and_a_missing_grain() -> None:
    """F16, Q5: with 2B 1G 2O a cathedral for 2B 2G 2O is legal, and grain is the only choice."""
    scene = Scene().city(0, 0).lay(0, {0: "mission"}).hand(0, cathedral=1).stock(0, brick=2, grain=1, ore=2)
    game = scene.play().build("cathedral")
    assert (game.phase, game.resources()) == ("discount", {"grain"})
    assert game.gain("grain").stock(0) == {}


def test_14_demolishing_knights_gives_the_game_away() -> None:
    """B10, B11, B4: the enemy gets the knight figure, and with it his 13th point."""
    built = {0: "cathedral", 1: "library", 2: "church", 3: "town_hall", 4: "bath_house", 5: "mint", 6: "court"}
    scene = Scene().city(1, 0, 1).lay(1, {**built, 7: "knight_arno"}).lay(0, {0: "knight_bertram"})
    assert scene.play().scores == [3, 12]
    game = scene.play().do("demolish", slot=0)
    assert (game.phase, game.scores, game.game.returns.tolist()) == ("over", [2, 13], [-1, 1])


def test_15_plague_between_two_cities() -> None:
    """E2, F9: with a bath house in one of them the region between loses nothing, without any it loses 1."""
    scene = Scene().city(0, 0, 1).full(0)
    assert scene.event("plague", 3).do("pass").stocks(0)[2:4] == [2, 2]
    assert scene.lay(0, {4: "bath_house"}).event("plague", 3).do("pass").stocks(0) == [3, 2, 3, 3, 3, 3]
