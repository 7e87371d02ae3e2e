"""Chapters 4 and 5: the turn, yield, and the event die."""

from tests.politics_and_intrigue.scenes import Scene

# Seat 0 has by region id lumber 3, brick 2, gold 4, wool 1, ore 6, grain 5; seat 1 lumber 2, brick 3, gold 1, wool 4,
# ore 5, grain 6. Regions 0, 2, 4 lie above; 0 and 1 left of place 0, 2 and 3 between, 4 and 5 right of place 1.


def test_the_event_comes_before_the_yield() -> None:
    """T1: brigands count what lies there before 5 brings grain and ore; then come the actions."""
    game = Scene().stock(0, lumber=3, brick=3, wool=1).stock(1, wool=2).roll("brigands", 5)
    assert game.stock(0) == {"lumber": 3, "brick": 3, "wool": 1, "grain": 1}
    assert (game.phase, game.player, game.stock(1)) == ("action", 0, {"wool": 2, "ore": 1})


def test_turns_alternate() -> None:
    """T1, W4: after the hand it is the other seat's turn, and ending a turn is always legal in `action`."""
    game = Scene().hand(0, abbey=2, spy=1).play()
    assert game.can("end_turn")
    game.do("end_turn").do("done")
    assert (game.position["turn"], game.player, game.phase, game.position["dice"]) == (11, 1, "roll", None)


def test_actions_come_in_any_order_and_number() -> None:
    """T1, Q3: trading and building as long as there is something to pay with."""
    game = Scene().stock(0, lumber=3, brick=3, wool=3, grain=1).play()
    game.do("road", end="left").do("trade", give="wool", get="brick")
    assert game.stock(0) == {"lumber": 2, "brick": 2, "grain": 1}
    assert game.do("road", end="right").side(0)["open_roads"] == [True, True]


def test_the_turn_player_gains_first() -> None:
    """T2, D4: then the other seat."""
    game = Scene().turn(11).roll("sun", 3)
    assert (game.phase, game.player, game.pending) == ("gain", 1, {"gains": [1, 1]})
    assert game.gain("ore").player == 0
    assert game.gain("ore").phase == "action"


def test_a_seat_without_room_is_not_asked() -> None:
    """T3, Q8: his gains are set to 0 at his turn, not before."""
    scene = Scene().full(0).roll("sun", 3)
    assert (scene.phase, scene.player, scene.pending) == ("gain", 1, {"gains": [0, 1]})
    game = Scene().full(1).roll("sun", 3)
    assert (game.player, game.pending) == (0, {"gains": [1, 1]})
    assert game.gain("wool").phase == "action"


def test_nobody_is_asked_when_nobody_has_room() -> None:
    """T3: the turn continues without a decision."""
    assert Scene().full(0).full(1).roll("sun", 3).phase == "action"


def test_the_yield_is_for_both_seats_and_fills_up_to_three() -> None:
    """T4, C2: a region that is full gets nothing."""
    game = Scene().stock(0, lumber=3, grain=1).roll("brigands", 3)
    assert (game.stock(0), game.stock(1)) == ({"lumber": 3, "grain": 1}, {"brick": 1})
    assert Scene().roll("brigands", 2).stock(0) == {"brick": 1}


# -- brigands --------------------------------------------------------------------------------------------------


def test_brigands_take_ore_and_wool_above_seven() -> None:
    """D1: of each seat that has more than seven; gold stays."""
    game = Scene().stock(0, lumber=2, gold=3, wool=1, ore=2).stock(1, lumber=3, wool=3, grain=1).roll("brigands", 6)
    assert game.stock(0) == {"lumber": 2, "gold": 3, "ore": 1}  # 8 cards; the 6 then brings ore
    assert game.stock(1) == {"lumber": 3, "wool": 3, "grain": 2}  # 7 cards


def test_no_brigands_in_the_first_two_rounds() -> None:
    """D1: turns 0 to 3."""
    assert Scene().full(0).turn(2).roll("brigands", 3).stock(0)["ore"] == 3
    assert Scene().full(0).turn(4).roll("brigands", 3).stock(0).get("ore", 0) == 0


def test_a_garrison_protects_and_does_not_count() -> None:
    """F2, D1, P4: the two regions beside it, above place 1 gold and ore."""
    scene = Scene().lay(0, {4: "garrison"})
    game = scene.stock(0, lumber=2, gold=3, wool=3, ore=3, grain=2).roll("brigands", 3)  # 7 elsewhere
    assert game.stock(0) == {"lumber": 3, "gold": 3, "wool": 3, "ore": 3, "grain": 2}
    game = scene.stock(0, brick=1).roll("brigands", 3)  # 8 elsewhere
    assert game.stock(0) == {"lumber": 3, "brick": 1, "gold": 3, "ore": 3, "grain": 2}


def test_a_garrison_above_does_not_protect_below() -> None:
    """P4: only the regions of its side are beside it; near or far makes no difference."""
    for slot in (4, 5):
        cards = {4: "abbey", slot: "garrison"}
        game = Scene().city(0, 1).lay(0, cards).full(0).roll("brigands", 3)
        assert (game.stock(0).get("wool", 0), game.stock(0)["ore"]) == (0, 3)


