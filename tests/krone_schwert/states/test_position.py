"""Positions: errors name the contradictions of unreachable positions."""

import random
from typing import Any

import pytest

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert import Game, Rules
from tests.helpers.positions import Change, both, changed, put
from tests.krone_schwert.positions import reach
from tests.krone_schwert.scenes import SWORDS, Scene


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("phase", "place", "value", "message"),
    [
        ("action", "format", "v0", "format is 'v0', but must be 'krone_schwert.position.v2'"),
        ("action", "rules", {"num_players": 9}, "num_players must be an int from 2 to 5"),
        ("action", "rules", {"num_players": 3, "colour": 1}, "unknown option 'colour'"),
        ("action", "rules", {}, "num_players is missing"),
        ("action", "parts.0", "atlantis", r"parts\[0\] is 'atlantis', but must be one of heartland"),
        ("action", "fields.5.terrain", "sea", r"fields\[5\] is .*as the edition says"),
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
        ("redraw", "action_points", 3, "action_points: 3, but in this phase there are 0 to 2"),
        ("redraw", "discard_pile", {}, "none has been discarded"),
        ("over", "phase", "action", "player: null when the game is over"),
        ("over", "truncated", True, "truncated: a game is truncated after its last turn"),
    ],
)
def test_a_contradiction_is_named(phase: str, place: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(reach(phase), put(place, value)))


@pytest.mark.needs_jit
def test_every_contradiction_is_named_at_once() -> None:
    position = changed(reach("action"), put("action_points", 0))
    position["people"]["crowns_aside"] = 11
    position["announced"][2] = 7
    with pytest.raises(ValueError, match=r"(?s)crowns in all.*action_points: 0.*seat 2 announced 7"):
        Game.from_position(position)


@pytest.mark.needs_jit
def test_buildings_keep_to_terrain_and_owner() -> None:
    """B1, B2: each of these contradictions is reported separately."""
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


# -- replacements ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("action_points", 3), "action_points: 3, but in this phase there are 0 to 2"),
        (put("action_points", -1), "action_points is -1"),
        (put("player", 1), "in this phase the turn's player decides"),
        (put("player", None), "player: null when the game is over"),
        (put("expansion", {"card": "city", "claims_left": 1}), "expansion is .*null, except in the phases expand"),
        (both(put("discard_pile", {}), put("draw_pile.unrest", 5)), "for an event, and none has been discarded"),
        (both(put("discard_pile", {"castle": 1}), put("draw_pile.unrest", 5)), "none has been discarded"),
    ],
)
def test_an_impossible_replacement_is_refused(change: Change, message: str) -> None:
    """Q9, D1: a point has been paid for an event, which lies in the discard pile, and its player decides."""
    position = Scene().discard_pile(unrest=1).redraw(2).play().position
    assert Game.from_position(position).phase == "redraw"
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(position, change))


@pytest.mark.parametrize("points", [0, 1, 2])
@pytest.mark.parametrize("event", ["unrest", "city_scoring"])
def test_a_replacement_is_offered_with_any_points_left(points: int, event: str) -> None:
    """Q9, D1: up to two, since one has been paid; whichever event it was."""
    position = Scene().discard_pile(**{event: 1}).redraw(points).play().position
    assert Game.from_position(position).position() == position


# -- the last revolt ------------------------------------------------------------------------------------------


def after_revolt(result: str) -> Position:
    """Return a position after seat 0 led against seat 1.

    Strengths: 7 swords against 4 and 2, 4 swords against 4, or a truce.
    """
    scene = Scene().king(1).realm(0).realm(2).people(crowns=0, swords=SWORDS - (5 if result == "leader" else 2))
    scene.hand(1, castle=1, truce=1)
    laid = {"leader": ["castle"], "king": [], "truce": ["castle", "truce"]}[result]
    position = scene.play().revolt({2: "crown"}, {1: laid}).position
    assert position["last_revolt"]["result"] == result
    return position


def last(place: str, value: Any) -> Change:
    return put(f"last_revolt.{place}", value)


FOUR, AMBUSH = {"leader_4": 1}, {"ambush": 1}


