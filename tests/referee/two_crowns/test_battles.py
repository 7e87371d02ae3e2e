"""Battles, on positions made by hand. Seat 0 attacks."""

import pytest

from tests.referee.actions import Action

from .check import check_step
from .position import Json
from .steps import legal_actions
from .world import LATE, battle, cards, lay, scene, step, told

# -- laying ---------------------------------------------------------------------------------------------------


def test_an_attack_begins_with_a_knight() -> None:
    """A1: then any card of the same or a later kind, but for gold; done after the first."""
    position = step(scene("2 knight_1, knight_3, gold_2, catapult, feint", "knight_1"), "attack")
    assert told(position) == {"lay knight_1", "lay knight_3"}
    position = step(position, "lay", "knight_1")
    assert told(position) == {"lay knight_1", "lay knight_3", "lay catapult", "lay feint", "done"}
    position = step(position, "lay", "catapult")
    assert told(position) == {"lay feint", "done"}
    assert (position["player"], position["turn_player"]) == (0, 0)


def test_no_attack_without_a_knight() -> None:
    """A1."""
    assert told(scene("feint, vassal, 5 feint", "knight_1")) == {"exact feint", "exact vassal"}


def test_at_most_four_cards() -> None:
    """A1, A2: then only done is left."""
    position = step(scene("5 knight_1", "knight_1, 5 feint"), "attack")
    for _ in range(4):
        position = step(position, "lay", "knight_1")
    assert told(position) == {"done"}
    position = step(position, "done")
    assert (position["player"], position["turn_player"], position["phase"]) == (1, 0, "lay")
    for _ in range(4):
        position = step(position, "lay", "feint")
    assert told(position) == {"done"}
    assert position["battle"] == {"laid": [{"knight_1": 4}, {"feint": 4}], "counts": [4, 4], "vassals": [0, 0]}


def test_a_defence_needs_no_knight() -> None:
    """A2: nor any card."""
    position = lay(step(scene("knight_1", "knight_2, gold_1, bishop"), "attack"), "knight_1")
    assert told(position) == {"lay knight_2", "lay bishop", "done"}
    assert told(step(position, "lay", "bishop")) == {"done"}


def test_cards_laid_are_not_turned_up_yet() -> None:
    """A2, P1: they have left the hand, but not openly."""
    position = scene("2 knight_1", "knight_1", known=("2 knight_1", "knight_1"))
    position = lay(step(position, "attack"), "2 knight_1")
    assert (position["hands"][0], position["known"]) == ({}, [{"knight_1": 2}, {"knight_1": 1}])
    position = step(position, "lay", "knight_1")
    assert position["known"] == [{"knight_1": 2}, {"knight_1": 1}]


# -- points ---------------------------------------------------------------------------------------------------


def test_the_attacker_wins() -> None:
    """A4, A5: the difference off the castle, his knights to rest, the defender's to the discards."""
    position = battle(scene("knight_3, knight_2", "knight_3", castles=(20, 15)), "knight_2, knight_3", "knight_3")
    assert position["castles"] == [20, 13]
    assert position["resting"][0]["this_turn"] == {"knight_2": 1, "knight_3": 1}
    assert position["discards"] == [{}, {"knight_3": 1}]
    assert (position["hands"], position["turn_player"]) == ([{}, {}], 1)


@pytest.mark.parametrize("defence", ["knight_3", "2 knight_3"])
def test_the_defender_wins(defence: str) -> None:
    """A4, A5, P1: a tie too; his knights come back openly, the attacker's are discarded, the castle stands."""
    position = battle(scene("knight_1, knight_2", "2 knight_3", known=("", "knight_3")), "knight_1, knight_2", defence)
    assert position["castles"] == [20, 20]
    assert position["hands"] == [{}, {"knight_3": 2}]
    assert position["known"] == [{}, dict(cards(defence))]
    assert position["discards"] == [{"knight_1": 1, "knight_2": 1}, {}]


