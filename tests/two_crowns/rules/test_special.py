"""Chapter 5: catapult, bishop, feint and vassal."""

from collections import Counter

import pytest

from kschwert_env.two_crowns import IllegalAction
from tests.two_crowns.scenes import Play, Scene

# -- a knight is needed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["catapult", "bishop", "vassal"])
def test_without_a_knight_they_can_not_be_laid(card: str) -> None:
    """X0: by the defender, who may lay a feint; with a knight he may."""
    game = Scene().hand(0, knight_2=1).hand(1, knight_1=1, feint=1, gold_2=2, **{card: 1}).play()
    game.do("attack").lay("knight_2")
    assert game.cards("lay") == {"knight_1", "feint"}
    with pytest.raises(IllegalAction, match=rf"a {card} is laid only together with a knight \(X0\)"):
        game.do("lay", card=card)
    assert game.do("lay", card="knight_1").cards("lay") == {"feint", card}


def test_feints_and_knights() -> None:
    """X0, A1, X3."""
    # X0, A1: an attack begins with a knight and then all may follow; a feint, too, comes after it
    hand = {"knight_2": 1, "catapult": 1, "bishop": 1, "feint": 1, "vassal": 1}
    game = Scene().hand(0, **hand).hand(1, knight_1=1).play().do("attack")
    assert game.cards("lay") == {"knight_2"}
    for card, reason in (("feint", r"begins with a knight \(A1\)"), ("vassal", r"together with a knight \(X0\)")):
        with pytest.raises(IllegalAction, match=reason):
            game.do("lay", card=card)
    assert game.do("lay", card="knight_2").cards("lay") == {"catapult", "bishop", "feint", "vassal"}
    # X0, X3: a feint needs no knight; it acts alone
    game = Scene().hand(0, knight_2=1).hand(1, feint=1).play().battle(["knight_2"], ["feint"])
    assert (game.castles, game.resting(0)) == ([20, 20], {"knight_2": 1})


