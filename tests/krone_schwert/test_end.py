"""Chapter 10: the end and its scoring; with X2, Q10 and the returns."""

from typing import Any

import pytest

from kschwert_env.krone_schwert import IllegalAction
from tests.krone_schwert.scenes import COPIES, Play, Scene, octagon, square

THRESHOLDS = {2: 10, 3: 15, 4: 20, 5: 25}

# -- how the end begins ---------------------------------------------------------------------------------------


def overthrow(points: int, players: int = 3, castles: int = 1) -> Scene:
    """Seat 0 has so many points and wins a revolt, which brings 1 for each castle."""
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
    assert 0 <= position["draw_pile"]["game_end"] * position["cards_before_game_end"] < 66


@pytest.mark.parametrize(("players", "threshold"), THRESHOLDS.items())
def test_one_point_less_does_not_begin_the_end(players: int, threshold: int) -> None:
    """E1, X2: it is announced, and the game goes on as before."""
    position = everybody_against_the_king(overthrow(threshold - 2, players)).position
    assert (position["announced"][0], position["end_begun"]) == (threshold - 1, False)
    assert position["cards_before_game_end"] is None


def test_the_points_of_others_begin_nothing() -> None:
    """E1: only the new king announces."""
    position = everybody_against_the_king(overthrow(0).scores(0, 40, 40)).position
    assert (position["announced"], position["end_begun"]) == ([1, None, None], False)


def test_a_king_confirmed_announces_nothing() -> None:
    """E1: he is not new."""
    scene = Scene().king(1, cathedrals=1).realm(0).people(crowns=11, swords=11).scores(30, 30, 30)
    position = scene.play().revolt({2: "crown"}, {}).position
    assert (position["king"], position["announced"], position["end_begun"]) == (1, [None, None, None], False)


def test_the_first_king_announces_nothing() -> None:
    """E1, K1: he comes by no revolt."""
    scene = Scene().castle(0, octagon(0, 0)).owns(0, octagon(0, 1)).hand(0, city=1).scores(20, 0, 0)
    position = scene.play().do("small_city", field=octagon(0, 1)).position
    assert (position["king"], position["announced"], position["end_begun"]) == (0, [None, None, None], False)


def test_a_tax_begins_nothing() -> None:
    """E1: a king who announced 14 takes more later."""
    scene = Scene().king(0, castles=3).announced(0, 14).scores(14, 0, 0).phase("tax")
    position = scene.play().do("tax", choice="take").position
    assert (position["scores"], position["end_begun"]) == ([17, 0, 0], False)


def test_all_piles_are_shuffled_together_at_the_beginning_of_the_end() -> None:
    """E1, R11: the discard pile, the cards laid in the revolt among it, and `game_end`; hands stay."""
    scene = overthrow(14).discard_pile(unrest=2, leader_4=3).hand(0, castle=2).hand(2, truce=1)
    game = everybody_against_the_king(scene, laid={0: ["castle"]})
    assert (game.discard_pile, game.hand(0), game.hand(2)) == ({}, {"castle": 1}, {"truce": 1})
    assert game.draw_pile == {**COPIES, "castle": COPIES["castle"] - 1, "truce": COPIES["truce"] - 1}


def test_0_to_20_cards_lie_below_the_game_end() -> None:
    """E1: each of the 21 numbers occurs."""
    scene = overthrow(14).discard_pile(castle=9)
    games = [everybody_against_the_king(scene, seed).position for seed in range(150)]
    below = {65 - position["cards_before_game_end"] for position in games}
    assert below == set(range(21))


def test_the_game_end_lies_anywhere_among_few_cards() -> None:
    """E1, R11: seven events and the castle laid are all there is; it lies above, between or below them."""
    scene = overthrow(14).draw_pile(unrest=5).discard_pile(city_scoring=2).hand(0, castle=1).rest_held_by(2)
    laid = {0: ["castle"]}
    games = [everybody_against_the_king(scene, seed, laid).position for seed in range(60)]
    assert {position["cards_before_game_end"] for position in games} == set(range(9))
    assert games[0]["draw_pile"] == {"castle": 1, "unrest": 5, "city_scoring": 2, "game_end": 1}


