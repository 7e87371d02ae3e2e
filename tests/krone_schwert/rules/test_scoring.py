"""Chapter 10: final scoring, who has won, and the returns.

The games end by the cap on rounds, after the last turn of seat 2.
"""

from typing import Any

import pytest

from tests.krone_schwert.scenes import Scene, octagon, square


def final(scene: Scene) -> list[int]:
    """Return the scores after the last turn, which is seat 2's."""
    return scene.turn(2, round=30).play().do("end_turn").scores


def capped(**options: Any) -> Scene:
    return Scene(max_rounds=31, **options)


def row(number: int, first: int, length: int) -> list[int]:
    """Return octagons side by side."""
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
    """E4: all areas have one size, so no seat gets the 2."""
    assert final(capped().owns(0, *row(0, 0, 2)).owns(1, *row(0, 5, 2)).owns(2, *row(5, 2, 2))) == [5, 5, 5]


def test_areas_hang_together_by_edges() -> None:
    """E4, C2: octagons across a corner need the square between them; foreign land does not connect."""
    scene = capped().owns(0, octagon(0, 0), square(0, 0), octagon(1, 1)).owns(1, octagon(0, 6), octagon(1, 7))
    scene.owns(1, octagon(4, 3)).owns(2, octagon(4, 2), octagon(4, 4))
    assert final(scene) == [5, 2, 2]  # three fields, then single ones


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
    """Return the returns of a game that ends with a hundred points more than these."""
    scoring = final(capped().king(0).turn(2, round=30))
    scene = capped(reward=reward).king(0).turn(2, round=30)
    scene.scores(*(100 + wanted - brought for wanted, brought in zip(points, scoring, strict=True)))
    values: list[float] = scene.play().do("end_turn").game.returns.tolist()
    return values


def test_most_points_win() -> None:
    """E5: the winner gets 1, the others share the loss."""
    assert returns("win", 3, 9, 8) == [-0.5, 1.0, -0.5]


def test_equal_points_share_the_win() -> None:
    """E5: a half each, less a third."""
    assert returns("win", 9, 3, 9) == pytest.approx([0.25, -0.5, 0.25])


def test_all_with_equal_points() -> None:
    """E5: all returns are 0."""
    assert returns("win", 4, 4, 4) == pytest.approx([0.0, 0.0, 0.0])


def test_returns_by_placement() -> None:
    """E5: from 1 to -1 in equal steps, however far apart."""
    assert returns("placement", 3, 90, 4) == [-1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("points", "expected"),
    [((9, 3, 9), [0.5, -1.0, 0.5]), ((9, 3, 3), [1.0, -0.5, -0.5]), ((1, 1, 1), [0.0, 0.0, 0.0])],
)
def test_tied_placements_are_averaged(points: tuple[int, ...], expected: list[float]) -> None:
    """E5: two firsts, two lasts, or three alike."""
    assert returns("placement", *points) == pytest.approx(expected)


def test_returns_by_score() -> None:
    """E5: a tenth of the distance from the mean."""
    assert returns("score", 0, 9, 30) == pytest.approx([-1.3, -0.4, 1.7])


def test_no_returns_before_the_end() -> None:
    """E5: zeros while the game runs."""
    assert Scene().king(0).scores(3, 9, 8).play().game.returns.tolist() == [0.0, 0.0, 0.0]


def test_areas_do_not_reach_from_the_first_edge_to_the_last_field() -> None:
    """E4, C2: an octagon with nothing beside it in the north, and the last square of all."""
    scene = capped().owns(0, octagon(0, 0), square(5, 5)).owns(1, *row(2, 2, 2)).owns(2, octagon(0, 7))
    assert final(scene) == [2, 5, 2]
