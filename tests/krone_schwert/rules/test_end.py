"""Chapter 10: the beginning of the end, and the end of the game; with X2 and Q10. test_scoring.py tests the scoring."""

from typing import Any

import pytest

from kschwert_env.krone_schwert import IllegalAction
from tests.krone_schwert.play import COPIES, Play
from tests.krone_schwert.scenes import Scene, octagon

THRESHOLDS = {2: 10, 3: 15, 4: 20, 5: 25}

# -- how the end begins ---------------------------------------------------------------------------------------


def overthrow(points: int, players: int = 3, castles: int = 1) -> Scene:
    """Seat 0 has `points` points and wins a revolt, which scores 1 for each castle."""
    scene = Scene(players).king(1).realm(0, castles=castles).people(crowns=11, swords=0)
    return scene.scores(points, *[0] * (players - 1))


def everybody_against_the_king(scene: Scene, seed: int = 0, laid: dict[int, list[str]] | None = None) -> Play:
    votes = dict.fromkeys(range(2, scene.rules.num_players), "sword")
    return scene.play(seed).revolt(votes, laid)


@pytest.mark.parametrize(("players", "threshold"), THRESHOLDS.items())
def test_the_announcement_that_begins_the_end(players: int, threshold: int) -> None:
    """E1, X2: exactly the threshold is enough, with what the revolt brought."""
    position = everybody_against_the_king(overthrow(threshold - 1, players)).position
    assert (position["announced"][0], position["end_begun"]) == (threshold, True)
    assert position["draw_pile"]["game_end"] == 1


@pytest.mark.parametrize(("players", "threshold"), THRESHOLDS.items())
def test_one_point_less_does_not_begin_the_end(players: int, threshold: int) -> None:
    """E1, X2: it is announced, and the game continues normally."""
    position = everybody_against_the_king(overthrow(threshold - 2, players)).position
    assert (position["announced"][0], position["end_begun"]) == (threshold - 1, False)
    assert position["cards_before_game_end"] is None


def test_what_does_not_begin_the_end() -> None:
    """E1, K1."""
    # E1: a confirmed king announces nothing; the king is not a new one
    scene = Scene().king(1, cathedrals=1).realm(0).people(crowns=11, swords=11).scores(30, 30, 30)
    position = scene.play().revolt({2: "crown"}, {}).position
    assert (position["king"], position["announced"], position["end_begun"]) == (1, [None, None, None], False)
    # E1, K1: the first king announces nothing; there was no revolt
    scene = Scene().realm(0, castles=THRESHOLDS[3], small_cities=0).owns(0, octagon(0, 1)).hand(0, city=1)
    position = scene.play().do("small_city", field=octagon(0, 1)).position
    assert position["scores"][0] == THRESHOLDS[3]  # by the tax
    assert (position["king"], position["announced"], position["end_begun"]) == (0, [None, None, None], False)


def test_the_end_begins_once() -> None:
    """E1, R11."""
    # E1, R11: all piles are shuffled together at the beginning of the end; the discard pile, the cards laid in
    # the revolt among it, and `game_end`; hands stay
    scene = overthrow(14).discard_pile(unrest=2, leader_4=3).hand(0, castle=2).hand(2, truce=1)
    game = everybody_against_the_king(scene, laid={0: ["castle"]})
    assert (game.discard_pile, game.hand(0), game.hand(2)) == ({}, {"castle": 1}, {"truce": 1})
    assert game.draw_pile == {**COPIES, "castle": COPIES["castle"] - 1, "truce": COPIES["truce"] - 1}
    # E1: the end begins once; another new king announces enough; no pile is touched
    scene = overthrow(19).scores(19, 15, 0).announced(1, 15).end_begun(before=50).hand(0, castle=1)
    game = everybody_against_the_king(scene, laid={0: ["castle"]})
    assert (game.position["announced"], game.position["cards_before_game_end"]) == ([20, 15, None], 50)
    assert game.discard_pile == {"castle": 1}


def test_the_game_end_lies_anywhere_among_few_cards() -> None:
    """E1, R11: seven events and the castle laid are all there is; it lies above, between or below them."""
    scene = overthrow(14).draw_pile(unrest=5).discard_pile(city_scoring=2).hand(0, castle=1).rest_held_by(2)
    laid = {0: ["castle"]}
    games = [everybody_against_the_king(scene, seed, laid).position for seed in range(60)]
    assert {position["cards_before_game_end"] for position in games} == set(range(9))
    assert games[0]["draw_pile"] == {"castle": 1, "unrest": 5, "city_scoring": 2, "game_end": 1}


# -- how it comes ---------------------------------------------------------------------------------------------


def last_cards(before: int, **draw_pile: int) -> Scene:
    """Return a scene whose end has begun under king 1; the draw pile holds these cards and `game_end`."""
    scene = Scene().king(1).scores(0, 15, 0).announced(1, 15).end_begun(before)
    return scene.draw_pile(game_end=1, **draw_pile)


def test_the_game_end_is_drawn() -> None:
    """E2."""
    # E2: the game end is drawn; over in mid-turn; no other card replaces it
    game = last_cards(0, castle=5).play().do("draw")
    assert (game.game.is_over, game.game.is_truncated, game.phase, game.player) == (True, False, "over", None)
    assert (game.hand(0), game.discard_pile["game_end"], game.draw_pile) == ({}, 1, {"castle": 5})


