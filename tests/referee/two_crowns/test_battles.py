"""Battles, on positions made by hand. Seat 0 attacks."""

import pytest

from tests.referee.actions import Action

from .check import check_step
from .world import LATE, battle, cards, scene, step

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


# -- special cards --------------------------------------------------------------------------------------------


def test_a_catapult() -> None:
    """X1: ten points at once, whoever wins the battle."""
    position = battle(scene("knight_1, catapult, 2 gold_2", "knight_3"), "knight_1, catapult", "knight_3", "yes")
    assert position["castles"] == [20, 10]
    assert position["hands"][1] == {"knight_3": 1}


@pytest.mark.parametrize("left", [10, 3])
def test_a_castle_falls_to_a_catapult(left: int) -> None:
    """X1, E1: the rest of the battle is not fought, and all cards in it are discarded, those paid for, too."""
    position = scene(
        "2 knight_3, catapult, bishop, 3 gold_2, gold_1", "knight_1, catapult, 2 gold_2", castles=(1, left)
    )
    position = battle(position, "2 knight_3, catapult, bishop", "knight_1, catapult", "yes", "yes", "yes")
    assert (position["phase"], position["player"], position["battle"]) == ("over", None, None)
    assert position["castles"] == [1, left - 10]
    assert position["discards"] == [
        {"gold_2": 3, "gold_1": 1, "knight_3": 2, "catapult": 1, "bishop": 1},
        {"gold_2": 2, "knight_1": 1, "catapult": 1},
    ]
    assert (position["turn"], position["hands"]) == (LATE, [{}, {}])


def test_a_second_catapult_is_not_fired_at_a_ruin() -> None:
    """X1, E1: one copy after the other; the castle has fallen to the first. No hand of seven can pay for both."""
    position = scene("knight_3, 2 catapult, 2 gold_2, 4 gold_1", "knight_1", castles=(20, 4))
    position = battle(position, "knight_3, 2 catapult", "knight_1", "yes", "yes")
    assert (position["phase"], position["castles"]) == ("over", [20, -6])
    assert position["discards"][0] == {"gold_2": 2, "gold_1": 4, "catapult": 2, "knight_3": 1}


def test_a_defenders_catapult() -> None:
    """X1, A3: the attacker's comes first; if it is not paid for, the defender's fells the attacker's castle."""
    position = scene("knight_1, catapult, 2 gold_2", "knight_1, catapult, 2 gold_2", castles=(10, 9))
    laid = "knight_1, catapult"
    for answer, castles in (("no", [0, 9]), ("yes", [10, -1])):
        after = battle(position, laid, laid, answer, "yes")
        assert (after["phase"], after["castles"]) == ("over", castles)


def test_catapults_before_knights() -> None:
    """A3, E1: a castle that a catapult has felled is not saved by a battle won."""
    position = scene("3 knight_3", "knight_1, catapult, 2 gold_2", castles=(7, 2))
    position = battle(position, "3 knight_3", "knight_1, catapult", "yes")
    assert (position["phase"], position["castles"]) == ("over", [-3, 2])
    assert [rest["next_turn"] for rest in position["resting"]] == [{}, {}]


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


@pytest.mark.parametrize("defence", ["", "feint", "2 feint"])
def test_a_bishop_without_an_enemy_knight(defence: str) -> None:
    """A3, X2: what is paid for and finds nothing to act on is lost, and the gold as well."""
    position = scene("knight_1, bishop, 2 gold_2", "2 feint", castles=(20, 9))
    position = battle(position, "knight_1, bishop", defence, "yes")
    assert (position["phase"], position["hands"][0], position["known"][0]) == ("turn", {}, {})
    assert (position["discards"][0]["bishop"], position["discards"][0]["gold_2"]) == (1, 2)


def test_a_bishop_too_many() -> None:
    """A3, X2: the first one took the last knight; of both sides the attacker's acts first."""
    position = scene("knight_1, 2 bishop, 2 gold_2, 2 gold_1", "knight_2, bishop, 3 gold_1")
    position = battle(position, "knight_1, 2 bishop", "knight_2, bishop", "yes", "yes", "yes")
    assert position["hands"] == [{"knight_2": 1}, {"knight_1": 1}]
    assert position["known"] == [{"knight_2": 1}, {"knight_1": 1}]
    assert position["discards"] == [{"bishop": 2, "gold_1": 2, "gold_2": 2}, {"bishop": 1, "gold_1": 3}]
    assert position["castles"] == [20, 20]


def test_bishops_before_feints() -> None:
    """A3, X0, X2, X3: the bishop takes the strongest, the feint sends away the next, and a bishop acts knightless."""
    position = scene("knight_1, bishop, feint, 2 gold_2", "knight_2, knight_3, bishop, 2 gold_2")
    position = battle(position, "knight_1, bishop, feint", "knight_2, knight_3, bishop", "yes", "yes")
    assert position["hands"] == [{"knight_3": 1}, {"knight_1": 1}]
    assert position["resting"][1]["this_turn"] == {"knight_2": 1}
    assert position["castles"] == [20, 20]


def test_a_vassal_acts_though_the_own_knight_is_gone() -> None:
    """X0, X4: it doubles nothing."""
    position = battle(
        scene("knight_1, vassal, gold_2", "knight_1, feint"), "knight_1, vassal", "knight_1, feint", "yes"
    )
    assert (position["castles"], position["discards"][0]) == ([20, 20], {"vassal": 1, "gold_2": 1})
    assert position["resting"][0]["this_turn"] == {"knight_1": 1}


def test_vassals_double_what_is_left() -> None:
    """A3, X3, X4: the feint has sent the strongest knight away before the points are doubled."""
    position = scene("knight_3, knight_1, 2 vassal, 2 gold_2", "feint", castles=(20, 20))
    position = battle(position, "knight_3, knight_1, vassal", "feint", "yes")
    assert position["castles"] == [20, 18]


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


def test_a_feint_counts_cards_left_unpaid() -> None:
    """X3: laid is laid."""
    position = scene("knight_1, feint", "knight_2, vassal")
    position = battle(position, "knight_1, feint", "knight_2, vassal", "no")
    assert position["resting"][1]["this_turn"] == {"knight_2": 1}
    assert position["castles"] == [20, 19]


def test_feints_of_both_sides() -> None:
    """A3, X3: the attacker's first, but a feint that is there acts although its own knight is gone."""
    position = battle(scene("knight_1, feint", "knight_3, feint"), "knight_1, feint", "knight_3, feint")
    assert [rest["this_turn"] for rest in position["resting"]] == [{"knight_1": 1}, {"knight_3": 1}]