def test_the_end_begins_once() -> None:
    """E1: another new king announces enough; no pile is touched."""
    scene = overthrow(19).scores(19, 15, 0).announced(1, 15).end_begun(before=30).hand(0, castle=1)
    game = everybody_against_the_king(scene, laid={0: ["castle"]})
    assert (game.position["announced"], game.position["cards_before_game_end"]) == ([20, 15, None], 30)
    assert game.discard_pile == {"castle": 1}


# -- how it comes ---------------------------------------------------------------------------------------------


def last_cards(before: int, **draw_pile: int) -> Scene:
    """The end has begun under king 1; the draw pile holds these cards and `game_end`."""
    scene = Scene().king(1).scores(0, 15, 0).announced(1, 15).end_begun(before)
    return scene.draw_pile(game_end=1, **draw_pile)


def test_the_game_end_is_drawn() -> None:
    """E2: over in mid-turn; no other card replaces it."""
    game = last_cards(0, castle=5).play().do("draw")
    assert (game.game.is_over, game.game.is_truncated, game.phase, game.player) == (True, False, "over", None)
    assert (game.hand(0), game.discard_pile["game_end"], game.draw_pile) == ({}, 1, {"castle": 5})


def test_the_game_end_is_drawn_as_a_replacement() -> None:
    """E2, D1: unrest comes first and is carried out."""
    game = last_cards(1, unrest=1).people(crowns=0, swords=11).play().do("draw")
    assert (game.game.is_over, game.open_swords, game.hand(0)) == (True, 2, {})


def test_a_city_scoring_before_the_game_end_counts() -> None:
    """E2, D4, E4: 2 for two cities and 2 for two buildings; the king has 15, a crown, two buildings and the largest area."""
    scene = last_cards(1, city_scoring=1).small_city(0, octagon(5, 5), octagon(2, 7))
    scene.owns(1, *range(8)).owns(2, octagon(5, 2), octagon(5, 3))
    game = scene.play().do("draw")
    assert game.scores == [2 + 2, 15 + 5 + 2 + 5, 2]


def test_cards_above_the_game_end_are_ordinary() -> None:
    """E2: the second card of the pile ends the game, not the first."""
    game = last_cards(1, castle=1).play().do("draw")
    assert (game.hand(0), game.game.is_over, game.position["cards_before_game_end"]) == ({"castle": 1}, False, 0)
    assert game.do("draw").game.is_over


def full_but(*free: int, seat_0: int = 20) -> Scene:
    """Every plain and forest but these carries a marker; the first so many are seat 0's, mountains are free."""
    scene = Scene()
    fields = [f["id"] for f in scene.position["fields"] if f["terrain"] != "mountain" and f["id"] not in free]
    scene.owns(0, *fields[:seat_0]).owns(1, *fields[seat_0 : seat_0 + 22]).owns(2, *fields[seat_0 + 22 :])
    return scene.hand(0, castle=1)


LAST = octagon(0, 1)


def test_the_last_plain_is_claimed() -> None:
    """E3: over at once, though points and a shield are left and mountains are free."""
    game = full_but(LAST).play().do("expand", card="castle").do("claim", field=LAST)
    assert (game.game.is_over, game.game.is_truncated, game.player) == (True, False, None)


def test_the_last_forest_is_occupied() -> None:
    """E3: forests count as plains do."""
    assert full_but(octagon(5, 4)).play().do("claim", field=octagon(5, 4)).game.is_over


def test_the_last_field_is_claimed_when_resettling() -> None:
    """E3, X3, Q2: the second marker is not asked for."""
    scene = full_but(LAST, seat_0=28)
    scene.position["owner"] = [1 if owner == 2 else owner for owner in scene.position["owner"]]
    game = scene.landless(2).turn(1).play().do("end_turn")
    assert (game.player, game.phase) == (2, "resettle")
    assert game.do("claim", field=LAST).game.is_over


def test_a_free_forest_keeps_the_game_going() -> None:
    """E3: the last plain is not enough."""
    assert not full_but(LAST, octagon(5, 4)).play().do("claim", field=LAST).game.is_over


def test_a_mountain_ends_nothing() -> None:
    """E3: one plain is still free."""
    assert not full_but(LAST).play().do("claim", field=octagon(0, 0)).game.is_over


# -- final scoring --------------------------------------------------------------------------------------------


def final(scene: Scene) -> list[int]:
    """The scores after the last turn, which is seat 2's."""
    return scene.turn(2, round=30).play().do("end_turn").scores


