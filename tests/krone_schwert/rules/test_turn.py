"""Chapter 3, turns; with X3, resettling, and the order of decisions in Q2 and Q3."""

from typing import Any

import pytest

from tests.krone_schwert.scenes import Scene, octagon, square

PLAIN, MOUNTAIN = octagon(2, 1), octagon(0, 2)


def test_a_turn_has_three_action_points() -> None:
    """T1, S2."""
    # T1: a turn has three action points; the next player starts with three, however many were left
    game = Scene().action_points(1).play().do("end_turn")
    assert (game.player, game.action_points) == (1, 3)
    # T1, S2: turns go clockwise; from the last seat back to the first, and turns are counted
    game = Scene().turn(2, round=30).play().do("end_turn")
    assert (game.player, game.position["turn_player"], game.position["turn"]) == (0, 0, 93)


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_turn_may_always_end_early(scene: Scene, points: int) -> None:
    """T1, Q3: with all points too."""
    assert scene.action_points(points).play().can("end_turn")


def test_what_a_turn_begins_with() -> None:
    """T2, D7, K4, X3, Q2."""
    # T2, D7, K4: the own papal visit ends before the tax; the visit is in the discard pile when the king is
    # asked for the tax
    game = Scene().king(1).papal_visit(1).play().do("end_turn")
    assert (game.player, game.phase) == (1, "tax")
    assert (game.position["papal_visit"], game.discard_pile) == ([False, False, False], {"papal_visit": 1})
    # T2, X3: the own papal visit ends before resettling; the visit goes first
    game = Scene().landless(1).papal_visit(1).play().do("end_turn")
    assert (game.phase, game.discard_pile) == ("resettle", {"papal_visit": 1})


COSTS: dict[str, tuple[dict[str, Any], int]] = {
    "castle": ({"field": MOUNTAIN}, 2),
    "small_city": ({"field": PLAIN}, 2),
    "large_city": ({"field": octagon(1, 2), "partner": square(0, 1)}, 2),
    "cathedral": ({"field": octagon(0, 1)}, 2),
    "incite": ({}, 1),
    "papal_visit": ({}, 1),
    "draw": ({}, 1),
    "attack": ({"field": octagon(2, 2)}, 1),
    "revolt": ({}, 1),
}


def everything() -> Scene:
    """Return a scene in which seat 0 can take every kind of action against king 1."""
    scene = Scene().king(1).castle(0, octagon(0, 0)).large_city(0, octagon(0, 1), square(0, 0))
    scene.owns(0, MOUNTAIN, PLAIN, octagon(1, 2), square(0, 1)).owns(1, octagon(2, 2))
    return scene.hand(0, castle=1, city=1, cathedral=1, incite=1, papal_visit=1)


@pytest.mark.parametrize(("kind", "cost"), [(kind, cost) for kind, (_, cost) in COSTS.items()])
def test_cost_of_an_action(kind: str, cost: int) -> None:
    """T3: what is left of three points."""
    game = everything().play().do(kind, **COSTS[kind][0])
    assert game.action_points == 3 - cost


@pytest.mark.parametrize(("kind", "cost"), [(kind, cost) for kind, (_, cost) in COSTS.items() if kind != "revolt"])
def test_the_last_points_end_the_turn(kind: str, cost: int) -> None:
    """Q3, T3: for any last action; after an attack the turn ends once it is answered."""
    game = everything().action_points(cost).play().do(kind, **COSTS[kind][0])
    if kind == "attack":
        game.lay("castle").do("react", choice="none")
    assert (game.player, game.phase) == (1, "tax")


def test_what_few_points_buy() -> None:
    """T3."""
    # T3: what one point buys; no building and no occupation
    kinds = {action.kind for action in everything().action_points(1).play().legal()}
    assert kinds == {"incite", "papal_visit", "draw", "expand", "attack", "revolt", "end_turn"}
    # T3: what two points buy; all but an occupation
    kinds = {action.kind for action in everything().action_points(2).play().legal()}
    assert kinds == {*COSTS, "expand", "end_turn"}


