"""Chapter 6: expanding, occupying and markers; with Q4 and Q5."""

from tests.krone_schwert.scenes import Scene, octagon, square

CORNER = octagon(0, 0)
ALL_BUT_EVENTS = ("leader_3", "leader_4", "incite", "castle", "cathedral", "city", "ambush", "truce", "papal_visit")


def test_what_expands() -> None:
    """L1, Q4."""
    # L1: any action card expands; leaders and reactions too
    game = Scene().hand(0, **dict.fromkeys(ALL_BUT_EVENTS, 1)).play()
    assert game.cards("expand") == set(ALL_BUT_EVENTS)
    # Q4, L1: no expansion without a free field beside; the only neighbour is taken
    game = Scene().owns(0, square(2, 7)).owns(1, octagon(2, 7)).hand(0, castle=1).play()
    assert not game.can("expand")


def test_how_an_expansion_begins() -> None:
    """Q4, L1."""
    # Q4: the card is discarded before any point is spent; the points go with the claims
    game = Scene().owns(0, CORNER).hand(0, castle=2).play().do("expand", card="castle")
    assert (game.phase, game.player, game.action_points) == ("expand", 0, 3)
    assert (game.hand(0), game.discard_pile) == ({"castle": 1}, {"castle": 1})
    # L1: claims are adjacent to own land; free fields that share an edge with an own one; the one owned by seat
    # 1 is not free
    game = Scene().owns(0, CORNER).owns(1, octagon(0, 1)).hand(0, castle=1).play().do("expand", card="castle")
    assert game.fields("claim") == {octagon(1, 0), square(0, 0)}
    # L1, Q4: at least one field must be claimed; no `done` before the first claim
    game = Scene().owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle")
    assert {action.kind for action in game.legal()} == {"claim"}


def test_two_shields_for_two_points() -> None:
    """L1, Q4, T3."""
    # L1: the first claim counts for the second; fields beside the first one are open to the second
    game = Scene().owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle").do("claim", field=octagon(0, 1))
    reached_now = {octagon(0, 2), octagon(1, 1), square(0, 1)}
    assert game.fields("claim") == {octagon(1, 0), square(0, 0)} | reached_now
    # L1: two shields for two points; each claim costs one; the second ends the expansion
    game = Scene().owns(0, CORNER).hand(0, castle=1).play().do("expand", card="castle")
    game.do("claim", field=octagon(0, 1)).do("claim", field=octagon(0, 2))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 1)
    assert game.owner(octagon(0, 1)) == game.owner(octagon(0, 2)) == 0


def test_what_ends_an_expansion() -> None:
    """L1, Q4, L3."""
    # L1, Q4: one shield is one claim; the expansion ends without `done`
    game = Scene().owns(0, CORNER).hand(0, leader_4=1).play().do("expand", card="leader_4")
    game.do("claim", field=octagon(0, 1))
    assert (game.phase, game.action_points) == ("action", 2)
    # Q4: an expansion ends when the land around is taken; the square on the rim touches one octagon, and all
    # around that is seat 1's
    scene = (
        Scene().owns(0, square(2, 7)).owns(1, octagon(1, 7), octagon(2, 6), square(1, 6), square(1, 7), square(2, 6))
    )
    game = scene.hand(0, castle=1).play().do("expand", card="castle").do("claim", field=octagon(2, 7))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 2)
    # L3, Q4: an expansion ends with the last marker; two shields, two points, one marker
    game = all_but(1).play().do("expand", card="castle").do("claim", field=octagon(4, 4))
    assert (game.phase, game.player, game.action_points) == ("action", 0, 2)


def test_occupying_any_free_field() -> None:
    """L2, Q5."""
    # L2, Q5: occupying any free field; anywhere, of any terrain; without a card
    game = Scene().owns(0, CORNER).play()
    assert game.fields("claim") == {field for field, owner in enumerate(game.position["owner"]) if owner is None}
    # L2, Q5: no occupation with two points; not even of the field next door
    assert not Scene().owns(0, CORNER).action_points(2).play().can("claim")


def all_but(markers_left: int) -> Scene:
    """Return a scene in which seat 0 has `markers_left` of its 28 markers left; seat 1 is its neighbour."""
    scene = Scene().owns(0, *range(28 - markers_left)).owns(1, octagon(4, 2), octagon(5, 2)).owns(2, octagon(5, 4))
    return scene.hand(0, castle=1)


def test_markers_run_out() -> None:
    """L3, C5."""
    # L3, C5: no claim without markers; no expansion, no occupation, no attack
    game = all_but(0).play()
    assert game.legal("expand", "claim", "attack") == set()
