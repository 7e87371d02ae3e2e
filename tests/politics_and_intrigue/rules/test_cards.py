"""Chapter 8: action cards."""

import pytest

from kschwert_env.politics_and_intrigue import IllegalAction
from tests.politics_and_intrigue.scenes import Scene, attack_goes_wrong


def playable(scene: Scene) -> set[str]:
    return scene.play().cards("play")


# -- when cards may be played (A1, A2) --------------------------------------------------------------------------------


def test_when_cards_may_be_played() -> None:
    """A1, B12."""
    # A1: a card that could do nothing is not played; nor a card whose requirement is not met; three cards have
    # separate phases
    cards = ("black_knight", "arsonist", "spy", "merchant", "caravan", "highwaymen", "bribery", "wedding")
    moments = ("alchemist", "bishop", "physician")
    scene = Scene().hand(0, **dict.fromkeys((*cards, *moments, "diplomat", "church_ban", "council", "scout"), 1))
    assert playable(scene) == set()
    # B12, A1: action cards wait for the gate; all but the scout
    scene = Scene().hand(0, spy=1, scout=1).hand(1, abbey=1).full(0).road(0, left=True)
    assert playable(scene) == {"spy", "scout"}
    assert playable(scene.set(gate_open=False)) == {"scout"}
    # A1: refused cards have a reason; the message has the reason
    with pytest.raises(IllegalAction):
        Scene().hand(0, spy=1).play().play("spy")


def test_what_follows_a_play() -> None:
    """A1, N4, Q6, A2, A8."""
    # A1, N4, Q6: a played card goes to the discard pile at once; then the enemy answers an attack, also without
    # a bishop (A2)
    scene = Scene().hand(0, spy=2, abbey=1).known(0, spy=1).hand(1, abbey=1)
    game = scene.play().play("spy")
    assert (game.discards(), game.hand(0), game.known(0)) == ({"spy": 1}, {"spy": 1, "abbey": 1}, {})
    assert (game.phase, game.player, game.pending, game.kinds()) == ("react", 1, {"card": "spy"}, {"pass"})


# -- attacks --------------------------------------------------------------------------------------------------------


def test_a_black_knight() -> None:
    """A3, F17, N4, Q8, A1."""
    # A3, F17, N4: a black knight sends any knight home; great ones too, also with an order castle, openly into
    # the hand. The fleet keeps the windmill
    scene = Scene().lay(1, {0: "knight_gerold", 2: "order_castle", 4: "ore_fleet"}).hand(0, black_knight=1)
    game = scene.attack("black_knight")
    assert (game.phase, game.pending) == ("target", {"card": "black_knight", "backfire": False})
    assert game.picks() == {0}
    game.do("pick", slot=0)
    assert (game.phase, game.discards(), game.scores) == ("action", {"black_knight": 1}, [2, 3])
    assert (game.hand(1), game.known(1), game.known(0)) == ({"knight_gerold": 1}, {"knight_gerold": 1}, {})
    # A3, Q8: on a six a black knight hits an own knight; one of one's choice; the dice of the turn stay.
    # Without an own knight nothing happens
    scene = Scene().lay(0, {0: "knight_arno", 4: "knight_falk"}).lay(1, {0: "knight_gerold"}).hand(0, black_knight=1)
    game = scene.set(dice={"event": "sun", "number": 2}).attack("black_knight", goes_wrong=True)
    assert (game.pending, game.picks()) == ({"card": "black_knight", "backfire": True}, {0, 4})
    assert game.position["dice"] == {"event": "sun", "number": 2}
    game.do("pick", slot=4)
    assert (game.slots(0), game.slots(1)) == ({0: "knight_arno"}, {0: "knight_gerold"})
    assert (game.hand(0), game.known(0), game.phase) == ({"knight_falk": 1}, {"knight_falk": 1}, "action")
    alone = Scene().lay(1, {0: "knight_gerold"}).hand(0, black_knight=1).attack("black_knight", goes_wrong=True)
    assert (alone.phase, alone.slots(1)) == ("action", {0: "knight_gerold"})


