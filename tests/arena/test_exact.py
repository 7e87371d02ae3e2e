"""Exact best responses: values that can be worked out by hand, bounds, and a planted weakness."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kschwert_env.agents.base import DecisionBatch
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import exact
from kschwert_env.krone_schwert import Rules
from kschwert_env.two_crowns import Rules as TwoCrowns
from tests.adapters.test_openspiel import value_of_one_turn
from tests.helpers.cases import TINY

pytestmark = pytest.mark.needs_jit

EDITION = Path(__file__).parents[2] / "training" / "ground_truth" / "last_turn_2.toml"


@pytest.fixture(scope="module")
def two_crowns() -> exact.GameTree:
    """Return the tree of two turns of a tiny edition."""
    return exact.game_tree(TwoCrowns(edition=TINY, max_turns=2))


@pytest.fixture(scope="module")
def revolt(tmp_path_factory: pytest.TempPathFactory) -> exact.GameTree:
    """Return a revolt without hidden hands: all cards are leaders, and the three people cards are swords.

    The leader lays 4 leaders of combat 1 and has 3 swords, together 7. The king has 2 for the crown and 4 for 4
    leaders, 6. So the leader wins if all lay everything.
    """
    text = EDITION.read_text()
    for old, new in {
        "leader_3 = { copies = 18": "leader_3 = { copies = 20",
        "ambush = { copies = 2": "ambush = { copies = 0",
        "crowns = 5\nswords = 2": "crowns = 0\nswords = 3",
        "action_points = 2": "action_points = 1",
        "scores = [2, 0]": "scores = [0, 0]",
    }.items():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("edition") / "revolt.toml"
    path.write_text(text)
    return exact.game_tree(Rules(2, str(path), shuffle_parts=False, max_rounds=2))


def values(tree: exact.GameTree, name: str, samples: int = 4) -> exact.Exploitability:
    return exact.exploitability(tree, exact.tabular_policy(tree, make_agent(name, tree.rules), samples))


def test_a_revolt_that_the_leader_wins_has_value_one(revolt: exact.GameTree) -> None:
    """An equilibrium: the leader revolts with all cards. Against it, the king can do nothing."""
    found = exact.exploitability(revolt, exact.cfr_policy(revolt, 200))
    assert found.values == pytest.approx((1, -1), abs=0.02)
    assert found.nash_conv == pytest.approx(0, abs=0.02)


def test_a_planted_weakness_is_found(revolt: exact.GameTree) -> None:
    """A seat that lays nothing and only ends its turn loses everything to a best response in both seats."""

    class Passive:
        games_at_once = 1

        def act(self, decisions: DecisionBatch) -> np.ndarray:
            encode = revolt.rules.actions.encode
            order = [encode("end_turn"), encode("done"), encode("react", choice="none")]
            return np.array(
                [next((action for action in order if mask[action]), mask.argmax()) for mask in decisions.masks]
            )

    agent: Any = Passive()
    found = exact.exploitability(revolt, exact.tabular_policy(revolt, agent, 1))
    assert found.values == pytest.approx((-1, 1))  # the king stays king
    assert found.best_responses == pytest.approx((1, 1))
    assert found.nash_conv == pytest.approx(2)
    assert found.exploitability == pytest.approx(1)


@pytest.mark.parametrize("name", ["random", "heuristic", "greedy"])
def test_a_best_response_is_worth_at_least_the_agents_own_value(two_crowns: exact.GameTree, name: str) -> None:
    found = values(two_crowns, name)
    for own, best in zip(found.values, found.best_responses, strict=True):
        assert best >= own - 1e-9
    assert sum(found.values) == pytest.approx(0)


def test_cfr_approaches_an_equilibrium(two_crowns: exact.GameTree) -> None:
    few, many = (exact.exploitability(two_crowns, exact.cfr_policy(two_crowns, n)).nash_conv for n in (2, 100))
    assert 0 <= many < few / 10
    assert many < 0.001


def test_the_value_of_one_turn() -> None:
    """The tree of one turn has a value that can be worked out."""
    tree = exact.game_tree(TwoCrowns(edition=TINY, max_turns=1))
    found = exact.exploitability(tree, exact.cfr_policy(tree, 50))
    assert found.values[0] == pytest.approx(value_of_one_turn(), abs=1e-3)


def test_frequencies_approach_the_probabilities_of_a_random_player(two_crowns: exact.GameTree) -> None:
    seeds = np.arange(len(two_crowns.names))
    sampled = exact.frequencies(two_crowns, make_agent("random", two_crowns.rules), 100, seeds)
    table = exact.tabular_policy(two_crowns, make_agent("random", two_crowns.rules))
    for row, name in zip(sampled, two_crowns.names, strict=True):
        for action, chance in table[name]:
            assert row[action] == pytest.approx(chance, abs=0.3)
    assert sampled.sum(axis=1) == pytest.approx(1)


def test_trees_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="has more than 100 nodes"):
        exact.game_tree(TwoCrowns(edition=TINY, max_turns=2), most_histories=100)
