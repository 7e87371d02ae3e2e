"""Properties of agents of every kind."""

from typing import Any

import numpy as np
import pytest

from kschwert_env import krone_schwert
from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.agents import greedy, registry
from kschwert_env.agents.base import DecisionBatch, as_policy, make_decision_batch
from kschwert_env.agents.heuristics.base import has_heuristic
from kschwert_env.agents.registry import KINDS, make_agent
from kschwert_env.agents.search import ismcts
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.simulation.worlds import make_world_sampler
from kschwert_env.two_crowns import Game, Rules
from tests.agents.conftest import COUNT, positions
from tests.helpers.cases import ONE_EACH, Case

pytestmark = pytest.mark.needs_jit

TYPED = [
    "random",
    "greedy",
    "greedy:worlds=2",
    "heuristic",
    "ismcts:sims=30,rollout=random",
    "ismcts:sims=30",
    "ismcts:sims=30,rollout=heuristic,widening=0.5,c=0.3,caution=1",
    "ismcts:sims=30,others=model",
    "policy",
    "policy:sample=0",
    "puct:sims=30",
    "puct:sims=30,others=model,c=0.3,temperature=2",
]
"""At least one agent of every kind."""

VARIANTS = {"greedy:worlds=2", "ismcts:sims=30,rollout=random"}
"""Agents that differ from others in no part of a game, and compile once more for each game."""

KNOWN = [
    (case, typed)
    for case in ONE_EACH
    for typed in TYPED
    if ("heuristic" not in typed or has_heuristic(case.rules.package))
    and (typed not in VARIANTS or case.rules.package == "two_crowns")
]
"""Agents that support every game with a heuristic; their variants in one game."""

SEEDS = derived_seeds(np.arange(COUNT), np.zeros(COUNT))


def single(decisions: DecisionBatch, i: int) -> DecisionBatch:
    """Return decision `i` alone."""
    one = slice(i, i + 1)
    return DecisionBatch(
        decisions.rules,
        decisions.observations[one],
        decisions.masks[one],
        decisions.seeds[one],
        lambda count: decisions.worlds(count)[one],
    )


def test_every_kind_is_tried() -> None:
    elsewhere = {"function", "onnx", "chat"}  # tested where files are written, and where a server runs
    assert {typed.partition(":")[0] for typed in TYPED} == set(KINDS) - elsewhere


@pytest.mark.parametrize("typed", TYPED)
def test_actions_are_legal_and_depend_on_the_decision_and_its_seed_alone(
    typed: str, rules: Rules, states: np.ndarray
) -> None:
    agent, decisions = make_agent(typed, rules), make_decision_batch(rules, states, SEEDS)
    actions = agent.act(decisions)
    assert actions.shape == (COUNT,)
    assert actions.dtype == np.int64
    assert (decisions.masks[np.arange(COUNT), actions] == 1).all()
    alone = [int(make_agent(typed, rules).act(single(decisions, i))[0]) for i in range(COUNT)]
    assert alone == actions.tolist()


@pytest.mark.parametrize(("case", "typed"), KNOWN, ids=str)
def test_what_a_seat_may_not_know_changes_nothing(case: Case, typed: str) -> None:
    """Each position has a twin that differs only in what is hidden from the deciding seat."""
    truth = positions(case.rules)
    other = make_world_sampler(case.rules, truth, SEEDS[::-1])(1).reshape(-1)
    different = [truth[i].tobytes() != other[i].tobytes() for i in range(COUNT)]
    assert sum(different) > COUNT / 3  # else this proves little
    agent = make_agent(typed, case.rules)
    first, second = (agent.act(make_decision_batch(case.rules, states, SEEDS)) for states in (truth, other))
    assert first.tolist() == second.tolist()


@pytest.mark.parametrize("typed", ["greedy", "heuristic", "ismcts:sims=60", "ismcts:sims=60,rollout=random"])
def test_hidden_points_change_nothing(typed: str) -> None:
    """P1: hidden points of others are unknown."""
    rules = krone_schwert.Rules(2, visible_scores=False)
    truth = positions(rules)
    other = truth.copy()
    other["scores"][np.arange(COUNT), 1 - truth["player"]] += 30
    agent = make_agent(typed, rules)
    first, second = (make_decision_batch(rules, states, SEEDS) for states in (truth, other))
    assert first.observations.tobytes() == second.observations.tobytes()
    assert agent.act(first).tolist() == agent.act(second).tolist()


def test_worlds_look_the_same_to_the_seat_and_are_dealt_anew(rules: Rules, states: np.ndarray) -> None:
    decisions = make_decision_batch(rules, states, SEEDS)
    worlds = decisions.worlds(5)
    assert worlds.shape == (COUNT, 5)
    for k in range(5):
        seen = make_decision_batch(rules, worlds[:, k], SEEDS)
        assert seen.observations.tobytes() == decisions.observations.tobytes()
        assert seen.masks.tobytes() == decisions.masks.tobytes()
    assert sum(worlds[i, 0].tobytes() != worlds[i, 1].tobytes() for i in range(COUNT)) > COUNT / 2
    assert decisions.worlds(5).tobytes() == worlds.tobytes()
    assert decisions.worlds(3).tobytes() == worlds[:, :3].tobytes()


