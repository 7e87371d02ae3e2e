"""PUCT: expansion, selection, and results for any network."""

from typing import Any

import numba
import numpy as np
import pytest

from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.search import puct, tree
from kschwert_env.agents.search.puct import PuctAgent
from kschwert_env.agents.search.tree import EXPANDED, NODE, NONE, ROOT
from kschwert_env.engine.compiled.rng import seeded_streams
from kschwert_env.two_crowns import Rules
from tests.two_crowns.scenes import Scene

pytestmark = pytest.mark.needs_jit


def children(nodes: np.ndarray, node: int) -> np.ndarray:
    return nodes[(nodes["parent"] == node) & (np.arange(len(nodes)) != ROOT)]


@pytest.mark.parametrize("others", ["search", "model"])
def test_the_figures_of_a_search_add_up(others: str, rules: Rules, states: np.ndarray) -> None:
    masks = make_decision_batch(rules, states, np.zeros(len(states), np.int64)).masks
    for i in np.flatnonzero(masks.sum(axis=1) > 1)[:4]:
        me = states["player"][i]
        found = PuctAgent(rules, sims=300, others=others).search(states[i : i + 1], i)
        nodes = found.nodes
        assert nodes["visits"][ROOT] == 300
        assert found.visits.sum() == 299  # the first simulation ends at the root
        assert (np.abs(nodes["total"]) <= nodes["visits"]).all()
        assert (nodes["visits"][1:] <= nodes["available"][1:]).all()
        assert (others == "search") == bool((nodes["seat"][1:] != me).any())
        for node in range(len(nodes)):
            below = children(nodes, node)
            assert below["visits"].sum() <= nodes["visits"][node]
            assert len({(row["seat"], row["action"]) for row in below}) == len(below)
        of_root = children(nodes, ROOT)
        assert sorted(of_root["action"].tolist()) == np.flatnonzero(masks[i]).tolist()
        assert of_root["prior"].sum() == pytest.approx(1)
        assert set(found.actions.tolist()) == set(of_root["action"][of_root["visits"] > 0].tolist())


def test_it_finds_a_win_in_one() -> None:
    """The enemy has no cards and two points left: recruiting would not win."""
    game = Scene().castles(20, 2).hand(0, knight_3=1, knight_1=1, gold_1=1).hand(1).play()
    agent = PuctAgent(game.game.rules, sims=300)
    for kind, expected in (("attack", "attack()"), ("lay", "lay(card=knight_3)"), ("done", "done()")):
        decision = make_decision_batch(game.game.rules, game.game.state.reshape(1), np.ones(1, np.int64))
        assert game.game.rules.actions.describe(int(agent.act(decision)[0])) == expected
        game.do(kind, **({"card": "knight_3"} if kind == "lay" else {}))


def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch, rules: Rules, states: np.ndarray) -> None:
    monkeypatch.setattr("kschwert_env.agents.search.tree_search.MAX_NODES", 20)
    found = PuctAgent(rules, sims=200).search(states[:1], 0)
    assert len(found.nodes) == 20
    assert found.nodes["visits"][ROOT] == 200


def test_a_network_gone_wrong_is_told_of(rules: Rules, states: np.ndarray) -> None:
    agent = PuctAgent(rules, sims=50)
    agent._weights = agent._weights._replace(last=np.full_like(agent._weights.last, np.nan))
    with pytest.raises(ValueError, match="not finite; train it again"):
        agent.search(states[:1], 0)


# -- the tree -------------------------------------------------------------------------------------------------


cover: Any = tree.mark_expanded
grow_by: Any = tree.expand_all
prefer: Any = tree.select_puct


@numba.njit
def covered(nodes: Any, seat: int, mask: Any) -> Any:
    return cover(nodes, 0, seat, mask)


@numba.njit
def grown(nodes: Any, used: Any, seat: int, mask: Any, chances: Any) -> None:
    grow_by(nodes, used, 0, seat, mask, chances)


@numba.njit
def preferred(nodes: Any, seat: int, mask: Any, c: float) -> Any:
    return prefer(nodes, 0, seat, mask, c)


