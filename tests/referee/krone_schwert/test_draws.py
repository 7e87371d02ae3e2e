"""Drawing, events, and the replacement that may be declined (D1 to D5, E2, Q9), in positions made by hand."""

import copy
from random import Random
from typing import Any

import pytest

from tests.referee.actions import Action

from .check import check_step
from .position import Json
from .steps import legal_actions
from .world import Scripted, follow, kinds, scene, step

DRAW, DONE = Action("draw"), Action("done")


def table(**changes: Any) -> Json:
    """Two seats; seat 1 is king with a castle and a small city, seat 0 has a small city and is to act."""
    return scene(2, {0: [0, 1], 1: [3, 4]}, {}, **({"castles": [3], "towns": [4, 0], "king": 1} | changes))


def redraw(**changes: Any) -> Json:
    """Seat 0 has drawn an event for its first AP."""
    return table(**({"phase": "redraw", "action_points": 2, "discard_pile": {"unrest": 1}} | changes))


def test_an_event_is_followed_by_a_choice() -> None:
    """D1, D5, Q9: carried out and discarded at once; the same seat draws again without AP, or goes without."""
    chance = Scripted("unrest", swords=[1])
    asked = step(table(), DRAW, chance)
    assert chance.turned_up == [2]
    assert (asked["phase"], asked["player"], asked["action_points"]) == ("redraw", 0, 2)
    assert asked["discard_pile"] == {"unrest": 1}
    assert asked["people"]["open_swords"] == 1
    assert legal_actions(asked) == {DRAW, DONE}
    drawn = step(asked, DRAW, Scripted("castle"))
    assert drawn["hands"][0] == {"castle": 1}
    assert (drawn["phase"], drawn["action_points"]) == ("action", 2)
    declined = step(asked, DONE)
    assert declined == asked | {"phase": "action"}


def test_a_draw_that_ends_as_it_used_to_is_refused() -> None:
    """D1, Q9: the replacement does not come by itself, and an event is not skipped."""
    before = table()
    asked = step(before, DRAW, Scripted("unrest", swords=[0]))
    replaced = step(asked, DRAW, Scripted("castle"))
    assert check_step(before, DRAW, replaced)
    assert check_step(before, DRAW, asked | {"phase": "action"})
    assert check_step(asked, DRAW, replaced | {"action_points": 1})
    assert check_step(asked, DONE, replaced)


def test_events_can_chain() -> None:
    """D1, D4, D5: each replacement may be an event, and is asked about anew."""
    first = step(redraw(), DRAW, Scripted("city_scoring"))
    assert first["scores"] == [1, 0]
    assert first["discard_pile"] == {"unrest": 1, "city_scoring": 1}
    second = step(first, DRAW, Scripted("unrest", swords=[2]))
    assert (second["phase"], second["action_points"]) == ("redraw", 2)
    assert second["people"]["open_swords"] == 2
    assert check_step(first, DRAW, step(second, DRAW, Scripted("castle"))), "two cards for one decision"


@pytest.mark.parametrize("last", [DRAW, DONE])
def test_the_last_action_point(last: Action) -> None:
    """Q3, Q9: asked also with no AP left; then the turn passes, here to the king's tax."""
    asked = step(table(action_points=1), DRAW, Scripted("city_scoring"))
    assert (asked["phase"], asked["player"], asked["action_points"]) == ("redraw", 0, 0)
    after = step(asked, last, Scripted("truce"))
    assert (after["phase"], after["player"], after["action_points"], after["turn"]) == ("tax", 1, 3, 3)


def test_events_before_the_first_king() -> None:
    """D2: they do nothing; the replacement is offered as ever."""
    before = scene(2, land={0: [0], 1: [4]}, hands={}, towns=[0])
    for event in ("city_scoring", "unrest"):
        asked = step(before, DRAW, Scripted(event))
        assert asked["discard_pile"] == {event: 1}
        assert asked["scores"] == [0, 0]
        assert asked["people"] == before["people"]
        assert legal_actions(asked) == {DRAW, DONE}


