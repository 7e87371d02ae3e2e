"""Game tree: nodes are immutable, and memories record observations in order."""

from typing import Any

import numpy as np

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.game_tree import NO_ACTION, DecisionNode, GameSetup, Node, first_decision, root_node
from kschwert_env.engine.simulation.game import Game
from tests.helpers.cases import TINY
from tests.krone_schwert.scenes import Scene

DEEP = GameSetup(two_crowns.Game, two_crowns.Rules(edition=TINY, max_turns=4), explicit_chance=True, keeps_entries=True)


def playing(game: Game[Any]) -> DecisionNode:
    """Return a decision node in which memories begin."""
    return first_decision(GameSetup(type(game), game.rules, explicit_chance=False, keeps_entries=True), game)


def digests(node: Node) -> list[bytes]:
    return [memory.digest for memory in node.memories]


def test_all_that_a_seat_does_and_sees_is_remembered_in_order() -> None:
    """Chance nodes in between add no entries."""
    node, own, choose = root_node(DEEP), [[NO_ACTION], [NO_ACTION]], np.random.default_rng(5)
    while node.chances:
        node = node.child(0)
    assert isinstance(node, DecisionNode)
    observed = [[node.game.observe(seat)["observation"].tobytes()] for seat in (0, 1)]
    while not node.game.is_over:
        player, action = node.game.player, int(choose.choice(node.game.legal_actions()))
        node = node.child(action)
        while node.chances:
            node = node.child(int(choose.choice(len(node.chances), p=node.chances)))
        assert isinstance(node, DecisionNode)
        for seat in (0, 1):
            now = node.game.observe(seat)["observation"].tobytes()
            if seat == player or now != observed[seat][-1]:
                own[seat].append(action if seat == player else NO_ACTION)
                observed[seat].append(now)
    for seat in (0, 1):
        rows = node.memories[seat].entries
        assert [row.action for row in rows] == own[seat]
        assert [row.observed for row in rows] == observed[seat]
        assert len(rows) > 5


def test_an_action_of_ones_own_is_remembered_whatever_is_seen() -> None:
    node = playing(krone_schwert.Game(krone_schwert.Rules(2)))
    game = node.game.copy()
    assert len({tuple(digests(node.successor(game, action))) for action in range(5)}) == 5


def test_decisions_that_nobody_sees_are_not_counted() -> None:
    """P2: the number of cards that another seat lays in a revolt, one by one, is not remembered."""
    scene = Scene().king(0).realm(1, castles=1, small_cities=1).hand(1, castle=2, leader_3=1).turn(1)
    asked = playing(scene.play().do("revolt").game)
    actions = asked.setup.rules.actions
    assert asked.game.player == 1
    none = asked.child(actions.encode("done"))
    laid = asked.child(actions.encode("lay", "leader_3")).child(actions.encode("lay", "castle"))
    laid = laid.child(actions.encode("done"))
    assert [mine == theirs for mine, theirs in zip(digests(none), digests(laid), strict=True)] == [True, False, True]


def test_moments_stay_as_they_are() -> None:
    """Children and siblings do not change a node."""
    start = root_node(DEEP)
    first, second = start.child(0), start.child(1)
    hands = [node.child(0) for node in (first, second)]
    assert str(hands[0]) != str(hands[1])
    assert str(start.child(0).child(0)) == str(hands[0])
    assert isinstance(hands[0], DecisionNode)
    before = hands[0].game.to_bytes(), digests(hands[0])
    for action in hands[0].game.legal_actions():
        hands[0].child(action)
    assert (hands[0].game.to_bytes(), digests(hands[0])) == before
