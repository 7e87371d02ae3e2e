"""Chapter 4: castles, cities, cathedrals, and supplies that run out (C5)."""

from collections.abc import Callable

import pytest

from kschwert_env.krone_schwert import Action
from tests.krone_schwert.scenes import Scene, octagon, square


def test_castles_stand_on_mountains(scene: Scene) -> None:
    """B1: on own mountains of either shape; not on plain or forest, nor on free or foreign mountains."""
    scene.owns(0, octagon(0, 0), square(0, 2), octagon(0, 1), octagon(1, 0)).owns(1, octagon(2, 5), square(1, 4))
    assert scene.hand(0, castle=1).play().fields("castle") == {octagon(0, 0), square(0, 2)}


def test_small_cities_stand_on_plains(scene: Scene) -> None:
    """B1: on own plains of either shape; not on mountain or forest, nor on free or foreign plains."""
    scene.owns(0, octagon(0, 1), square(1, 2), octagon(0, 0), octagon(1, 0)).owns(1, octagon(0, 6), square(1, 6))
    assert scene.hand(0, city=1).play().fields("small_city") == {octagon(0, 1), square(1, 2)}


def test_a_large_city_needs_an_octagon_and_an_adjacent_square(scene: Scene) -> None:
    """B1: two octagons do not make one, nor a square that lies elsewhere."""
    scene.owns(0, octagon(1, 1), octagon(1, 2), square(0, 1), square(1, 2), octagon(2, 1))
    assert scene.hand(0, city=1).play().legal("large_city") == {
        Action("large_city", field=octagon(1, 1), partner=square(0, 1)),
        Action("large_city", field=octagon(1, 2), partner=square(0, 1)),
        Action("large_city", field=octagon(1, 2), partner=square(1, 2)),
    }


@pytest.mark.parametrize("part", [slice(0, 28), slice(-28, None)])
def test_every_pair_of_plains_is_a_site(scene: Scene, part: slice) -> None:
    """B1, C2: all over the board, for an owner of the first or the last 28 of its plains."""
    fields = scene.position["fields"]
    plains = [field["id"] for field in fields if field["terrain"] == "plain"][part]
    octagons = [field for field in plains if fields[field]["shape"] == "octagon"]
    squares = [field for field in plains if fields[field]["shape"] == "square"]
    pairs = {(a, b) for a in octagons for b in squares if b in fields[a]["neighbours"]}
    game = scene.owns(0, *plains).hand(0, city=1).play()
    assert {(action.field, action.partner) for action in game.legal("large_city")} == pairs
    assert game.fields("small_city") == set(plains)


def test_both_halves_of_a_large_city_are_own_plains(scene: Scene) -> None:
    """B1: neither a foreign plain, nor a free one, nor a forest square will do."""
    scene.owns(0, octagon(1, 1), square(1, 1), square(1, 0)).owns(1, square(0, 0))
    assert not scene.hand(0, city=1).play().can("large_city")


def test_a_large_city_takes_fields_without_a_building(scene: Scene) -> None:
    """B1, B3: a small city is never enlarged, whichever half it stands on."""
    scene.owns(0, square(0, 0), octagon(1, 3)).small_city(0, octagon(0, 1), square(1, 2))
    assert not scene.hand(0, city=1).play().can("large_city")


def test_one_building_per_field(scene: Scene) -> None:
    """B1: built-up mountains and plains, halves of large cities among them, are no sites."""
    scene.king(0, castles=0, small_cities=0).castle(0, octagon(0, 0)).small_city(0, octagon(0, 1))
    game = scene.large_city(0, octagon(1, 2), square(0, 1)).hand(0, castle=1, city=1).play()
    assert game.legal("castle", "small_city", "large_city") == set()


def test_nothing_stands_on_forest(scene: Scene) -> None:
    """B1: with every card in hand."""
    scene.owns(0, octagon(1, 0), octagon(2, 0), square(1, 0)).hand(0, castle=1, city=1, cathedral=1)
    assert scene.play().legal("castle", "small_city", "large_city", "cathedral") == set()


@pytest.mark.parametrize(
    ("card", "kinds"),
    [("castle", {"castle"}), ("city", {"small_city", "large_city"}), ("cathedral", {"cathedral"}), ("leader_4", set())],
)
def test_each_building_needs_its_card(scene: Scene, card: str, kinds: set[str]) -> None:
    """B1, B2: the matching card and no other."""
    scene.owns(0, octagon(0, 0), octagon(2, 1), octagon(0, 1), square(0, 0)).large_city(0, octagon(1, 2), square(1, 2))
    legal = scene.hand(0, **{card: 1}).play().legal("castle", "small_city", "large_city", "cathedral")
    assert {action.kind for action in legal} == kinds


def test_building_plays_the_card(scene: Scene) -> None:
    """B1: one of two castle cards is discarded, and one building stands."""
    game = scene.owns(0, octagon(0, 0), octagon(0, 2)).hand(0, castle=2, city=1).play()
    game.do("castle", field=octagon(0, 2))
    assert (game.hand(0), game.discard_pile) == ({"castle": 1, "city": 1}, {"castle": 1})
    assert game.buildings(0) == [("castle", [octagon(0, 2)], False)]


