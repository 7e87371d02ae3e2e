"""Chapter 3, turns; with X3, resettling, and the order of decisions in Q2 and Q3."""

from typing import Any

import pytest

from tests.krone_schwert.play import COPIES
from tests.krone_schwert.scenes import Scene, octagon, square

PLAIN, MOUNTAIN = octagon(2, 1), octagon(0, 2)


def test_a_turn_has_three_action_points(scene: Scene) -> None:
    """T1: the next player starts with three, however many were left."""
    game = scene.action_points(1).play().do("end_turn")
    assert (game.player, game.action_points) == (1, 3)


def test_unused_points_are_lost(scene: Scene) -> None:
    """T1: three points saved in one round are not six in the next."""
    game = scene.play().do("end_turn").do("end_turn").do("end_turn")
    assert (game.player, game.action_points) == (0, 3)


@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_turn_may_always_end_early(scene: Scene, points: int) -> None:
    """T1, Q3: with all points too."""
    assert scene.action_points(points).play().can("end_turn")


def test_turns_go_clockwise(scene: Scene) -> None:
    """T1, S2: from the last seat back to the first, and turns are counted."""
    game = scene.turn(2, round=30).play().do("end_turn")
    assert (game.player, game.position["turn_player"], game.position["turn"]) == (0, 0, 93)


def test_the_own_papal_visit_ends_before_the_tax(scene: Scene) -> None:
    """T2, D7, K4: the visit is in the discard pile when the king is asked for the tax."""
    game = scene.king(1).papal_visit(1).play().do("end_turn")
    assert (game.player, game.phase) == (1, "tax")
    assert (game.position["papal_visit"], game.discard_pile) == ([False, False, False], {"papal_visit": 1})


def test_the_own_papal_visit_ends_before_resettling(scene: Scene) -> None:
    """T2, X3: the visit goes first."""
    game = scene.landless(1).papal_visit(1).play().do("end_turn")
    assert (game.phase, game.discard_pile) == ("resettle", {"papal_visit": 1})


def test_the_papal_visits_of_others_stay(scene: Scene) -> None:
    """T2, D7: only the visit of the seat whose turn begins ends."""
    game = scene.papal_visit(0).papal_visit(2).action_points(2).play().do("end_turn")
    assert (game.position["papal_visit"], game.discard_pile) == ([True, False, True], {})


def test_an_ordinary_turn_begins_with_actions(scene: Scene) -> None:
    """T2, Q2: a seat with land that is not king has no other decision."""
    assert scene.king(0).play().do("end_turn").phase == "action"


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


def test_what_one_point_buys() -> None:
    """T3: no building and no occupation."""
    kinds = {action.kind for action in everything().action_points(1).play().legal()}
    assert kinds == {"incite", "papal_visit", "draw", "expand", "attack", "revolt", "end_turn"}


def test_what_two_points_buy() -> None:
    """T3: all but an occupation."""
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


def test_an_action_can_be_repeated(scene: Scene) -> None:
    """T3: three draws in a turn; then it is over by itself."""
    game = scene.draw_pile(city=3).play().do("draw").do("draw").do("draw")
    assert (game.hand(0), game.player) == ({"city": 3}, 1)


def test_actions_in_any_order(scene: Scene) -> None:
    """T3: a card drawn is used at once, with what is left."""
    game = scene.owns(0, MOUNTAIN, octagon(0, 0)).draw_pile(castle=1).play().do("draw").do("castle", field=MOUNTAIN)
    assert (game.player, game.buildings(0)) == (1, [("castle", [MOUNTAIN], False)])


def test_no_limit_to_a_hand(scene: Scene) -> None:
    """T4: all cards are in one hand, and drawing is still legal."""
    game = scene.discard_pile(city_scoring=2, unrest=5).draw_pile(castle=1).rest_held_by(0).play().do("draw")
    assert sum(game.hand(0).values()) == sum(COPIES.values()) - 1 - 7


def test_hand_counts_and_discards_are_public(scene: Scene) -> None:
    """T4, P1: seat 1 sees three cards with seat 2 and every card of the discard pile."""
    view = scene.hand(2, castle=2, truce=1).discard_pile(leader_4=2, unrest=1).play().view(1)
    assert view["hand_counts"] == [0, 3, 0]  # seats 1, 2, 0
    assert view["discard_pile"] == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def test_resettling_without_land(scene: Scene) -> None:
    """X3, Q2: on any two free fields, not beside each other, before an ordinary turn."""
    game = scene.landless(1).owns(0, octagon(0, 0)).play().do("end_turn")
    free = {field for field, owner in enumerate(game.position["owner"]) if owner is None}
    assert (game.player, game.phase, game.fields("claim")) == (1, "resettle", free)
    game.do("claim", field=octagon(0, 6)).do("claim", field=square(5, 4))
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
    assert game.owner(octagon(0, 6)) == game.owner(square(5, 4)) == 1


def test_resettling_with_one_marker_is_enough(scene: Scene) -> None:
    """X3, Q2: up to two."""
    game = scene.landless(1).play().do("end_turn").do("claim", field=octagon(0, 0)).do("done")
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
    assert game.position["owner"].count(1) == 1


def test_resettling_may_be_declined(scene: Scene) -> None:
    """X3, Q2: at once; without land nothing but occupying takes any."""
    game = scene.landless(1).hand(1, castle=1, leader_4=1).play().do("end_turn").do("done")
    assert {action.kind for action in game.legal()} == {"claim", "draw", "end_turn"}


def test_only_the_landless_resettle(scene: Scene) -> None:
    """X3: one field is land."""
    assert scene.owns(1, octagon(0, 0)).play().do("end_turn").phase == "action"


def test_a_seat_without_land_waits_for_its_turn(scene: Scene) -> None:
    """X3, A7: seat 2 lost its last field in the turn of seat 0; seat 1 comes first."""
    scene.owns(2, octagon(3, 3)).owns(0, octagon(3, 4)).hand(0, castle=1)
    game = scene.play().attack(octagon(3, 3), "castle").do("end_turn")
    assert (game.player, game.phase) == (1, "action")
    game.do("end_turn")
    assert (game.player, game.phase) == (2, "resettle")


def test_the_turn_passes_without_points(scene: Scene) -> None:
    """Q3: the turn ends automatically."""
    game = scene.action_points(1).play().do("draw")
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)


def test_the_turn_does_not_pass_with_a_point_left(scene: Scene) -> None:
    """Q3: the seat decides, even if it can only end the turn."""
    game = scene.owns(0, MOUNTAIN, octagon(0, 0)).hand(0, castle=1).play().do("castle", field=MOUNTAIN)
    assert (game.player, game.action_points) == (0, 1)


def test_the_turn_does_not_pass_while_an_attack_is_pending(scene: Scene) -> None:
    """Q3, Q8: the last point is spent, but cards are laid and the defender answers first."""
    scene.owns(0, octagon(3, 4)).owns(1, octagon(3, 3), octagon(3, 2)).hand(0, castle=1).action_points(1)
    game = scene.play().do("attack", field=octagon(3, 3))
    assert (game.player, game.phase, game.action_points) == (0, "attack_lay", 0)
    game.lay("castle").do("react", choice="none")
    assert (game.player, game.phase, game.action_points) == (1, "action", 3)