def test_a_tie_at_nothing() -> None:
    """A4, X3: both have no knight left; the defender wins."""
    position = battle(scene("knight_1, feint", "knight_2, feint"), "knight_1, feint", "knight_2, feint")
    assert position["castles"] == [20, 20]
    assert [rest["this_turn"] for rest in position["resting"]] == [{"knight_1": 1}, {"knight_2": 1}]
    assert position["discards"] == [{"feint": 1}, {"feint": 1}]


# -- paying ---------------------------------------------------------------------------------------------------


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
    position = battle(scene(f"knight_1, {card}, {purse}", "knight_1"), f"knight_1, {card}", "knight_1")
    assert (position["phase"], position["player"], told(position)) == ("pay", 0, {"pay yes", "pay no"})
    after = step(position, "pay", "yes")
    left = cards(purse) - cards(paid)
    assert {name: count for name, count in after["hands"][0].items() if name in cards(purse)} == dict(left)
    assert {name: after["discards"][0].get(name, 0) for name in cards(paid)} == dict(cards(paid))


@pytest.mark.parametrize(
    ("card", "purse"), [("catapult", "3 gold_1"), ("bishop", "gold_2"), ("vassal", "gold_1"), ("vassal", "")]
)
def test_who_cannot_pay_is_not_asked(card: str, purse: str) -> None:
    """A3: the card is discarded all the same."""
    held = ", ".join(filter(None, ["2 knight_1", card, purse]))
    position = battle(scene(held, "knight_1"), f"2 knight_1, {card}", "knight_1")
    assert (position["phase"], position["turn"]) == ("turn", LATE + 1)
    assert position["castles"] == [20, 19]
    assert position["discards"][0] == {card: 1}
    assert position["hands"][0] == dict(cards(purse))


def test_not_paying() -> None:
    """A3: no effect, no gold spent, the card discarded."""
    position = battle(scene("2 knight_1, catapult, 2 gold_2", "knight_1"), "2 knight_1, catapult", "knight_1", "no")
    assert position["castles"] == [20, 19]
    assert position["hands"][0] == {"gold_2": 2}
    assert position["discards"][0] == {"catapult": 1}


def test_gold_is_spent_once() -> None:
    """A3: what the catapult cost is not there for the vassal."""
    position = battle(
        scene("knight_1, catapult, vassal, 2 gold_2", "knight_1"), "knight_1, catapult, vassal", "", "yes"
    )
    assert position["phase"] == "turn"
    assert position["castles"] == [20, 9]
    assert position["discards"][0] == {"catapult": 1, "gold_2": 2, "vassal": 1}


def test_gold_paid_leaves_openly() -> None:
    """A3, P1."""
    position = scene("knight_1, vassal, gold_2, gold_1", "knight_1", known=("gold_2, gold_1", ""))
    position = battle(position, "knight_1, vassal", "", "yes")
    assert position["known"][0] == {"gold_1": 1}


def test_the_order_of_special_cards() -> None:
    """A3: kind after kind, of each kind the attacker's first, whoever lays them."""
    purse = "4 gold_1, 3 gold_2"
    position = scene(f"knight_3, catapult, bishop, vassal, {purse}", f"knight_3, catapult, bishop, vassal, {purse}")
    laid = "knight_3, catapult, bishop, vassal"
    position = battle(position, laid, laid)
    asked = []
    while position["phase"] == "pay":
        before = position["battle"]["laid"]
        asked.append(position["player"])
        position = step(position, "pay", "no")
        if position["battle"]:
            after = position["battle"]["laid"]
            assert sum(map(len, before)) == sum(map(len, after)) + 1
    assert asked == [0, 1, 0, 1, 0, 1]


# -- special cards --------------------------------------------------------------------------------------------


def test_a_catapult() -> None:
    """X1: ten points at once, whoever wins the battle."""
    position = battle(scene("knight_1, catapult, 2 gold_2", "knight_3"), "knight_1, catapult", "knight_3", "yes")
    assert position["castles"] == [20, 10]
    assert position["hands"][1] == {"knight_3": 1}


