"""Positions: what no game can reach is refused by name."""

from typing import Any

import pytest

from kschwert_env.krone_schwert import Game
from tests.krone_schwert.positions import reach
from tests.positions import changed, put

pytestmark = pytest.mark.needs_jit


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
        Game.from_position(changed(reach(phase), put(place, value)))


def test_every_contradiction_is_named_at_once() -> None:
    position = changed(reach("action"), put("action_points", 0))
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
            Game.from_position(changed(reach("action"), put("buildings", [building])))
