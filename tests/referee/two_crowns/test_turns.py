"""Starts, turns, recruiting, the die of fate and the end, on positions made by hand."""

from random import Random

import pytest

from tests.referee.actions import Action

from .cards import COPIES, deck
from .check import check_step
from .position import Json
from .start import check_start
from .steps import legal_actions
from .world import LATE, Scripted, all_cards, battle, cards, lay, new_game, scene, step, told

# -- the start ------------------------------------------------------------------------------------------------


def test_the_deck() -> None:
    """C1, C2: 53 cards, 30 of them knights, gold for 10."""
    assert deck().total() == 53
    assert list(COPIES) == [
        *("knight_1", "knight_2", "knight_3", "gold_1", "gold_2", "catapult", "bishop", "feint", "vassal")
    ]
    assert deck()["knight_1"] + deck()["knight_2"] + deck()["knight_3"] == 30
    assert deck()["gold_1"] + 2 * deck()["gold_2"] == 10


@pytest.mark.parametrize("start", [0, "random"])
def test_lawful_starts(start: int | str) -> None:
    """C1, S1."""
    for seed in range(10):
        assert check_start(new_game(Random(seed), start_player=start, die_of_fate=True)) == []


FALSE_STARTS: list[Json] = [
    {"castles": [20, 21]},
    {"hands": [{"knight_1": 8}, {"knight_1": 7}]},
    {"turn": 1},
    {"player": 1},
    {"start_player": 1},
    {"known": [{"knight_1": 1}, {}]},
    {"fate_used": True},
    {"phase": "lay"},
    {"format": "krone_schwert.position.v1"},
    {"exact": {"knight_1": 2}},
]


@pytest.mark.parametrize("change", FALSE_STARTS, ids=str)
def test_unlawful_starts(change: Json) -> None:
    """C1, S1: one thing is not as in the beginning."""
    assert check_start(new_game(Random(1)) | change)


def test_options_of_a_start() -> None:
    """E3, F1: an option without a lawful value, one too many, one too few."""
    position = new_game(Random(1))
    assert check_start(position | {"rules": position["rules"] | {"max_turns": 0}})
    assert check_start(position | {"rules": position["rules"] | {"die_of_fate": 1}})
    assert check_start(position | {"rules": position["rules"] | {"other": 1}})
    assert check_start(position | {"rules": {"num_players": 2}})


def test_a_card_too_many_in_a_deck() -> None:
    """C2."""
    position = new_game(Random(1))
    position["decks"][1]["bishop"] = position["decks"][1].get("bishop", 0) + 1
    assert check_start(position)


# -- turns ----------------------------------------------------------------------------------------------------


def test_what_a_turn_offers() -> None:
    """T1, R1, R2, F1: with fewer than seven cards, one of them a knight."""
    position = scene("knight_1, gold_2, feint", "")
    exact = {"exact knight_1", "exact gold_2", "exact feint"}
    assert told(position) == {"attack", "recruit", *exact}
    assert told(scene("knight_1, gold_2, feint", "", die_of_fate=True)) == {"attack", "recruit", "roll_fate", *exact}
    assert told(scene("gold_2", "")) == {"recruit", "exact gold_2"}
    assert told(scene("", "knight_1")) == {"recruit"}


@pytest.mark.parametrize(
    ("hand", "rest", "kinds"),
    [
        ("6 knight_1", "", {"attack", "recruit", "exact"}),
        ("7 knight_1", "", {"attack", "exact"}),
        ("8 knight_1", "", {"attack"}),
        ("4 knight_1", "3 knight_2", {"attack", "exact"}),
        ("4 knight_1", "2 knight_2", {"attack", "recruit", "exact"}),
        ("4 knight_1", "4 knight_2", {"attack"}),
        ("", "6 knight_2", {"recruit"}),
    ],
)
def test_rest_counts_towards_the_seven(hand: str, rest: str, kinds: set[str]) -> None:
    """T2, R1, R2: seven cards bar recruiting, more than seven an exact."""
    assert {action.kind for action in legal_actions(scene(hand, "knight_1", resting=(rest, "")))} == kinds


def test_an_empty_deck_bars_recruiting() -> None:
    """R1, R2."""
    assert told(scene("knight_1", "", decks=("", None))) == {"attack"}


