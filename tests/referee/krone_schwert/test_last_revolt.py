"""What stays public of the last revolt (P3), and the ruling that ambush and truce count by their text alone (R4)."""

from typing import Any

import pytest

from tests.referee.actions import Action

from . import cards
from .check import check_step
from .pieces import expected_pieces
from .position import Json
from .steps import legal_actions
from .test_fights import lay, uprising, vote_and_lay
from .view import public_view
from .world import Scripted, step

ALL_OPEN = {"face_down": {"crown": 0, "sword": 0}, "open_swords": 11, "crowns_aside": 11}


def settled(third: str = "", chance: Scripted | None = None, last_vote: str = "sword", **changes: Any) -> Json:
    """Leader 0 lays 4 and an ambush, king 1 lays 3; seat 2 votes crown over these cards, seat 3 lays its city."""
    position = lay(step(uprising(**changes), Action("revolt")), "leader_4 ambush")
    position = vote_and_lay(lay(position, "leader_3"), "crown", third)
    return vote_and_lay(position, last_vote, "city", chance)


def test_a_king_who_won() -> None:
    """P3, R8, R9: all is told as it lay there, the swords as they counted and not as they stay."""
    people = {"face_down": {"crown": 9, "sword": 4}, "open_swords": 7, "crowns_aside": 2}
    after = settled("castle ambush", Scripted(swords=[0]), last_vote="crown", people=people)
    assert after["last_revolt"] == {
        "leader": 0,
        "king": 1,
        "votes": ["sword", "crown", "crown", "crown"],
        "laid": [{"leader_4": 1, "ambush": 1}, {"leader_3": 1}, {"castle": 1, "ambush": 1}, {"city": 1}],
        "open_swords": 7,
        "result": "king",
    }
    assert after["people"]["open_swords"] == 4


def test_a_leader_who_won() -> None:
    """P3, R10: the king that it was against is told, though he is none any more."""
    after = settled(chance=Scripted(swords=[0, 1]), people=ALL_OPEN)
    last = after["last_revolt"]
    assert (after["king"], last["king"], last["leader"], last["result"]) == (0, 1, 0, "leader")
    assert last["open_swords"] == 11
    assert last["votes"] == ["sword", "crown", "crown", "sword"]
    assert after["people"]["open_swords"] == 1


def test_a_truce() -> None:
    """P3, R5: the truces and the cards taken back are told, and the swords that lay there."""
    people = {"face_down": {"crown": 8, "sword": 6}, "open_swords": 5, "crowns_aside": 3}
    position = lay(step(uprising(people=people), Action("revolt")), "leader_4 ambush")
    position = vote_and_lay(lay(position, "leader_3 truce"), "crown", "castle")
    after = vote_and_lay(position, "sword")
    assert after["last_revolt"]["laid"] == [
        {"leader_4": 1, "ambush": 1},
        {"leader_3": 1, "truce": 1},
        {"castle": 1},
        {},
    ]
    assert (after["last_revolt"]["open_swords"], after["last_revolt"]["result"]) == (5, "truce")
    assert after["hands"][0] == {"leader_4": 1, "ambush": 1}
    assert check_step(vote(position), Action("done"), after | {"last_revolt": None})


def vote(position: Json) -> Json:
    """Seat 3 has voted sword."""
    return step(position, Action("vote", choice="sword"))


def test_it_is_gone_from_the_next_declaration_on() -> None:
    """P3, R1: kept by whatever else is done; a second revolt in the same turn replaces it."""
    people = {"face_down": {"crown": 11, "sword": 11}, "open_swords": 0, "crowns_aside": 0}
    first = settled(chance=Scripted(swords=[0]), last_vote="crown", people=people)
    assert first["last_revolt"]["result"] == "king"
    assert step(first, Action("end_turn"))["last_revolt"] == first["last_revolt"]
    assert Action("revolt") in legal_actions(first), "no limit per turn"
    second = step(first, Action("revolt"))
    assert second["last_revolt"] is None
    assert second["action_points"] == 1
    assert check_step(first, Action("revolt"), second | {"last_revolt": first["last_revolt"]})
    assert lay(second, "")["last_revolt"] is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("open_swords", 2),
        ("open_swords", True),
        ("open_swords", None),
        ("result", "king"),
        ("king", 0),
        ("leader", 3),
        ("votes", ["sword", "crown", "sword", "sword"]),
        ("laid", [{}, {}, {}, {}]),
    ],
)
def test_what_is_told_wrongly_is_found(key: str, value: Any) -> None:
    """P3."""
    chance = Scripted(swords=[0, 1])
    position = lay(step(uprising(people=ALL_OPEN), Action("revolt")), "leader_4 ambush")
    position = vote(vote_and_lay(lay(position, "leader_3"), "crown", "castle"))
    after = step(position, Action("done"), chance)
    assert check_step(position, Action("done"), after) == []
    assert check_step(position, Action("done"), after | {"last_revolt": after["last_revolt"] | {key: value}})


def test_every_seat_sees_all_of_it() -> None:
    """P3: seats clockwise from the observer, each vote and card told; zeros while there is none."""
    after = settled("castle", Scripted(swords=[0, 1]), people=ALL_OPEN)
    for seat in range(4):
        assert public_view(after, seat)["last_revolt"] == after["last_revolt"]
    pieces = expected_pieces(public_view(after, 1))
    assert pieces["last_leader"] == [0, 0, 0, 1]
    assert pieces["last_king"] == [1, 0, 0, 0]
    assert pieces["last_votes"] == [1, 0, 1, 0, 0, 1, 0, 1]
    table = list(cards.ACTION_CARDS)
    laid = [[table[place % 9], place // 9] for place, count in enumerate(pieces["last_laid"]) if count]
    assert laid == [["leader_3", 0], ["castle", 1], ["city", 2], ["leader_4", 3], ["ambush", 3]]
    assert pieces["last_open_swords"] == [11]
    assert pieces["last_result"] == [0, 1, 0]
    assert len(pieces["phase"]) == 11
    before = expected_pieces(public_view(uprising(), 1))
    for name, values in pieces.items():
        assert len(before[name]) == len(values)
        assert not (name.startswith("last_") and any(before[name]))


def test_an_ambush_never_counts_by_its_combat(monkeypatch: pytest.MonkeyPatch) -> None:
    """R4, R7, R8: whatever an edition gives it; here 4 swords and 4 against three crowns and 2, the 3 cancelled."""
    people = {"face_down": {"crown": 11, "sword": 7}, "open_swords": 4, "crowns_aside": 0}
    for combat in (0, 5):
        monkeypatch.setitem(cards.ACTION_CARDS, "ambush", cards.Card(copies=2, combat=combat, shields=1))
        after = settled(chance=Scripted(swords=[0]), last_vote="crown", people=people)
        assert after["last_revolt"]["result"] == "king"