def test_cards_act_without_their_knight() -> None:
    """X0, X4, A3."""
    # X0: a special card acts without its knight; the defender's only knight is taken by a bishop, and the
    # defender's bishop still acts
    scene = Scene().hand(0, knight_1=1, bishop=1, gold_2=1, gold_1=1).hand(1, knight_3=1, bishop=1, gold_2=1, gold_1=1)
    game = scene.play().battle(["knight_1", "bishop"], ["knight_3", "bishop"], pay=["yes", "yes"])
    assert (game.hand(0), game.hand(1)) == ({"knight_3": 1}, {"knight_1": 1})
    # X4, A3: a vassal is paid though its knight will rest; the owner is asked before the feint acts; then there
    # is nothing to double, and the gold is lost
    scene = Scene().hand(0, knight_1=1, feint=1).hand(1, knight_3=1, vassal=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_1", "feint").lay("knight_3", "vassal")
    assert (game.phase, game.player) == ("pay", 1)
    game.do("pay", choice="yes")
    assert (game.castles, game.hand(1), game.resting(1)) == ([20, 19], {}, {"knight_3": 1})


# -- catapult -------------------------------------------------------------------------------------------------


def test_a_catapult_takes_ten_points_at_once() -> None:
    """X1."""
    # X1: a catapult takes ten points at once; the battle still takes place
    game = Scene().hand(0, knight_2=1, catapult=1, gold_2=2).hand(1, knight_1=1).play()
    game.do("attack").lay("knight_2", "catapult").do("done").do("pay", choice="yes")
    assert (game.castles, game.position["turn"]) == ([20, 8], 11)


# -- bishop ---------------------------------------------------------------------------------------------------


def test_a_bishop_takes_the_strongest_knight() -> None:
    """X2, A3."""
    # X2: a bishop takes the strongest knight; into the own hand, before the points are counted; it stays there
    scene = Scene().hand(0, knight_2=1, bishop=1, gold_1=3).hand(1, knight_1=1, knight_3=1)
    game = scene.play().battle(["knight_2", "bishop"], ["knight_1", "knight_3"], pay=["yes"])
    assert (game.castles, game.hand(0), game.resting(0)) == ([20, 19], {"knight_3": 1}, {"knight_2": 1})
    assert game.hand(1) == {}
    assert game.all_cards()["knight_3"] == 16
    # X2, A3: a bishop without an enemy knight is lost; its owner has not seen the defence when paying; card and
    # gold are discarded anyway
    game = Scene().hand(0, knight_2=1, bishop=1, gold_1=3).hand(1, feint=1).play()
    before = Counter(game.discards(0))
    game.battle(["knight_2", "bishop"], pay=["yes"])
    assert (game.hand(0), game.castles) == ({}, [20, 18])
    assert Counter(game.discards(0)) - before == Counter(bishop=1, gold_1=3)


def test_several_bishops() -> None:
    """X2, A3, X3."""
    # X2, A3: two bishops take two knights; against one knight the second bishop has no target
    scene = Scene().hand(0, knight_1=1, bishop=2, gold_2=2, gold_1=2).hand(1, knight_3=1, knight_2=1)
    game = scene.play().battle(["knight_1", "bishop", "bishop"], ["knight_2", "knight_3"], pay=["yes", "yes"])
    assert (game.hand(0), game.castles) == ({"knight_3": 1, "knight_2": 1}, [20, 19])
    game = scene.play().battle(["knight_1", "bishop", "bishop"], ["knight_3"], pay=["yes", "yes"])
    assert (game.hand(0), game.castles) == ({"knight_3": 1}, [20, 19])
    # X2, A3: the attackers bishop comes first; it takes the defender's only knight, then the defender's bishop
    # takes the attacker's
    scene = Scene().hand(0, knight_3=1, bishop=1, gold_2=1, gold_1=1).hand(1, knight_2=1, bishop=1, gold_2=1, gold_1=1)
    game = scene.play().do("attack").lay("knight_3", "bishop").lay("knight_2", "bishop")
    assert game.player == 0
    assert game.do("pay", choice="yes").player == 1
    game.do("pay", choice="yes")
    assert (game.hand(0), game.hand(1), game.castles) == ({"knight_2": 1}, {"knight_3": 1}, [20, 20])


# -- feint ----------------------------------------------------------------------------------------------------


def test_a_feint_sends_the_strongest_knight_to_rest() -> None:
    """X3."""
    # X3: a feint sends the strongest knight to rest; it comes back to its owner's hand later, and the rest of
    # his knights is beaten
    scene = Scene().hand(0, knight_2=1, feint=1).hand(1, knight_1=1, knight_3=1)
    game = scene.play().battle(["knight_2", "feint"], ["knight_1", "knight_3"])
    assert (game.castles, game.resting(1), game.hand(1)) == ([20, 19], {"knight_3": 1}, {})
    # X3: cards laid are counted not those left; a bishop has taken a knight, but it had been laid
    scene = Scene().hand(0, knight_1=1, bishop=1, feint=1, gold_1=3).hand(1, knight_2=3)
    game = scene.play().battle(["knight_1", "bishop", "feint"], ["knight_2"] * 3, pay=["yes"])
    assert (game.hand(0), game.resting(1)) == ({"knight_2": 1}, {"knight_2": 1})


@pytest.mark.parametrize(("attack", "rests"), [(1, False), (2, True), (3, True)])
def test_a_feint_needs_an_enemy_with_as_many_cards(attack: int, rests: bool) -> None:
    """X3: two cards of the defender against one, two and three."""
    game = Scene().hand(0, knight_1=4).hand(1, knight_3=1, feint=1).play()
    game.battle(["knight_1"] * attack, ["knight_3", "feint"])
    assert bool(game.resting(0)) == rests


def test_several_feints() -> None:
    """X3, A3."""
    # X3: a feint against no knight is lost; special cards of the enemy are safe from it
    game = (
        Scene().hand(0, knight_1=1, feint=1).hand(1, feint=2).play().battle(["knight_1", "feint"], ["feint", "feint"])
    )
    assert (game.resting(0), game.resting(1), game.castles) == ({"knight_1": 1}, {}, [20, 20])


# -- vassal ---------------------------------------------------------------------------------------------------


def hit(defence: list[str], **hand: int) -> Play:
    """An attack with a knight of 3 and all vassals in hand, all of them paid."""
    scene = Scene().hand(0, knight_3=1, **hand).hand(1, knight_2=2)
    vassals = hand.get("vassal", 0)
    return scene.play().battle(["knight_3"] + ["vassal"] * vassals, defence, pay=["yes"] * vassals)


@pytest.mark.parametrize(("vassals", "points"), [(0, 3), (1, 6), (2, 12)])
def test_each_vassal_doubles(vassals: int, points: int) -> None:
    """X4: 3, 6 and 12."""
    assert hit([], vassal=vassals, gold_2=2).castles == [20, 20 - points]


def test_a_vassal_doubles_what_is_left() -> None:
    """X4, A5, A3."""
    # X4, A5: a vassal doubles before points are compared; 6 against 4
    assert hit(["knight_2", "knight_2"], vassal=1, gold_2=1).castles == [20, 18]
