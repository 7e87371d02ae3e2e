"""Chapters 1, 2 and 7: resources, places, building, trading, points."""

from tests.politics_and_intrigue.scenes import Scene

ALL = ("lumber", "brick", "wool", "grain", "ore", "gold")
NEW = (("lumber", 4), ("wool", 5))  # regions of the stack


# -- the principality --------------------------------------------------------------------------------------------


def test_settlements_join_the_row_in_the_order_of_founding() -> None:
    """P1, P2, B2: with two new regions on the outer side, the first one upper, stock 0, and using up the road."""
    scene = Scene().road(0, left=True, right=True).full(0)
    game = scene.play().do("settlement", end="left")
    side = game.side(0)
    assert (side["row"], side["places"], side["open_roads"]) == ([2, 0, 1], ["settlement"] * 3, [False, True])
    assert game.stocks(0)[6:] == [0, 0]
    assert game.position["supply"] == {"roads": 5, "settlements": 4, "cities": 7}
    assert len(game.position["regions_left"]) == 9


def test_regions_of_places() -> None:
    """P2, P4."""
    # P2, P4: regions of a place at the left end; place 2 borders its own column and the one that was leftmost
    # before, which stays place 0's
    scene = Scene().settle(0, "left", *NEW).city(0, 2)
    stocks = scene.full(0).event("plague", 2).do("pass").stocks(0)
    assert stocks == [2, 3, 3, 3, 3, 3, 2, 2]  # the 2 then brings brick again
    scene = Scene().settle(0, "left", *NEW).city(0, 0)
    assert scene.full(0).event("plague", 2).do("pass").stocks(0) == [2, 3, 2, 2, 3, 3, 3, 3]
    stocks = Scene().settle(0, "left", *NEW).lay(0, {8: "lumber_mill"}).roll("brigands", 4).stocks(0)
    assert stocks == [0, 0, 1, 0, 0, 0, 2, 0]
    # P2: regions of a place at the right end; place 3 lies right of place 2, which lies right of place 1
    more = (("brick", 5), ("grain", 3))
    scene = Scene().settle(0, "right", *NEW).settle(0, "right", *more).city(0, 3).full(0)
    assert scene.event("plague", 1).do("pass").stocks(0) == [3, 3, 3, 3, 3, 3, 2, 2, 2, 2]
    scene = Scene().settle(0, "right", *NEW).settle(0, "left", *more).city(0, 1).full(0)
    assert scene.event("plague", 6).do("pass").stocks(0) == [3, 3, 2, 2, 3, 2, 3, 3, 3, 3]


def test_slots_of_places() -> None:
    """P3, B3, B4, C5."""
    # P3, B3: slots of places; a settlement has a near slot above and below, a city also the far ones; near ones
    # come first
    scene = Scene().hand(0, abbey=1).full(0)
    assert scene.play().build("abbey").picks() == {0, 2, 4, 6}
    scene.city(0, 0).lay(0, {0: "garrison", 6: "garrison"})
    assert scene.play().build("abbey").picks() == {1, 2, 4}
    # C5, B3: red cards lie in cities only; units and green cards anywhere
    scene = Scene().hand(0, library=1, knight_arno=1).full(0)
    assert scene.play().cards("build") == {"knight_arno"}
    game = scene.city(0, 1).play()
    assert game.build("library").picks() == {4, 6}


def test_which_region_pays_and_stores() -> None:
    """P5, C2."""
    # P5: the highest stock pays and the lowest stores; among equals the lowest region id
    scene = Scene().settle(0, "right", ("lumber", 4), ("wool", 5))  # lumber in regions 0 and 6
    game = scene.at(0, 0, 1).at(0, 6, 2).at(0, 1, 2).play().do("road", end="left")
    assert game.stocks(0) == [1, 0, 0, 0, 0, 0, 1, 0]
    game = scene.at(0, 0, 2).at(0, 1, 2).play().do("road", end="left")
    assert game.stocks(0)[:7:6] == [1, 2]
    game = scene.at(0, 0, 1).at(0, 6, 1).roll("sun", 5).gain("lumber", "lumber")
    assert game.stocks(0)[:7:6] == [2, 1]


# -- the centre ----------------------------------------------------------------------------------------------------


