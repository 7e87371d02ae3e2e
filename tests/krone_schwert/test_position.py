"""Positions: what no game can reach is refused, by ValueError and by name."""

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kschwert_env.krone_schwert import Game, Rules

Position = dict[str, Any]
RULES = Rules(3)
pytestmark = pytest.mark.needs_jit


@cache
def reach(phase: str, seed: int = 0) -> Position:
    """A position of that phase out of random games that like to build and to fight; not to be changed."""
    for attempt in range(seed, seed + 400):
        game, choose = Game(RULES, attempt), random.Random(attempt)
        while not game.is_over:
            if game.phase == phase and game.player is not None:
                return game.position()
            kinds: dict[str, list[int]] = {}
            for action in game.legal_actions():
                kinds.setdefault(RULES.actions.decode(action).kind, []).append(action)
            kinds = {k: v for k, v in kinds.items() if k != "end_turn"} or kinds
            game.step(choose.choice(kinds[choose.choice(sorted(kinds))]))
        if phase == "over":
            return game.position()
    raise AssertionError(f"no game reaches {phase}")


PHASES = ["setup", "tax", "action", "expand", "attack_lay", "attack_react", "revolt_vote", "revolt_lay", "over"]


def changed(phase: str, change: Callable[[Position], Any]) -> Position:
    position = copy.deepcopy(reach(phase))
    change(position)
    return position


def put(place: str, value: Any) -> Callable[[Position], None]:
    """Set a value by its place, such as "revolt.votes.0"."""

    def change(position: Position) -> None:
        *path, last = place.split(".")
        inner: Any = position
        for key in path:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


@pytest.mark.parametrize("phase", PHASES)
def test_the_untouched_position_is_taken(phase: str) -> None:
    assert Game.from_position(reach(phase)).phase == phase


@pytest.mark.parametrize(
    ("phase", "place", "value", "message"),
    [
        ("action", "format", "v0", "format is 'v0', but must be 'krone_schwert.position.v1'"),
        ("action", "rules", {"num_players": 9}, "num_players must be an int from 2 to 5"),
        ("action", "rules", {"num_players": 3, "colour": 1}, "unknown option 'colour'"),
        ("action", "rules", {}, "num_players is missing"),
        ("action", "parts.0", "atlantis", r"parts\[0\] is 'atlantis', but must be one of heartland"),
        ("action", "fields.5.terrain", "sea", r"fields\[5\] is .*as the parts say"),
        ("action", "fields.5.neighbours", [], r"fields\[5\] is"),
        ("action", "phase", "lunch", "phase is 'lunch', but must be one of setup"),
        ("action", "turn", None, "turn: null in setup, and only then"),
        ("action", "turn", 300, "the game is truncated before turn 300"),
        ("action", "turn_player", 3, "turn_player is 3, but must be an integer from 0 to 2"),
        ("action", "player", None, "player: null when the game is over, and only then"),
        ("action", "start_player", 1, "start_player: it is 0 by the rules chosen"),
        ("action", "action_points", 0, "action_points: 0"),
        ("action", "action_points", 4, "action_points is 4"),
        ("action", "attack_spent", 0, "attack_spent is 0, but must be true or false"),
        ("action", "truncated", True, "only a game that is over is truncated"),
        ("action", "owner.0", 3, r"owner\[0\] is 3"),
        ("action", "hands.0", {"unrest": 1}, r"hands\[0\].unrest is unknown"),
        ("action", "hands.0", {"city": -1}, r"hands\[0\].city is -1"),
        ("action", "hands.0", {"city": 0}, r"hands\[0\].city is 0"),
        ("action", "draw_pile", {"city": 15}, "cards: there are"),
        ("action", "draw_pile.game_end", 1, "game_end: it is put aside"),
        ("action", "cards_before_game_end", 3, "game_end: it is put aside"),
        ("action", "end_begun", True, "end_begun: true once"),
        ("action", "people.open_swords", 12, "people: there are 11 swords in all"),
        ("action", "people.crowns_aside", 11, "people: there are 11 crowns in all"),
        ("action", "people.face_down", {"crown": 1}, "people.face_down.sword is missing"),
        ("action", "scores", [0, 0], "scores is .*a list of 3"),
        ("action", "expansion", {"card": "city", "claims_left": 1}, "expansion is .*null, except in the phases expand"),
        ("action", "announced.1", 5, "seat 1 announced 5, more than its score of 0"),
        ("action", "scores.0", -1, r"scores\[0\] is -1"),
        ("action", "extra", 1, "extra is unknown"),
        ("action", "buildings", [{"kind": "keep"}], r"buildings\[0\].kind is 'keep'"),
        ("setup", "action_points", 3, "0, and no attack spent, in setup"),
        ("setup", "turn", 0, "turn: null in setup"),
        ("setup", "player", 1, "in setup each seat places"),
        ("tax", "action_points", 2, "nothing has been done yet in this turn"),
        ("tax", "king", None, "so there is a king"),
        ("expand", "expansion.claims_left", 3, "has . shields"),
        ("expand", "expansion", None, "expansion is None"),
        ("expand", "expansion.card", "unrest", "expansion.card is 'unrest'"),
        ("attack_lay", "attack_spent", False, "it takes the turn's attack"),
        ("attack_lay", "attack", None, "attack is None"),
        ("attack_lay", "attack.field", 72, "attack.field is 72"),
        ("attack_lay", "turn", 2, "nobody has in the first round"),
        ("attack_react", "attack.cards", {}, "are not exceeded"),
        ("attack_react", "player", None, "player: null when the game is over"),
        ("revolt_lay", "revolt", None, "revolt is None"),
        ("revolt_lay", "revolt.leader", 7, "revolt.leader is 7"),
        ("revolt_lay", "revolt.votes", [None, None, None], "the vote of seat . is sword"),
        ("revolt_lay", "revolt.decided", [True, True, True], "has not decided by now"),
        ("revolt_vote", "revolt.votes", ["crown", "crown", "crown"], "the vote of seat . is sword"),
        ("over", "phase", "action", "player: null when the game is over"),
        ("over", "truncated", True, "truncated: a game is truncated after its last turn"),
    ],
)
def test_a_contradiction_is_named(phase: str, place: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(phase, put(place, value)))


