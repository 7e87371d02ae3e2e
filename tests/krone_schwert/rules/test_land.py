"""Chapter 6: expanding, occupying and markers; with Q4 and Q5."""

from tests.krone_schwert.scenes import Scene, octagon, square

CORNER = octagon(0, 0)
ALL_BUT_EVENTS = ("leader_3", "leader_4", "incite", "castle", "cathedral", "city", "ambush", "truce", "papal_visit")


def test_any_action_card_expands(scene: Scene) -> None:
    """L1: leaders and reactions too."""
    game = scene.hand(0, **dict.fromkeys(ALL_BUT_EVENTS, 1)).play()
    assert game.cards("expand") == set(ALL_BUT_EVENTS)


def test_the_card_is_discarded_before_any_point_is_spent(scene: Scene) -> None:
    """Q4: the points go with the claims."""
    game = scene.owns(0, CORNER).hand(0, castle=2).play().do("expand", card="castle")
    assert (game.phase, game.player, game.action_points) == ("expand", 0, 3)
    assert (game.hand(0), game.discard_pile) == ({"castle": 1}, {"castle": 1})


def test_claims_are_adjacent_to_own_land(scene: Scene) -> None:
    """L1: free fields that share an edge with an own one; the one owned by seat 1 is not free."""
    game = scene.owns(0, CORNER).owns(1, octagon(0, 1)).hand(0, castle=1).play().do("expand", card="castle")
    assert game.fields("claim") == {octagon(1, 0), square(0, 0)}


def test_at_least_one_field_must_be_claimed(scene: Scene) -> None:
    """L1, Q4: no `done` before the first claim."""
    game = scene.owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle")
    assert {action.kind for action in game.legal()} == {"claim"}


def test_the_first_claim_counts_for_the_second(scene: Scene) -> None:
    """L1: fields beside the first one are open to the second."""
    game = scene.owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle").do("claim", field=octagon(0, 1))
    reached_now = {octagon(0, 2), octagon(1, 1), square(0, 1)}
    assert game.fields("claim") == {octagon(1, 0), square(0, 0)} | reached_now


def test_two_shields_for_two_points(scene: Scene) -> None:
    """L1: each claim costs one; the second ends the expansion."""
    game = scene.owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle")
    game.do("claim", field=octagon(0, 1)).do("claim", field=octagon(0, 2))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 1)
    assert game.owner(octagon(0, 1)) == game.owner(octagon(0, 2)) == 0


def test_one_of_two_shields_is_enough(scene: Scene) -> None:
    """L1, Q4: done after the first claim, for one point."""
    game = scene.owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle").do("claim", field=octagon(0, 1))
    game.do("done")
    assert (game.phase, game.player, game.action_points) == ("action", 0, 2)


def test_one_shield_is_one_claim(scene: Scene) -> None:
    """L1, Q4: the expansion ends without `done`."""
    game = scene.owns(0, CORNER).hand(0, leader_4=1).play().do("expand", card="leader_4")
    game.do("claim", field=octagon(0, 1))
    assert (game.phase, game.action_points) == ("action", 2)


def test_one_point_is_one_claim(scene: Scene) -> None:
    """L1, Q4: a second shield needs a second point; the turn ends."""
    game = scene.owns(0, CORNER).hand(0, castle=1).action_points(1).play().do("expand", card="castle")
    game.do("claim", field=octagon(0, 1))
    assert (game.phase, game.player) == ("action", 1)


def test_an_expansion_ends_when_the_land_around_is_taken(scene: Scene) -> None:
    """Q4: the square on the rim touches one octagon, and all around that is seat 1's."""
    scene.owns(0, square(2, 7)).owns(1, octagon(1, 7), octagon(2, 6), square(1, 6), square(1, 7), square(2, 6))
    game = scene.hand(0, castle=1).play().do("expand", card="castle").do("claim", field=octagon(2, 7))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 2)


def test_no_expansion_without_a_free_field_beside(scene: Scene) -> None:
    """Q4, L1: the only neighbour is taken."""
    game = scene.owns(0, square(2, 7)).owns(1, octagon(2, 7)).hand(0, castle=1).play()
    assert not game.can("expand")


def test_no_expansion_without_a_card(scene: Scene) -> None:
    """L1: an empty hand has no shields."""
    assert not scene.owns(0, CORNER).play().can("expand")


def test_expanding_again_in_the_same_turn(scene: Scene) -> None:
    """L1, T3: three times one field, from field to field."""
    game = scene.owns(0, CORNER).hand(0, leader_3=3).play()
    game.do("expand", card="leader_3").do("claim", field=octagon(0, 1))
    game.do("expand", card="leader_3").do("claim", field=octagon(0, 2))
    game.do("expand", card="leader_3").do("claim", field=square(0, 2))
    assert (game.player, game.discard_pile, game.position["owner"].count(0)) == (1, {"leader_3": 3}, 4)


def test_occupying_any_free_field(scene: Scene) -> None:
    """L2, Q5: anywhere, of any terrain; without a card."""
    game = scene.owns(0, CORNER).play()
    assert game.fields("claim") == {field for field, owner in enumerate(game.position["owner"]) if owner is None}


def test_an_occupation_takes_all_three_points(scene: Scene) -> None:
    """L2: no card is played, and the turn passes."""
    game = scene.owns(0, CORNER).hand(0, castle=1).play().do("claim", field=octagon(5, 5))
    assert (game.owner(octagon(5, 5)), game.player, game.hand(0), game.discard_pile) == (0, 1, {"castle": 1}, {})


def test_no_occupation_with_two_points(scene: Scene) -> None:
    """L2, Q5: not even of the field next door."""
    assert not scene.owns(0, CORNER).action_points(2).play().can("claim")


def all_but(markers_left: int) -> Scene:
    """Return a scene in which seat 0 has `markers_left` of its 28 markers left; seat 1 is its neighbour."""
    scene = Scene().owns(0, *range(28 - markers_left)).owns(1, octagon(4, 2), octagon(5, 2)).owns(2, octagon(5, 4))
    return scene.hand(0, castle=1)


def test_no_claim_without_markers() -> None:
    """L3, C5: no expansion, no occupation, no attack."""
    game = all_but(0).play()
    assert game.legal("expand", "claim", "attack") == set()


def test_the_last_marker_can_be_used() -> None:
    """L3: with one left all three are legal."""
    game = all_but(1).play()
    assert {action.kind for action in game.legal("expand", "claim", "attack")} == {"expand", "claim", "attack"}


def test_an_expansion_ends_with_the_last_marker() -> None:
    """L3, Q4: two shields, two points, one marker."""
    game = all_but(1).play().do("expand", card="castle").do("claim", field=octagon(4, 4))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 2)


def test_markers_are_counted() -> None:
    """L3: 28 less one for each field."""
    assert all_but(3).play().view(0)["markers"] == [3, 26, 27]


def test_a_building_keeps_its_markers(scene: Scene) -> None:
    """L3: a large city stands on two fields and two markers."""
    assert scene.large_city(0, octagon(0, 1), square(0, 0)).play().view(0)["markers"][0] == 26