def test_the_game_end_as_a_replacement() -> None:
    """E2, D1, Q9."""
    # E2, D1, Q9: the game end is drawn as a replacement; unrest comes first, is carried out, and the game end
    # is drawn in its place, with points left
    game = last_cards(1, unrest=1).people(crowns=0, swords=11).play().do("draw")
    assert (game.phase, game.open_swords, game.position["cards_before_game_end"]) == ("redraw", 2, 0)
    game.do("draw")
    assert (game.game.is_over, game.game.is_truncated, game.player, game.hand(0)) == (True, False, None, {})
    assert (game.action_points, game.discard_pile["game_end"]) == (2, 1)


def test_a_city_scoring_before_the_game_end_counts() -> None:
    """E2, D4, E4: the event first, then the final scoring."""
    scene = last_cards(1, city_scoring=1).small_city(0, octagon(5, 5), octagon(2, 7))
    scene.owns(1, *range(8)).owns(2, octagon(5, 2), octagon(5, 3))
    cities = buildings = 2
    crown = largest = 5
    second = 2 + 1 + buildings  # for its area, and for the city and buildings of the king before
    assert scene.play().draw_on().scores == [cities + buildings, 15 + buildings + crown + largest, second]


def full_but(*free: int, seat_0: int = 20) -> Scene:
    """Return a scene with a marker on every plain and forest except `free`; the first `seat_0` are seat 0's."""
    scene = Scene()
    fields = [f["id"] for f in scene.position["fields"] if f["terrain"] != "mountain" and f["id"] not in free]
    scene.owns(0, *fields[:seat_0]).owns(1, *fields[seat_0 : seat_0 + 22]).owns(2, *fields[seat_0 + 22 :])
    return scene.hand(0, castle=1)


LAST = octagon(0, 1)


def test_a_full_board_ends_the_game() -> None:
    """E3, X3, Q2."""
    # E3: the last plain is claimed; the game ends immediately, with points and a shield left and mountains free
    game = full_but(LAST).play().do("expand", card="castle").do("claim", field=LAST)
    assert (game.game.is_over, game.game.is_truncated, game.player) == (True, False, None)
    # E3, X3, Q2: the last field is claimed when resettling; there is no decision on the second marker
    scene = full_but(LAST, seat_0=28)
    scene.position["owner"] = [1 if owner == 2 else owner for owner in scene.position["owner"]]
    game = scene.landless(2).turn(1).play().do("end_turn")
    assert (game.player, game.phase) == (2, "resettle")
    assert game.do("claim", field=LAST).game.is_over
    # E3: a free forest keeps the game going; the last plain is not enough
    assert not full_but(LAST, octagon(5, 4)).play().do("claim", field=LAST).game.is_over


# -- the cap --------------------------------------------------------------------------------------------------


def capped(**options: Any) -> Scene:
    return Scene(max_rounds=31, **options)


def test_a_cap_on_rounds_truncates_the_game() -> None:
    """E6, Q10, Q3, S2."""
    # E6, Q10: a cap on rounds truncates the game; when turn 93 of 31 rounds would begin; the last turn and its
    # papal visits stay
    game = capped().papal_visit(0).turn(2, round=30).play().do("end_turn")
    position = game.position
    assert (game.game.is_over, game.game.is_truncated, game.player, game.phase) == (True, True, None, "over")
    assert (position["turn"], position["turn_player"], position["truncated"]) == (92, 2, True)
    assert (position["papal_visit"], game.discard_pile) == ([True, False, False], {})
    # Q10, S2: the last turn is that of the seat before the start player; seat 1 started, so seat 0 has the last
    # turn
    scene = capped(start_player="random").started_by(1)
    assert scene.turn(2, round=30).play().do("end_turn").player == 0
    assert scene.turn(0, round=30).play().do("end_turn").game.is_truncated


@pytest.mark.parametrize("answer", ["draw", "done"])
def test_the_cap_waits_for_a_replacement(answer: str) -> None:
    """Q10, Q9: an event comes with the last point of the last turn; the seat is asked before the game stops."""
    game = capped().turn(2, round=30).action_points(1).draw_pile(unrest=1).play().do("draw")
    assert (game.game.is_over, game.player, game.phase) == (False, 2, "redraw")
    game = capped().turn(2, round=30).redraw(0).draw_pile(castle=1).play().do(answer)
    assert (game.game.is_truncated, sum(game.hand(2).values())) == (True, int(answer == "draw"))


def test_the_game_end_in_the_last_turn_is_no_truncation() -> None:
    """E2, E6: over by the rules."""
    scene = capped().king(1).scores(0, 15, 0).announced(1, 15).end_begun(0).draw_pile(game_end=1)
    game = scene.turn(2, round=30).play().do("draw")
    assert (game.game.is_over, game.game.is_truncated) == (True, False)


def test_no_action_is_legal_when_the_game_is_over() -> None:
    """E2: no legal action, an empty mask, and a refusal."""
    game = last_cards(0).play().do("draw").game
    assert game.legal_actions() == []
    assert not game.legal_mask().any()
    assert not game.observe(0)["action_mask"].any()
    with pytest.raises(IllegalAction, match="over"):
        game.step(0)
