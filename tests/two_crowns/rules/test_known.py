"""Chapter 9: the knights that are known to be in a hand."""

from tests.two_crowns.scenes import Scene


def test_knights_that_are_known() -> None:
    """P1, X2, A5, T2, R2."""
    # P1, X2: a knight taken by a bishop is known; it is known to be in the hand of the new owner
    scene = Scene().hand(0, knight_1=1, bishop=1, gold_1=3).hand(1, knight_3=1)
    game = scene.play().battle(["knight_1", "bishop"], ["knight_3"], pay=["yes"])
    assert (game.known(0), game.known(1)) == ({"knight_3": 1}, {})
    assert game.view(1)["known"] == [[0, 0, 0], [0, 0, 1]]
    assert game.view(0)["known"] == [[0, 0, 1], [0, 0, 0]]
    # P1, A5, T2: knights back from a defence or from rest are known
    scene = Scene().hand(0, knight_1=1, knight_2=1).hand(1, knight_1=1).deck(1, gold_1=1)
    game = scene.play().battle(["knight_1"], ["knight_1"])
    assert game.known(1) == {"knight_1": 1}
    game.do("recruit").battle(["knight_2"]).battle(["knight_1"])
    assert game.known(0) == {"knight_2": 1}
    # P1, R2: an exchanged knight leaves openly; and other kinds stay; gold, paid or exchanged, is never known
    scene = Scene().hand(0, knight_1=2, knight_2=1, gold_1=2, vassal=1).known(0, knight_1=1, knight_2=1)
    game = scene.hand(1, knight_1=1).play().do("exact", card="knight_1")
    assert game.known(0) == {"knight_2": 1}
    assert scene.play().do("exact", card="gold_1").known(0) == {"knight_1": 1, "knight_2": 1}
    game = scene.play().battle(["knight_1", "vassal"], pay=["yes"])
    assert game.known(0) == {"knight_2": 1}


def test_what_is_no_longer_known() -> None:
    """P1, A3, R1."""
    # P1, A3: cards turned up are no longer known in the hand; regardless of later effects; face down it still
    # counts
    game = Scene().hand(0, knight_1=2).known(0, knight_1=1).hand(1, feint=1).play().do("attack").lay("knight_1")
    assert game.known(0) == {"knight_1": 1}
    assert game.do("done").known(0) == {}
    # P1, A3: the defenders cards leave when the attacker has been asked; until then they count as in the hand
    scene = Scene().hand(0, knight_1=1, vassal=2).hand(1, knight_2=2, vassal=1).known(1, knight_2=1)
    game = scene.play().do("attack").lay("knight_1", "vassal", "vassal").lay("knight_2", "vassal")
    assert (game.player, game.known(1)) == (0, {"knight_2": 1})
    assert game.do("pay", choice="no").known(1) == {"knight_2": 1}
    assert (game.do("pay", choice="no").player, game.known(1)) == (1, {})