def test_a_parried_attack_needs_no_die() -> None:
    """A11, Q6: the next attack gets the roll that this one would have had."""
    scene = Scene().lay(0, {0: "knight_arno"}).lay(1, {0: "knight_falk"}).hand(0, black_knight=2).hand(1, bishop=1)
    for seed in range(12):
        game = scene.play(seed).play("black_knight").play("bishop").play("black_knight").do("pass")
        assert game.pending["backfire"] == attack_goes_wrong(seed)


def test_an_arsonist() -> None:
    """A4, F4, F19, F21, N4, F20."""
    # A4, F4, F19: an arsonist sends a building back; to its owner's hand, church and town hall to the row; no
    # units
    scene = Scene().metropolis(1, 0).lay(1, {0: "church", 2: "ore_fleet", 4: "mission"}).hand(0, arsonist=1)
    game = scene.attack("arsonist")
    assert (game.picks(), game.can("burn_brothel")) == ({0, 4}, False)
    game.do("pick", slot=0)
    assert (game.position["row_cards"]["church"], game.discards(), game.hand(1)) == (2, {"arsonist": 1}, {})
    game = scene.attack("arsonist").do("pick", slot=4)
    assert (game.hand(1), game.known(1), game.discards()) == ({"mission": 1}, {"mission": 1}, {"arsonist": 1})
    # A4, F21, N4: an arsonist burns the enemys brothel; on one's own ground, back to its owner; one's own
    # brothel there is no building of the enemy's
    scene = Scene().city(0, 0).lay(0, {0: "brothel"}).hand(0, arsonist=1)
    game = scene.attack("arsonist")
    assert game.kinds() == {"burn_brothel"}
    assert game.do("burn_brothel").discards() == {"arsonist": 1}
    assert (game.hand(1), game.known(1)) == ({"brothel": 1}, {"brothel": 1})
    scene = Scene().city(1, 0).lay(1, {0: "brothel", 2: "abbey"}).hand(0, arsonist=1)
    assert scene.attack("arsonist").picks() == {2}
    # A4, F4, F20: on a six an arsonist hits an own building; one that an enemy's arsonist could hit, but no
    # brothel
    own = {0: "abbey", 1: "bishops_see", 2: "brothel", 4: "fire_brigade", 6: "church"}
    scene = Scene().city(0, 0, 1).lay(0, own).lay(1, {0: "abbey"}).hand(0, arsonist=1)
    game = scene.attack("arsonist", goes_wrong=True)
    assert (game.pending, game.picks()) == ({"card": "arsonist", "backfire": True}, {0})
    assert not game.can("burn_brothel")
    assert game.do("pick", slot=0).hand(0) == {"abbey": 1}
    scene = Scene().city(0, 0).lay(0, {0: "town_hall"}).lay(1, {0: "abbey"}).hand(0, arsonist=1)
    game = scene.attack("arsonist", goes_wrong=True).do("pick", slot=0)
    assert (game.hand(0), game.position["row_cards"]["town_hall"]) == ({}, 2)


def test_a_spy() -> None:
    """A5, N4, T3."""
    # A5, N4: a spy sees the hand and takes a unit or action card; the taker's card is known
    scene = Scene().hand(0, spy=1).hand(1, abbey=1, ore_fleet=1, scout=1)
    game = scene.play().play("spy").do("pass")
    assert (game.phase, game.known(1)) == ("spy", {"abbey": 1, "ore_fleet": 1, "scout": 1})
    assert (game.cards("take"), game.can("done")) == ({"ore_fleet", "scout"}, True)
    game.do("take", card="scout")
    assert (game.hand(0), game.known(0)) == ({"scout": 1}, {"scout": 1})
    assert (game.hand(1), game.known(1)) == ({"abbey": 1, "ore_fleet": 1},) * 2


