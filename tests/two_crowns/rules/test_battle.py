"""Chapter 4: attack and defence."""

from collections import Counter

import pytest

from kschwert_env.two_crowns import IllegalAction
from tests.two_crowns.scenes import COPIES, Scene

FULL = {"knight_1": 2, "knight_3": 2, "feint": 1, "vassal": 2}


# -- laying ---------------------------------------------------------------------------------------------------


def test_an_attack_begins_with_a_knight() -> None:
    """A1."""
    # A1: an attack takes a knight; special cards and gold are not enough
    scene = Scene().hand(0, gold_2=2, catapult=1, feint=2).hand(1, knight_1=1)
    assert not scene.play().can("attack")
    with pytest.raises(IllegalAction, match=r"you have no knight in hand \(A1\)"):
        scene.play().do("attack")
    # A1: an attack begins with a knight; special cards come after it, and nothing can be left out
    game = Scene().hand(0, **FULL).hand(1, knight_1=1).play().do("attack")
    assert (game.cards("lay"), game.can("done")) == ({"knight_1", "knight_3"}, False)
    game.do("lay", card="knight_3")
    assert (game.cards("lay"), game.can("done")) == ({"knight_3", "feint", "vassal"}, True)


def test_which_cards_are_laid() -> None:
    """A1, C2, A2."""
    # A1, C2: cards are laid in the order of the deck table; so that a set of cards has one spelling
    game = Scene().hand(0, **FULL).hand(1, knight_1=1).play().do("attack").do("lay", card="knight_1")
    game.do("lay", card="vassal")
    assert game.cards("lay") == {"vassal"}
    with pytest.raises(IllegalAction, match="a later one lies already"):
        game.do("lay", card="feint")
    # A1, A2: at most four cards; for both sides; being done is all that is left
    game = Scene().hand(0, knight_1=6).hand(1, knight_2=6).play().do("attack")
    for _ in range(2):
        for _ in range(4):
            game.do("lay", card=next(iter(game.cards("lay"))))
        assert game.kinds() == {"done"}
        game.do("done")
    assert game.position["turn"] == 11
    # A1, A2: gold is not laid; it is no card of the battle, on neither side
    game = Scene().hand(0, knight_1=1, gold_1=2, gold_2=1).hand(1, gold_1=2, feint=1).play().do("attack")
    assert game.cards("lay") == {"knight_1"}
    assert game.lay("knight_1").cards("lay") == {"feint"}
    with pytest.raises(ValueError, match="card must be one of"):
        game.do("lay", card="gold_1")


def test_the_defender_may_lay_nothing() -> None:
    """A2, A1."""
    # A2: the defender may lay nothing; or feints alone
    game = Scene().hand(0, knight_2=1).hand(1, feint=1, vassal=1).play().do("attack").lay("knight_2")
    assert (game.player, game.phase, game.cards("lay"), game.can("done")) == (1, "lay", {"feint"}, True)
    assert game.do("done").castles == [20, 18]


# -- points ---------------------------------------------------------------------------------------------------


def test_the_winner_of_a_battle() -> None:
    """A4, A5."""
    # A4, A5: the attacker wins by the difference; 3 and 2 against 2; the loser's knights are discarded, the
    # winner's rest
    game = Scene().hand(0, knight_3=1, knight_2=1, gold_1=1).hand(1, knight_2=1).play()
    before = Counter(game.discards(1))
    game.battle(["knight_2", "knight_3"], ["knight_2"])
    assert game.castles == [20, 17]
    assert (game.resting(0), game.hand(0)) == ({"knight_2": 1, "knight_3": 1}, {"gold_1": 1})
    assert (Counter(game.discards(1)) - before, game.hand(1)) == (Counter(knight_2=1), {})
    # A4, A5: the defender wins and takes his knights back; at once, and no castle is hit
    game = Scene().hand(0, knight_2=1).hand(1, knight_3=1).play()
    before = Counter(game.discards(0))
    game.battle(["knight_2"], ["knight_3"])
    assert (game.castles, game.hand(1), game.resting(0)) == ([20, 20], {"knight_3": 1}, {})
    assert Counter(game.discards(0)) - before == Counter(knight_2=1)