def test_recruiting() -> None:
    """R1, T1, T2: up to seven, rest included; then it is the other seat's turn."""
    position = scene("2 knight_1", "knight_2", resting=("2 knight_3", ""), known=("knight_1", ""))
    drawn = "gold_1, feint, knight_1"
    position = step(position, "recruit", chance=Scripted(drawn))
    assert position["hands"][0] == dict(cards("3 knight_1, gold_1, feint, 2 knight_3"))
    assert (position["turn"], position["turn_player"], position["player"]) == (LATE + 1, 1, 1)
    assert position["known"] == [{"knight_1": 1, "knight_3": 2}, {}]  # P1: cards drawn are secret, those back are not
    assert position["resting"][0] == {"this_turn": {}, "next_turn": {}}


def test_recruiting_from_a_deck_that_runs_out() -> None:
    """R1."""
    position = step(
        scene("gold_1", "knight_1", decks=("feint, vassal", None)), "recruit", chance=Scripted("feint, vassal")
    )
    assert position["hands"][0] == {"gold_1": 1, "feint": 1, "vassal": 1}
    assert position["decks"][0] == {}


def test_recruited_cards_must_come_from_the_deck() -> None:
    """R1: neither others nor more nor fewer."""
    position = scene("5 knight_1", "knight_1", decks=("2 gold_1, feint", None))
    after = step(position, "recruit", chance=Scripted("gold_1, feint"))
    for hand, deck_left in [
        ({"knight_1": 5, "gold_2": 2}, {"gold_1": 2, "feint": 1}),
        ({"knight_1": 5, "feint": 2}, {"gold_1": 2}),
        ({"knight_1": 5, "gold_1": 2, "feint": 1}, {}),
        ({"knight_1": 5, "gold_1": 1}, {"gold_1": 1, "feint": 1}),
        ({"knight_1": 5, "gold_1": 2}, {"gold_1": 1}),
    ]:
        wrong = after | {"hands": [hand, after["hands"][1]], "decks": [deck_left, after["decks"][1]]}
        assert check_step(position, Action("recruit"), wrong)


def test_an_exact() -> None:
    """R2, P1: one discarded openly, two drawn, one kept, the other discarded without having been in the hand."""
    position = scene("6 knight_1, gold_1", "knight_1", known=("2 knight_1", ""))
    assert step(position, "exact", "knight_1", Scripted("2 feint"))["known"][0] == {"knight_1": 1}
    position = step(position, "exact", "gold_1", Scripted("knight_2, feint"))
    assert (position["phase"], position["player"], position["exact"]) == ("keep", 0, {"knight_2": 1, "feint": 1})
    assert position["hands"][0] == {"knight_1": 6}
    assert position["discards"][0] == {"gold_1": 1}
    assert position["known"][0] == {"knight_1": 2}
    assert told(position) == {"keep knight_2", "keep feint"}
    position = step(position, "keep", "feint")
    assert position["hands"][0] == {"knight_1": 6, "feint": 1}
    assert position["discards"][0] == {"gold_1": 1, "knight_2": 1}
    assert position["known"][0] == {"knight_1": 2}
    assert (position["exact"], position["turn_player"]) == (None, 1)


def test_an_exact_with_two_alike() -> None:
    """R2: it is asked all the same."""
    position = step(scene("gold_1", "knight_1"), "exact", "gold_1", Scripted("2 feint"))
    assert told(position) == {"keep feint"}
    position = step(position, "keep", "feint")
    assert (position["hands"][0], position["discards"][0]) == ({"feint": 1}, {"gold_1": 1, "feint": 1})


def test_an_exact_with_one_card_left() -> None:
    """R2: it is kept, and nothing is asked."""
    position = step(scene("gold_1, vassal", "knight_1", decks=("feint", None)), "exact", "vassal")
    assert (position["phase"], position["turn_player"]) == ("turn", 1)
    assert position["hands"][0] == {"gold_1": 1, "feint": 1}
    assert position["decks"][0] == {}


def test_cards_of_an_exact_must_come_from_the_deck() -> None:
    """R2."""
    position = scene("gold_1", "knight_1", decks=("2 feint, vassal", None))
    after = step(position, "exact", "gold_1", Scripted("feint, vassal"))
    for drawn in ({"feint": 1, "bishop": 1}, {"feint": 1}, {"vassal": 2}, {"feint": 2}, None):
        assert check_step(position, Action("exact", "gold_1"), after | {"exact": drawn})


# -- rest -----------------------------------------------------------------------------------------------------