def test_roads_settlements_and_cities() -> None:
    """C3, B1, B2, L1."""
    # C3, B1: costs of the centre cards; road 2B 1L, settlement 1L 1B 1W 1G, city 2G 3O
    scene = Scene().full(0).road(0, right=True)
    assert scene.play().do("road", end="left").stock(0) == {
        "lumber": 2,
        "brick": 1,
        "wool": 3,
        "grain": 3,
        "ore": 3,
        "gold": 3,
    }
    game = scene.play().do("settlement", end="right")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "wool": 2, "grain": 2, "ore": 3, "gold": 3}
    game = scene.play().do("city", place=0)
    assert (game.stock(0), game.scores[0]) == ({"lumber": 3, "brick": 3, "wool": 3, "grain": 1, "gold": 3}, 3)
    assert not scene.stock(0, ore=2).play().can("city")
    # B2: where roads settlements and cities may be; a road at an end without one, a settlement at an end with
    # one, a city on a settlement
    game = Scene().full(0).road(0, left=True).city(0, 0).play()
    assert {str(action) for action in game.legal("road", "settlement", "city")} == {
        "road(end=right)",
        "settlement(end=left)",
        "city(place=1)",
    }


# -- expansions ----------------------------------------------------------------------------------------------------


def test_costs_of_cards() -> None:
    """B1, Q5."""
    # B1: gold pays only what costs gold; and all of a cost must be there, each kind by itself
    assert not Scene().hand(0, garrison=1).stock(0, lumber=1, gold=3).play().can("build")
    scene = Scene().city(0, 0).lay(0, {4: "abbey"}).hand(0, bishops_see=1).stock(0, brick=1, ore=1, gold=1)
    assert not scene.play().can("build")
    game = scene.stock(0, gold=3).play().build("bishops_see", 0)
    assert (game.stock(0), game.scores[0]) == ({"gold": 1}, 4)
    # Q5, B1: card and cost leave at once; before the slot is chosen; there is no way back
    game = Scene().hand(0, abbey=2, spy=1).known(0, abbey=1).stock(0, brick=1, grain=1, ore=1).play().build("abbey")
    assert (game.hand(0), game.known(0), game.stock(0)) == ({"abbey": 1, "spy": 1}, {}, {})
    assert (game.phase, game.pending, game.kinds()) == ("place", {"card": "abbey", "from": None}, {"pick"})


def test_church_and_town_hall_are_built_from_the_row() -> None:
    """S3, B3, B7: as long as one lies there, and at most one of each in a principality."""
    scene = Scene().city(0, 0, 1).full(0)
    game = scene.play()
    assert game.cards("build") == {"church", "town_hall"}
    game.build("church", 0)
    assert (game.position["row_cards"], game.cards("build")) == ({"church": 1, "town_hall": 2}, {"town_hall"})
    scene = Scene().city(0, 0, 1).city(1, 0).full(0).lay(0, {0: "church"}).lay(1, {0: "church"})
    assert "church" not in scene.play().cards("build")


def test_demolished_cards_are_discarded() -> None:
    """B4: church and town hall go to the row; not roads, places, nor an enemy brothel (F21)."""
    scene = Scene().city(0, 0).lay(0, {0: "church", 1: "brothel", 2: "knight_arno", 4: "abbey"})
    game = scene.play()
    assert game.picks("demolish") == {0, 2, 4}
    game.do("demolish", slot=0).do("demolish", slot=4).do("demolish", slot=2)
    assert (game.position["row_cards"]["church"], game.discards()) == (2, {"abbey": 1, "knight_arno": 1})
    assert (game.slots(0), game.scores) == ({1: "brothel"}, [3, 2])


def test_requirements() -> None:
    """B5, C5."""
    # B5: requirements are working buildings; checked when a card is built, also by alliance; what is built
    # works on
    scene = Scene().city(0, 0, 1).full(0).hand(0, theater=1)
    assert "theater" not in scene.play().cards("build")
    assert "theater" in scene.lay(0, {0: "library"}).play().cards("build")
    game = scene.play().build("theater", 2).do("demolish", slot=0)
    assert game.slots(0)[2] == "theater"
    allied = Scene().city(0, 0, 1).city(1, 0).lay(1, {0: "library"}).lay(0, {0: "secret_alliance"}, alliance=0)
    assert "theater" in allied.full(0).hand(0, theater=1).play().cards("build")

    # B5, C5: requirements of other cards; holy place a church, see an abbey or church, republic house a town
    # hall; exclusions
    def buildable(card: str, *others: str) -> bool:
        scene = Scene().city(0, 0, 1).full(0).hand(0, **{card: 1}).lay(0, dict(zip((0, 2, 4), others, strict=False)))
        return card in scene.play().cards("build")

    assert (buildable("holy_place"), buildable("holy_place", "church")) == (False, True)
    assert (buildable("bishops_see"), buildable("bishops_see", "abbey"), buildable("bishops_see", "church")) == (
        False,
        True,
        True,
    )
    assert (buildable("republic_house"), buildable("republic_house", "town_hall")) == (False, True)
    assert not buildable("republic_house", "town_hall", "bailiff_house")
    assert (buildable("bailiff_house"), buildable("bailiff_house", "republic_house")) == (True, False)