def test_an_alchemist_chooses_the_number() -> None:
    """A6: before rolling; the event die is rolled."""
    game = Scene().hand(0, alchemist=1).set(phase="roll", dice=None).play()
    assert game.kinds() == {"roll", "play"}
    game.play("alchemist")
    assert (game.phase, game.position["dice"], len(game.legal("number"))) == ("number", None, 6)
    game.do("number", number=4)
    assert game.position["dice"]["number"] == 4
    closed = Scene().hand(0, alchemist=1).set(phase="roll", dice=None, gate_open=False).play()
    assert closed.kinds() == {"roll"}


def test_a_merchant_takes_up_to_two_and_gives_one_back() -> None:
    """A7, T3: done after one; the second one is not asked for `done` alone."""
    scene = Scene().hand(0, merchant=1).stock(0, ore=3).stock(1, wool=1, ore=1, gold=1)
    game = scene.play().play("merchant").do("pass")
    assert (game.pending, game.resources(), game.can("done")) == ({"left": 2}, {"wool", "gold"}, False)
    game.gain("wool")
    assert (game.pending, game.can("done")) == ({"left": 1}, True)
    game.gain("gold")
    assert (game.phase, game.resources()) == ("merchant_give", {"ore", "wool", "gold"})
    assert game.gain("ore").stock(1) == {"ore": 2}
    assert scene.play().play("merchant").do("pass").gain("wool").do("done").phase == "merchant_give"
    few = Scene().hand(0, merchant=1).stock(1, wool=1).play().play("merchant").do("pass").gain("wool")
    assert (few.phase, few.resources()) == ("merchant_give", {"wool"})


def test_a_caravan_changes_two_resources() -> None:
    """A8: pay two, take two, all of one's choice."""
    game = Scene().hand(0, caravan=1).stock(0, wool=1, ore=1, gold=3).play().play("caravan")
    assert (game.pending, game.resources()) == ({"left": 2}, {"wool", "ore", "gold"})
    game.gain("wool", "ore")
    assert (game.phase, game.pending, "gold" in game.resources()) == ("caravan_take", {"left": 2}, False)
    assert game.gain("brick", "brick").stock(0) == {"gold": 3, "brick": 2}
    assert game.phase == "action"
    assert playable(Scene().hand(0, caravan=1).stock(0, wool=1)) == set()


def test_a_scout_chooses_the_regions() -> None:
    """A9: the first one upper; a settlement is paid as always, and they stay in the stack until then."""
    scene = Scene().hand(0, scout=1).full(0).road(0, right=True)
    game = scene.play().play("scout")
    assert len(game.legal("region")) == 11
    game.do("region", region=10)
    assert (game.pending, len(game.legal("region"))) == ({"regions": [10]}, 10)
    game.do("region", region=2)
    assert (game.phase, game.pending, len(game.position["regions_left"])) == ("scout_settle", {"regions": [10, 2]}, 11)
    side = game.do("settlement", end="right").side(0)
    assert side["regions"][6:] == [
        {"kind": "gold", "number": 3, "stock": 0},
        {"kind": "brick", "number": 1, "stock": 0},
    ]
    assert (game.stock(0)["wool"], set(range(11)) - set(game.position["regions_left"])) == (2, {2, 10})
    assert playable(scene.stock(0, wool=0)) == set()


