"""Turning up and paying, on positions made by hand. Seat 0 attacks."""

from collections import Counter

import pytest

from tests.referee.actions import Action

from .check import check_step
from .position import Json
from .world import LATE, battle, cards, lay, scene, step, told

YES, NO = Action("pay", choice="yes"), Action("pay", choice="no")


@pytest.mark.parametrize(
    ("card", "purse", "paid"),
    [
        ("catapult", "4 gold_1, 2 gold_2", "2 gold_2"),
        ("catapult", "2 gold_1, gold_2", "2 gold_1, gold_2"),
        ("catapult", "gold_1, 2 gold_2", "2 gold_2"),
        ("catapult", "gold_1, 3 gold_2", "2 gold_2"),
        ("bishop", "2 gold_2", "2 gold_2"),
        ("bishop", "gold_1, 2 gold_2", "gold_1, gold_2"),
        ("bishop", "3 gold_1, gold_2", "gold_1, gold_2"),
        ("vassal", "2 gold_1, gold_2", "gold_2"),
        ("vassal", "4 gold_1", "2 gold_1"),
    ],
)
def test_what_is_paid(card: str, purse: str, paid: str) -> None:
    """A3, X1, X2, X4: the least sum that suffices, of equal sums the fewest cards."""
    position = battle(scene(f"knight_1, {card}, {purse}", "feint"), f"knight_1, {card}", "feint")
    assert (position["phase"], position["player"], told(position)) == ("pay", 0, {"pay yes", "pay no"})
    after = step(position, "pay", "yes")
    assert after["hands"][0] == dict(cards(purse) - cards(paid))
    assert after["discards"][0] == dict(cards(paid) + cards(card))


@pytest.mark.parametrize(
    ("card", "purse"), [("catapult", "3 gold_1"), ("bishop", "gold_2"), ("vassal", "gold_1"), ("vassal", "")]
)
def test_who_cannot_pay_is_asked_all_the_same(card: str, purse: str) -> None:
    """A3: only `no` is legal; the card is discarded, the gold kept."""
    held = ", ".join(filter(None, ["2 knight_1", card, purse]))
    position = battle(scene(held, "knight_1"), f"2 knight_1, {card}", "knight_1")
    assert (position["phase"], position["player"], told(position)) == ("pay", 0, {"pay no"})
    position = step(position, "pay", "no")
    assert (position["phase"], position["turn"], position["castles"]) == ("turn", LATE + 1, [20, 19])
    assert (position["discards"][0], position["hands"][0]) == ({card: 1}, dict(cards(purse)))


def test_a_bishop_is_asked_for_without_an_enemy_knight() -> None:
    """A3: the attacker has not seen the defence."""
    position = battle(scene("knight_1, bishop, 2 gold_2", "knight_1"), "knight_1, bishop", "")
    assert (position["phase"], told(position)) == ("pay", {"pay yes", "pay no"})


def test_not_paying() -> None:
    """A3: no effect, no gold spent, the card discarded at once."""
    position = battle(scene("2 knight_1, catapult, vassal, 2 gold_2", ""), "2 knight_1, catapult, vassal", "", "no")
    assert (position["phase"], position["hands"][0]) == ("pay", {"gold_2": 2})
    assert position["discards"][0] == {"catapult": 1}
    assert position["battle"] == {"laid": [{"knight_1": 2, "vassal": 1}, {}], "counts": [4, 0], "paid": [{}, {}]}
    position = step(position, "pay", "no")
    assert (position["castles"], position["discards"][0]) == ([20, 18], {"catapult": 1, "vassal": 1})


def test_gold_is_spent_once() -> None:
    """A3: what the catapult cost is not there for the vassal."""
    held, laid = "knight_1, catapult, vassal, 2 gold_2", "knight_1, catapult, vassal"
    position = battle(scene(held, "knight_1"), laid, "", "yes")
    assert (position["phase"], told(position)) == ("pay", {"pay no"})
    position = step(position, "pay", "no")
    assert position["castles"] == [20, 9]
    assert position["discards"][0] == {"catapult": 1, "gold_2": 2, "vassal": 1}