def test_holy_buildings_are_cheaper_with_a_mission() -> None:
    """B6, F16, Q5: one resource less, which the builder chooses, also when he could pay all."""
    scene = Scene().lay(0, {0: "mission"}).hand(0, abbey=1, order_castle=1, garrison=1).full(0)
    game = scene.play().build("abbey")
    assert (game.phase, game.pending, game.resources()) == ("discount", {"card": "abbey"}, {"brick", "grain", "ore"})
    game.gain("ore")
    assert (game.phase, game.stock(0)["ore"], game.stock(0)["brick"]) == ("place", 3, 2)
    assert scene.play().build("garrison").phase == "place"
    short = Scene().lay(0, {0: "mission"}).hand(0, order_castle=1).stock(0, brick=1, ore=1).play()
    assert short.build("order_castle").resources() == {"brick"}
    assert not Scene().lay(0, {0: "mission"}).hand(0, order_castle=1).stock(0, brick=1).play().can("build")
    gold = Scene().city(0, 0).lay(0, {2: "mission", 4: "abbey"}).hand(0, bishops_see=1).full(0).play()
    assert gold.build("bishops_see").resources() == {"brick", "ore", "gold"}


# -- trade -----------------------------------------------------------------------------------------------------------


def test_trade() -> None:
    """B8, F5, F11."""
    # B8: three of one resource buy one other; with room for what is bought
    game = Scene().stock(0, wool=3, ore=3, lumber=2).play()
    assert game.trades() == {("wool", get) for get in ALL if get not in ("wool", "ore")} | {
        ("ore", get) for get in ALL if get not in ("wool", "ore")
    }
    assert game.do("trade", give="wool", get="gold").stock(0) == {"ore": 3, "lumber": 2, "gold": 1}
    # F11, B8: a mint trades gold one for one once a turn; then the next best rate applies by itself
    scene = Scene().city(0, 0).lay(0, {0: "mint"}).stock(0, gold=3)
    game = scene.play().do("trade", give="gold", get="ore")
    assert (game.stock(0), game.position["mints_used"], game.trades()) == ({"gold": 2, "ore": 1}, 1, set())
    game = (
        scene.lay(0, {2: "gold_fleet"}).play().do("trade", give="gold", get="ore").do("trade", give="gold", get="ore")
    )
    assert (game.stock(0), game.position["mints_used"]) == ({"ore": 2}, 1)


# -- points ------------------------------------------------------------------------------------------------------------


def test_victory_points() -> None:
    """B9: settlement 1, city and metropolis 2, figures 1 each, buildings their points; brothel and alliance 0."""
    scene = Scene().city(0, 0).metropolis(1, 1).lay(0, {0: "cathedral", 2: "library"}).lay(1, {4: "church"})
    assert scene.play().scores == [6, 4]
    scene.lay(0, {4: "knight_arno"}).lay(1, {0: "marketplace"})
    assert scene.play().scores == [7, 5]
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "secret_alliance", 1: "brothel"}, alliance=0)
    assert scene.lay(1, {0: "church"}).play().scores == [3, 4]


def test_who_has_more_owns_the_figure() -> None:
    """B10, F14."""
    # B10: who has more owns the figure; strictly more, no minimum; on a tie nobody
    scene = Scene().lay(0, {0: "knight_arno"})
    assert scene.play().position["knight"] == 0
    assert scene.lay(1, {0: "knight_bertram"}).play().position["knight"] == 1
    game = Scene().lay(0, {0: "knight_bertram"}).lay(1, {0: "knight_dietrich"}).play()
    assert (game.position["knight"], game.position["windmill"]) == (None, None)
    # F14, B10: fleets and markets bring trade points; marketplace 1, merchant guild 3, each fleet 1
    scene = Scene().city(0, 0).lay(0, {0: "merchant_guild"}).lay(1, {0: "marketplace", 2: "ore_fleet", 4: "wool_fleet"})
    assert scene.play().position["windmill"] is None
    assert scene.lay(1, {6: "gold_fleet"}).play().position["windmill"] == 1