def test_a_tie_goes_to_the_defender() -> None:
    """A4."""
    # A4: a tie goes to the defender; 3 against 1 and 2
    game = (
        Scene()
        .hand(0, knight_3=1)
        .hand(1, knight_1=1, knight_2=1)
        .play()
        .battle(["knight_3"], ["knight_1", "knight_2"])
    )
    assert (game.castles, game.hand(0), game.resting(0)) == ([20, 20], {}, {})
    assert game.hand(1) == {"knight_1": 1, "knight_2": 1}


# -- paying ---------------------------------------------------------------------------------------------------


def two_sides(**more: int) -> Scene:
    """Both can lay a knight, a catapult, a bishop and a vassal, and have gold for 7."""
    hand = {"knight_3": 1, "catapult": 1, "bishop": 1, "vassal": 1, "gold_2": 3}
    return Scene().hand(0, **{**hand, **more}).hand(1, **{**hand, "knight_3": 0, "knight_2": 1})


ALL = ("knight_3", "catapult", "bishop", "vassal")
OTHERS = ("knight_2", "catapult", "bishop", "vassal")


def test_in_which_order_seats_are_asked() -> None:
    """A3."""
    # A3: the attacker is asked for all before the defender; of each side in the order catapult, bishop, vassal
    game = two_sides().play().do("attack").lay(*ALL).lay(*OTHERS)
    asked = []
    while game.phase == "pay":
        asked.append((game.player, list(COPIES)[game.view(0)["asking"].index(1)]))
        game.do("pay", choice="no")
    assert asked == [(seat, card) for seat in (0, 1) for card in ("catapult", "bishop", "vassal")]
    # A3: nothing acts before everybody has been asked; neither the attacker's catapult nor a feint, until the
    # defender has answered
    scene = Scene().hand(0, knight_3=1, catapult=1, feint=1, gold_2=2).hand(1, knight_2=1, feint=1, vassal=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_3", "catapult", "feint").lay("knight_2", "feint", "vassal")
    game.do("pay", choice="yes")
    assert (game.player, game.castles, game.paid(0)) == (1, [20, 20], {"catapult": 1})
    assert (game.laid(0), game.laid(1)) == ({"knight_3": 1, "feint": 1}, {"knight_2": 1, "feint": 1, "vassal": 1})
    game.do("pay", choice="no")
    assert (game.castles, game.resting(0), game.resting(1)) == ([20, 10], {"knight_3": 1}, {"knight_2": 1})


def test_paying_or_not_is_the_owners_choice() -> None:
    """A3."""
    # A3: paid and unpaid cards; paid, a card leaves those that lie unpaid, and its gold the hand; not paid, it
    # is discarded at once
    game = two_sides().play().do("attack").lay(*ALL).do("done")
    before = Counter(game.discards(0))
    game.do("pay", choice="yes")
    assert (game.paid(0), game.laid(0)) == ({"catapult": 1}, {"knight_3": 1, "bishop": 1, "vassal": 1})
    assert Counter(game.discards(0)) - before == Counter(gold_2=2)
    game.do("pay", choice="no")
    assert (game.paid(0), game.laid(0)) == ({"catapult": 1}, {"knight_3": 1, "vassal": 1})
    assert Counter(game.discards(0)) - before == Counter(gold_2=2, bishop=1)
    assert game.position["battle"]["counts"] == [4, 0]
    # A3: paying or not is the owners choice; unpaid a card does nothing, and the gold stays
    scene = Scene().hand(0, knight_3=1, vassal=1, gold_2=1).hand(1, knight_1=1)
    paid = scene.play().battle(["knight_3", "vassal"], pay=["yes"])
    assert (paid.castles, paid.hand(0)) == ([20, 14], {})
    unpaid = scene.play().battle(["knight_3", "vassal"], pay=["no"])
    assert (unpaid.castles, unpaid.hand(0)) == ([20, 17], {"gold_2": 1})


def test_in_which_order_cards_act() -> None:
    """A3, E1."""
    # A3, E1: catapults come first; the defender's only knight could have been taken, but the attacker falls
    # before that
    game = two_sides().castles(10, 20).play()
    game.battle(ALL, OTHERS, pay=["no", "yes", "yes", "yes", "no", "yes"])
    assert (game.phase, game.castles) == ("over", [0, 20])
    assert "knight_2" not in game.hand(0)
    # A3: a vassal doubles after a bishop and a feint; of 3, 2 and 1 the bishop takes 3, the feint 2; the vassal
    # doubles what is left, as the attacker's does
    scene = Scene().hand(0, knight_2=1, bishop=1, feint=1, vassal=1, gold_2=2, gold_1=1)
    scene.hand(1, knight_1=1, knight_2=1, knight_3=1, vassal=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_2", "bishop", "feint", "vassal")
    game.lay("knight_1", "knight_2", "knight_3", "vassal")
    for choice in ("yes", "yes", "yes"):
        game.do("pay", choice=choice)
    assert (game.castles, game.hand(0), game.resting(1)) == ([20, 18], {"knight_3": 1}, {"knight_2": 1})


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_cannot_pay_is_asked_too(seat: int) -> None:
    """A3: 3 gold are not enough for a catapult; only `no` is legal, and the card is discarded."""
    scene = Scene().hand(seat, knight_3=1, catapult=1, gold_2=1, gold_1=1).hand(1 - seat, knight_3=2)
    cards = ["knight_3", "catapult"]
    game = scene.play().do("attack").lay(*(["knight_3"] if seat else cards)).lay(*(cards if seat else []))
    assert (game.phase, game.player, game.choices("pay")) == ("pay", seat, {"no"})
    with pytest.raises(IllegalAction, match=r"the catapult costs 4 gold, and you have 3 \(A3\)"):
        game.do("pay", choice="yes")
    game.do("pay", choice="no")
    assert (game.castles, game.phase) == ([20, 20 if seat else 17], "turn")
    assert game.hand(seat)["gold_1"] == game.hand(seat)["gold_2"] == 1


def test_gold_is_spent_once() -> None:
    """A3."""
    # A3: gold is spent once; 4 gold pay for two vassals; with 3 the second question has only one answer
    for ones, answers in ((2, {"yes", "no"}), (1, {"no"})):
        scene = Scene().hand(0, knight_1=1, vassal=2, gold_2=1, gold_1=ones).hand(1, knight_1=1)
        game = scene.play().do("attack").lay("knight_1", "vassal", "vassal").do("done").do("pay", choice="yes")
        assert game.choices("pay") == answers


@pytest.mark.parametrize(
    ("card", "purse", "left"),
    [
        ("vassal", {"gold_1": 2, "gold_2": 1}, {"gold_1": 2}),  # fewest cards
        ("vassal", {"gold_1": 3}, {"gold_1": 1}),
        ("bishop", {"gold_1": 3, "gold_2": 1}, {"gold_1": 2}),
        ("bishop", {"gold_1": 3}, {}),
        ("bishop", {"gold_2": 3}, {"gold_2": 1}),  # overpaid by one, without change
        ("bishop", {"gold_1": 1, "gold_2": 2}, {"gold_2": 1}),  # the least sum, not the fewest cards alone
        ("catapult", {"gold_1": 4, "gold_2": 1}, {"gold_1": 2}),
        ("catapult", {"gold_1": 1, "gold_2": 3}, {"gold_1": 1, "gold_2": 1}),
        ("catapult", {"gold_1": 4}, {}),
    ],
)
def test_the_least_sum_with_the_fewest_cards_is_paid(card: str, purse: dict[str, int], left: dict[str, int]) -> None:
    """A3: what is paid goes to the discards."""
    game = Scene().hand(0, knight_1=1, **{card: 1}, **purse).hand(1, knight_1=1).play()
    before = Counter(game.discards(0))
    game.battle(["knight_1", card], ["knight_1"], pay=["yes"])
    gold = {name: count for name, count in game.hand(0).items() if name.startswith("gold")}
    assert gold == left
    assert Counter(game.discards(0)) - before >= Counter(purse) - Counter(left) + Counter([card])