def capped(**options: Any) -> Scene:
    return Scene(max_rounds=31, **options)


def row(number: int, first: int, length: int) -> list[int]:
    """Octagons side by side."""
    return [octagon(number, first + i) for i in range(length)]


def test_largest_and_second_largest_area() -> None:
    """E4: 5 for three fields, 2 for two, nothing for single fields."""
    scene = capped().owns(0, *row(0, 0, 3)).owns(1, *row(0, 4, 2)).owns(2, octagon(2, 0), octagon(2, 7))
    assert final(scene) == [5, 2, 0]


def test_a_tie_for_the_largest_area() -> None:
    """E4: 5 to both, and the next smaller size is the second."""
    assert final(capped().owns(0, *row(0, 0, 3)).owns(1, *row(0, 4, 3)).owns(2, *row(5, 2, 2))) == [5, 5, 2]


def test_a_tie_for_the_second_largest_area() -> None:
    """E4: 2 to both."""
    assert final(capped().owns(0, *row(0, 0, 4)).owns(1, *row(0, 5, 2)).owns(2, *row(5, 2, 2))) == [5, 2, 2]


def test_one_player_with_both_areas() -> None:
    """E4: 7 for him, and the third largest gets nothing."""
    scene = capped().owns(0, *row(0, 0, 3), *row(2, 0, 2)).owns(1, octagon(0, 7)).owns(2, octagon(5, 5))
    assert final(scene) == [7, 0, 0]


def test_the_second_area_of_the_first_is_shared() -> None:
    """E4: another area of the same second size earns 2 too."""
    scene = capped().owns(0, *row(0, 0, 3), *row(2, 0, 2)).owns(1, *row(0, 5, 2)).owns(2, octagon(5, 5))
    assert final(scene) == [7, 2, 0]


def test_two_largest_areas_of_one_player() -> None:
    """E4: 5 only once; second is the next smaller size."""
    scene = capped().owns(0, *row(0, 0, 3), *row(2, 0, 3)).owns(1, *row(0, 5, 2)).owns(2, octagon(5, 5))
    assert final(scene) == [5, 2, 0]


def test_two_second_largest_areas_of_one_player() -> None:
    """E4: 2 only once."""
    scene = capped().owns(0, *row(0, 0, 3)).owns(1, *row(0, 5, 2), *row(2, 5, 2)).owns(2, octagon(5, 5))
    assert final(scene) == [5, 2, 0]


def test_no_second_largest_area() -> None:
    """E4: all are of one size, so nobody gets the 2."""
    assert final(capped().owns(0, *row(0, 0, 2)).owns(1, *row(0, 5, 2)).owns(2, *row(5, 2, 2))) == [5, 5, 5]


def test_areas_hang_together_by_edges() -> None:
    """E4, C2: two octagons across a corner need the square between them; land of others does not connect."""
    scene = capped().owns(0, octagon(0, 0), square(0, 0), octagon(1, 1)).owns(1, octagon(0, 6), octagon(1, 7))
    scene.owns(2, *row(4, 2, 1), *row(4, 4, 1)).owns(1, octagon(4, 3))
    assert final(scene) == [5, 0, 0]


def test_areas_count_every_terrain() -> None:
    """E4: mountain, plain, forest and a built-up field are one area of four; seat 1 has three of one kind."""
    scene = capped().castle(0, octagon(0, 0)).owns(0, octagon(0, 1), octagon(1, 0), square(0, 0))
    scene.owns(1, octagon(0, 3), octagon(0, 4), octagon(0, 5)).owns(2, octagon(5, 5))
    assert final(scene) == [5 + 1, 2, 0]


def test_a_point_for_each_building() -> None:
    """E4: a large city is one building on two fields, its cathedral another; so seat 0 has five."""
    scene = capped().castle(0, octagon(0, 0), octagon(0, 2)).small_city(0, octagon(1, 1))
    scene.large_city(0, octagon(0, 1), square(0, 0), cathedral=True).king(2, castles=0, small_cities=0)
    scene.castle(2, octagon(3, 2)).small_city(2, octagon(3, 3)).owns(1, octagon(0, 7))
    assert final(scene) == [5 + 5, 0, 2 + 2 + 5]