def test_attackers_rest_through_the_enemys_turn() -> None:
    """T2, A5, P1: sent to rest in turn n, back at the end of turn n + 1, and known from then on."""
    position = battle(scene("2 knight_3, gold_1", "gold_1"), "2 knight_3", "")
    assert position["resting"] == [{"this_turn": {"knight_3": 2}, "next_turn": {}}, {"this_turn": {}, "next_turn": {}}]
    assert position["hands"][0] == {"gold_1": 1}
    position = step(position, "recruit", chance=Scripted("6 knight_1"))
    assert position["resting"][0] == {"this_turn": {}, "next_turn": {}}
    assert position["hands"][0] == {"gold_1": 1, "knight_3": 2}
    assert position["known"] == [{"knight_3": 2}, {}]


def test_a_defender_sent_to_rest_misses_his_own_turn() -> None:
    """T2, X3: sent away in the enemy's turn, he is back only at the end of the own one."""
    position = battle(scene("knight_1, feint", "knight_2, knight_3, gold_1"), "knight_1, feint", "knight_2, knight_3")
    assert position["resting"][1] == {"this_turn": {"knight_3": 1}, "next_turn": {}}
    assert position["turn_player"] == 1
    position = step(position, "exact", "gold_1", Scripted("2 knight_1"))
    assert position["resting"][1]["this_turn"] == {"knight_3": 1}
    position = step(position, "keep", "knight_1")
    assert position["hands"][1] == {"knight_2": 1, "knight_1": 1, "knight_3": 1}


def test_rest_that_ends_too_early_or_too_late() -> None:
    """T2: no other successor will do."""
    position = lay(lay(step(scene("knight_3", "gold_1", resting=("knight_2", "")), "attack"), "knight_3"), "")
    assert position["resting"][0] == {"this_turn": {"knight_3": 1}, "next_turn": {}}
    assert position["hands"][0] == {"knight_2": 1}
    before = lay(step(scene("knight_3", "gold_1", resting=("knight_2", "")), "attack"), "knight_3")
    enemy = position["resting"][1]
    for hand, rest in [
        ({}, {"this_turn": {"knight_2": 1, "knight_3": 1}, "next_turn": {}}),
        ({"knight_2": 1, "knight_3": 1}, {"this_turn": {}, "next_turn": {}}),
        ({"knight_2": 1}, {"this_turn": {}, "next_turn": {"knight_3": 1}}),
    ]:
        wrong = position | {"hands": [hand, position["hands"][1]], "resting": [rest, enemy]}
        assert check_step(before, Action("done"), wrong)


# -- the die of fate ------------------------------------------------------------------------------------------


def test_the_die_of_fate() -> None:
    """F1: the own castle only, once per game for both seats, and the turn goes on."""
    position = scene("knight_1", "knight_1", castles=(5, 7), die_of_fate=True)
    rolled = step(position, "roll_fate", chance=Scripted(face=18))
    assert rolled["castles"] == [18, 7]
    assert (rolled["phase"], rolled["player"], rolled["turn"]) == ("turn", 0, LATE)
    assert told(rolled) == told(position) - {"roll_fate"}
    passed = step(rolled, "recruit", chance=Scripted("6 knight_1"))
    assert "roll_fate" not in told(passed)
    assert told(step(position, "attack")) == {"lay knight_1"}  # as attacker only beside attack and recruiting
    for face in (0, 21, -3):
        assert check_step(position, Action("roll_fate"), rolled | {"castles": [face, 7]})
    assert check_step(position, Action("roll_fate"), rolled | {"castles": [18, 18]})
    assert check_step(position, Action("roll_fate"), rolled | {"fate_used": False})


# -- the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "over"), [(3, True), (2, True), (4, False)])
def test_a_castle_falls_to_knights(left: int, over: bool) -> None:
    """E1, A5: at 0 or less; the attackers have gone to rest, and the turn does not end."""
    position = battle(scene("knight_3", "knight_1", castles=(9, left)), "knight_3", "")
    assert position["castles"] == [9, left - 3]
    assert (position["phase"] == "over") is over
    if over:
        assert (position["player"], position["turn"], position["battle"]) == (None, LATE, None)
        assert position["resting"][0] == {"this_turn": {}, "next_turn": {"knight_3": 1}}
        assert legal_actions(position) == set()


def test_the_die_of_fate_beside_a_pass() -> None:
    """F1, E2: the turn goes on, and there is still nothing but to pass."""
    position = scene("gold_1", "knight_1", decks=("", None), resting=("knight_2", ""), die_of_fate=True)
    assert told(position) == {"pass", "roll_fate"}
    assert told(step(position, "roll_fate", chance=Scripted(face=7))) == {"pass"}