def test_every_contradiction_is_named_at_once() -> None:
    position = changed("action", put("action_points", 0))
    position["people"]["crowns_aside"] = 11
    position["announced"][2] = 7
    with pytest.raises(ValueError, match=r"(?s)crowns in all.*action_points: 0.*seat 2 announced 7"):
        Game.from_position(position)


def test_buildings_keep_to_terrain_and_owner() -> None:
    """B1, B2: each of these is impossible on its own."""
    position = reach("action")
    terrain = [field["terrain"] for field in position["fields"]]
    owned = [field for field, owner in enumerate(position["owner"]) if owner is not None]
    free = position["owner"].index(None)
    wrong = [
        ({"kind": "castle", "fields": [free], "cathedral": False}, "owned, by one seat"),
        ({"kind": "small_city", "fields": [], "cathedral": False}, "a list of 1"),
        ({"kind": "large_city", "fields": [0, 1], "cathedral": False}, "an octagon and a square beside it"),
        ({"kind": "small_city", "fields": [owned[0]], "cathedral": True}, "only a large city has a cathedral"),
    ]
    wrong += [
        ({"kind": "castle", "fields": [field], "cathedral": False}, "on mountain")
        for field in owned
        if terrain[field] != "mountain"
    ]
    for building, message in wrong:
        with pytest.raises(ValueError, match=message):
            Game.from_position(changed("action", put("buildings", [building])))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
PATIENT = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@PATIENT
@given(phase=st.sampled_from(PHASES), data=st.data(), value=JSON)
def test_whatever_it_is_given_it_raises_valueerror_or_takes_it(phase: str, data: st.DataObject, value: Any) -> None:
    """Any one value replaced by anything: refused by ValueError, or a position that makes the round trip."""
    position = copy.deepcopy(reach(phase))
    inner: Any = position
    while True:
        key = data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner))))
        if not (isinstance(inner[key], (dict, list)) and inner[key] and data.draw(st.booleans())):
            break
        inner = inner[key]
    inner[key] = value
    try:
        game = Game.from_position(position)
    except ValueError:
        return
    assert Game.from_position(game.position()) == game
    assert game.is_over or game.legal_actions()


@pytest.mark.parametrize("given", [None, [], "x", {}, {"rules": 3}, {"rules": {"num_players": 3}}, {1: 2}, object()])
def test_what_is_no_position_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        Game.from_position(given)


def test_values_that_json_does_not_know_are_refused() -> None:
    for value in ({1, 2}, (1, 2), 1.5j, b"x"):
        with pytest.raises(ValueError, match="plain dicts"):
            Game.from_position(changed("action", put("scores", value)))


@pytest.mark.parametrize("phase", PHASES)
def test_a_position_survives_json(phase: str) -> None:
    assert Game.from_position(json.loads(json.dumps(reach(phase)))).position() == reach(phase)


@PATIENT
@given(phase=st.sampled_from(PHASES), data=st.data())
def test_damaged_bytes_are_refused(phase: str, data: st.DataObject) -> None:
    saved = bytearray(Game.from_position(reach(phase)).to_bytes())
    if data.draw(st.booleans()):
        del saved[data.draw(st.integers(0, len(saved) - 1)) :]
    else:
        saved[data.draw(st.integers(0, len(saved) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match=r"saved|damaged"):
        Game.from_bytes(RULES, bytes(saved))


@PATIENT
@given(phase=st.sampled_from(PHASES), data=st.data())
def test_forged_bytes_are_refused(phase: str, data: st.DataObject) -> None:
    """With a digest that fits, a record is still checked like a position."""
    game = Game.from_position(reach(phase))
    forged = game.copy()
    view = forged._states.view("u1")
    view[data.draw(st.integers(0, len(view) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        taken = Game.from_bytes(RULES, forged.to_bytes())
    except ValueError:
        return
    assert Game.from_position(taken.position()) == taken


@pytest.mark.parametrize("given", [None, "x", b"", b"kschwert_env.1", 5])
def test_other_bytes_are_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="a game of these rules is saved as"):
        Game.from_bytes(RULES, given)


def test_bytes_of_other_rules_are_refused() -> None:
    saved = Game(Rules(3, reward="score"), 1).to_bytes()
    with pytest.raises(ValueError, match="a game of other rules"):
        Game.from_bytes(RULES, saved)
