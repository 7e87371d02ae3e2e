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
    """E4."""
    # E4: largest and second largest area; 5 for three fields, 2 for two, nothing for single fields
    scene = capped().owns(0, *row(0, 0, 3)).owns(1, *row(0, 4, 2)).owns(2, octagon(2, 0), octagon(2, 7))
    assert final(scene) == [5, 2, 0]
    # E4: a tie for the largest area; 5 to both, and the next smaller size is the second
    assert final(capped().owns(0, *row(0, 0, 3)).owns(1, *row(0, 4, 3)).owns(2, *row(5, 2, 2))) == [5, 5, 2]
    # E4: one player with both areas; 7 for him, and the third largest gets nothing
    scene = capped().owns(0, *row(0, 0, 3), *row(2, 0, 2)).owns(1, octagon(0, 7)).owns(2, octagon(5, 5))
    assert final(scene) == [7, 0, 0]


def test_areas_of_the_same_size() -> None:
    """E4."""
    # E4: two largest areas of one player; 5 only once; second is the next smaller size
    scene = capped().owns(0, *row(0, 0, 3), *row(2, 0, 3)).owns(1, *row(0, 5, 2)).owns(2, octagon(5, 5))
    assert final(scene) == [5, 2, 0]
    # E4: no second largest area; all areas have one size, so no seat gets the 2
    assert final(capped().owns(0, *row(0, 0, 2)).owns(1, *row(0, 5, 2)).owns(2, *row(5, 2, 2))) == [5, 5, 5]


def test_what_an_area_is() -> None:
    """E4, C2."""
    # E4, C2: areas hang together by edges; octagons across a corner need the square between them; foreign land
    # does not connect
    scene = capped().owns(0, octagon(0, 0), square(0, 0), octagon(1, 1)).owns(1, octagon(0, 6), octagon(1, 7))
    scene.owns(1, octagon(4, 3)).owns(2, octagon(4, 2), octagon(4, 4))
    assert final(scene) == [5, 2, 2]  # three fields, then single ones
    # E4: areas count every terrain; mountain, plain, forest and a built-up field are one area of four; seat 1
    # has three of one kind
    scene = capped().castle(0, octagon(0, 0)).owns(0, octagon(0, 1), octagon(1, 0), square(0, 0))
    scene.owns(1, octagon(0, 3), octagon(0, 4), octagon(0, 5)).owns(2, octagon(5, 5))
    assert final(scene) == [5 + 1, 2, 0]
    # E4, C2: areas do not reach from the first edge to the last field; an octagon with nothing beside it in the
    # north, and the last square of all
    scene = capped().owns(0, octagon(0, 0), square(5, 5)).owns(1, *row(2, 2, 2)).owns(2, octagon(0, 7))
    assert final(scene) == [2, 5, 2]


def test_points_for_buildings_and_the_king() -> None:
    """E4."""
    # E4: a point for each building; a large city is one building on two fields, its cathedral another; so seat
    # 0 has five
    scene = capped().castle(0, octagon(0, 0), octagon(0, 2)).small_city(0, octagon(1, 1))
    scene.large_city(0, octagon(0, 1), square(0, 0), cathedral=True).king(2, castles=0, small_cities=0)
    scene.castle(2, octagon(3, 2)).small_city(2, octagon(3, 3)).owns(1, octagon(0, 7))
    assert final(scene) == [5 + 5, 0, 2 + 2 + 5]
    # E4: points for the king; 5 for the crown, besides two buildings; what was won before counts on
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


def test_returns_of_winners() -> None:
    """E5."""
    # E5: most points win; the winner gets 1, the others share the loss
    assert returns("win", 3, 9, 8) == [-0.5, 1.0, -0.5]
    # E5: equal points share the win; a half each, less a third
    assert returns("win", 9, 3, 9) == pytest.approx([0.25, -0.5, 0.25])


def test_other_returns() -> None:
    """E5."""
    # E5: returns by placement; from 1 to -1 in equal steps, however far apart
    assert returns("placement", 3, 90, 4) == [-1.0, 1.0, 0.0]
    # E5: returns by score; a tenth of the distance from the mean
    assert returns("score", 0, 9, 30) == pytest.approx([-1.3, -0.4, 1.7])


@pytest.mark.parametrize(
    ("points", "expected"),
    [((9, 3, 9), [0.5, -1.0, 0.5]), ((9, 3, 3), [1.0, -0.5, -0.5]), ((1, 1, 1), [0.0, 0.0, 0.0])],
)
def test_tied_placements_are_averaged(points: tuple[int, ...], expected: list[float]) -> None:
    """E5: two firsts, two lasts, or three alike."""
    assert returns("placement", *points) == pytest.approx(expected)
