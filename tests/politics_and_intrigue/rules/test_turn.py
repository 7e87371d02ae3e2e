"""Chapters 4 and 5: the turn, yield, and the event die."""

from tests.politics_and_intrigue.scenes import Scene

# Seat 0 has by region id lumber 3, brick 2, gold 4, wool 1, ore 6, grain 5; seat 1 lumber 2, brick 3, gold 1, wool 4,
# ore 5, grain 6. Regions 0, 2, 4 lie above; 0 and 1 left of place 0, 2 and 3 between, 4 and 5 right of place 1.


def test_the_course_of_a_turn() -> None:
    """T1, W4, Q3, T4, C2."""
    # T1: the event comes before the yield; brigands count what lies there before 5 brings grain and ore; then
    # come the actions
    game = Scene().stock(0, lumber=3, brick=3, wool=1).stock(1, wool=2).roll("brigands", 5)
    assert game.stock(0) == {"lumber": 3, "brick": 3, "wool": 1, "grain": 1}
    assert (game.phase, game.player, game.stock(1)) == ("action", 0, {"wool": 2, "ore": 1})
    # T1, W4: turns alternate; after the hand it is the other seat's turn, and ending a turn is always legal in
    # `action`
    game = Scene().hand(0, abbey=2, spy=1).play()
    assert game.can("end_turn")
    game.do("end_turn").do("done")
    assert (game.position["turn"], game.player, game.phase, game.position["dice"]) == (11, 1, "roll", None)
    # T1, Q3: actions come in any order and number; trading and building as long as there is something to pay
    # with
    game = Scene().stock(0, lumber=3, brick=3, wool=3, grain=1).play()
    game.do("road", end="left").do("trade", give="wool", get="brick")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "grain": 1}
    assert game.do("road", end="right").side(0)["open_roads"] == [True, True]
    # T4, C2: the yield is for both seats and fills up to three; a region that is full gets nothing
    game = Scene().stock(0, lumber=3, grain=1).roll("brigands", 3)
    assert (game.stock(0), game.stock(1)) == ({"lumber": 3, "grain": 1}, {"brick": 1})
    assert Scene().roll("brigands", 2).stock(0) == {"brick": 1}


def test_who_gains() -> None:
    """T2, D4, T3, Q8."""
    # T2, D4: the turn player gains first; then the other seat
    game = Scene().turn(11).roll("sun", 3)
    assert (game.phase, game.player, game.pending) == ("gain", 1, {"gains": [1, 1]})
    assert game.gain("ore").player == 0
    assert game.gain("ore").phase == "action"
    # T3, Q8: a seat without room is not asked; his gains are set to 0 at his turn, not before
    scene = Scene().full(0).roll("sun", 3)
    assert (scene.phase, scene.player, scene.pending) == ("gain", 1, {"gains": [0, 1]})
    game = Scene().full(1).roll("sun", 3)
    assert (game.player, game.pending) == (0, {"gains": [1, 1]})
    assert game.gain("wool").phase == "action"


# -- brigands --------------------------------------------------------------------------------------------------


def test_brigands() -> None:
    """D1, F24."""
    # D1: brigands take ore and wool above seven; of each seat that has more than seven; gold stays
    game = Scene().stock(0, lumber=2, gold=3, wool=1, ore=2).stock(1, lumber=3, wool=3, grain=1).roll("brigands", 6)
    assert game.stock(0) == {"lumber": 2, "gold": 3, "ore": 1}  # 8 cards; the 6 then brings ore
    assert game.stock(1) == {"lumber": 3, "wool": 3, "grain": 2}  # 7 cards
    # D1: no brigands in the first two rounds; turns 0 to 3
    assert Scene().full(0).turn(2).roll("brigands", 3).stock(0)["ore"] == 3
    assert Scene().full(0).turn(4).roll("brigands", 3).stock(0).get("ore", 0) == 0
    # F24: a court raises the bound to ten; up to ten are safe
    scene = Scene().city(0, 0).lay(0, {0: "court"}).stock(0, brick=3, gold=3, wool=1, grain=3)
    assert scene.roll("brigands", 3).stock(0)["wool"] == 1
    assert "wool" not in scene.stock(0, ore=1).roll("brigands", 3).stock(0)


def test_a_garrison() -> None:
    """F2, D1, P4."""
    # F2, D1, P4: a garrison protects and does not count; the two regions beside it, above place 1 gold and ore
    scene = Scene().lay(0, {4: "garrison"})
    game = scene.stock(0, lumber=2, gold=3, wool=3, ore=3, grain=2).roll("brigands", 3)  # 7 elsewhere
    assert game.stock(0) == {"lumber": 3, "gold": 3, "wool": 3, "ore": 3, "grain": 2}
    game = scene.stock(0, brick=1).roll("brigands", 3)  # 8 elsewhere
    assert game.stock(0) == {"lumber": 3, "brick": 1, "gold": 3, "ore": 3, "grain": 2}


# -- trade and tournament ----------------------------------------------------------------------------------------