def test_highwaymen() -> None:
    """A10, P5."""
    # A10: highwaymen take what one region has room for; of the region with the lowest stock; it takes the
    # knight figure
    scene = Scene().hand(0, highwaymen=1).lay(0, {0: "knight_arno"}).stock(0, wool=1, ore=3).stock(1, wool=3, ore=3)
    game = scene.play().play("highwaymen").do("pass")
    assert (game.phase, game.resources()) == ("highwaymen", {"wool"})
    assert (game.gain("wool").stock(0)["wool"], game.stock(1)["wool"]) == (3, 1)
    assert playable(scene.lay(1, {0: "knight_bertram"})) == set()
    # A10, P5: highwaymen fill no more than one region; 2 of 3, since the region with the lowest stock has 1,
    # though there is room for 4 in all
    scene = Scene().settle(0, "left", ("wool", 5), ("wool", 6)).lay(0, {0: "knight_arno"}).hand(0, highwaymen=1)
    scene.at(0, 3, 1).at(0, 6, 1).at(0, 7, 1).stock(1, wool=3)
    game = scene.play().play("highwaymen").do("pass").gain("wool")
    assert (game.stock(0)["wool"], game.stock(1)["wool"]) == (5, 1)


def test_a_bishop_parries_an_attack() -> None:
    """A11, A2, A13."""
    # A11, A2: a bishop parries an attack; it has no effect at all
    scene = Scene().hand(0, black_knight=1).hand(1, bishop=1).lay(1, {0: "knight_arno"})
    game = scene.play().play("black_knight")
    assert game.kinds() == {"play", "pass"}
    game.play("bishop")
    assert (game.phase, game.player, game.slots(1)) == ("action", 0, {0: "knight_arno"})
    assert game.discards() == {"black_knight": 1, "bishop": 1}


def test_bribery_moves_a_knight() -> None:
    """A13, F17, Q5, Q6: 3 gold when he is named, and a free slot; great knights may be safe."""
    scene = Scene().hand(0, bribery=1).stock(0, gold=3).lay(1, {0: "knight_konrad", 2: "knight_gerold"})
    game = scene.play().play("bribery").do("pass")
    assert (game.picks(), game.stock(0)) == ({0, 2}, {"gold": 3})
    game.do("pick", slot=0)
    assert (game.phase, game.pending, game.stock(0)) == ("place", {"card": "knight_konrad", "from": 0}, {})
    assert (game.slots(1)[0], game.picks()) == ("knight_konrad", {0, 2, 4, 6})
    game.do("pick", slot=6)
    assert (game.slots(0), game.slots(1)) == ({6: "knight_konrad"}, {2: "knight_gerold"})
    assert scene.lay(1, {4: "order_castle"}).play().play("bribery").do("pass").picks() == {0}
    assert playable(scene.stock(0, gold=2)) == set()
    full = scene.stock(0, gold=3).lay(0, {0: "abbey", 2: "abbey", 4: "garrison", 6: "garrison"})
    assert playable(full) == set()


def test_a_wedding_brings_all_the_gold_there_is_room_for() -> None:
    """A15, B5: with a church or cathedral."""
    scene = Scene().city(0, 0).hand(0, wedding=1).stock(0, gold=1).stock(1, gold=3)
    assert playable(scene) == set()
    game = scene.lay(0, {0: "cathedral"}).play().play("wedding").do("pass")
    assert (game.stock(0), game.stock(1), game.phase) == ({"gold": 3}, {"gold": 1}, "action")


# -- other cards -----------------------------------------------------------------------------------------------------


def test_an_archivist() -> None:
    """A12, N3, Q8."""
    # A12, N3, Q8: an archivist orders the top six; the enemy loses track of them; the last one lies by itself
    cards = ("spy", "mint", "scout", "abbey", "spy", "harbor", "court")
    scene = Scene().hand(0, archivist=1).stack(2, *cards, seen=[(False, True)] * 7)
    game = scene.play().play("archivist").do("stack", stack=2)
    assert game.marks(2) == [[True, False]] * 6 + [[False, True]]
    for card in ("harbor", "spy", "abbey", "mint"):
        game.do("take", card=card)
    assert (game.pending, game.cards("take")) == ({"stack": 2, "sorted": 4}, {"spy", "scout"})
    assert game.stack(2) == ["harbor", "spy", "abbey", "mint", "scout", "spy", "court"]
    game.do("take", card="spy")
    assert (game.stack(2), game.phase) == (["harbor", "spy", "abbey", "mint", "spy", "scout", "court"], "action")


