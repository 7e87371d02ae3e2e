"""Attacks and revolts in positions made by hand."""

from typing import Any

from tests.referee.actions import Action

from .check import check_step
from .position import Json
from .steps import legal_actions
from .world import Scripted, kinds, scene, step


def laying(position: Json) -> set[str | None]:
    """The cards that can be laid; None if it is possible to stop."""
    return {action.card for action in legal_actions(position)}


def lay(position: Json, cards: str, chance: Scripted | None = None) -> Json:
    """Lay these cards one by one, then stop."""
    for card in cards.split():
        position = step(position, Action("lay", card=card))
    return step(position, Action("done"), chance)


# Attack


def battlefield(hand: str, **changes: object) -> Json:
    """Seat 0 on 1, beside seat 1 on 0 (bare) and on 2 (a city), who owns three castles elsewhere."""
    castles = [3, 5, 10]
    land = {0: [1], 1: [0, 2, 3, 5, 10], 2: [7]}
    hands = {0: hand.split(), 1: ["ambush", "truce"], 2: ["truce"]}
    return scene(3, land, hands, castles=castles, towns=[2], king=1, **changes)


def test_targets() -> None:
    """A1 to A3, D7."""
    before = battlefield("leader_4")
    assert {action.field for action in legal_actions(before) if action.kind == "attack"} == {0}
    assert "attack" not in kinds(battlefield("leader_3 ambush truce"))
    assert "attack" in kinds(battlefield("leader_3 papal_visit"))
    assert "attack" not in kinds(battlefield("leader_4", papal_visit=[False, True, False]))
    assert "attack" in kinds(battlefield("leader_4", papal_visit=[True, False, True]))
    assert "attack" not in kinds(battlefield("leader_4", attack_spent=True))
    assert "attack" not in kinds(battlefield("leader_4", turn=2, start_player=1))


def test_laying_keeps_the_castles_in_reach() -> None:
    """A3, Q6: table order, no card of combat 0, done once the sum is greater."""
    laid = step(battlefield("leader_3 incite castle ambush"), Action("attack", field=0))
    assert laid["action_points"] == 2
    assert laid["attack_spent"]
    assert laid["attack"] == {"field": 0, "cards": {}}
    assert laying(laid) == {"leader_3"}, "incite and castle make 3, not more than 3 castles"
    laid = step(laid, Action("lay", card="leader_3"))
    assert laying(laid) == {"incite", "castle"}
    assert laying(step(laid, Action("lay", card="castle"))) == {None}
    assert laying(step(laid, Action("lay", card="incite"))) == {"castle", None}


def attacked(hand: str, cards: str) -> Json:
    return lay(step(battlefield(hand), Action("attack", field=0)), cards)


def test_defender_does_nothing() -> None:
    """A4, A7."""
    asked = attacked("leader_4 castle", "leader_4")
    assert asked["player"] == 1
    assert asked["phase"] == "attack_react"
    assert legal_actions(asked) == {Action("react", choice=choice) for choice in ("none", "ambush", "truce")}
    after = step(asked, Action("react", choice="none"))
    assert after["owner"][0] == 0
    assert after["discard_pile"] == {"leader_4": 1}
    assert after["player"] == 0
    assert "attack" not in kinds(after)


def test_truce() -> None:
    """A5: AP and the turn's attack stay spent."""
    after = step(attacked("leader_4 castle", "leader_4"), Action("react", choice="truce"))
    assert after["hands"][0] == {"leader_4": 1, "castle": 1}
    assert after["discard_pile"] == {"truce": 1}
    assert after["owner"][0] == 1
    assert after["attack_spent"]
    assert after["action_points"] == 2


def test_ambush() -> None:
    """A6: the one highest card does not count."""
    equal = step(attacked("leader_4 cathedral", "leader_4 cathedral"), Action("react", choice="ambush"))
    assert equal["owner"][0] == 1
    lost = step(attacked("leader_4 castle", "leader_4 castle"), Action("react", choice="ambush"))
    assert lost["owner"][0] == 1
    assert lost["discard_pile"] == {"leader_4": 1, "castle": 1, "ambush": 1}
    won = step(attacked("leader_4 castle castle", "leader_4 castle castle"), Action("react", choice="ambush"))
    assert won["owner"][0] == 0