@pytest.mark.parametrize(
    ("result", "change", "message"),
    [
        ("king", last("leader", 1), "the king does not revolt against himself"),
        ("king", last("king", 0), "the king does not revolt against himself"),
        ("king", last("votes.0", "crown"), "the vote of seat 0 is sword"),
        ("king", last("votes.1", "sword"), "the vote of seat 1 is crown"),
        ("leader", last("votes.0", "crown"), "the vote of seat 0 is sword"),
        ("truce", last("votes.1", "sword"), "the vote of seat 1 is crown"),
        ("king", last("result", "leader"), "by votes, cards and open swords its result is king"),
        ("king", last("result", "truce"), "by votes, cards and open swords its result is king"),
        ("leader", last("result", "king"), "by votes, cards and open swords its result is leader"),
        ("leader", last("result", "truce"), "by votes, cards and open swords its result is leader"),
        ("truce", last("result", "king"), "by votes, cards and open swords its result is truce"),
        ("truce", last("result", "leader"), "by votes, cards and open swords its result is truce"),
        ("king", last("open_swords", 5), "its result is leader"),
        ("leader", last("open_swords", 6), "its result is king"),
        ("king", last("votes.2", "sword"), "its result is leader"),
        ("king", last("laid.0", {"leader_3": 1}), "its result is leader"),
        ("leader", last("laid.2", {"incite": 1}), "its result is king"),
        ("king", last("laid.2", {"truce": 1}), "its result is truce"),
        ("truce", last("laid.1", {"castle": 1}), "its result is king"),
        ("leader", both(last("laid.0", AMBUSH), last("laid.1", AMBUSH), last("open_swords", 4)), "its result is king"),
        ("leader", both(last("laid.0", FOUR), last("laid.2", AMBUSH), last("open_swords", 6)), "its result is king"),
        ("truce", last("laid.0", {"truce": 2}), "more cards of truce were laid than there are"),
        ("king", last("laid.1", {"castle": 16}), "more cards of castle were laid than there are"),
        ("king", both(last("laid.1", {"leader_4": 2}), last("laid.2", {"leader_4": 2})), "more cards of leader_4"),
        ("leader", put("king", 1), "who was king after it is king still"),
        ("king", put("king", 0), "who was king after it is king still"),
        ("king", put("king", 2), "who was king after it is king still"),
        ("truce", put("king", 0), "who was king after it is king still"),
        ("king", last("leader", 3), "last_revolt.leader is 3"),
        ("king", last("leader", None), "last_revolt.leader is None"),
        ("king", last("king", None), "last_revolt.king is None"),
        ("king", last("votes", ["sword", "crown"]), "last_revolt.votes is .*a list of 3"),
        ("king", last("votes.2", None), r"last_revolt.votes\[2\] is None"),
        ("king", last("laid", [{}, {}]), "last_revolt.laid is .*a list of 3"),
        ("king", last("laid.0", {"unrest": 1}), r"last_revolt.laid\[0\].unrest is unknown"),
        ("king", last("laid.0", {"castle": 0}), r"last_revolt.laid\[0\].castle is 0"),
        ("king", last("open_swords", 12), "last_revolt.open_swords is 12"),
        ("king", last("open_swords", -1), "last_revolt.open_swords is -1"),
        ("king", last("result", "draw"), "last_revolt.result is 'draw', but must be one of king"),
        ("king", last("result", None), "last_revolt.result is None"),
        ("king", last("winner", 1), "last_revolt.winner is unknown"),
        ("king", lambda position: position["last_revolt"].pop("open_swords"), "last_revolt.open_swords is missing"),
        ("king", lambda position: position.pop("last_revolt"), "last_revolt is missing"),
        ("king", put("last_revolt", []), "last_revolt"),
    ],
)
def test_an_impossible_last_revolt_is_refused(result: str, change: Change, message: str) -> None:
    """P3, R2, R5, R7, R8, K5: the seats, the cards laid and the result must be consistent."""
    position = after_revolt(result)
    assert Game.from_position(position).position() == position
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(position, change))


def test_no_last_revolt_while_another_one_is_under_way() -> None:
    """P3: the record is cleared when the next revolt is declared."""
    position = Scene().king(1).realm(0).play().do("revolt").position
    kept = after_revolt("king")["last_revolt"]
    with pytest.raises(ValueError, match="last_revolt: null while another one is under way"):
        Game.from_position(changed(position, put("last_revolt", kept)))


