"""Chapter 4: castles, cities, cathedrals, and supplies that run out (C5)."""

from collections.abc import Callable

import pytest

from kschwert_env.krone_schwert import Action
from tests.krone_schwert.scenes import Scene, octagon, square


def test_terrain_of_buildings() -> None:
    """B1."""
    # B1: castles stand on mountains; on own mountains of either shape; not on plain or forest, nor on free or
    # foreign mountains
    scene = (
        Scene().owns(0, octagon(0, 0), square(0, 2), octagon(0, 1), octagon(1, 0)).owns(1, octagon(2, 5), square(1, 4))
    )
    assert scene.hand(0, castle=1).play().fields("castle") == {octagon(0, 0), square(0, 2)}
    # B1: small cities stand on plains; on own plains of either shape; not on mountain or forest, nor on free or
    # foreign plains
    scene = (
        Scene().owns(0, octagon(0, 1), square(1, 2), octagon(0, 0), octagon(1, 0)).owns(1, octagon(0, 6), square(1, 6))
    )
    assert scene.hand(0, city=1).play().fields("small_city") == {octagon(0, 1), square(1, 2)}
    # B1: nothing stands on forest; with every card in hand
    scene = Scene().owns(0, octagon(1, 0), octagon(2, 0), square(1, 0)).hand(0, castle=1, city=1, cathedral=1)
    assert scene.play().legal("castle", "small_city", "large_city", "cathedral") == set()


def test_sites_of_large_cities() -> None:
    """B1, B3."""
    # B1: a large city needs an octagon and an adjacent square; two octagons do not make one, nor a square that
    # lies elsewhere
    scene = Scene().owns(0, octagon(1, 1), octagon(1, 2), square(0, 1), square(1, 2), octagon(2, 1))
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


def test_one_building_per_field() -> None:
    """B1, B3, A2."""
    # B1: one building per field; built-up mountains and plains, halves of large cities among them, are no sites
    scene = Scene().king(0, castles=0, small_cities=0).castle(0, octagon(0, 0)).small_city(0, octagon(0, 1))
    game = scene.large_city(0, octagon(1, 2), square(0, 1)).hand(0, castle=1, city=1).play()
    assert game.legal("castle", "small_city", "large_city") == set()
    # B3, A2: buildings are never captured; no field of any building can be attacked, a large city on neither
    # half
    scene = Scene().owns(0, octagon(1, 1), octagon(0, 2)).small_city(1, octagon(1, 2)).castle(2, octagon(0, 0))
    scene.large_city(1, octagon(0, 1), square(0, 0)).owns(1, square(1, 1)).hand(0, leader_4=3)
    assert scene.play().fields("attack") == {square(1, 1)}


@pytest.mark.parametrize(
    ("card", "kinds"),
    [("castle", {"castle"}), ("city", {"small_city", "large_city"}), ("cathedral", {"cathedral"}), ("leader_4", set())],
)
def test_each_building_needs_its_card(scene: Scene, card: str, kinds: set[str]) -> None:
    """B1, B2: the matching card and no other."""
    scene.owns(0, octagon(0, 0), octagon(2, 1), octagon(0, 1), square(0, 0)).large_city(0, octagon(1, 2), square(1, 2))
    legal = scene.hand(0, **{card: 1}).play().legal("castle", "small_city", "large_city", "cathedral")
    assert {action.kind for action in legal} == kinds


def test_what_building_costs_and_leaves() -> None:
    """B1, B3."""
    # B1: building plays the card; one of two castle cards is discarded, and one building stands
    game = Scene().owns(0, octagon(0, 0), octagon(0, 2)).hand(0, castle=2, city=1).play()
    game.do("castle", field=octagon(0, 2))
    assert (game.hand(0), game.discard_pile) == ({"castle": 1, "city": 1}, {"castle": 1})
    assert game.buildings(0) == [("castle", [octagon(0, 2)], False)]
    # B1: a large city is one building on two fields; for one card and two points
    game = Scene().owns(0, octagon(1, 2), square(0, 1)).hand(0, city=2).play()
    game.do("large_city", field=octagon(1, 2), partner=square(0, 1))
    assert game.buildings(0) == [("large_city", [octagon(1, 2), square(0, 1)], False)]
    assert (game.hand(0), game.discard_pile, game.action_points) == ({"city": 1}, {"city": 1}, 1)


def test_cathedrals_stand_in_own_large_cities() -> None:
    """B2."""
    # B2: cathedrals stand in own large cities; not in a small city, not in another player's large city, not in
    # one that has a cathedral
    scene = (
        Scene().large_city(0, octagon(1, 2), square(0, 1)).large_city(0, octagon(1, 3), square(1, 2), cathedral=True)
    )
    scene.small_city(0, octagon(2, 1)).large_city(1, octagon(1, 6), square(1, 5))
    assert scene.hand(0, cathedral=1).play().fields("cathedral") == {octagon(1, 2)}
    # B2: a cathedral is added to its city; the large city stays
    game = Scene().large_city(0, octagon(1, 2), square(0, 1)).hand(0, cathedral=1).play()
    game.do("cathedral", field=octagon(1, 2))
    assert game.buildings(0) == [("large_city", [octagon(1, 2), square(0, 1)], True)]
    assert (game.discard_pile, game.action_points) == ({"cathedral": 1}, 1)


def test_supplies_run_out(edition: Callable[..., str]) -> None:
    """C5."""
    # C5: no castle left; the one castle stands with another player
    scene = Scene(edition=edition(castles=1)).castle(1, octagon(2, 5)).owns(0, octagon(0, 0))
    assert not scene.hand(0, castle=1).play().can("castle")
    # C5: no small city left; a large city can still be built
    scene = Scene(edition=edition(small_cities=1)).small_city(1, octagon(0, 6)).owns(0, octagon(0, 1), square(0, 0))
    game = scene.hand(0, city=1).play()
    assert (game.can("small_city"), game.can("large_city")) == (False, True)
    # C5: no large city left; a small city can still be built
    scene = Scene(edition=edition(large_cities=1)).large_city(1, octagon(1, 6), square(1, 5))
    game = scene.owns(0, octagon(0, 1), square(0, 0)).hand(0, city=1).play()
    assert (game.can("small_city"), game.can("large_city")) == (True, False)
    # C5: no cathedral left; the one cathedral stands with another player
    scene = Scene(edition=edition(cathedrals=1)).large_city(1, octagon(1, 6), square(1, 5), cathedral=True)
    game = scene.large_city(0, octagon(0, 1), square(0, 0)).hand(0, cathedral=1).play()
    assert not game.can("cathedral")
    # C5: the last castle; one of two is left, for whom it may be; then none
    scene = Scene(edition=edition(castles=2)).castle(1, octagon(2, 5)).owns(0, octagon(0, 0), octagon(0, 2))
    game = scene.hand(0, castle=2).play().do("castle", field=octagon(0, 0))
    assert game.view(0)["supply"][0] == 0
    game.do("end_turn").do("end_turn").do("end_turn")
    assert not game.can("castle")
