"""Whole random games: the referee's own steps pass its check, and small falsehoods in them do not."""

import copy
from random import Random

import pytest

from .cards import FULL_HAND, SEATS, deck
from .check import check_step
from .labels import LABELS, NEVER
from .position import Json, read_position, write_position
from .reachable import check_position
from .start import check_start
from .world import all_cards, choose, follow, new_game, play

RULE_IDS = {
    *("C1", "C2", "S1", "T1", "T2", "A1", "A2", "A3", "A4", "A5", "X0", "X1", "X2", "X3", "X4", "R1", "R2", "F1"),
    *("E1", "E2", "E3", "P1"),
}
KEYS = ("phase", "turn", "turn_player", "player", "castles", "hands", "decks", "discards", "resting", "known")
SPOILED = (*KEYS, "battle", "exact", "fate_used", "truncated")


def test_every_rule_is_to_be_seen() -> None:
    """The catalogue names every id from C1 to P1."""
    assert {label.split()[0] for label in LABELS} == RULE_IDS
    assert not set(LABELS) & set(NEVER)


@pytest.mark.parametrize("die", [False, True])
def test_own_games_are_lawful(die: bool) -> None:
    """Every step passes, no card is lost, nobody ever holds more than seven, models survive JSON, and games end."""
    for seed in range(12):
        random = Random(seed)
        start = new_game(random, die_of_fate=die, start_player="random", max_turns=None)
        assert check_start(start) == []
        after = start
        for before, action, after in play(start, random):
            assert check_step(before, action, after) == []
            assert all_cards(after) == deck() + deck()
            assert max(map(read_position(after).cards_held, SEATS)) <= FULL_HAND
            assert write_position(read_position(after)) == after
            assert check_position(after) == []
        assert min(after["castles"]) <= 0 < max(after["castles"])


def spoil(position: Json, key: str, random: Random) -> Json:
    """The position with one small falsehood."""
    wrong = copy.deepcopy(position)
    seat = random.randrange(2)
    match key:
        case "phase":
            wrong[key] = {"turn": "keep", "over": "turn"}.get(position[key], "turn")
        case "turn":
            wrong[key] += 1
        case "turn_player":
            wrong[key] = 1 - wrong[key]
        case "player":
            wrong[key] = {0: 1, 1: None, None: 0}[wrong[key]]
        case "castles":
            wrong[key][seat] -= 1
        case "resting":
            wrong[key][seat]["next_turn"]["knight_1"] = wrong[key][seat]["next_turn"].get("knight_1", 0) + 1
        case "battle":
            wrong[key] = None if wrong[key] else {"laid": [{}, {}], "counts": [0, 0], "paid": [{}, {}]}
        case "exact":
            wrong[key] = None if wrong[key] else {"knight_1": 2}
        case "fate_used" | "truncated":
            wrong[key] = not wrong[key]
        case _:
            wrong[key][seat]["feint"] = wrong[key][seat].get("feint", 0) + 1
    return wrong


@pytest.mark.parametrize("key", SPOILED)
def test_falsehoods_are_noticed(key: str) -> None:
    """One wrong value in a successor is one fault at least, whatever was decided."""
    random = Random(key)
    for before, action, after in play(new_game(random, die_of_fate=False), random):
        assert check_step(before, action, spoil(after, key, random))


def test_numbers_are_not_truth_values() -> None:
    """JSON: true is not 1."""
    position = new_game(Random(0))
    action = choose(position, Random(1))
    after = follow(position, action, Random(2))
    assert len(check_step(position, action, after | {"turn": True})) == 1


def test_an_illegal_action_is_told() -> None:
    """T1: the other seat's card is none of mine."""
    position = new_game(Random(0))
    action = choose(position, Random(1))
    after = follow(position, action, Random(2))
    assert "not legal" in check_step(after, action, after, set())[0]


def test_an_unreadable_successor_is_told() -> None:
    position = new_game(Random(0))
    action = choose(position, Random(1))
    after = follow(position, action, Random(2))
    del after["castles"]
    after["surplus"] = 1
    assert len(check_step(position, action, after)) == 3