def test_a_large_city_is_one_building_on_two_fields(scene: Scene) -> None:
    """B1: for one card and two points."""
    game = scene.owns(0, octagon(1, 2), square(0, 1)).hand(0, city=2).play()
    game.do("large_city", field=octagon(1, 2), partner=square(0, 1))
    assert game.buildings(0) == [("large_city", [octagon(1, 2), square(0, 1)], False)]
    assert (game.hand(0), game.discard_pile, game.action_points) == ({"city": 1}, {"city": 1}, 1)


def test_cathedrals_stand_in_own_large_cities(scene: Scene) -> None:
    """B2: not in a small city, not in another player's large city, not in one that has a cathedral."""
    scene.large_city(0, octagon(1, 2), square(0, 1)).large_city(0, octagon(1, 3), square(1, 2), cathedral=True)
    scene.small_city(0, octagon(2, 1)).large_city(1, octagon(1, 6), square(1, 5))
    assert scene.hand(0, cathedral=1).play().fields("cathedral") == {octagon(1, 2)}


def test_a_cathedral_is_added_to_its_city(scene: Scene) -> None:
    """B2: the large city stays."""
    game = scene.large_city(0, octagon(1, 2), square(0, 1)).hand(0, cathedral=1).play()
    game.do("cathedral", field=octagon(1, 2))
    assert game.buildings(0) == [("large_city", [octagon(1, 2), square(0, 1)], True)]
    assert (game.discard_pile, game.action_points) == ({"cathedral": 1}, 1)


def test_small_cities_side_by_side_stay_small(scene: Scene) -> None:
    """B3: a second small city beside the first is not merged with it."""
    game = scene.small_city(0, octagon(0, 1)).owns(0, square(0, 0)).hand(0, city=1).play()
    game.do("small_city", field=square(0, 0))
    assert game.buildings(0) == [("small_city", [octagon(0, 1)], False), ("small_city", [square(0, 0)], False)]


def test_buildings_are_never_captured(scene: Scene) -> None:
    """B3, A2: no field of any building can be attacked, a large city on neither half."""
    scene.owns(0, octagon(1, 1), octagon(0, 2)).small_city(1, octagon(1, 2)).castle(2, octagon(0, 0))
    scene.large_city(1, octagon(0, 1), square(0, 0)).owns(1, square(1, 1)).hand(0, leader_4=3)
    assert scene.play().fields("attack") == {square(1, 1)}


def test_no_castle_left(edition: Callable[..., str]) -> None:
    """C5: the one castle stands with another player."""
    scene = Scene(edition=edition(castles=1)).castle(1, octagon(2, 5)).owns(0, octagon(0, 0))
    assert not scene.hand(0, castle=1).play().can("castle")


def test_no_small_city_left(edition: Callable[..., str]) -> None:
    """C5: a large city can still be built."""
    scene = Scene(edition=edition(small_cities=1)).small_city(1, octagon(0, 6)).owns(0, octagon(0, 1), square(0, 0))
    game = scene.hand(0, city=1).play()
    assert (game.can("small_city"), game.can("large_city")) == (False, True)


def test_no_large_city_left(edition: Callable[..., str]) -> None:
    """C5: a small city can still be built."""
    scene = Scene(edition=edition(large_cities=1)).large_city(1, octagon(1, 6), square(1, 5))
    game = scene.owns(0, octagon(0, 1), square(0, 0)).hand(0, city=1).play()
    assert (game.can("small_city"), game.can("large_city")) == (True, False)


def test_no_city_left(edition: Callable[..., str]) -> None:
    """C5: neither a small one nor a large one."""
    scene = Scene(edition=edition(small_cities=1, large_cities=1)).small_city(1, octagon(0, 6))
    game = scene.large_city(1, octagon(1, 6), square(1, 5)).owns(0, octagon(0, 1), square(0, 0)).hand(0, city=1).play()
    assert (game.can("small_city"), game.can("large_city")) == (False, False)


def test_no_cathedral_left(edition: Callable[..., str]) -> None:
    """C5: the one cathedral stands with another player."""
    scene = Scene(edition=edition(cathedrals=1)).large_city(1, octagon(1, 6), square(1, 5), cathedral=True)
    game = scene.large_city(0, octagon(0, 1), square(0, 0)).hand(0, cathedral=1).play()
    assert not game.can("cathedral")


def test_the_last_castle(edition: Callable[..., str]) -> None:
    """C5: one of two is left, for whom it may be; then none."""
    scene = Scene(edition=edition(castles=2)).castle(1, octagon(2, 5)).owns(0, octagon(0, 0), octagon(0, 2))
    game = scene.hand(0, castle=2).play().do("castle", field=octagon(0, 0))
    assert game.view(0)["supply"][0] == 0
    game.do("end_turn").do("end_turn").do("end_turn")
    assert not game.can("castle")