def family() -> np.ndarray:
    """Return a root with three children: of seat 0 by actions 1 and 2, and of seat 1 by action 1."""
    nodes = np.zeros(6, NODE)
    nodes["first"][ROOT], nodes["next"][:4] = 1, [NONE, 2, 3, NONE]
    nodes["seat"][:4], nodes["action"][:4], nodes["prior"][:4] = [0, 0, 0, 1], [0, 1, 2, 1], [0, 0.6, 0.2, 0.9]
    nodes["visits"][:4], nodes["available"][:4], nodes["total"][:4] = [30, 10, 10, 10], [0, 20, 20, 10], [0, 5, 2, 9]
    return nodes


def test_children_grow_for_what_has_none() -> None:
    nodes, used, mask = family(), np.array([4]), np.array([1, 1, 0, 1, 1], np.int8)
    assert covered(nodes, 0, mask) == 1
    assert mask.tolist() == [1, EXPANDED, 0, 1, 1]
    grown(nodes, used, 0, mask, np.array([0.1, 0.2, 0.3, 0.4, 0.5]))
    assert used[0] == 6  # there was room for two
    assert nodes["action"][4:].tolist() == [0, 3]
    assert nodes["prior"][4:].tolist() == [0.1, 0.4]
    assert (nodes["visits"][4:] == 0).all()
    assert covered(nodes, 0, mask) == 3


def test_the_bound_is_puct_by_availability() -> None:
    """Priors are 3 to 1 where both are legal, and means 0.5 and 0.2; the prior counts more for few visits."""
    for totals, c, expected in (((5, 2), 0.1, 1), ((2, 5), 0.1, 2), ((2, 5), 3.0, 1)):
        nodes, mask = family(), np.array([0, 1, 1, 0], np.int8)
        nodes["total"][1:3] = totals
        bounds = np.array(totals) / 10 + c * np.array([0.75, 0.25]) * np.sqrt(21) / 11
        assert 1 + np.argmax(bounds) == expected
        assert preferred(nodes, 0, mask, c) == expected
        assert nodes["available"].tolist() == [0, 21, 21, 10, 0, 0]
    assert preferred(family(), 0, np.array([0, 0, 1, 0], np.int8), 3.0) == 2
    nodes["prior"] = 0  # where they are below what a number can be
    assert preferred(nodes, 0, np.array([0, 1, 1, 0], np.int8), 3.0) == 2


@pytest.mark.parametrize(("prior", "expected"), [(0.5, 2), (0.05, 1)])
def test_what_was_not_visited_counts_as_the_mean_of_what_was(prior: float, expected: int) -> None:
    nodes, mask = family(), np.array([0, 1, 1, 0], np.int8)
    nodes["visits"][2], nodes["total"][2], nodes["prior"][1:3] = 0, 0, [1 - prior, prior]
    bounds = 0.5 + 0.1 * np.array([1 - prior, prior]) * np.sqrt(21) / np.array([11, 1])
    assert 1 + np.argmax(bounds) == expected
    assert preferred(nodes, 0, mask, 0.1) == expected


# -- chances --------------------------------------------------------------------------------------------------


turn_into_chances: Any = puct.masked_softmax
draw: Any = puct.sample


@numba.njit
def chances_of(logits: Any, mask: Any, temperature: float, out: Any) -> None:
    turn_into_chances(logits, mask, temperature, out)


@numba.njit
def drawn(chances: Any, mask: Any, stream: Any) -> Any:
    return draw(chances, mask, stream)


def test_chances_are_the_softmax_of_what_is_legal() -> None:
    logits, mask, out = np.array([1, 90, 3, 2], np.float32), np.array([1, 0, EXPANDED, 1], np.int8), np.zeros(4)
    for temperature in (1.0, 2.0):
        chances_of(logits, mask, temperature, out)
        wanted = np.exp(np.where(mask, logits / temperature, -np.inf))
        assert out == pytest.approx(wanted / wanted.sum())


def test_actions_are_drawn_by_their_chances() -> None:
    chances, mask, stream = np.array([0.25, 0, 0.75, 0]), np.array([1, 0, 1, 1], np.int8), seeded_streams(0, 1)[0, 0]
    found = np.bincount([drawn(chances, mask, stream) for _ in range(4000)], minlength=4)
    assert found[[1, 3]].tolist() == [0, 0]
    assert abs(found[0] - 1000) < 5 * np.sqrt(4000 * 0.25 * 0.75)
