"""Chapter 9: the hand at the end of a turn."""

from tests.politics_and_intrigue.scenes import Scene


def test_cards_above_the_limit_go_under_stacks() -> None:
    """H1, N3, N4, F1, F23, A17."""
    # H1, N3, N4: cards above the limit go under stacks; one by one, and then one may be exchanged (H3)
    scene = Scene().hand(0, spy=3, scout=2).known(0, spy=2, scout=1).stack(1, "mint").ban((0, 1))
    game = scene.play().do("end_turn")
    assert (game.phase, game.stacks(), game.can("done")) == ("trim", {1, 2, 3, 4, 5}, False)
    game.do("stack", stack=1)
    assert (game.phase, game.pending, game.cards("bury")) == (
        "trim_card",
        {"stack": 1, "resume": None},
        {"spy", "scout"},
    )
    game.do("bury", card="scout")
    assert (game.stack(1), game.marks(1)[1], game.known(0)) == (["mint", "scout"], [True, False], {"spy": 1})
    assert game.phase == "trim"
    assert game.do("stack", stack=1).do("bury", card="spy").phase == "exchange"
    # H1, F1, F23: a limit that falls is kept at once; the theater that an alliance used is demolished
    scene = Scene().city(0, 0).city(1, 0).lay(0, {0: "theater"}).lay(1, {0: "secret_alliance"}, alliance=0)
    game = scene.hand(1, spy=3, scout=2).play().do("demolish", slot=0)
    assert (game.phase, game.player, game.pending) == ("trim", 1, {"resume": "action"})


def test_the_limit_after_an_event() -> None:
    """H1, Q8, E1."""
    # H1, Q8: after an event the other seat keeps its limit; before the yield; one card after the other, without
    # an exchange
    scene = Scene().lay(1, {0: "ore_fleet"}).hand(1, spy=3)
    game = scene.event("civil_war", 2).do("pick", slot=0)
    assert (game.phase, game.player, game.pending) == ("trim", 1, {"resume": "yield"})
    assert game.stocks(0)[1] == 0  # brick 2 has not borne yet
    game.do("stack", stack=2).do("bury", card="spy")
    assert (game.phase, game.player, game.stocks(0)[1]) == ("action", 0, 1)


def test_below_the_limit_cards_are_taken() -> None:
    """H2, H5, H6."""
    # H2: below the limit cards are taken; forced, until the limit is met; then there is no exchange
    game = Scene().hand(0, spy=1).play().do("end_turn")
    assert (game.phase, game.can("done"), game.can("end_turn")) == ("refill", False, False)
    game.do("draw", stack=0)
    assert game.phase == "refill"
    assert game.do("draw", stack=3).phase == "roll"
    assert sum(game.hand(0).values()) == 3
    # H2, H5, H6: without cards in open stacks the turn ends; stacks run empty, and are never refilled from the
    # discard pile
    game = Scene().no_stacks().play().do("end_turn")
    assert (game.phase, game.position["turn"], [game.stack(i) for i in range(6)]) == ("roll", 11, [[]] * 6)
    game = Scene().stack(2, "spy").ban((2, 1)).no_stacks().play().do("end_turn")
    assert game.phase == "roll"


def test_one_card_may_be_exchanged() -> None:
    """H3, Q7."""
    # H3, Q7: one card may be exchanged; under any stack open to one, then from any, also the same
    scene = Scene().hand(0, spy=3).stack(5, "mint").stack(4)
    game = scene.play().do("end_turn")
    assert (game.phase, game.stacks(), game.can("done")) == ("exchange", set(range(6)), True)
    game.do("stack", stack=4).do("bury", card="spy")
    assert (game.phase, game.stacks("draw")) == ("exchange_draw", set(range(6)))
    assert game.do("draw", stack=4).hand(0) == {"spy": 3}
    assert (game.phase, game.player) == ("roll", 1)


def test_a_search() -> None:
    """H4, N3, Q4, H5."""
    # H4, N3, Q4: a search costs two resources; of one's choice; the stack is seen, the enemy loses his marks,
    # the rest keeps its order
    scene = Scene().hand(0, spy=2).stock(0, wool=1, ore=1).stack(2, "scout", "mint", "scout", seen=[(False, True)] * 3)
    game = scene.play().do("end_turn").do("search", stack=2)
    assert game.pending == {"stack": 2, "left": 2, "holy_used": False, "exchanging": False}
    game.gain("ore")
    assert (game.pending["left"], game.resources()) == (1, {"wool"})
    game.gain("wool")
    assert (game.phase, game.marks(2), game.cards("take")) == ("search_take", [[True, True]] * 3, {"mint", "scout"})
    game.do("take", card="scout")
    assert (game.stack(2), game.marks(2)) == (["mint", "scout"], [[True, False]] * 2)
    assert (game.hand(0), game.known(0)) == ({"spy": 2, "scout": 1}, {})
    assert not scene.stock(0, wool=0).play().do("end_turn").can("search")


def test_a_drawn_card_may_be_known() -> None:
    """N4, H4: if the enemy had seen it on top, and only then."""
    for seen, known in ([(False, True)], {"mint": 1}), ([(True, False)], {}), ([(False, False)], {}):
        scene = Scene().hand(0, spy=2).stack(2, "mint", seen=seen)
        game = scene.play().do("end_turn").do("draw", stack=2)
        assert (game.hand(0), game.known(0)) == ({"spy": 2, "mint": 1}, known)