@pytest.mark.parametrize("left", [10, 3])
def test_a_castle_falls_to_a_catapult(left: int) -> None:
    """X1, E1: the rest of the battle is not fought; all laid cards are discarded."""
    position = scene(
        "2 knight_3, catapult, bishop, 4 gold_1, 2 gold_2", "knight_1, catapult, 2 gold_2", castles=(1, left)
    )
    position = battle(position, "2 knight_3, catapult, bishop", "knight_1, catapult", "yes")
    assert (position["phase"], position["player"], position["battle"]) == ("over", None, None)
    assert position["castles"] == [1, left - 10]
    assert position["discards"] == [
        {"gold_2": 2, "knight_3": 2, "catapult": 1, "bishop": 1},
        {"knight_1": 1, "catapult": 1},
    ]
    assert position["turn"] == LATE


def test_a_defenders_catapult() -> None:
    """X1, A3: the attacker's comes first; without it the defender's fells the attacker's castle."""
    position = scene("knight_1, catapult, 2 gold_2", "knight_1, catapult, 2 gold_2", castles=(10, 20))
    position = battle(position, "knight_1, catapult", "knight_1, catapult", "no")
    assert (position["phase"], position["player"]) == ("pay", 1)
    position = step(position, "pay", "yes")
    assert (position["phase"], position["castles"]) == ("over", [0, 20])


def test_a_bishop() -> None:
    """X2, P1: takes the strongest knight into the hand, before the points are added up."""
    position = scene("knight_2, bishop, gold_1, gold_2", "knight_1, knight_3")
    position = battle(position, "knight_2, bishop", "knight_1, knight_3", "yes")
    assert position["hands"] == [{"knight_3": 1}, {}]
    assert position["known"][0] == {"knight_3": 1}
    assert position["castles"] == [20, 19]
    assert position["discards"] == [{"bishop": 1, "gold_1": 1, "gold_2": 1}, {"knight_1": 1}]


def test_a_bishop_must_take_the_strongest() -> None:
    """X2: a successor with a weaker one taken is unlawful."""
    before = scene("knight_2, bishop, gold_1, gold_2", "knight_1, knight_3")
    before = battle(before, "knight_2, bishop", "knight_1, knight_3")
    after = step(before, "pay", "yes")
    wrong = after | {"hands": [{"knight_1": 1}, {}], "known": [{"knight_1": 1}, {}]}
    wrong["discards"] = [after["discards"][0], {"knight_3": 1}]
    assert check_step(before, Action("pay", choice="yes"), wrong)


def test_a_bishop_without_an_enemy_knight() -> None:
    """X2, A3: is not asked for, and discarded; also where an earlier bishop took the last one."""
    position = battle(scene("knight_1, bishop, 2 gold_2", "feint"), "knight_1, bishop", "")
    assert (position["phase"], position["discards"][0]) == ("turn", {"bishop": 1})
    position = scene("knight_1, 2 bishop, 2 gold_2, 2 gold_1", "knight_2")
    position = battle(position, "knight_1, 2 bishop", "knight_2", "yes")
    assert position["phase"] == "turn"
    assert position["discards"][0] == {"bishop": 2, "gold_1": 1, "gold_2": 1}
    assert position["castles"] == [20, 19]


def test_a_bishop_acts_though_the_own_knight_is_gone() -> None:
    """X0: it was laid with one."""
    position = scene("knight_1, bishop, 2 gold_2", "knight_2, bishop, 2 gold_2")
    position = battle(position, "knight_1, bishop", "knight_2, bishop", "yes")
    assert (position["phase"], position["player"]) == ("pay", 1)
    position = step(position, "pay", "yes")
    assert position["hands"] == [{"knight_2": 1}, {"knight_1": 1}]
    assert position["castles"] == [20, 20]


@pytest.mark.parametrize("card", ["catapult", "bishop", "vassal"])
def test_no_effect_without_a_knight(card: str) -> None:
    """X0: nobody is asked."""
    position = battle(scene("knight_1", f"{card}, 4 gold_1"), "knight_1", card)
    assert (position["phase"], position["castles"]) == ("turn", [20, 19])
    assert position["discards"][1] == {card: 1}
    assert position["hands"][1] == {"gold_1": 4}


