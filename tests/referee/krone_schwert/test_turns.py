"""Turns, building, land, and the end, in positions made by hand."""

import pytest

from tests.referee.actions import Action

from .position import read_position
from .scoring import areas, final_scores
from .steps import legal_actions
from .world import Scripted, kinds, scene, step


def test_first_king_in_mid_turn() -> None:
    """K1 to K3: piles shuffled with the card just played, a tax without choice, the turn goes on."""
    before = scene(3, land={0: [0, 1], 1: [3], 2: [5]}, hands={0: ["castle"]}, towns=[0], discard_pile={"truce": 1})
    after = step(before, Action("castle", field=1), Scripted(swords=[1]))
    assert after["king"] == 0
    assert after["scores"] == [1, 0, 0]
    assert after["phase"] == "action"
    assert after["discard_pile"] == {}
    assert after["draw_pile"]["truce"] == 2
    assert after["draw_pile"]["castle"] == 15
    assert after["people"]["open_swords"] == 1
    assert after["announced"] == [None, None, None]


def test_buildings() -> None:
    """B1, B2, C5: sites by terrain and shape; supply; the cathedral by its octagon."""
    before = scene(2, land={0: [0, 8, 1, 10, 7, 2, 9], 1: [4]}, hands={0: ["castle", "city", "cathedral"]}, towns=[2])
    legal = {action for action in legal_actions(before) if action.kind in ("castle", "small_city", "large_city")}
    assert legal == {
        Action("castle", field=1),
        Action("castle", field=10),
        Action("small_city", field=0),
        Action("small_city", field=8),
        Action("small_city", field=9),
        Action("large_city", field=0, partner=8),
    }
    assert "cathedral" not in kinds(before)
    city = step(before, Action("large_city", field=0, partner=8))
    assert "cathedral" not in kinds(city)
    assert city["action_points"] == 1
    assert Action("cathedral", field=0) in legal_actions(city | {"action_points": 2})
    blessed = step(city | {"action_points": 2}, Action("cathedral", field=0), Scripted())
    assert blessed["buildings"] == [before["buildings"][0], {**city["buildings"][1], "cathedral": True}]
    assert blessed["hands"][0] == {"castle": 1}
    assert blessed["player"] == 1
    used_up = [{"kind": "castle", "fields": [4], "cathedral": False}] * 26
    assert "castle" not in kinds(before | {"buildings": used_up})


def test_expansion() -> None:
    """L1, Q4: first claim owed, the second may be left; AP 0 passes the turn."""
    before = scene(2, land={0: [0], 1: [7]}, hands={0: ["castle", "leader_3"]}, action_points=2)
    opened = step(before, Action("expand", card="castle"))
    assert opened["hands"][0] == {"leader_3": 1}
    assert opened["discard_pile"] == {"castle": 1}
    assert opened["action_points"] == 2
    assert opened["expansion"] == {"card": "castle", "claims_left": 2}
    assert legal_actions(opened) == {Action("claim", field=1), Action("claim", field=8)}
    first = step(opened, Action("claim", field=1))
    assert legal_actions(first) == {Action("claim", field=2), Action("claim", field=8), Action("done")}
    assert step(first, Action("done"))["phase"] == "action"
    passed = step(first, Action("claim", field=2))
    assert passed["turn"] == 3
    assert passed["player"] == 1
    assert passed["expansion"] is None
    one_shield = step(step(before, Action("expand", card="leader_3")), Action("claim", field=1))
    assert one_shield["phase"] == "action"
    assert one_shield["action_points"] == 1


def test_papal_visit() -> None:
    """D7: open, in no pile; a second one is illegal while it lies there; AP are needed."""
    before = scene(2, land={0: [0], 1: [4]}, hands={0: ["papal_visit", "papal_visit", "incite"]})
    after = step(before, Action("papal_visit"))
    assert after["papal_visit"] == [True, False]
    assert after["action_points"] == 2
    assert after["hands"][0] == {"papal_visit": 1, "incite": 1}
    assert after["discard_pile"] == {}
    assert "papal_visit" not in kinds(after)
    assert "incite" in kinds(after)
    assert "papal_visit" in kinds(before | {"action_points": 1})
    assert not {"papal_visit", "incite"} & kinds(before | {"hands": [{}, {}]})


def test_occupation_needs_all_action_points() -> None:
    """L2, Q5: and the turn passes."""
    before = scene(2, land={0: [0], 1: [7]}, hands={})
    assert step(before, Action("claim", field=4))["player"] == 1
    assert "claim" not in kinds(before | {"action_points": 2})


def test_full_board_ends_the_game_with_a_claim_owed() -> None:
    """E3, E4: mountains need no marker."""
    before = scene(
        2,
        land={0: [0, 8, 2, 9, 4, 6], 1: [7]},
        hands={},
        phase="expand",
        expansion={"card": "castle", "claims_left": 1},
    )
    after = step(before, Action("claim", field=11))
    assert after["phase"] == "over"
    assert after["expansion"] is None
    assert after["action_points"] == 2
    assert after["owner"][1] is None
    assert after["scores"] == [5 + 2, 2]