def test_worlds_of_a_decision_do_not_follow_the_game(rules: Rules, states: np.ndarray) -> None:
    """Decisions do not change when their games continue."""
    going_on = states.copy()
    decisions = make_decision_batch(rules, going_on, SEEDS)
    before = decisions.worlds(1).copy()
    going_on[:] = np.zeros(1, rules.state_dtype)
    assert decisions.worlds(1).tobytes() == before.tobytes()


def test_random_is_uniform(rules: Rules) -> None:
    states = np.repeat(Game(rules).state, 3000)
    decisions = make_decision_batch(rules, states, derived_seeds(np.arange(3000), np.zeros(3000)))
    counts = np.bincount(make_agent("random", rules).act(decisions), minlength=rules.num_actions)
    legal = np.flatnonzero(decisions.masks[0])
    assert len(legal) > 1
    assert counts[legal].sum() == 3000
    assert np.abs(counts[legal] - 3000 / len(legal)).max() < 5 * np.sqrt(3000 / len(legal))


# -- as opponents ---------------------------------------------------------------------------------------------


def test_an_agent_that_needs_no_worlds_plays_for_the_adapters(rules: Rules) -> None:
    def returns(seed: int) -> list[float]:
        games = SingleSeatBatch(rules, 4, seed=1, opponents=as_policy(make_agent("random", rules), rules, seed))
        found: list[float] = []
        for _ in range(300):
            games.step(games.batch.random_actions())
            found += games.rewards.tolist()
        return found

    assert any(returns(5))
    assert returns(5) == returns(5)


def test_one_that_needs_worlds_says_so(rules: Rules, states: np.ndarray) -> None:
    policy, decisions = as_policy(make_agent("greedy", rules), rules), make_decision_batch(rules, states, SEEDS)
    with pytest.raises(RuntimeError, match="GreedyAgent needs determinizations"):
        policy(decisions.observations, decisions.masks, seeds=SEEDS)


def test_the_seed_of_a_policy_distinguishes_it_from_others(rules: Rules) -> None:
    decisions = make_decision_batch(rules, np.repeat(Game(rules).state, 50), np.arange(50))
    chosen = [
        as_policy(make_agent("random", rules), rules, seed)(
            decisions.observations, decisions.masks, seeds=decisions.seeds
        ).tolist()
        for seed in (1, 1, 2)
    ]
    assert chosen[0] == chosen[1] != chosen[2]


# -- what is typed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "wizard",
            "unknown kind of agent 'wizard' in 'wizard'; expected one of: random, greedy, heuristic, ismcts, policy",
        ),
        ("random:sims=3", "'random:sims=3': unknown option 'sims' of random; it has no options"),
        (
            "ismcts:worlds=3",
            "unknown option 'worlds' of ismcts; expected one of: sims, seconds, rollout, depth, c, widening, caution, "
            "others",
        ),
        ("ismcts:sims=many", "sims must be a whole number, not 'many'"),
        ("ismcts:sims", "sims must be a whole number, not ''"),
        ("ismcts:sims=0", "sims must be at least 1, not 0"),
        ("ismcts:seconds=soon", "seconds must be a number, not 'soon'"),
        ("ismcts:seconds=0", "seconds must be more than 0, and finite, not 0.0"),
        ("ismcts:depth=-1", "depth must be at least 0, not -1"),
        ("ismcts:rollout=wild", "rollout must be random or heuristic, not 'wild'"),
        ("ismcts:c=-1", "c must be at least 0, not -1.0"),
        ("ismcts:c=nan", "c must be at least 0, not nan"),
        ("ismcts:widening=2", "widening must be above 0, up to 1, not 2.0"),
        ("ismcts:caution=-1", "caution must be at least 0, not -1.0"),
        ("ismcts:others=wild", "others must be search or model, not 'wild'"),
        ("puct:sims=0", "sims must be at least 1, not 0"),
        ("puct:c=-1", "c must be at least 0, not -1.0"),
        ("puct:temperature=0", "temperature must be more than 0, and finite, not 0.0"),
        ("puct:others=heuristic", "others must be search or model, not 'heuristic'"),
        ("puct:nowhere.npz,sims=3", "trained network nowhere.npz does not exist"),
        ("ismcts:sims=3,sims=4", "duplicate option 'sims'"),
        ("greedy:worlds=0", "worlds must be at least 1, not 0"),
    ],
)
def test_what_is_typed_wrong_is_named(typed: str, message: str, rules: Rules) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        make_agent(typed, rules)
    assert message in str(error.value)


def test_a_game_without_a_value_function_says_so(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (greedy, ismcts, registry):
        monkeypatch.setattr(module, "has_value_function", lambda game: False)
    with pytest.raises(ValueError, match="depth must be 0, not 3: there is no value network for two_crowns"):
        make_agent("ismcts:depth=3", rules)
    with pytest.raises(ValueError, match="greedy needs a value function, and the heuristic of two_crowns has none"):
        make_agent("greedy", rules)
    assert "greedy" not in registry.available(rules)


def test_a_game_without_a_heuristic_says_so(rules: Rules) -> None:
    class Chess:
        package = "chess"

    without: Any = Chess()
    for typed in ("heuristic", "ismcts:rollout=heuristic"):
        with pytest.raises(ValueError, match="no heuristic for chess: module"):
            make_agent(typed, without)