def test_a_vassal_is_asked_for_though_the_own_knight_is_gone() -> None:
    """X0, X4: it doubles nothing."""
    position = battle(scene("knight_1, vassal, gold_2", "knight_1, feint"), "knight_1, vassal", "knight_1, feint")
    assert (position["phase"], position["player"]) == ("pay", 0)
    position = step(position, "pay", "yes")
    assert (position["castles"], position["discards"][0]) == ([20, 20], {"vassal": 1, "gold_2": 1})


@pytest.mark.parametrize(
    ("vassals", "answers", "damage"), [(1, ["yes"], 6), (2, ["yes", "yes"], 12), (2, ["yes", "no"], 6)]
)
def test_vassals(vassals: int, answers: list[str], damage: int) -> None:
    """X4, A4: each one paid doubles again."""
    position = scene(f"knight_1, knight_2, {vassals} vassal, 2 gold_2", "knight_1")
    position = battle(position, f"knight_1, knight_2, {vassals} vassal", "", *answers)
    assert position["castles"] == [20, 20 - damage]


def test_a_defenders_vassal() -> None:
    """X4, A4: a tie by doubling goes to the defender."""
    position = battle(scene("2 knight_2", "knight_2, vassal, 2 gold_1"), "2 knight_2", "knight_2, vassal", "yes")
    assert position["castles"] == [20, 20]
    assert position["hands"][1] == {"knight_2": 1}


@pytest.mark.parametrize(
    ("attack", "defence", "sent"),
    [
        ("knight_1, feint", "knight_1, knight_3", "knight_3"),
        ("knight_1, feint", "knight_3", ""),
        ("knight_1, feint", "knight_2, feint", "knight_2"),
        ("knight_1, feint", "2 feint", ""),
        ("knight_1, 2 feint", "knight_1, knight_2, knight_3", "knight_2, knight_3"),
        ("knight_1, 2 feint", "knight_2, knight_3", ""),
    ],
)
def test_an_attackers_feint(attack: str, defence: str, sent: str) -> None:
    """X3: the strongest knight still there rests, if the enemy laid at least as many cards; free."""
    position = battle(scene(attack, defence), attack, defence)
    assert position["resting"][1]["this_turn"] == dict(cards(sent))
    assert position["phase"] == "turn"


def test_a_feint_counts_all_cards_laid() -> None:
    """X3: also those that are gone by then."""
    position = scene("knight_1, knight_2, knight_3, bishop, gold_1, gold_2", "knight_1, knight_2, 2 feint")
    attack = "knight_1, knight_2, knight_3, bishop"
    position = battle(position, attack, "knight_1, knight_2, 2 feint", "yes")
    assert position["resting"][0]["this_turn"] == {"knight_2": 1, "knight_3": 1}
    assert position["hands"] == [{"knight_2": 1}, {"knight_1": 1}]


def test_a_feint_needs_no_knight() -> None:
    """X0, X3: a defender's feint alone sends the attacker away."""
    position = battle(scene("knight_3", "feint"), "knight_3", "feint")
    assert position["castles"] == [20, 20]
    assert position["resting"][0]["this_turn"] == {"knight_3": 1}


def test_cards_turned_up_leave_openly() -> None:
    """A3, P1: the known minimum falls by what was laid, not below 0; and rises by what comes back."""
    position = scene("2 knight_1, feint", "2 knight_2, knight_3", known=("knight_1, feint", "2 knight_2"))
    position = battle(position, "2 knight_1", "knight_2, knight_3")
    assert position["known"] == [{"feint": 1}, {"knight_2": 2, "knight_3": 1}]


def test_who_is_asked_may_not_be_passed_over() -> None:
    """A3: a successor that settles the battle without asking is unlawful."""
    before = lay(step(scene("knight_1, vassal, gold_2", "knight_1"), "attack"), "knight_1, vassal")
    asked = step(before, "done")
    settled: Json = step(asked, "pay", "no")
    assert check_step(before, Action("done"), settled)
    assert Action("pay", choice="no") not in legal_actions(settled)
