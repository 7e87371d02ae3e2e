"""Chapters 3, 6 and 7: the turn, cards at rest, recruiting and the die of fate."""

from collections import Counter
from typing import Any

import pytest

from kschwert_env.two_crowns import IllegalAction
from tests.two_crowns.scenes import COPIES, Play, Scene


def idle() -> Scene:
    """Return a scene in which both seats hold a knight."""
    return Scene().hand(0, knight_1=1).hand(1, knight_1=1)


# -- the turn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["recruit", "exact", "attack"])
def test_a_turn_is_one_attack_or_one_recruitment(turn: str) -> None:
    """T1: then it is the other seat's turn."""
    game = idle().hand(0, knight_1=2).play()
    if turn == "attack":
        game.battle(["knight_1"])
    elif turn == "exact":
        game.do("exact", card="knight_1")
        game.do("keep", card=next(iter(game.cards("keep"))))
    else:
        game.do("recruit")
    assert (game.player, game.position["turn_player"], game.position["turn"], game.phase) == (1, 1, 11, "turn")


def test_what_a_turn_offers() -> None:
    """T1, E2: attack, big and exact recruiting; no passing, also with a knight at rest."""
    assert idle().play().kinds() == {"attack", "recruit", "exact"}
    assert idle().resting(0, knight_2=1).play().kinds() == {"attack", "recruit", "exact"}
    with pytest.raises(IllegalAction, match=r"you can attack, recruit, swap a card \(E2\)"):
        idle().play().do("pass")


# -- rest -----------------------------------------------------------------------------------------------------


def test_knights_at_rest_come_back() -> None:
    """T2, X3."""
    # T2: knights come back at the end of the turn after; an attacker's knights rest through the enemy's turn,
    # and are there again in the own next turn
    game = idle().hand(0, knight_1=1, knight_3=1).play().battle(["knight_3"])
    assert (game.resting(0), game.hand(0)) == ({"knight_3": 1}, {"knight_1": 1})
    game.do("attack").lay("knight_1")
    assert game.cards("lay") == {"knight_1"}, "what rests can't defend"
    game.do("done")
    assert (game.resting(0), game.hand(0)) == ({}, {"knight_1": 1, "knight_3": 1})
    assert game.can("attack")
    # T2, X3: a feinted defender rests through the own turn; it comes back at the end of that turn, not before
    # it
    scene = Scene().hand(0, knight_1=1, feint=1).hand(1, knight_1=1, knight_2=1).deck(1, gold_1=1)
    game = scene.play().battle(["knight_1", "feint"], ["knight_1", "knight_2"])
    assert (game.player, game.hand(1), game.resting(1)) == (1, {"knight_1": 1}, {"knight_2": 1})
    game.do("recruit")
    assert (game.resting(1), game.hand(1)) == ({}, {"knight_1": 1, "knight_2": 1, "gold_1": 1})


def test_cards_at_rest_count_towards_the_seven() -> None:
    """T2, R1."""
    # T2, R1: cards at rest count towards the seven; three in hand and two at rest leave room for two
    game = Scene().hand(0, knight_1=3).hand(1, knight_1=1).resting(0, knight_2=2).play()
    deck = sum(game.deck(0).values())
    assert sum(game.do("recruit").hand(0).values()) == 7
    assert sum(game.deck(0).values()) == deck - 2
    # T2, R1: no recruiting with seven in hand and at rest; four and three; the exact way is open
    game = Scene().hand(0, knight_1=4).hand(1, knight_1=1).resting(0, knight_2=3).play()
    assert not game.can("recruit")
    assert game.can("exact")


# -- recruiting -----------------------------------------------------------------------------------------------


def test_recruiting_draws_up_to_seven() -> None:
    """R1, R2."""
    # R1: recruiting draws up to seven; out of the own deck into the hand
    game = idle().play()
    before = game.deck(0)
    game.do("recruit")
    drawn = Counter(before) - Counter(game.deck(0))
    assert drawn.total() == 6
    assert Counter(game.hand(0)) == drawn + Counter(knight_1=1)
    assert (game.discards(0), game.deck(1)) == (idle().play().discards(0), idle().play().deck(1))
    # R1, R2: no recruiting with an empty deck; neither way; discards are not shuffled in
    game = idle().deck(0).play()
    assert game.kinds() == {"attack"}
    for kind, arguments in {"recruit": {}, "exact": {"card": "knight_1"}}.items():
        with pytest.raises(IllegalAction, match=r"your deck is empty"):
            game.do(kind, **arguments)


