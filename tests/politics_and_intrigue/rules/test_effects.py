"""Chapter 8: buildings and units."""

from tests.politics_and_intrigue.scenes import Scene


def test_working_buildings() -> None:
    """F0, F1, F23, F2."""
    # F0, F1, F23: working buildings are own ones and those of an alliance; the hand limit counts the enemy's
    # theater; points look at real cards only
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "abbey", 2: "secret_alliance"}, alliance=0)
    scene.lay(1, {0: "theater", 2: "library"}).hand(0, spy=3, scout=2, merchant=1)  # 3 + 1 + 2 = 6
    game = scene.play()
    assert game.scores == [3, 5]
    assert game.do("end_turn").phase == "exchange"
    assert scene.hand(0, spy=3, scout=2, merchant=2).play().do("end_turn").phase == "trim"
    # F1: the hand limit grows with abbeys libraries and theaters; 3, and 1, 1, 2 more for each that works;
    # unbuilt ones count nothing
    scene = Scene().city(0, 0).lay(0, {0: "abbey", 2: "library", 3: "theater", 4: "abbey"})
    assert scene.hand(0, spy=3, scout=2, merchant=2, caravan=1).play().do("end_turn").phase == "exchange"
    assert Scene().hand(0, abbey=2, library=1).play().do("end_turn").phase == "exchange"
    # F0, F2, F23: a garrison of an alliance protects where the alliance lies; in the place and side of the
    # alliance card
    scene = Scene().city(0, 1).lay(0, {6: "secret_alliance"}, alliance=0).lay(1, {0: "garrison"}).full(0)
    game = scene.roll("brigands", 2)  # below place 1 lie wool and grain
    assert game.stock(0) == {"lumber": 3, "brick": 3, "gold": 3, "wool": 3, "grain": 3}


def test_a_fire_brigade_protects_its_place_and_itself() -> None:
    """F4, A4: no arsonist can burn there; other places are not safe."""
    scene = Scene().city(1, 0).lay(1, {0: "fire_brigade", 2: "abbey", 4: "garrison"}).hand(0, arsonist=1)
    assert scene.play().play("arsonist").do("pass").picks() == {4}


def test_harbors_make_fleets_worth_more() -> None:
    """F12: with one or more each own fleet counts 1 more."""
    scene = Scene().city(0, 0).lay(0, {0: "harbor", 4: "ore_fleet", 6: "wool_fleet"})
    scene.city(1, 0).lay(1, {0: "merchant_guild", 2: "marketplace"})
    assert scene.play().position["windmill"] == 0  # 1 + 2 x 2 against 4
    allied = Scene().city(1, 0).lay(1, {0: "secret_alliance", 4: "ore_fleet", 6: "wool_fleet"}, alliance=0)
    allied.city(0, 0).lay(0, {0: "harbor", 4: "gold_fleet", 6: "lumber_fleet"})
    assert allied.play().position["windmill"] is None  # the harbor's own trade point counts for both


def test_a_town_hall_halves_the_price_of_a_search() -> None:
    """F8, H4: one resource instead of two."""
    scene = Scene().stock(0, wool=1)
    assert not scene.play().do("end_turn").can("search")
    game = scene.city(0, 0).lay(0, {0: "town_hall"}).play().do("end_turn").do("search", stack=0)
    assert (game.pending["left"], game.gain("wool").phase) == (1, "search_take")


# -- holy place -----------------------------------------------------------------------------------------------------


def holy() -> Scene:
    return Scene().city(0, 0).lay(0, {0: "church", 4: "holy_place"}).stack(3, "spy", "mint", "scout")


def test_a_holy_place() -> None:
    """F15, Q6, Q7, H3."""
    # F15, Q6, Q7: a holy place changes a card just taken; it goes under any stack, for another one from any
    # stack; once per end of turn
    game = holy().hand(0, abbey=2).play().do("end_turn").do("draw", stack=3)
    assert (game.phase, game.pending) == ("holy", {"holy_used": False, "exchanging": False, "card": "spy"})
    game.do("stack", stack=3)
    assert (game.stack(3), game.marks(3)[2], game.phase) == (["mint", "scout", "spy"], [True, False], "refill")
    assert game.pending == {"holy_used": True, "exchanging": False}
    game.do("draw", stack=3)
    assert (game.hand(0), game.phase, game.player) == ({"abbey": 2, "mint": 1}, "roll", 1)
    # F15, H3, Q7: a holy place serves an exchange; then `stack` is null
    game = holy().hand(0, abbey=2, church_ban=1).play().do("end_turn").do("stack", stack=0).do("bury", card="abbey")
    assert game.pending == {"stack": 0, "holy_used": False, "exchanging": True}
    game.do("draw", stack=3).do("stack", stack=1)
    assert (game.phase, game.pending) == ("exchange_draw", {"stack": None, "holy_used": True, "exchanging": True})
    assert game.do("draw", stack=3).hand(0) == {"abbey": 1, "church_ban": 1, "mint": 1}
    assert game.phase == "roll"


# -- metropolis -----------------------------------------------------------------------------------------------------