def test_attack_with_the_last_action_point() -> None:
    """Q8: the turn passes after the answer, to a defender without land."""
    before = scene(2, {0: [1], 1: [0]}, {0: ["leader_3"]}, action_points=1)
    asked = lay(step(before, Action("attack", field=0)), "leader_3")
    assert legal_actions(asked) == {Action("react", choice="none")}
    after = step(asked, Action("react", choice="none"))
    assert after["phase"] == "resettle"
    assert after["turn"] == 3
    assert after["player"] == 1


# Revolt


def uprising(players: int = 4, **changes: object) -> Json:
    """Seat 0 may lead a revolt against king 1; both have a cathedral, seat 3 has one too."""
    land = {0: [0, 8, 1], 1: [2, 9, 3], 2: [10]}
    large = [(0, 8), (2, 9)]
    if players > 3:
        land[3] = [6, 11]
        large.append((6, 11))
    hands = {
        0: ["leader_4", "ambush"],
        1: ["leader_3", "leader_4", "truce"],
        2: ["castle", "ambush"],
        3: ["city", "incite"],
    }
    return scene(players, land, hands, castles=[1, 3], large=large, **({"king": 1} | changes))


def vote_and_lay(position: Json, choice: str, cards: str = "", chance: Scripted | None = None) -> Json:
    return lay(step(position, Action("vote", choice=choice)), cards, chance)


def test_who_may_revolt() -> None:
    """R1, D7."""
    assert "revolt" in kinds(uprising())
    assert "revolt" not in kinds(uprising(king=0))
    assert "revolt" not in kinds(uprising(papal_visit=[False, True, False, False]))
    assert "revolt" in kinds(uprising(papal_visit=[True, False, True, True]))
    assert "revolt" not in kinds(uprising(turn_player=2, player=2))


def test_order_of_the_decisions() -> None:
    """R2, R3, Q7: leader and king only lay, the others vote and lay; table order."""
    revolt = step(uprising(), Action("revolt"))
    assert revolt["phase"] == "revolt_lay"
    assert revolt["player"] == 0
    assert revolt["action_points"] == 2
    assert revolt["revolt"]["votes"] == ["sword", "crown", None, None]
    assert laying(revolt) == {"leader_4", "ambush", None}
    assert laying(step(revolt, Action("lay", card="ambush"))) == {None}
    king = lay(revolt, "leader_4")
    assert king["player"] == 1
    assert king["phase"] == "revolt_lay"
    third = lay(king, "")
    assert third["player"] == 2
    assert third["phase"] == "revolt_vote"
    assert third["revolt"]["decided"][:2] == [True] * 2


def revolt_before_the_last_seat(**changes: Any) -> Json:
    """Leader lays 4, king 3 and 4, seat 2 votes crown with an ambush; seat 3 is to vote."""
    position = lay(step(uprising(**changes), Action("revolt")), "leader_4")
    return vote_and_lay(lay(position, "leader_3 leader_4"), "crown", "castle ambush")


def test_king_wins_a_tie() -> None:
    """R6 to R9, R11: 2 crowns, 3 + 4 + 2 + 0 against the swords and 2 + 1, the leader's 4 cancelled."""
    last = revolt_before_the_last_seat(
        people={"face_down": {"crown": 9, "sword": 5}, "open_swords": 6, "crowns_aside": 2}
    )
    chance = Scripted(swords=[4])
    after = vote_and_lay(last, "sword", "incite city", chance)
    assert chance.turned_up == [2 + 2]
    assert after["king"] == 1
    assert after["scores"] == [0, 2, 0, 0]
    assert after["people"] == {"face_down": {"crown": 11, "sword": 6}, "open_swords": 5, "crowns_aside": 0}
    assert after["discard_pile"]["ambush"] == 1
    assert after["phase"] == "action"
    assert after["player"] == 0
    tie = vote_and_lay(last, "crown", "", Scripted(swords=[2]))
    assert tie["scores"] == [0, 2, 0, 1]


def test_leader_wins_and_goes_on() -> None:
    """R7, R10, E1: 11 swords and 2 + 1 without the 4 beat 13; the new king plays on with the AP left."""
    last = revolt_before_the_last_seat(
        people={"face_down": {"crown": 11, "sword": 2}, "open_swords": 9, "crowns_aside": 0},
        scores=[15, 0, 0, 0],
    )
    after = vote_and_lay(last, "sword", "incite city", Scripted(swords=[2, 1]))
    assert after["king"] == 0
    assert after["phase"] == "action"
    assert after["player"] == 0
    assert after["scores"] == [15 + 1 + 2, 0, 0, 1]
    assert after["announced"] == [18, None, None, None]
    assert after["people"] == {"face_down": {"crown": 11, "sword": 10}, "open_swords": 1, "crowns_aside": 0}
    assert not after["end_begun"], "18 VP are not the 20 that 4 players need"