def test_nothing_acts_before_the_last_answer() -> None:
    """A3: what is paid for waits; the castle still stands."""
    held, laid = "knight_1, catapult, vassal, 3 gold_2", "knight_1, catapult, vassal"
    position = battle(scene(held, "knight_3, catapult, 2 gold_2", castles=(1, 1)), laid, "knight_3, catapult", "yes")
    assert position["castles"] == [1, 1]
    assert position["battle"]["laid"] == [{"knight_1": 1, "vassal": 1}, {"knight_3": 1, "catapult": 1}]
    assert position["battle"]["paid"] == [{"catapult": 1}, {}]
    assert position["discards"][0] == {"gold_2": 2}
    position = step(position, "pay", "yes")
    assert (position["player"], position["castles"]) == (1, [1, 1])
    assert position["battle"]["paid"] == [{"catapult": 1, "vassal": 1}, {}]
    position = step(position, "pay", "yes")
    assert (position["phase"], position["castles"]) == ("over", [1, -9])


def test_the_order_of_asking() -> None:
    """A3: the attacker for all his cards, kind after kind and copy by copy; then the defender."""
    purse = "4 gold_1, 3 gold_2"
    position = scene(f"knight_3, bishop, 2 vassal, {purse}", f"knight_2, catapult, bishop, vassal, {purse}")
    position = battle(position, "knight_3, bishop, 2 vassal", "knight_2, catapult, bishop, vassal")
    asked = []
    while position["battle"]:
        seat, lying = position["player"], Counter(position["battle"]["laid"][position["player"]])
        position = step(position, "pay", "no")
        left = position["battle"]["laid"][seat] if position["battle"] else {"knight_2": 1}
        asked += [(seat, card) for card in lying - Counter(left)]
    assert asked == [(0, "bishop"), (0, "vassal"), (0, "vassal"), (1, "catapult"), (1, "bishop"), (1, "vassal")]


def test_the_attacker_pays_while_the_defence_lies_face_down() -> None:
    """A3, P1: his cards have left his hand openly, the defender's have not."""
    position = scene(
        "2 knight_1, vassal, gold_2", "knight_2, knight_3, vassal", known=("knight_1", "knight_2, knight_3")
    )
    position = battle(position, "2 knight_1, vassal", "knight_3, vassal")
    assert (position["player"], position["known"]) == (0, [{}, {"knight_2": 1, "knight_3": 1}])
    position = step(position, "pay", "yes")
    assert (position["player"], position["known"]) == (1, [{}, {"knight_2": 1}])


def test_without_questions_all_is_turned_up_at_once() -> None:
    """A3, P1: the known minimum falls by what was laid, not below 0; and rises by what comes back."""
    position = scene("2 knight_1", "2 knight_2, knight_3", known=("knight_1", "2 knight_2"))
    assert battle(position, "2 knight_1", "knight_2, knight_3")["known"] == [{}, {"knight_2": 2, "knight_3": 1}]


def test_only_knights_are_known() -> None:
    """P1: gold and special cards never come into a hand openly."""
    position = scene("knight_1, vassal, gold_2, gold_1", "knight_1", known=("knight_1", ""))
    assert battle(position, "knight_1, vassal", "", "yes")["known"] == [{}, {}]


def test_who_is_asked_may_not_be_passed_over() -> None:
    """A3: a successor that settles the battle without asking is unlawful, also where there is no gold."""
    for held in ("knight_1, vassal, gold_2", "knight_1, vassal"):
        before = lay(lay(step(scene(held, "knight_1"), "attack"), "knight_1, vassal"), "knight_1")
        assert before["phase"] == "pay"
        settled: Json = step(before, "pay", "no")
        laying = lay(step(scene(held, "knight_1"), "attack"), "knight_1, vassal")
        laying = step(laying, "lay", "knight_1")
        assert check_step(laying, Action("done"), before) == []
        assert check_step(laying, Action("done"), settled)


def test_the_defender_may_not_be_asked_first() -> None:
    """A3."""
    position = scene("knight_1, vassal, gold_2", "knight_1, vassal, gold_2")
    laying = lay(step(position, "attack"), "knight_1, vassal")
    laying = step(step(laying, "lay", "knight_1"), "lay", "vassal")
    asked = step(laying, "done")
    assert asked["player"] == 0
    assert check_step(laying, Action("done"), asked | {"player": 1})


def test_no_answer_but_no_without_gold() -> None:
    """A3."""
    position = battle(scene("knight_1, vassal, gold_1", ""), "knight_1, vassal", "")
    after = step(position, "pay", "no")
    assert check_step(position, NO, after) == []
    assert "not legal" in check_step(position, YES, after)[0]