@pytest.mark.parametrize(("choice", "score"), [("take", 1), ("leave", 0)])
def test_turn_passes_to_a_king_under_papal_visit(choice: str, score: int) -> None:
    """T2, Q2, Q3, D7, K4: the visit is discarded, then the tax is asked."""
    before = scene(
        2,
        land={0: [0], 1: [3, 4]},
        hands={0: ["incite"]},
        castles=[3],
        towns=[4],
        king=1,
        papal_visit=[False, True],
        action_points=1,
    )
    asked = step(before, Action("incite"), Scripted(swords=[2]))
    assert asked["phase"] == "tax"
    assert asked["player"] == 1
    assert asked["action_points"] == 3
    assert asked["papal_visit"] == [False, False]
    assert asked["discard_pile"] == {"incite": 1, "papal_visit": 1}
    done = step(asked, Action("tax", choice=choice), Scripted(swords=[0]))
    assert done["scores"] == [0, score]
    assert done["phase"] == "action"
    assert done["people"]["crowns_aside"] == 1 + score


def test_resettling() -> None:
    """X3, Q2: up to two fields, or none."""
    before = scene(2, land={0: [0]}, hands={}, action_points=1, attack_spent=True)
    asked = step(before, Action("end_turn"))
    assert asked["phase"] == "resettle"
    assert len(legal_actions(asked)) == 12
    assert step(asked, Action("done"))["phase"] == "action"
    one = step(asked, Action("claim", field=5))
    assert one["phase"] == "resettle"
    assert one["action_points"] == 3
    two = step(one, Action("claim", field=1))
    assert two["phase"] == "action"
    assert two["player"] == 1


def test_resettling_can_end_the_game() -> None:
    """E3, X3: the last plain field is claimed by a seat that has no other."""
    before = scene(2, land={0: [0, 2, 4, 6, 7, 8, 9]}, hands={}, phase="resettle", turn=3)
    after = step(before | {"turn_player": 1, "player": 1}, Action("claim", field=11))
    assert after["phase"] == "over"
    assert after["scores"] == [5 + 2, 2]


def test_truncation() -> None:
    """E6, Q10: the game stops before the next turn begins; papal visits and AP stay."""
    before = scene(
        2,
        land={0: [0], 1: [4, 5]},
        hands={},
        max_rounds=2,
        turn=3,
        papal_visit=[True, False],
        action_points=2,
    )
    before |= {"turn_player": 1, "player": 1}
    after = step(before, Action("end_turn"))
    assert after["truncated"]
    assert after["phase"] == "over"
    assert after["turn"] == 3
    assert after["turn_player"] == 1
    assert after["papal_visit"] == [True, False]
    assert after["scores"] == [2, 5]


def test_setup_without_lonely_fields() -> None:
    """S3: any free field, when each touches a marker."""
    start = scene(2, land={}, hands={}, phase="setup", turn=None, action_points=0)
    assert len(legal_actions(start)) == 12
    crowded = start | {"owner": [None, 0, None, None, 1, None, None, 0] + [None] * 4}
    crowded |= {"player": 1, "turn_player": 1}
    assert legal_actions(crowded) == {Action("claim", field=9)}
    last = step(crowded, Action("claim", field=9))
    assert last["turn"] == 0
    assert last["phase"] == "action"
    assert last["player"] == 0
    start = scene(3, land={0: [1, 3], 1: [5], 2: [7]}, hands={}, phase="setup", turn=None, action_points=0)
    full = start | {"player": 1, "turn_player": 1}
    assert {action.field for action in legal_actions(full)} == {0, 2, 4, 6, 8, 9, 10, 11}
    assert step(full, Action("claim", field=10))["player"] == 2


def test_final_scoring() -> None:
    """E4: ties for the largest area; the second largest is strictly smaller; both prizes with two areas."""
    position = scene(3, land={0: [0, 1, 3, 4, 6], 1: [7, 11], 2: [9]}, hands={}, large=[], castles=[1], king=0)
    assert final_scores(position) == [1 + 5 + 2 + 5, 5, 2]
    assert sorted(areas(read_position(position), 0)) == [1, 2, 2]
    alone = scene(2, land={0: [0, 1], 1: [3, 4]}, hands={})
    assert final_scores(alone) == [5, 5]


def test_markers_used_up() -> None:
    """L3: no claim and no attack without a marker."""
    before = scene(2, land={0: [0], 1: [1]}, hands={0: ["leader_3"]})
    assert {"attack", "expand", "claim"} <= kinds(before)
    no_marker = before | {"owner": before["owner"] + [0] * 27}
    assert not {"attack", "expand", "claim"} & kinds(no_marker)