def test_the_end_begins_once() -> None:
    """E1: the threshold, the places possible for game_end; a second time nothing is shuffled."""
    position = uprising(
        people={"face_down": {"crown": 0, "sword": 0}, "open_swords": 11, "crowns_aside": 11},
        scores=[17, 0, 0, 0],
        action_points=2,
    )
    others = sum(position["draw_pile"].values())
    king = lay(step(position, Action("revolt")), "leader_4")
    last = vote_and_lay(lay(king, ""), "sword", "")
    after = vote_and_lay(last, "sword", "", Scripted(swords=[0, 0], place=others + 1 - 20))
    assert after["announced"][0] == 20
    assert after["end_begun"]
    assert after["discard_pile"] == {}
    assert after["draw_pile"]["game_end"] == 1
    assert after["draw_pile"]["leader_4"] == position["draw_pile"]["leader_4"] + 1
    vote = step(last, Action("vote", choice="sword"))
    for place, lawful in ((others - 20, False), (others - 19, True), (others + 1, True), (others + 2, False)):
        assert (check_step(vote, Action("done"), after | {"cards_before_game_end": place}) == []) is lawful
    second = after | {"turn_player": 1, "player": 1, "turn": 5, "scores": [20, 30, 0, 0], "action_points": 1}
    second = second | {"people": {**after["people"], "open_swords": 9, "face_down": {"crown": 11, "sword": 2}}}
    second["people"]["crowns_aside"] = 0
    revolt = lay(step(second, Action("revolt")), "leader_4")
    revolt = vote_and_lay(vote_and_lay(revolt, "sword"), "sword")
    again = lay(revolt, "", Scripted(swords=[2, 0]))
    assert again["king"] == 1
    assert again["announced"] == [20, 33, None, None]
    assert again["cards_before_game_end"] == after["cards_before_game_end"]
    assert again["discard_pile"] == {"leader_4": 1}
    assert again["phase"] == "action"
    assert again["turn"] == 6
    assert again["player"] == 2


def test_game_end_among_few_cards() -> None:
    """E1: fewer than 20 other cards, so `game_end` may lie anywhere."""
    position = uprising(2, scores=[9, 0], draw_pile={"castle": 3}, discard_pile={"city": 2})
    last = lay(step(position, Action("revolt")), "")
    for place in range(6):
        after = lay(last, "", Scripted(swords=[5, 1], place=place))
        assert after["end_begun"]
        assert after["draw_pile"] == {"castle": 3, "city": 2, "game_end": 1}
        assert after["cards_before_game_end"] == place
    assert check_step(last, Action("done"), after | {"cards_before_game_end": 6})


def test_truce_in_a_revolt() -> None:
    """R5: cards back but the truces; no people card is turned up; the last AP passes the turn."""
    position = uprising(action_points=1)
    king = lay(step(position, Action("revolt")), "leader_4 ambush")
    last = vote_and_lay(lay(king, "leader_3 truce"), "crown", "castle")
    after = vote_and_lay(last, "sword", "city")
    expected = [dict(hand) for hand in position["hands"]]
    del expected[1]["truce"]
    assert after["hands"] == expected
    assert after["discard_pile"] == {"truce": 1}
    assert after["people"] == position["people"]
    assert after["king"] == 1
    assert after["phase"] == "tax"
    assert after["player"] == 1


def test_three_more_people_cards_for_two_players() -> None:
    """R6, X1: 2 for the leader's sword and 3 more."""
    last = lay(step(uprising(2), Action("revolt")), "")
    chance = Scripted(swords=[5, 0])
    after = lay(last, "", chance)
    assert chance.turned_up == [2 + 3, 1]
    assert after["king"] == 0
    assert after["scores"] == [3, 0]
    lost = lay(last, "leader_4", Scripted(swords=[5]))
    assert lost["people"]["open_swords"] == 3
    assert lost["scores"] == [0, 2]
    assert check_step(last, Action("done"), after | {"scores": [4, 0]})
    six = lost | {"people": {"face_down": {"crown": 11, "sword": 7}, "open_swords": 4, "crowns_aside": 0}}
    laid = step(last, Action("lay", card="leader_4"))
    assert check_step(laid, Action("done"), lost) == []
    assert check_step(laid, Action("done"), six)