def test_points_for_the_king() -> None:
    """E4: 5 for the crown, besides two buildings; what was won before counts on."""
    scene = capped().castle(1, octagon(0, 0)).small_city(1, octagon(0, 1)).king(1, castles=0, small_cities=0)
    scene.owns(0, *row(5, 2, 2)).owns(2, *row(0, 6, 2)).scores(1, 2, 3)
    assert final(scene) == [1 + 5, 2 + 5 + 5 + 2, 3 + 5]


# -- who has won ----------------------------------------------------------------------------------------------


def returns(reward: str, *points: int) -> list[float]:
    """The returns of a game that ends with these points, 5 added to each for equal areas."""
    scene = capped(reward=reward).scores(*points).turn(2, round=30)
    values: list[float] = scene.play().do("end_turn").game.returns.tolist()
    return values


def test_most_points_win() -> None:
    """E5: the winner gets 1, the others share the loss."""
    assert returns("win", 3, 9, 8) == [-0.5, 1.0, -0.5]


def test_equal_points_share_the_win() -> None:
    """E5: a half each, less a third."""
    assert returns("win", 9, 3, 9) == pytest.approx([0.25, -0.5, 0.25])


def test_all_with_equal_points() -> None:
    """E5: nobody wins anything."""
    assert returns("win", 4, 4, 4) == pytest.approx([0.0, 0.0, 0.0])


def test_returns_by_placement() -> None:
    """E5: from 1 to -1 in equal steps, however far apart."""
    assert returns("placement", 3, 90, 4) == [-1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("points", "expected"), [((9, 3, 9), [0.5, -1.0, 0.5]), ((9, 3, 3), [1.0, -0.5, -0.5]), ((1, 1, 1), [0.0, 0.0, 0.0])]
)
def test_tied_placements_are_averaged(points: tuple[int, ...], expected: list[float]) -> None:
    """E5: two firsts, two lasts, or three alike."""
    assert returns("placement", *points) == pytest.approx(expected)


def test_returns_by_score() -> None:
    """E5: a tenth of the distance from the mean."""
    assert returns("score", 0, 9, 30) == pytest.approx([-1.3, -0.4, 1.7])


def test_no_returns_before_the_end() -> None:
    """E5: zeros while the game runs."""
    assert Scene().scores(3, 9, 8).play().game.returns.tolist() == [0.0, 0.0, 0.0]


# -- the cap --------------------------------------------------------------------------------------------------


def test_a_cap_on_rounds_truncates_the_game() -> None:
    """E6, Q10: when turn 93 of 31 rounds would begin; the last turn stays as it was, papal visits too."""
    game = capped().papal_visit(0).turn(2, round=30).play().do("end_turn")
    position = game.position
    assert (game.game.is_over, game.game.is_truncated, game.player, game.phase) == (True, True, None, "over")
    assert (position["turn"], position["turn_player"], position["truncated"]) == (92, 2, True)
    assert (position["papal_visit"], game.discard_pile) == ([True, False, False], {})


def test_the_last_round_is_played_to_its_end() -> None:
    """Q10: the turn before the last one passes as ever."""
    game = capped().turn(1, round=30).play().do("end_turn")
    assert (game.player, game.phase) == (2, "action")


def test_the_cap_comes_when_the_turn_passes_by_itself() -> None:
    """Q10, Q3: with the last point."""
    assert capped().turn(2, round=30).action_points(1).play().do("draw").game.is_truncated


def test_the_game_end_in_the_last_turn_is_no_truncation() -> None:
    """E2, E6: over by the rules."""
    scene = capped().king(1).scores(0, 15, 0).announced(1, 15).end_begun(0).draw_pile(game_end=1)
    game = scene.turn(2, round=30).play().do("draw")
    assert (game.game.is_over, game.game.is_truncated) == (True, False)


def test_without_a_cap_the_game_goes_on() -> None:
    """E6: the rules force no end."""
    assert Scene(max_rounds=None).turn(2, round=2000).play().do("end_turn").player == 0


def test_nothing_can_be_done_when_all_is_over() -> None:
    """E2: no legal action, an empty mask, and a refusal."""
    game = last_cards(0).play().do("draw").game
    assert (game.legal_actions(), game.legal_mask().any(), game.observe(0)["action_mask"].any()) == ([], False, False)
    with pytest.raises(IllegalAction, match="over"):
        game.step(0)
