"""Greedy and search agents: known best moves, and consistent statistics."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import pytest

from kschwert_env.agents.base import DecisionBatch, make_decision_batch
from kschwert_env.agents.greedy import GreedyAgent
from kschwert_env.agents.heuristics import two_crowns
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search import tree, tree_search
from kschwert_env.agents.search.ismcts import IsmctsAgent
from kschwert_env.agents.search.tree import NODE, NONE, ROOT
from kschwert_env.agents.search.tree_search import BLOCK, SearchResult
from kschwert_env.two_crowns import Game, Rules
from tests.agents.value_functions import Valuing
from tests.two_crowns.scenes import Play, Scene

pytestmark = pytest.mark.needs_jit

SEED = np.ones(1, np.int64)


def decision(play: Play) -> DecisionBatch:
    """Return the current decision of a game."""
    return make_decision_batch(play.game.rules, play.game.state.reshape(1), SEED)


def chosen(agent: Any, play: Play) -> str:
    return play.game.rules.actions.describe(int(agent.act(decision(play))[0]))


def catapult() -> Play:
    """Return a game in which seat 0 attacks with a knight and an affordable catapult, and nobody defends."""
    scene = Scene().hand(0, knight_1=1, catapult=1, gold_2=2).hand(1)
    return scene.play().do("attack").lay("knight_1", "catapult").lay()


def evaluated(game: Game) -> float:
    """Return the value of a position to seat 0, by the value function of the heuristic."""
    return float(Valuing(two_crowns, game.rules).returns(np.array([game.state]))[0, 0])


def test_greedy_values_an_action_by_the_position_after_it() -> None:
    game = catapult()
    agent, asked = GreedyAgent(game.game.rules), decision(game)
    yes, no = (game.game.rules.actions.encode("pay", choice=choice) for choice in ("yes", "no"))
    values = agent.values(asked)[0]
    after = [game.game.copy() for _ in range(2)]
    for clone, action in zip(after, (yes, no), strict=True):
        clone.step(action)
    assert values[[yes, no]] == pytest.approx([*map(evaluated, after)], abs=1e-12)
    assert np.isneginf(np.delete(values, [yes, no])).all()
    assert chosen(agent, game) == "pay(choice=yes)"  # X1: ten more points


def test_greedy_values_the_end_of_a_game_by_its_returns() -> None:
    game = Scene().castles(20, 10).hand(0, knight_1=1, catapult=1, gold_2=2).hand(1).play()
    game.do("attack").lay("knight_1", "catapult").lay()
    yes = game.game.rules.actions.encode("pay", choice="yes")
    assert GreedyAgent(game.game.rules).values(decision(game))[0, yes] == 1.0


def test_greedy_takes_the_mean_over_what_chance_brings() -> None:
    """F1: after the die of fate a castle has 1 to 20 points."""
    game = Scene(die_of_fate=True).castles(4, 7).hand(0, knight_1=1).play()
    roll = game.game.rules.actions.encode("roll_fate")
    value = GreedyAgent(game.game.rules, worlds=1000).values(decision(game))[0, roll]
    castles = [Scene(die_of_fate=True).castles(die, 7).hand(0, knight_1=1).play() for die in range(1, 21)]
    rolled = np.array([evaluated(play.game) for play in castles])
    assert abs(value - rolled.mean()) < 5 * rolled.std() / np.sqrt(1000) + 1e-6


def test_greedy_breaks_ties_at_random() -> None:
    """Which of two equal cards is kept changes nothing."""
    game = Scene().hand(0, knight_1=1).hand(1).play()
    asked = make_decision_batch(game.game.rules, np.repeat(game.game.state, 200), np.arange(200))
    agent = GreedyAgent(game.game.rules, worlds=1)
    values = np.where(asked.masks, 0.5, -np.inf)
    agent.values = lambda decisions: values  # type: ignore[method-assign]
    assert len(set(agent.act(asked).tolist())) == np.count_nonzero(asked.masks[0]) > 1


@pytest.mark.parametrize("rollout", ["random", "heuristic"])
def test_search_finds_a_win_in_one(rollout: str) -> None:
    """The enemy has no cards and two points left: recruiting would not win."""
    game = Scene().castles(20, 2).hand(0, knight_3=1, knight_1=1, gold_1=1).hand(1).play()
    agent = IsmctsAgent(game.game.rules, sims=300, rollout=rollout)
    for kind, expected in (("attack", "attack()"), ("lay", "lay(card=knight_3)"), ("done", "done()")):
        assert chosen(agent, game) == expected
        game.do(kind, **({"card": "knight_3"} if kind == "lay" else {}))
    game.do("done")
    assert game.game.returns.tolist() == [1, -1]


def test_search_expects_the_enemy_to_answer_in_his_own_interest() -> None:
    """The defender needs its knight (3): random play lays nothing as often, max^n lays the knight."""
    scene = Scene().castles(20, 1).hand(0, knight_2=1).hand(1, knight_3=1).known(1, knight_3=1)
    game = scene.deck(0, gold_1=1).deck(1, gold_1=1).play().do("attack").do("lay", card="knight_2").do("done")
    found = IsmctsAgent(game.game.rules, sims=500).search(game.game.state.reshape(1), 0)
    assert game.game.rules.actions.describe(found.best(0.0)) == "lay(card=knight_3)"
    values = dict(zip(map(game.game.rules.actions.describe, found.actions.tolist()), found.values, strict=True))
    assert values["done()"] == -1  # the castle falls
    assert values["lay(card=knight_3)"] > values["done()"]


def test_search_may_expect_the_enemy_to_play_as_the_model_does() -> None:
    """The defender lays its knight by search, and in half of the determinizations by random play."""
    scene = Scene().castles(20, 1).hand(0, knight_2=1).hand(1, knight_3=1).known(1, knight_3=1)
    game = scene.deck(0, gold_1=1).deck(1, gold_1=1).play().do("attack").do("lay", card="knight_2")
    root, rules = game.game.state.reshape(1), game.game.rules
    done = rules.actions.encode("done")

    def value(others: str) -> float:
        found = IsmctsAgent(rules, sims=2000, rollout="random", others=others).search(root, 0)
        if others == "model":
            assert (found.nodes["seat"][1:] == 0).all()
        return float(found.values[found.actions.tolist().index(done)])

    assert value("model") > 0 > value("search")


def test_the_only_action_is_taken_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Scene().hand(0, knight_1=1).hand(1).play().do("attack")
    agent = IsmctsAgent(game.game.rules)
    monkeypatch.setattr(agent, "search", None)
    assert chosen(agent, game) == "lay(card=knight_1)"


def test_caution_keeps_to_what_was_tried_first_unless_something_is_clearly_better() -> None:
    """Here 0.1 better, with a standard error of sqrt(0.16**2 + 0.12**2) = 0.2."""
    nodes = np.zeros(3, NODE)
    nodes["action"] = [0, 7, 5]
    found = SearchResult(np.array([5, 7]), np.array([60, 40]), np.array([0.3, 0.2]), np.array([0.16, 0.12]), nodes, 0)
    assert [found.best(caution) for caution in (0.0, 0.4, 0.6)] == [5, 5, 7]


# -- its figures ----------------------------------------------------------------------------------------------


def children(nodes: np.ndarray, node: int) -> np.ndarray:
    return nodes[(nodes["parent"] == node) & (np.arange(len(nodes)) != ROOT)]


@pytest.mark.parametrize("options", [{}, {"widening": 0.5}, {"rollout": "heuristic"}])
def test_the_figures_of_a_search_add_up(options: dict[str, Any], rules: Rules, states: np.ndarray) -> None:
    for i in range(4):
        found = IsmctsAgent(rules, sims=400, **{"rollout": "random", **options}).search(states[i : i + 1], i)
        nodes = found.nodes
        assert nodes["visits"][ROOT] == found.visits.sum() == 400
        assert found.decisions >= 400
        assert (np.abs(nodes["total"]) <= nodes["visits"]).all()
        assert (nodes["visits"][1:] >= 1).all()
        assert (nodes["visits"][1:] <= nodes["available"][1:]).all()
        assert (nodes["available"][1:] <= nodes["visits"][nodes["parent"][1:]]).all()
        for node in range(1, len(nodes)):
            below = children(nodes, node)
            assert below["visits"].sum() <= nodes["visits"][node]
            assert len({(row["seat"], row["action"]) for row in below}) == len(below)
        of_root = children(nodes, ROOT)
        assert sorted(of_root["action"].tolist()) == sorted(found.actions.tolist())
        assert (of_root["seat"] == states["player"][i]).all()
        assert sum(found.values * found.visits) == pytest.approx(of_root["total"].sum())
        spread = sum(found.visits * (found.visits * found.errors**2 + found.values**2))
        assert spread == pytest.approx(of_root["squares"].sum() + len(of_root))


def test_every_simulation_adds_a_node_or_ends_the_game(rules: Rules) -> None:
    """From the start of a game, a few simulations never end within the tree."""
    found = IsmctsAgent(rules, sims=50).search(Game(rules).state.reshape(1), 0)
    assert len(found.nodes) == 51


def test_the_clock_is_looked_at_between_blocks(rules: Rules, states: np.ndarray) -> None:
    def simulations(**budget: Any) -> int:
        return int(IsmctsAgent(rules, **budget).search(states[:1], 0).visits.sum())

    assert simulations(seconds=1e-9) == BLOCK
    assert simulations(seconds=1e9, sims=3 * BLOCK + 1) == 3 * BLOCK + 1
    assert simulations(seconds=1e-9, sims=1) == 1


def test_a_long_search_can_be_stopped_between_blocks(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, states: np.ndarray
) -> None:
    """Ctrl-C is handled only in Python."""
    agent, blocks = IsmctsAgent(rules, sims=10**9), []

    def simulate(roots: Any, streams: Any, board: Any, weights: Any, count: int, *others: Any) -> int:
        blocks.append(count)
        if len(blocks) == 3:
            raise KeyboardInterrupt
        return count

    monkeypatch.setattr(agent, "_simulate", simulate)
    with pytest.raises(KeyboardInterrupt):
        agent.search(states[:1], 0)
    assert blocks == [BLOCK] * 3


def test_a_full_tree_grows_no_further(monkeypatch: pytest.MonkeyPatch, rules: Rules, states: np.ndarray) -> None:
    monkeypatch.setattr(tree_search, "MAX_NODES", 3)
    found = IsmctsAgent(rules, seconds=1e-9).search(states[:1], 0)
    assert len(found.nodes) == 3
    assert found.visits.sum() == found.nodes["visits"][ROOT] == BLOCK


def test_widening_looks_at_fewer_actions(rules: Rules) -> None:
    start = Game(rules, seed=1).state.reshape(1)
    assert Game(rules, seed=1).legal_mask().sum() >= 4
    assert len(IsmctsAgent(rules, sims=9, rollout="random", widening=0.5).search(start, 0).actions) == 3
    assert (
        len(IsmctsAgent(rules, sims=9, rollout="random").search(start, 0).actions)
        == Game(rules, seed=1).legal_mask().sum()
    )


# -- the tree -------------------------------------------------------------------------------------------------


descend: Any = tree.select
back_up: Any = tree.backpropagate


@numba.njit
def down(nodes: Any, seat: int, mask: Any, widening: float, may_grow: bool) -> Any:
    return descend(nodes, 0, seat, mask, 1.0, widening, may_grow)


@numba.njit
def up(nodes: Any, node: int, returns: Any) -> None:
    back_up(nodes, node, returns)


def family() -> np.ndarray:
    """Return a root with three children: of seat 0 by actions 1 and 2, and of seat 1 by action 1."""
    nodes = np.zeros(4, NODE)
    nodes["first"][ROOT], nodes["next"] = 1, [NONE, 2, 3, NONE]
    nodes["seat"], nodes["action"] = [0, 0, 0, 1], [0, 1, 2, 1]
    nodes["visits"], nodes["available"], nodes["total"] = [30, 10, 10, 10], [0, 20, 20, 10], [0, 5, 2, 9]
    return nodes


def test_a_seat_goes_by_its_own_children_that_are_legal_now() -> None:
    for legal, expected in (([1, 2], 1), ([2], 2), ([], NONE)):
        nodes, mask = family(), np.zeros(4, np.int8)
        mask[legal] = 1
        assert down(nodes, 0, mask, 1.0, True) == expected
        assert nodes["available"].tolist() == [0, 20 + (1 in legal), 20 + (2 in legal), 10]
        assert not mask.any()


def test_the_bound_is_ucb1_by_availability() -> None:
    """The child with the lower mean is selected once it has been available far more often."""
    mask, nodes = np.array([0, 1, 1, 0], np.int8), family()
    nodes["available"], nodes["total"] = [0, 20, 999, 10], [0, 5, 3, 9]
    means, available = np.array([0.5, 0.3]), np.array([21, 1000])
    bounds = means + np.sqrt(np.log(available) / 10)
    assert bounds[1] > bounds[0]
    assert down(nodes, 0, mask, 1.0, True) == 2


def test_what_has_no_child_comes_first() -> None:
    nodes, mask = family(), np.array([0, 1, 1, 1], np.int8)
    assert down(nodes, 0, mask, 1.0, True) == NONE
    assert mask.tolist() == [0, 0, 0, 1]
    assert down(family(), 0, np.array([0, 1, 1, 1], np.int8), 1.0, False) == 1  # no free node
    assert down(family(), 0, np.array([0, 1, 1, 1], np.int8), 0.1, True) == 1  # two are enough for 30 visits


def test_everybody_is_told_his_own_return() -> None:
    """Max^n with three seats: root, seat 2, seat 0, seat 2."""
    nodes = np.zeros(5, NODE)
    nodes["parent"], nodes["seat"] = [0, 0, 1, 2, 0], [0, 2, 0, 2, 1]
    up(nodes, 3, np.array([1.0, -0.25, -0.75]))
    up(nodes, 2, np.array([-0.5, 0.0, 0.5]))
    assert nodes["visits"].tolist() == [2, 2, 2, 1, 0]
    assert nodes["total"].tolist() == [0, -0.25, 0.5, -0.75, 0]
    assert nodes["squares"].tolist() == [0, 0.8125, 1.25, 0.5625, 0]


# -- threads --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["ismcts:sims=300,rollout=random", "puct:sims=300"])
def test_one_agent_may_search_in_several_threads_at_once(typed: str, rules: Rules, states: np.ndarray) -> None:
    agent: Any = make_agent(typed, rules)

    def visits(i: int) -> list[int]:
        return agent.search(states[i : i + 1], i).nodes["visits"].tolist()

    alone = [visits(i) for i in range(len(states))]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(visits, range(len(states)))) == alone