ASKED: dict[str, tuple[list[tuple[str, dict[str, Any]]], set[str]]] = {
    "revolt_lay": ([("revolt", {})], {"lay", "done"}),
    "attack_lay": ([("attack", {"field": octagon(2, 2)})], {"lay"}),
    "expand": ([("expand", {"card": "castle"})], {"claim"}),
    "tax": ([("end_turn", {})], {"tax"}),
    "attack_react": ([("attack", {"field": octagon(2, 2)}), ("lay", {"card": "castle"}), ("done", {})], {"react"}),
}


@pytest.mark.parametrize("phase", ASKED)
def test_only_the_asked_actions_are_legal(phase: str) -> None:
    """Q3, Q4, Q6, Q7, K4: while a seat is asked for something, no other action is legal."""
    game = everything().play()
    for kind, arguments in ASKED[phase][0]:
        game.do(kind, **arguments)
    assert game.phase == phase
    assert {action.kind for action in game.legal()} == ASKED[phase][1]


def test_actions_in_any_order() -> None:
    """T3."""
    # T3: actions in any order; a card drawn is used at once, with what is left
    game = Scene().owns(0, MOUNTAIN, octagon(0, 0)).draw_pile(castle=1).play().do("draw").do("castle", field=MOUNTAIN)
    assert (game.player, game.buildings(0)) == (1, [("castle", [MOUNTAIN], False)])


def test_hands_have_no_limit_and_public_counts() -> None:
    """T4, P1."""
    # T4, P1: hand counts and discards are public; seat 1 sees three cards with seat 2 and every card of the
    # discard pile
    view = Scene().hand(2, castle=2, truce=1).discard_pile(leader_4=2, unrest=1).play().view(1)
    assert view["hand_counts"] == [0, 3, 0]  # seats 1, 2, 0
    assert view["discard_pile"] == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def test_resettling_without_land() -> None:
    """X3, Q2."""
    # X3, Q2: resettling without land; on any two free fields, not beside each other, before an ordinary turn
    game = Scene().landless(1).owns(0, octagon(0, 0)).play().do("end_turn")
    free = {field for field, owner in enumerate(game.position["owner"]) if owner is None}
    assert (game.player, game.phase, game.fields("claim")) == (1, "resettle", free)
    game.do("claim", field=octagon(0, 6)).do("claim", field=square(5, 4))
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
    assert game.owner(octagon(0, 6)) == game.owner(square(5, 4)) == 1
    # X3, Q2: resettling may be declined; at once; without land nothing but occupying takes any
    game = Scene().landless(1).hand(1, castle=1, leader_4=1).play().do("end_turn").do("done")
    assert {action.kind for action in game.legal()} == {"claim", "draw", "end_turn"}


def test_who_resettles() -> None:
    """X3, A7."""
    # X3, A7: a seat without land waits for its turn; seat 2 lost its last field in the turn of seat 0; seat 1
    # comes first
    scene = Scene().owns(2, octagon(3, 3)).owns(0, octagon(3, 4)).hand(0, castle=1)
    game = scene.play().attack(octagon(3, 3), "castle").do("end_turn")
    assert (game.player, game.phase) == (1, "action")
    game.do("end_turn")
    assert (game.player, game.phase) == (2, "resettle")


def test_when_the_turn_passes_by_itself() -> None:
    """Q3, Q8."""
    # Q3: the turn passes without points; the turn ends automatically
    game = Scene().action_points(1).play().do("draw")
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
    # Q3, Q8: the turn does not pass while an attack is pending; the last point is spent, but cards are laid and
    # the defender answers first
    scene = Scene().owns(0, octagon(3, 4)).owns(1, octagon(3, 3), octagon(3, 2)).hand(0, castle=1).action_points(1)
    game = scene.play().do("attack", field=octagon(3, 3))
    assert (game.player, game.phase, game.action_points) == (0, "attack_lay", 0)
    game.lay("castle").do("react", choice="none")
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