def test_an_exact_recruitment() -> None:
    """R2."""
    # R2: an exact recruitment; one is discarded, two are drawn, one is kept, the other one discarded
    game = Scene().hand(0, knight_1=1, gold_1=1).deck(0, feint=1, vassal=1).hand(1, knight_1=1).play()
    before = Counter(game.discards(0))
    game.do("exact", card="gold_1")
    assert (game.phase, game.player, game.position["exact"]) == ("keep", 0, {"feint": 1, "vassal": 1})
    assert (game.hand(0), game.cards("keep")) == ({"knight_1": 1}, {"feint", "vassal"})
    game.do("keep", card="vassal")
    assert game.hand(0) == {"knight_1": 1, "vassal": 1}
    assert Counter(game.discards(0)) - before == Counter(gold_1=1, feint=1)
    # R2: the last card of a deck is kept; without a choice; the turn is over
    game = idle().hand(0, knight_1=1, gold_1=1).deck(0, bishop=1).play().do("exact", card="gold_1")
    assert (game.player, game.hand(0), game.deck(0)) == (1, {"knight_1": 1, "bishop": 1}, {})
    assert game.discards(0)["bishop"] == COPIES["bishop"] - 1


# -- passing --------------------------------------------------------------------------------------------------


def feinted(**options: Any) -> Play:
    """Seat 1 begins its turn with nothing to recruit; its only knight, of 2 points, has been sent to rest."""
    scene = Scene(**options).hand(0, knight_1=1, feint=1).hand(1, gold_1=1, knight_2=1, vassal=1).deck(1)
    return scene.play().battle(["knight_1", "feint"], ["knight_2", "vassal"], pay=["no"])


def test_a_seat_with_only_knights_at_rest_passes() -> None:
    """E2, F1, E3."""
    # E2: a seat with only knights at rest passes; and nothing else; the knight comes back, so it can be laid in
    # the next turn of the enemy
    game = feinted()
    assert (game.phase, game.player, game.kinds()) == ("turn", 1, {"pass"})
    assert (game.castles, game.resting(1)) == ([20, 19], {"knight_2": 1})
    game.do("pass")
    assert (game.player, game.position["turn"], game.hand(1)) == (0, 12, {"gold_1": 1, "knight_2": 1})
    assert game.known(1) == {"knight_2": 1}
    assert game.do("recruit").kinds() == {"attack"}
    # E2, F1: a passing seat can roll the die; before; and still has nothing but to pass
    game = feinted(die_of_fate=True)
    assert game.kinds() == {"pass", "roll_fate"}
    assert game.do("roll_fate").kinds() == {"pass"}


# -- the die of fate ------------------------------------------------------------------------------------------


def test_the_die_of_fate() -> None:
    """F1."""
    # F1: no die of fate by default; it is an option
    with pytest.raises(IllegalAction, match="no die of fate by the rules chosen"):
        idle().play().do("roll_fate")
    # F1: the turn continues after the die of fate; only the own castle changes, and all that a turn offers is
    # still there
    game = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).castles(3, 7).play()
    assert game.kinds() == {"attack", "recruit", "exact", "roll_fate"}
    game.do("roll_fate")
    assert (game.player, game.position["turn"], game.castles[1]) == (0, 10, 7)
    assert game.kinds() == {"attack", "recruit", "exact"}
    # F1: the die of fate is rolled once for both; after one roll neither seat can roll
    game = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).play().do("roll_fate").do("recruit")
    assert game.player == 1
    with pytest.raises(IllegalAction, match="has been rolled"):
        game.do("roll_fate")


def fated(**hand: int) -> Play:
    """Seat 0 attacks with a knight; seat 1 has these cards to defend with, and the die has not been rolled."""
    scene = Scene(die_of_fate=True).hand(0, knight_3=1).hand(1, **hand).castles(3, 7)
    return scene.play().do("attack").lay("knight_3")


def test_when_a_defender_rolls_the_die_of_fate() -> None:
    """F1."""
    # F1: an attacker does not roll once he has attacked; neither before the first card nor later
    game = Scene(die_of_fate=True).hand(0, knight_1=1, knight_3=1).hand(1, knight_1=1).play().do("attack")
    for _ in range(2):
        with pytest.raises(IllegalAction, match=r"or by the defender before the first card \(F1\)"):
            game.do("roll_fate")
        if not game.can("done"):
            game.do("lay", card="knight_1")
    # F1: a defender may roll before his first card; the own castle changes; the battle continues, and the
    # defender lays cards
    game = fated(knight_1=1, feint=1)
    assert game.kinds() == {"lay", "done", "roll_fate"}
    game.do("roll_fate")
    assert (game.phase, game.player, game.position["turn"], game.castles[0]) == ("lay", 1, 10, 3)
    assert game.position["fate_used"]
    assert game.kinds() == {"lay", "done"}
    before = game.castles[1]
    assert game.lay("knight_1").castles[1] == before - 2
    # F1: a defender does not roll later; not between laid cards, and not during payments
    game = fated(knight_1=2, vassal=1, gold_2=1).do("lay", card="knight_1")
    assert game.kinds() == {"lay", "done"}
    with pytest.raises(IllegalAction, match="before the first card"):
        game.do("roll_fate")
    assert game.lay("vassal").kinds() == {"pay"}