def test_a_diplomat_takes_from_the_discard_pile() -> None:
    """A14, B5, N4: with a town hall; no diplomat, and not under an enemy ban."""
    scene = Scene().city(0, 0).lay(0, {0: "town_hall"}).hand(0, diplomat=1).discard(abbey=1, spy=2)
    game = scene.play().play("diplomat")
    assert game.cards("take") == {"abbey", "spy"}
    game.do("take", card="spy")
    assert (game.hand(0), game.known(0), game.discards()) == (
        {"spy": 1},
        {"spy": 1},
        {"abbey": 1, "spy": 1, "diplomat": 1},
    )
    assert playable(scene.ban((6, 0))) == {"diplomat"}
    assert playable(scene.ban((6, 1))) == set()
    assert playable(Scene().city(0, 0).lay(0, {0: "town_hall"}).hand(0, diplomat=1)) == set()


def test_a_chancellor_draws_three_cards() -> None:
    """A16, N4: those that the enemy had seen are known."""
    scene = Scene().hand(0, chancellor=1).stack(2, "spy", "mint", "spy", "abbey", seen=[(False, True), (True, False)])
    game = scene.play().play("chancellor").do("stack", stack=2)
    assert (game.hand(0), game.known(0), game.stack(2)) == ({"spy": 2, "mint": 1}, {"spy": 1}, ["abbey"])


def test_a_ban_closes_a_pile() -> None:
    """A17."""
    # A17: a ban closes a pile; to the enemy only; discards still fall there; nobody bans a pile twice
    scene = Scene().city(0, 0).lay(0, {0: "church"}).hand(0, church_ban=1, abbey=1, spy=1).ban((2, 1))
    game = scene.play().play("church_ban")
    assert (game.phase, game.pending, game.discards()) == ("ban", {"card": "church_ban"}, {})
    assert game.piles("ban") == {0, 1, 3, 4, 5, 6}
    game.do("ban", pile=4)
    assert game.position["bans"] == [{"pile": 2, "owner": 1}, {"pile": 4, "owner": 0}]
    game.do("end_turn")
    assert (game.phase, game.stacks("draw")) == ("refill", {0, 1, 3, 4, 5})
    # A17: three gold lift a ban; an enemy one; it goes to the discard pile
    scene = Scene().ban((2, 1), (6, 0)).stock(0, gold=3)
    game = scene.play()
    assert game.piles("lift") == {2}
    game.do("lift", pile=2)
    assert (game.position["bans"], game.discards(), game.stock(0)) == ([{"pile": 6, "owner": 0}], {"church_ban": 1}, {})
    assert not scene.stock(0, gold=2).play().can("lift")


def test_a_council_buries_two_cards_and_takes_two() -> None:
    """A19, N3, N4, Q8: it takes two more cards in hand; the search is free."""
    scene = Scene().city(0, 0).lay(0, {0: "town_hall"}).hand(0, council=1, spy=1, abbey=2).known(0, abbey=2)
    scene.stack(1, "mint").stack(4, "harbor", "court")
    game = scene.play().play("council").do("stack", stack=1)
    assert (game.pending, game.cards("bury")) == ({"stack": 1, "left": 2}, {"spy", "abbey"})
    game.do("bury", card="abbey").do("bury", card="spy")
    assert (game.stack(1), game.marks(1)) == (["mint", "abbey", "spy"], [[False, False], [True, False], [True, False]])
    assert (game.hand(0), game.known(0), game.phase) == ({"abbey": 1}, {}, "council_search")
    game.do("search", stack=4)
    assert game.pending == {"stack": 4, "left": 2}
    game.do("take", card="court").do("take", card="harbor")
    assert (game.hand(0), game.stack(4), game.phase) == ({"abbey": 1, "court": 1, "harbor": 1}, [], "action")
    assert playable(scene.hand(0, council=1, spy=1).known(0)) == set()