def test_a_metropolis() -> None:
    """F19, B9, P3, P4, F21."""
    # F19, B9: a metropolis needs a church or town hall in the city; for nothing, from the hand; it brings no
    # point, but four slots for units
    scene = Scene().city(0, 0, 1).hand(0, metropolis=1, knight_arno=1, abbey=1).full(0)
    assert "metropolis" not in scene.play().cards("build")
    game = scene.lay(0, {4: "town_hall"}).play().build("metropolis")
    assert {str(action) for action in game.legal()} == {"city(place=1)"}
    game.do("city", place=1)
    assert (game.side(0)["places"], game.scores[0], game.stock(0)["ore"]) == (["city", "metropolis"], 5, 3)
    assert game.do("build", card="knight_arno").picks() == {0, 2, 5, 6, 28, 29, 30, 31}
    game = scene.metropolis(0, 1).hand(0, metropolis=1, abbey=1).play()
    assert "metropolis" not in game.cards("build")  # one in a principality
    assert game.build("abbey").picks() == {0, 2, 5, 6}  # units only
    assert 4 in Scene().metropolis(0, 1).lay(0, {4: "church"}).play().picks("demolish")


# -- bishop's see ---------------------------------------------------------------------------------------------------


def test_a_see() -> None:
    """F20."""
    # F20: a see is paid for every card the enemy plays; in either turn, if there is room; not for one's own
    scene = Scene().city(1, 0).lay(1, {0: "bishops_see"}).hand(0, caravan=1).stock(0, wool=2)
    assert scene.play().play("caravan").stock(1) == {"gold": 1}
    assert scene.stock(1, gold=3).play().play("caravan").stock(1) == {"gold": 3}
    own = Scene().city(0, 0).lay(0, {0: "bishops_see"}).hand(0, caravan=1).stock(0, wool=2)
    assert own.play().play("caravan").stock(0) == {"wool": 2}
    # F20: a see does not burn; but an alliance that uses one does
    scene = Scene().city(1, 0).lay(1, {0: "bishops_see", 1: "abbey"}).hand(0, arsonist=1)
    assert scene.play().play("arsonist").do("pass").picks() == {1}
    scene = Scene().city(0, 0).city(1, 0).lay(1, {0: "secret_alliance"}, alliance=0).lay(0, {0: "bishops_see"})
    assert scene.hand(0, arsonist=1).play().play("arsonist").do("pass").picks() == {0}


# -- brothel ----------------------------------------------------------------------------------------------------------


def test_a_brothel_lies_in_an_enemy_city_and_weakens_his_knights() -> None:
    """F21: in that place only, not below 0; it stays its builder's card and is no building of the enemy's."""
    scene = Scene().full(0).hand(0, brothel=1)
    assert not scene.play().can("build")
    scene.city(1, 1).lay(1, {0: "knight_bertram", 4: "knight_arno", 6: "knight_dietrich"})
    scene.lay(0, {0: "knight_gerold"})
    game = scene.play()
    assert game.position["knight"] == 1  # 5 : 4
    game.build("brothel")
    assert game.picks() == {5, 7}
    game.do("pick", slot=5)
    assert (game.position["knight"], game.slots(1)[5], game.picks("demolish")) == (0, "brothel", {0})


# -- brewery ----------------------------------------------------------------------------------------------------------


def test_a_brewery() -> None:
    """F22, F23."""
    # F22: a brewery shows one of two sides; chosen when built; 1 gold turns it in `action`
    scene = Scene().city(0, 0).full(0).hand(0, brewery=1)
    game = scene.play().build("brewery", 0)
    assert (game.phase, game.side(0)["brewery"], game.position["windmill"]) == ("brewery_side", None, None)
    assert game.sides() == {"trade", "strength"}
    game.do("brewery", side="trade")
    assert (game.position["windmill"], game.position["knight"], game.stock(0)["gold"]) == (0, None, 3)
    assert game.sides() == {"strength"}
    game.do("brewery", side="strength")
    assert (game.position["windmill"], game.position["knight"], game.stock(0)["gold"]) == (None, 0, 2)
    poor = Scene().city(0, 0).lay(0, {0: "brewery"}, brewery="trade").play()
    assert not poor.can("brewery")
    assert poor.do("demolish", slot=0).side(0)["brewery"] is None
    # F22, F23: an allied brewery shows what the enemys shows; both count it
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "secret_alliance", 2: "knight_arno"}, alliance=0)
    scene.lay(1, {0: "brewery", 2: "marketplace"}, brewery="strength")
    assert (scene.play().position["knight"], scene.play().position["windmill"]) == (0, 1)  # 3 : 2, 0 : 1
    scene.lay(1, {}, brewery="trade")
    assert (scene.play().position["knight"], scene.play().position["windmill"]) == (0, 1)  # 1 : 0, 2 : 3


# -- alliance ---------------------------------------------------------------------------------------------------------


def test_an_alliance() -> None:
    """F23."""
    # F23: an alliance names an enemy building; no alliance, no brothel; free, never forced, and once only
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "secret_alliance"})
    scene.lay(1, {0: "church", 1: "brothel", 2: "garrison", 4: "knight_arno"})
    game = scene.play()
    assert game.picks("ally") == {0, 2}
    assert game.can("end_turn")
    game.do("ally", slot=2)
    assert (game.side(0)["alliance"], game.can("ally")) == (2, False)
    # F23: an alliance loses its target with either card; and may name a new one in the same turn
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "secret_alliance"}, alliance=0).lay(1, {0: "church", 4: "abbey"})
    game = scene.hand(0, arsonist=1).play().play("arsonist").do("pass").do("pick", slot=0)
    assert (game.side(0)["alliance"], game.picks("ally")) == (None, {4})
    game = scene.play().do("demolish", slot=0)
    assert game.side(0)["alliance"] is None
