"""Whole random games: the referee's own steps pass its check, and small falsehoods in them do not."""

import copy
import json
from random import Random

import pytest

from tests.referee.actions import Action

from .check import check_step
from .position import Json, read_position, write_position
from .start import check_start
from .steps import legal_actions
from .view import public_view
from .world import cards_in_play, choose, follow, new_game, play, scene, whole_deck

OPTIONS: list[Json] = [
    {"num_players": 2},
    {"num_players": 3, "start_player": 2},
    {"num_players": 4, "fewer_parts": True, "visible_scores": False},
    {"num_players": 5, "start_player": "random", "max_rounds": None},
    {"num_players": 5, "fewer_parts": True, "max_rounds": 12},
]


@pytest.mark.parametrize("number", range(5))
def test_own_steps_pass(number: int) -> None:
    options = dict(OPTIONS[number % len(OPTIONS)])
    random = Random(number)
    start = new_game(random, options.pop("num_players"), **options)
    assert check_start(start) == []
    for before, action, after in play(start, random):
        assert json.loads(json.dumps(after)) == after
        assert write_position(read_position(after)) == after
        assert cards_in_play(after) == whole_deck(after)
        assert check_step(before, action, after) == []
    assert after["player"] is None
    assert legal_actions(after) == set()


def falsify(position: Json, random: Random) -> tuple[str, Json]:
    """One small falsehood, and which."""
    wrong = copy.deepcopy(position)
    seat = random.randrange(len(wrong["scores"]))
    place = random.randrange(len(wrong["owner"]))
    keys = ["score", "owner", "hand", "pile", "people", "phase", "player", "turn", "points", "king", "last revolt"]
    match random.choice(keys):
        case "score":
            wrong["scores"][seat] += 1
        case "owner":
            wrong["owner"][place] = None if wrong["owner"][place] == seat else seat
        case "hand":
            wrong["hands"][seat]["truce"] = wrong["hands"][seat].get("truce", 0) + 1
        case "pile":
            wrong["draw_pile"]["castle"] = wrong["draw_pile"].get("castle", 0) + 1
        case "people":
            wrong["people"]["open_swords"] += 1
        case "phase":
            wrong["phase"] = "tax" if wrong["phase"] == "action" else "action"
        case "player":
            wrong["player"] = (seat + 1) % len(wrong["scores"]) if wrong["player"] == seat else seat
        case "turn":
            wrong["turn"] = 7000
        case "points":
            wrong["action_points"] += 1
        case "last revolt":
            last = wrong["last_revolt"]
            wrong["last_revolt"] = last | {"leader": (last["leader"] + 1) % len(wrong["scores"])} if last else {}
        case "king":
            wrong["king"] = None if wrong["king"] == seat else seat
    return str({key: value for key, value in wrong.items() if value != position[key]}), wrong


@pytest.mark.parametrize("number", range(4))
def test_falsehoods_are_found(number: int) -> None:
    random = Random(1000 + number)
    for before, action, after in play(new_game(random, 2 + number % 4, max_rounds=25), random):
        change, wrong = falsify(after, random)
        assert check_step(before, action, wrong), (action, change)


def test_an_illegal_action_is_named() -> None:
    position = new_game(Random(0), 3)
    faults = check_step(position, Action("draw"), position)
    assert len(faults) == 1
    assert "not legal in phase setup" in faults[0]


def test_order_within_the_json_is_free() -> None:
    """Keys and buildings in any order, the two fields of a large city too; but true is not 1."""
    before = scene(2, {0: [0, 8, 1], 1: [4, 5]}, {0: ["city", "castle"]}, castles=[5], towns=[4], king=1)
    action = Action("large_city", field=0, partner=8)
    after = follow(before, action, Random(0))
    turned = {key: after[key] for key in reversed(after)}
    turned["buildings"] = [building | {"fields": building["fields"][::-1]} for building in after["buildings"]][::-1]
    turned["draw_pile"] = dict(reversed(after["draw_pile"].items()))
    assert check_step(before, action, turned) == []
    assert len(check_step(before, action, after | {"action_points": True})) == 1


def test_an_unreadable_successor_is_told() -> None:
    position = new_game(Random(0), 3)
    action = choose(position, Random(1))
    after = follow(position, action, Random(2))
    del after["scores"]
    after["surplus"] = 1
    assert len(check_step(position, action, after)) == 2


def test_a_view_hides_what_others_do_in_a_revolt() -> None:
    """R3, P1: while another seat votes and lays, a seat's view changes only in who is asked."""
    random, seen = Random(5), 0
    for before, action, after in play(new_game(random, 4, max_rounds=40), random):
        if before["phase"] in ("revolt_vote", "revolt_lay") and after["revolt"]:
            for seat in set(range(4)) - {before["player"]}:
                seen += 1
                old, new = public_view(before, seat), public_view(after, seat)
                assert {key for key in old if old[key] != new[key]} <= {"phase", "player", "revolt"}
                assert {**old["revolt"], "decided": 0} == {**new["revolt"], "decided": 0}
                assert action.kind == "done" or old["revolt"]["decided"] == new["revolt"]["decided"]
    assert seen