def test_no_pile_is_made_before_a_card_is_needed() -> None:
    """D3: the draw pile stays empty until the next draw, and the event just carried out is shuffled in."""
    asked = step(table(draw_pile={"unrest": 1}, discard_pile={"castle": 2}), DRAW, Scripted("unrest", swords=[0]))
    assert (asked["draw_pile"], asked["discard_pile"]) == ({}, {"castle": 2, "unrest": 1})
    declined = step(asked, DONE)
    assert (declined["draw_pile"], declined["discard_pile"]) == ({}, {"castle": 2, "unrest": 1})
    again = step(asked, DRAW, Scripted("unrest", swords=[0]))
    assert (again["draw_pile"], again["discard_pile"]) == ({"castle": 2}, {"unrest": 1})
    card = step(again, DRAW, Scripted("castle"))
    assert (card["draw_pile"], card["discard_pile"]) == ({"castle": 1}, {"unrest": 1})
    early = asked | {"draw_pile": {"castle": 2, "unrest": 1}, "discard_pile": {}}
    assert check_step(table(draw_pile={"unrest": 1}, discard_pile={"castle": 2}), DRAW, early)
    assert check_step(asked, DONE, early | {"phase": "action"})


def test_too_few_people_cards() -> None:
    """C7, D5: what is left is turned up."""
    people = {"face_down": {"crown": 1, "sword": 0}, "open_swords": 11, "crowns_aside": 10}
    after = step(redraw(people=people), DRAW, Scripted("unrest", swords=[0]))
    assert after["people"] == {"face_down": {"crown": 0, "sword": 0}, "open_swords": 11, "crowns_aside": 11}
    wrong = copy.deepcopy(after)
    wrong["people"] = people
    assert check_step(redraw(people=people), DRAW, wrong)


def test_nothing_to_draw() -> None:
    """D3: events alone cannot be drawn, one action card in either pile can."""
    events = {"unrest": 5, "city_scoring": 2}
    before = scene(2, land={0: [0], 1: [4]}, hands={}, draw_pile=events, discard_pile={})
    assert "draw" not in kinds(before)
    assert "draw" in kinds(before | {"discard_pile": {"truce": 1}, "action_points": 1})
    assert "draw" in kinds(before | {"draw_pile": events | {"game_end": 1}, "cards_before_game_end": 0})
    assert "draw" not in kinds(before | {"discard_pile": {"truce": 1}, "action_points": 0})


def test_impossible_draws_are_refused() -> None:
    """D1: two cards, a card that was not there, an event in the hand; as a replacement, too."""
    hands = {1: ["truce", "truce"]}
    for before in (scene(2, {0: [0], 1: [4]}, hands), scene(2, {0: [0], 1: [4]}, hands, phase="redraw")):
        after = step(before, DRAW, Scripted("castle"))
        for hand in ({}, {"castle": 2}, {"truce": 1}, {"unrest": 1}):
            faults = check_step(before, DRAW, after | {"hands": [hand, after["hands"][1]]})
            assert len(faults) == 1
            assert faults[0].startswith("D1")


def test_game_end_is_drawn_as_a_replacement() -> None:
    """E2, E4: over at once in mid-turn; whoever declines the replacement puts it off."""
    before = scene(
        2,
        land={0: [0, 8, 2], 1: [4]},
        hands={},
        towns=[4],
        large=[(0, 8)],
        king=1,
        end_begun=True,
        draw_pile={"unrest": 2, "game_end": 1, "castle": 1},
        cards_before_game_end=1,
    )
    asked = step(before, DRAW, Scripted("unrest", swords=[1]))
    assert (asked["phase"], asked["cards_before_game_end"]) == ("redraw", 0)
    assert step(asked, DONE)["phase"] == "action"
    after = step(asked, DRAW)
    assert after["phase"] == "over"
    assert after["player"] is None
    assert not after["truncated"]
    assert after["discard_pile"] == {"unrest": 1, "game_end": 1}
    assert after["cards_before_game_end"] == 0
    assert after["action_points"] == 2
    assert after["turn_player"] == 0
    assert after["scores"] == [2 + 5 + 2, 1 + 2 + 5]
    assert check_step(asked, DRAW, after | {"scores": [7, 1]})


def test_the_cap_after_a_redraw() -> None:
    """E6, Q9, Q10: the last AP of the last turn was a draw; the game stops when the replacement has been decided on."""
    asked = redraw(action_points=0, turn=3, max_rounds=2, turn_player=1, player=1)
    for action in (DRAW, DONE):
        after = step(asked, action, Scripted("castle"))
        assert (after["phase"], after["truncated"], after["turn"]) == ("over", True, 3)


def test_follow_is_lawful_with_fair_chance() -> None:
    before = scene(2, land={0: [0], 1: [4]}, hands={}, king=None)
    for seed in range(30):
        assert check_step(before, DRAW, follow(before, DRAW, Random(seed))) == []
