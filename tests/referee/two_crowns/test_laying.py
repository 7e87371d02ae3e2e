"""Laying cards for a battle, on positions made by hand. Seat 0 attacks."""

import pytest

from tests.referee.actions import Action

from .check import check_step
from .world import Scripted, lay, scene, step, told


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
    assert position["battle"] == {"laid": [{"knight_1": 4}, {"feint": 4}], "counts": [4, 4], "paid": [{}, {}]}


def test_a_defence_needs_no_knight() -> None:
    """A2, X0: nor any card; but without a knight there are only feints to lay."""
    position = lay(step(scene("knight_1", "knight_2, gold_1, bishop, 2 feint"), "attack"), "knight_1")
    assert told(position) == {"lay knight_2", "lay feint", "done"}
    assert told(step(position, "lay", "feint")) == {"lay feint", "done"}
    after = step(position, "done")
    assert (after["phase"], after["castles"]) == ("turn", [20, 19])


@pytest.mark.parametrize("card", ["catapult", "bishop", "vassal"])
def test_what_costs_gold_needs_a_knight(card: str) -> None:
    """X0: laid before it, by the attacker and the defender; having one in hand, or gold, is not enough."""
    position = step(scene(f"knight_2, {card}", f"knight_2, {card}, 4 gold_1"), "attack")
    assert told(position) == {"lay knight_2"}
    position = lay(position, f"knight_2, {card}")
    assert told(position) == {"lay knight_2", "done"}
    assert told(step(position, "lay", "knight_2")) == {f"lay {card}", "done"}
    position = lay(step(scene("knight_1", f"{card}, feint"), "attack"), "knight_1")
    assert told(position) == {"lay feint", "done"}
    assert told(step(position, "lay", "feint")) == {"done"}


def test_a_vassal_after_a_feint_needs_a_knight_before() -> None:
    """X0: the order of cards makes a feint alone the end of it."""
    position = lay(step(scene("knight_1", "knight_1, feint, vassal"), "attack"), "knight_1")
    assert told(step(position, "lay", "feint")) == {"done"}
    position = step(step(position, "lay", "knight_1"), "lay", "feint")
    assert told(position) == {"lay vassal", "done"}


def test_cards_laid_are_not_turned_up_yet() -> None:
    """A2, P1: they have left the hand, but not openly."""
    position = scene("2 knight_1", "knight_1", known=("2 knight_1", "knight_1"))
    position = lay(step(position, "attack"), "2 knight_1")
    assert (position["hands"][0], position["known"]) == ({}, [{"knight_1": 2}, {"knight_1": 1}])
    position = step(position, "lay", "knight_1")
    assert position["known"] == [{"knight_1": 2}, {"knight_1": 1}]


# -- the die of fate ------------------------------------------------------------------------------------------


def test_a_defender_may_roll_before_the_first_card() -> None:
    """F1: and the battle goes on; after a card, or a roll, no more."""
    position = step(scene("2 knight_1", "knight_1, feint", castles=(5, 7), die_of_fate=True), "attack")
    assert told(position) == {"lay knight_1"}
    position = step(position, "lay", "knight_1")
    assert told(position) == {"lay knight_1", "done"}
    position = step(position, "done")
    assert told(position) == {"lay knight_1", "lay feint", "done", "roll_fate"}
    assert "roll_fate" not in told(step(position, "lay", "feint"))
    rolled = step(position, "roll_fate", chance=Scripted(face=18))
    assert rolled == position | {"castles": [5, 18], "fate_used": True}
    assert told(rolled) == {"lay knight_1", "lay feint", "done"}
    after = step(rolled, "done")
    assert (after["castles"], after["player"]) == ([5, 17], 1)
    assert "roll_fate" not in told(after)


def test_a_defender_with_nothing_to_lay_may_roll() -> None:
    """F1, A2."""
    position = lay(step(scene("knight_1", "gold_1, vassal", die_of_fate=True), "attack"), "knight_1")
    assert told(position) == {"done", "roll_fate"}


def test_no_die_for_a_defender() -> None:
    """F1: without the option, or when it has been rolled."""
    for has_die in (False, True):
        position = scene("knight_1", "feint", die_of_fate=has_die, fate_used=has_die)
        position = lay(step(position, "attack"), "knight_1")
        assert told(position) == {"lay feint", "done"}


def test_a_defenders_roll_is_checked() -> None:
    """F1: the own castle, 1 to 20."""
    position = lay(step(scene("knight_1", "feint", castles=(5, 7), die_of_fate=True), "attack"), "knight_1")
    rolled = step(position, "roll_fate", chance=Scripted(face=3))
    for castles in ([5, 0], [5, 21], [3, 7], [3, 3]):
        assert check_step(position, Action("roll_fate"), rolled | {"castles": castles})
    assert check_step(position, Action("roll_fate"), rolled | {"player": 0})