@pytest.mark.parametrize("phase", ["setup", "action"])
def test_no_last_revolt_without_a_king(phase: str) -> None:
    """P3, K5: after a revolt there is always a king."""
    position = Scene().play().position if phase == "action" else Game(Rules(3, shuffle_parts=False)).position()
    kept = after_revolt("king")["last_revolt"]
    with pytest.raises(ValueError, match="last_revolt: who was king after it"):
        Game.from_position(changed(position, put("last_revolt", kept)))


def test_cards_of_the_last_revolt_can_be_anywhere() -> None:
    """P3: the cards have been discarded since, and may have been drawn; the record need not fit the piles."""
    position = after_revolt("truce")
    kept = changed(position, last("laid.2", {"castle": 14, "ambush": 2}))
    assert Game.from_position(kept).position() == kept


# -- consequences of turns and kings (these positions need not be reachable) -------------------------------------


def under_a_king_by_revolt() -> Position:
    return Scene().king(1).realm(0).scores(3, 16, 4).announced(1, 14).play().position


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("announced", [3, None, None]), "the king is one of those who have"),
        (put("announced", [None, 14, 1]), "seat 2 has led a revolt, so it has a castle and a city"),
        (put("scores", [3, 16, 10**6]), "by turn 90 nobody can have more than"),
        (put("scores.0", 2**63), r"scores\[0\] is 9223372036854775808"),
        (put("turn", 2**62), "turn is 4611686018427387904"),
    ],
)
def test_points_and_announcements_need_kings(change: Change, message: str) -> None:
    """E1, K5, R1, D2."""
    with pytest.raises(ValueError, match=message):
        Game.from_position(changed(under_a_king_by_revolt(), change))


@pytest.mark.parametrize(("seat", "message"), [(0, "seat 0 was its leader or king"), (1, "seat 1 became king by it")])
def test_leader_and_king_of_the_last_revolt_have_castle_and_city(seat: int, message: str) -> None:
    """P3, R1, B3, E1."""
    game = Scene().king(0).realm(1).realm(2).turn(1).people(11, 0).play().revolt({2: "sword"})
    position = game.position
    assert position["last_revolt"]["result"] == "leader"
    if seat == 1:
        position["announced"][1] = None
    else:
        kept = [b for b in position["buildings"] if position["owner"][b["fields"][0]] != 0]
        position["buildings"] = kept
    with pytest.raises(ValueError, match=message):
        Game.from_position(position)


def test_a_game_without_a_cap_does_not_overflow() -> None:
    """E6: the successor is a valid position, too."""
    scene = Scene(max_rounds=None).king(0, castles=3).realm(1).turn(2**40 % 3, round=2**40 // 3)
    most = 2**40 * 100  # the bound grows from turn to turn
    game = scene.scores(most, 0, 0).play().do("end_turn").game
    assert (game.is_truncated, game.position()["turn"]) == (True, 2**40)
    assert game.scores[0] > most
    assert Game.from_position(game.position()) == game
    with pytest.raises(ValueError, match="turn is 1099511627777, but must be an integer from 0 to 1099511627776"):
        Game.from_position(changed(game.position(), put("turn", 2**40 + 1)))


@pytest.mark.needs_jit
@pytest.mark.parametrize("phase", ["tax", "action", "redraw", "revolt_vote", "revolt_lay"])
def test_the_highest_accepted_scores_lead_to_accepted_ones(phase: str) -> None:
    """The bound leaves out what the phase still brings: tax (K4), drawn city scorings (D4), and a revolt (R9, R10)."""
    position = highest(reach(phase))
    for seed in range(6):
        game, choose = Game.from_position(position, seed), random.Random(seed)
        for _ in range(12):
            if not game.is_over:
                game.step(choose.choice(game.legal_actions()))
            assert Game.from_position(game.position()) == game


def highest(position: Position) -> Position:
    """Return the position with the highest scores that are accepted, the same for all seats."""
    low, high = max(position["scores"]), 10**9
    while high - low > 1:
        middle = (low + high) // 2
        try:
            Game.from_position({**position, "scores": [middle] * 3})
            low = middle
        except ValueError:
            high = middle
    return {**position, "scores": [low] * 3}


@pytest.mark.needs_jit
def test_in_setup_nobody_has_points() -> None:
    with pytest.raises(ValueError, match="nobody can have more than 0"):
        Game.from_position(changed(reach("setup"), put("scores", [1, 0, 0])))