def test_a_court_raises_the_bound_to_ten() -> None:
    """F24: up to ten are safe."""
    scene = Scene().city(0, 0).lay(0, {0: "court"}).stock(0, brick=3, gold=3, wool=1, grain=3)
    assert scene.roll("brigands", 3).stock(0)["wool"] == 1
    assert "wool" not in scene.stock(0, ore=1).roll("brigands", 3).stock(0)


# -- trade and tournament ----------------------------------------------------------------------------------------


def test_the_windmill_takes_one_resource() -> None:
    """D2: one that the enemy has and there is room for, on the roll of either seat."""
    scene = Scene().lay(1, {0: "marketplace"}).stock(0, lumber=1, wool=1, gold=2).stock(1, wool=3)
    game = scene.roll("trade", 6)
    assert (game.phase, game.player, game.resources()) == ("trade_event", 1, {"lumber", "gold"})
    game.gain("gold")
    assert (game.phase, game.stock(0)["gold"], game.stock(1)["gold"]) == ("action", 1, 1)


def test_without_a_windmill_nobody_takes() -> None:
    """D2, T3: or when there is nothing to take."""
    assert Scene().stock(0, lumber=1).roll("trade", 6).phase == "action"
    assert Scene().lay(1, {0: "marketplace"}).roll("trade", 6).phase == "action"


def test_a_counting_house_takes_a_second_one() -> None:
    """F13: as far as there is one; a second house takes no third."""
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


def test_the_enemys_event_arrests_the_bailiff() -> None:
    """D5, F18: he loses all ore and wool, and buries the house, for both to see, before the card is drawn."""
    scene = Scene().lay(1, {4: "bailiff_house"}).lay(1, {0: "garrison"}).full(1).stack(2, "spy").stack(3)
    game = scene.event("fruitful_year", 3)
    assert (game.phase, game.player, game.stock(1).get("ore"), game.stock(1).get("wool")) == ("bailiff", 1, None, None)
    assert game.slots(1)[4] == "bailiff_house"
    assert (game.stacks(), sum(game.position["events"]["discard"].values())) == (set(range(6)), 11)
    game.do("stack", stack=2)
    assert (game.stack(2), game.marks(2)[1]) == (["spy", "bailiff_house"], [True, True])
    assert (4 in game.slots(1), game.phase) == (False, "action")


def test_nothing_happens_to_the_bailiff_on_his_own_roll() -> None:
    """F18."""
    game = Scene().lay(0, {4: "bailiff_house"}).full(0).event("good_neighbours", 3)
    assert (game.phase, game.stock(0)["ore"], game.slots(0)) == ("action", 3, {4: "bailiff_house"})


def test_an_alliance_with_a_bailiff_loses_the_goods_only() -> None:
    """F18, F23: the alliance card stays."""
    scene = Scene().city(1, 0).lay(1, {0: "secret_alliance"}, alliance=4).lay(0, {4: "bailiff_house"}).full(1)
    game = scene.event("good_neighbours", 3)
    assert (game.phase, game.slots(1), game.slots(0)) == ("action", {0: "secret_alliance"}, {4: "bailiff_house"})
    assert game.stock(1) == {"lumber": 3, "brick": 3, "gold": 3, "grain": 3}


# -- yield -------------------------------------------------------------------------------------------------------


def test_mills_double_the_regions_beside_them() -> None:
    """F3, T4: of their own kind, once only."""
    # above place 0 lie lumber 3 and gold 4
    assert Scene().lay(0, {0: "lumber_mill"}).roll("brigands", 3).stock(0) == {"lumber": 2}
    assert Scene().lay(0, {0: "lumber_mill"}).roll("brigands", 4).stock(0) == {"gold": 1}
    assert Scene().lay(0, {2: "lumber_mill"}).roll("brigands", 3).stock(0) == {"lumber": 1}
    assert Scene().lay(0, {2: "weaving_mill"}).roll("brigands", 1).stock(0) == {"wool": 2}
    assert Scene().lay(0, {2: "brick_factory"}).roll("brigands", 2).stock(0) == {"brick": 2}
    assert Scene().lay(0, {4: "iron_foundry"}).roll("brigands", 6).stock(0) == {"ore": 2}
    assert Scene().lay(0, {6: "grain_mill"}).roll("brigands", 5).stock(0) == {"grain": 2}


def test_a_second_mill_does_not_double_again() -> None:
    """F3: also one of an alliance; 1 becomes 2, never 4 or 3."""
    scene = Scene().city(0, 0).lay(0, {0: "lumber_mill", 1: "secret_alliance"}, alliance=0).lay(1, {0: "grain_mill"})
    assert scene.roll("brigands", 3).stock(0) == {"lumber": 2}
    scene = Scene().city(0, 0, 1).lay(0, {2: "weaving_mill", 6: "secret_alliance"}, alliance=0)
    assert scene.lay(1, {0: "grain_mill"}).roll("brigands", 5).stock(0) == {"grain": 2}


def test_a_republic_house_fills_the_region() -> None:
    """F25: beside it, up to 3, when its number is rolled."""
    scene = Scene().city(0, 0).lay(0, {0: "republic_house"})
    assert scene.roll("brigands", 4).stock(0) == {"gold": 3}
    assert scene.roll("brigands", 2).stock(0) == {"brick": 1}