def test_trade() -> None:
    """D2, T3, F13."""
    # D2: the windmill takes one resource; one that the enemy has and there is room for, on the roll of either
    # seat
    scene = Scene().lay(1, {0: "marketplace"}).stock(0, lumber=1, wool=1, gold=2).stock(1, wool=3)
    game = scene.roll("trade", 6)
    assert (game.phase, game.player, game.resources()) == ("trade_event", 1, {"lumber", "gold"})
    game.gain("gold")
    assert (game.phase, game.stock(0)["gold"], game.stock(1)["gold"]) == ("action", 1, 1)
    # F13: a counting house takes a second one; as far as there is one; a second house takes no third
    scene = Scene().city(1, 0).lay(1, {0: "counting_house"}).stock(0, lumber=1, gold=1)
    game = scene.roll("trade", 3)
    assert game.pending == {"left": 2}
    assert game.gain("lumber").pending == {"left": 1}
    assert game.gain("gold").phase == "action"
    assert scene.stock(0, gold=0).roll("trade", 5).gain("lumber").phase == "action"
    assert scene.lay(1, {1: "counting_house"}).stock(0, lumber=3).roll("trade", 3).pending == {"left": 2}


def test_more_tournament_points_take_a_resource() -> None:
    """D3, B10: one of one's choice, none on a tie; a brothel lowers strength, not these."""
    scene = Scene().city(1, 0).lay(1, {0: "brothel", 2: "knight_bertram"})
    game = scene.roll("tournament", 6)
    assert (game.phase, game.player, game.pending) == ("gain", 1, {"gains": [0, 1]})
    assert scene.lay(0, {0: "knight_arno"}).roll("tournament", 6).player == 0  # 2 : 1
    tie = Scene().lay(0, {0: "knight_arno"}).lay(1, {0: "knight_dietrich"})
    assert tie.roll("tournament", 6).phase == "action"


def test_a_bailiff_gains_more_from_the_sun() -> None:
    """D4, F18: one more per working bailiff's house."""
    game = Scene().lay(0, {0: "bailiff_house"}).roll("sun", 3)
    assert game.pending == {"gains": [2, 1]}


# -- events ------------------------------------------------------------------------------------------------------


def test_a_bailiff_and_events() -> None:
    """D5, F18, F23."""
    # D5, F18: the enemys event arrests the bailiff; he loses all ore and wool, and buries the house, for both
    # to see, before the card is drawn
    scene = Scene().lay(1, {4: "bailiff_house"}).lay(1, {0: "garrison"}).full(1).stack(2, "spy").stack(3)
    game = scene.event("fruitful_year", 3)
    assert (game.phase, game.player, game.stock(1).get("ore"), game.stock(1).get("wool")) == ("bailiff", 1, None, None)
    assert game.slots(1)[4] == "bailiff_house"
    assert (game.stacks(), sum(game.position["events"]["discard"].values())) == (set(range(6)), 11)
    game.do("stack", stack=2)
    assert (game.stack(2), game.marks(2)[1]) == (["spy", "bailiff_house"], [True, True])
    assert (4 in game.slots(1), game.phase) == (False, "action")
    # F18, F23: an alliance with a bailiff loses the goods only; the alliance card stays
    scene = Scene().city(1, 0).lay(1, {0: "secret_alliance"}, alliance=4).lay(0, {4: "bailiff_house"}).full(1)
    game = scene.event("good_neighbours", 3)
    assert (game.phase, game.slots(1), game.slots(0)) == ("action", {0: "secret_alliance"}, {4: "bailiff_house"})
    assert game.stock(1) == {"lumber": 3, "brick": 3, "gold": 3, "grain": 3}


# -- yield -------------------------------------------------------------------------------------------------------


def test_mills() -> None:
    """F3, T4."""
    # F3, T4: mills double the regions beside them; of their own kind, once only
    assert Scene().lay(0, {0: "lumber_mill"}).roll("brigands", 3).stock(0) == {"lumber": 2}
    assert Scene().lay(0, {0: "lumber_mill"}).roll("brigands", 4).stock(0) == {"gold": 1}
    assert Scene().lay(0, {2: "lumber_mill"}).roll("brigands", 3).stock(0) == {"lumber": 1}
    assert Scene().lay(0, {2: "weaving_mill"}).roll("brigands", 1).stock(0) == {"wool": 2}
    assert Scene().lay(0, {2: "brick_factory"}).roll("brigands", 2).stock(0) == {"brick": 2}
    assert Scene().lay(0, {4: "iron_foundry"}).roll("brigands", 6).stock(0) == {"ore": 2}
    assert Scene().lay(0, {6: "grain_mill"}).roll("brigands", 5).stock(0) == {"grain": 2}


def test_a_republic_house_fills_the_region() -> None:
    """F25: beside it, up to 3, when its number is rolled."""
    scene = Scene().city(0, 0).lay(0, {0: "republic_house"})
    assert scene.roll("brigands", 4).stock(0) == {"gold": 3}
    assert scene.roll("brigands", 2).stock(0) == {"brick": 1}