@pytest.mark.parametrize("die", [False, True])
def test_a_seat_that_can_do_nothing_loses(die: bool) -> None:
    """E2: no knight in hand or at rest, no card in the deck; the die of fate does not save it."""
    position = scene("knight_1", "gold_1, feint", decks=("gold_1", ""), castles=(3, 9), die_of_fate=die)
    position = step(position, "exact", "knight_1")
    assert (position["phase"], position["player"], position["turn_player"]) == ("over", None, 1)
    assert position["castles"] == [3, 0]
    assert not position["truncated"]


def test_a_knight_back_from_rest_saves_its_seat() -> None:
    """E2, T2: cards come back before the next turn begins; those sent to rest in this one do not."""
    position = scene("knight_1", "", decks=(None, ""), resting=("", "knight_1"))
    saved = step(position, "recruit", chance=Scripted("6 feint"))
    assert (saved["phase"], told(saved)) == ("turn", {"attack"})


@pytest.mark.parametrize("die", [False, True])
def test_a_seat_with_knights_at_rest_passes(die: bool) -> None:
    """E2, T2, P1: it can attack later; its knights come back at the end of the turn in which it passes."""
    position = scene("knight_1, feint", "knight_2, feint", decks=(None, ""), die_of_fate=die)
    position = battle(position, "knight_1, feint", "knight_2, feint")
    assert (position["phase"], position["player"], position["castles"]) == ("turn", 1, [20, 20])
    assert told(position) == {"pass"} | ({"roll_fate"} if die else set())
    position = step(position, "pass")
    assert (position["phase"], position["player"], position["turn"]) == ("turn", 0, LATE + 2)
    assert position["resting"] == [{"this_turn": {}, "next_turn": {}}] * 2
    assert (position["hands"][1], position["known"][1]) == ({"knight_2": 1}, {"knight_2": 1})


def test_a_pass_only_with_nothing_else_to_do() -> None:
    """E2: neither with a knight in hand, nor with a card in the deck."""
    assert told(scene("knight_1", "", decks=("", None), resting=("knight_2", ""))) == {"attack"}
    assert told(scene("", "", decks=("feint", None), resting=("knight_2", ""))) == {"recruit"}
    assert "pass" not in told(scene("gold_1", "", resting=("knight_2", "")))


def test_a_pass_in_the_last_turn() -> None:
    """E2, E3: it ends as every turn does."""
    position = scene("", "feint", decks=("", None), resting=("knight_2", ""), castles=(3, 9), max_turns=LATE + 1)
    position = step(position, "pass")
    assert (position["phase"], position["truncated"], position["castles"]) == ("over", True, [3, 9])
    assert position["hands"][0] == {"knight_2": 1}


def test_a_pass_may_leave_the_enemy_with_nothing() -> None:
    """E2: the seat that could pass wins."""
    position = step(scene("", "feint", decks=("", ""), resting=("knight_2", "")), "pass")
    assert (position["phase"], position["castles"]) == ("over", [20, 0])


def test_a_seat_that_could_pass_does_not_lose() -> None:
    """E2: a successor in which it has lost is unlawful."""
    before = step(scene("knight_1, feint", "knight_2, feint", decks=(None, "")), "attack")
    before = step(step(lay(before, "knight_1, feint"), "lay", "knight_2"), "lay", "feint")
    after = step(before, "done")
    assert check_step(before, Action("done"), after | {"phase": "over", "player": None, "castles": [20, 0]})


def test_the_cap() -> None:
    """E3: after the last turn, rest and all, before anybody could lose by E2; castles stay."""
    position = scene("2 knight_1", "", decks=(None, ""), castles=(4, 9), max_turns=LATE + 1, resting=("feint", ""))
    position = step(position, "recruit", chance=Scripted("4 feint"))
    assert (position["phase"], position["truncated"], position["player"]) == ("over", True, None)
    assert (position["turn"], position["turn_player"]) == (LATE, 0)
    assert position["castles"] == [4, 9]
    assert position["hands"][0] == {"knight_1": 2, "feint": 5}


def test_a_castle_that_falls_in_the_last_turn() -> None:
    """E1, E3: is no truncation."""
    position = battle(scene("knight_3", "", castles=(4, 2), max_turns=LATE + 1), "knight_3", "")
    assert (position["phase"], position["truncated"]) == ("over", False)


def test_no_card_is_lost() -> None:
    """C2: constructed positions hold every card twice, foreign knights too."""
    position = scene("9 knight_3", "knight_3", resting=("knight_1", ""), decks=("feint", None))
    assert all_cards(position) == deck() + deck()
