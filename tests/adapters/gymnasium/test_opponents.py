"""Randomness of opponents belongs to the games: the same seed plays the same episode, for any number of games."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.agents import as_policy, make_agent
from kschwert_env.agents.greedy import GreedyAgent
from kschwert_env.agents.heuristics.base import HeuristicAgent
from kschwert_env.agents.policy import PolicyAgent
from tests.helpers.cases import SMALL

AGENTS = ["random", "greedy", "heuristic", "policy", "ismcts:sims=4", "puct:sims=4"]


def seeded(observations: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """A user's policy that draws from the seeds that it receives."""
    draws = [np.random.default_rng(int(seed)) for seed in seeds]
    return np.array([draw.choice(np.flatnonzero(mask)) for draw, mask in zip(draws, masks, strict=True)])


def agent(spec: str) -> Callable[[Any], Any]:
    return lambda rules: as_policy(make_agent(spec, rules), rules)


def trace(env: Any, steps: int) -> list[Any]:
    """Return what an environment returns for the lowest legal actions, from where it is."""
    seen = []
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(int(env.action_masks().argmax()))
        seen.append((observation["observation"].tobytes(), reward, terminated, truncated))
        if terminated or truncated:
            seen.append(env.reset()[0]["observation"].tobytes())
    return seen


OPPONENTS: list[Callable[[Any], Any]] = [*map(agent, AGENTS), lambda rules: None, lambda rules: seeded]
NAMES = [*AGENTS, "none", "user"]
IN_EVERY_GAME = ["random", "heuristic", "none", "user"]
"""Opponents that are tried in every game; searches would compile for each, and get seeds and worlds in the same way."""


EPISODES = [
    *[(two_crowns.Rules(), name) for name in NAMES],
    *[(rules, name) for rules in (krone_schwert.Rules(2), politics_and_intrigue.Rules()) for name in IN_EVERY_GAME],
]


@pytest.mark.parametrize(("rules", "name"), EPISODES, ids=lambda part: getattr(part, "package", part))
def test_the_same_seed_plays_the_same_episode(rules: Any, name: str) -> None:
    make_opponents = OPPONENTS[NAMES.index(name)]
    env = SeatEnv(rules, seat="random", opponents=make_opponents(rules))
    episodes = []
    for seed in (42, 7, 42):
        first = env.reset(seed=seed)[0]["observation"].tobytes()
        episodes.append([first, *trace(env, 12)])
    assert episodes[0] == episodes[2] != episodes[1]


@pytest.mark.parametrize("make_opponents", OPPONENTS, ids=NAMES)
def test_gymnasium_s_checks_pass(make_opponents: Callable[[Any], Any]) -> None:
    rules = two_crowns.Rules()
    check_env(SeatEnv(rules, opponents=make_opponents(rules)), skip_render_check=True)


@pytest.mark.parametrize("seat", [1, "random"])
@pytest.mark.parametrize("make_opponents", OPPONENTS, ids=NAMES)
def test_copies_pickles_and_snapshots_continue_identically(make_opponents: Any, seat: Any) -> None:
    rules = two_crowns.Rules()
    env = SeatEnv(rules, seat=seat, opponents=make_opponents(rules))
    env.reset(seed=3)
    trace(env, 7)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    snapshot = env._games.snapshot()
    expected = trace(env, 150)
    assert [trace(other, 150) for other in others] == [expected, expected]
    env._games.restore(snapshot)
    assert trace(env, 150) == expected


@pytest.mark.parametrize("seat", [1, "random"])
@pytest.mark.parametrize("make_opponents", [agent("policy"), lambda rules: seeded, lambda rules: [seeded, None]])
def test_a_game_is_the_same_among_any_number_of_games(make_opponents: Any, seat: Any) -> None:
    rules = krone_schwert.Rules(3)
    runs = []
    for size in (3, 11):
        games = SingleSeatBatch(rules, size, 5, seat, make_opponents(rules))
        seen = []
        for _ in range(150):
            games.step(games.batch.masks.argmax(axis=1))
            seen.append((games.batch.states[:3].tobytes(), games.rewards[:3].tobytes(), games.seats[:3].tobytes()))
        runs.append(seen)
    assert runs[0] == runs[1]


class CalledFromPython:
    """An agent's policy without its compiled loop."""

    def __init__(self, policy: Any) -> None:
        self._policy = policy

    def __call__(self, observations: np.ndarray, masks: np.ndarray, *, seeds: np.ndarray, worlds: Any) -> np.ndarray:
        actions: np.ndarray = self._policy(observations, masks, seeds=seeds, worlds=worlds)
        return actions


TABLES = [
    (two_crowns.Rules(max_turns=30), ["heuristic"]),
    (two_crowns.Rules(max_turns=30), ["greedy:worlds=3"]),
    (two_crowns.Rules(), ["policy"]),
    (krone_schwert.Rules(2), ["policy:temperature=0.8"]),
    (krone_schwert.Rules(3, max_rounds=3), ["heuristic", "heuristic"]),
    (krone_schwert.Rules(3, max_rounds=3), ["heuristic", None]),
    (krone_schwert.Rules(3, max_rounds=3), [None, "greedy:worlds=2"]),
    (krone_schwert.Rules(3), ["policy:sample=0", "greedy:worlds=2"]),
    (krone_schwert.Rules(3, max_rounds=3), ["heuristic", "user"]),
    (politics_and_intrigue.Rules(max_rounds=2), ["heuristic"]),
]


@pytest.mark.parametrize("seat", [1, "random"])
@pytest.mark.parametrize("size", [1, 5])
@pytest.mark.parametrize(("rules", "specs"), TABLES, ids=lambda part: getattr(part, "package", str(part)))
def test_compiled_opponents_play_as_those_that_python_calls(rules: Any, specs: Any, size: int, seat: Any) -> None:
    agents = {spec: make_agent(spec, rules) for spec in specs if spec not in (None, "user")}
    policies = [
        as_policy(agents[spec], rules, seed) if spec in agents else spec and seeded for seed, spec in enumerate(specs)
    ]
    called = [policy and CalledFromPython(policy) if policy is not seeded else seeded for policy in policies]
    compiled, uncompiled = (SingleSeatBatch(rules, size, 5, seat, opponents) for opponents in (policies, called))
    assert len(compiled._compiled) == len(agents)
    assert not uncompiled._compiled
    ends = 0
    for _ in range(400 // size):
        actions = compiled.batch.masks.argmax(axis=1)
        for games in (compiled, uncompiled):
            if size > 1:
                games.step(actions)
            else:
                assert games.step_one(int(actions[0]))
        for name in ("rewards", "terminated", "truncated", "seats", "final_seats"):
            np.testing.assert_array_equal(getattr(compiled, name), getattr(uncompiled, name))
        for name, array in compiled.snapshot().items():
            assert array.tobytes() == uncompiled.snapshot()[name].tobytes(), name
        for name in ("masks", "observations", "final_states"):
            np.testing.assert_array_equal(getattr(compiled.batch, name), getattr(uncompiled.batch, name))
        ends += int((compiled.terminated | compiled.truncated).sum())
    assert ends


@pytest.mark.parametrize("spec", ["heuristic", "greedy:worlds=2"])
def test_compiled_opponents_play_alike_as_plain_python(spec: str) -> None:
    rules = two_crowns.Rules(max_turns=6)
    policy = as_policy(make_agent(spec, rules), rules, 3)
    compiled, plain = (SingleSeatBatch(rules, 1, 5, "random", policy) for _ in range(2))
    loop = plain._compiled[0]._loop
    plain._compiled[0]._loop = getattr(loop, "plain", loop)
    for _ in range(40):
        action = int(compiled.batch.masks.argmax())
        assert compiled.step_one(action)
        assert plain.step_one(action)
        for name, array in compiled.snapshot().items():
            assert array.tobytes() == plain.snapshot()[name].tobytes(), name


@pytest.mark.parametrize("kind", [HeuristicAgent, GreedyAgent, PolicyAgent])
def test_a_subclass_of_an_agent_is_called_from_python(kind: Any) -> None:
    class First(kind):  # type: ignore[misc]
        def act(self, decisions: Any) -> np.ndarray:
            return np.asarray(decisions.masks.argmax(axis=1))

    rules, other_rules = two_crowns.Rules(), two_crowns.Rules(max_turns=9)
    assert SingleSeatBatch(rules, 1, opponents=as_policy(kind(rules), rules))._compiled
    assert not SingleSeatBatch(rules, 1, opponents=as_policy(First(rules), rules))._compiled
    assert not SingleSeatBatch(other_rules, 1, opponents=as_policy(kind(rules), rules))._compiled


def test_a_compiled_network_raises_the_error_of_its_agent() -> None:
    rules = two_crowns.Rules()
    agent: Any = make_agent("policy", rules)
    games = SingleSeatBatch(rules, 3, opponents=as_policy(agent, rules))
    agent._logits._weights.last_bias.fill(np.nan)

    def play() -> None:
        for _ in range(50):
            games.step(games.batch.random_actions())

    with pytest.raises(ValueError, match="logits of the network are not finite"):
        play()
    with pytest.raises(RuntimeError, match="call reset before the next step"):
        play()
    agent._logits._weights.last_bias.fill(0)
    games.reset()
    play()


def test_a_game_of_a_vector_equals_the_single_game_with_its_seed() -> None:
    rules = two_crowns.Rules()
    envs = SeatVectorEnv(rules, 3, "random", seeded)
    envs.reset(seed=[9, 4, 6])
    for _ in range(30):
        shown = envs.step(envs.action_masks().argmax(axis=1))[0]
    for i, seed in enumerate((9, 4, 6)):
        env = SeatEnv(rules, "random", seeded)
        env.reset(seed=seed)
        for _ in range(30):
            alone, _, terminated, truncated, _ = env.step(np.int64(env.action_masks().argmax()))
            if terminated or truncated:
                alone, _ = env.reset()
        assert alone["observation"].tobytes() == shown["observation"][i].tobytes()


def test_two_arguments_suffice() -> None:
    def policy(observations: np.ndarray, masks: np.ndarray, temperature: float = 1.0) -> np.ndarray:
        assert temperature == 1.0
        return masks.argmax(axis=1)

    env = gymnasium.make("kschwert_env/TwoCrowns-v0", opponents=policy)
    env.reset(seed=1)
    env.step(env.unwrapped.action_masks().argmax())  # type: ignore[attr-defined]


# -- random seats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [None, seeded])
def test_random_seats_are_uniform_and_results_are_those_of_the_seat(opponents: Any) -> None:
    rules = krone_schwert.Rules(3, max_rounds=1)
    games = SingleSeatBatch(rules, 60, 2, "random", opponents)
    counts = np.zeros(3, np.int64)
    for _ in range(200):
        before = games.seats.copy()
        assert (games.batch.player == games.seats).all()
        games.step(games.batch.random_actions())
        ended = games.terminated | games.truncated
        assert (games.final_seats[ended] == before[ended]).all()
        assert (games.seats[~ended] == before[~ended]).all()
        counts += np.bincount(games.seats[ended], minlength=3)
        for i in np.flatnonzero(ended).tolist():
            last, seat = games.final_game(i), int(before[i])
            assert games.rewards[i] == np.float32(last.returns[seat])
            assert games.final_observation(i).tobytes() == last.observe(seat)["observation"].tobytes()
    assert counts.sum() > 600
    assert np.abs(counts / counts.sum() - 1 / 3).max() < 0.06


def test_an_aborted_game_is_told_as_its_seat_saw_it() -> None:
    games, which = SingleSeatBatch(SMALL.rules, 40, 2, "random"), np.arange(40) % 2 == 0
    seats, shown = games.seats.copy(), games.batch.observations.copy()
    games.abort(which, -1.0)
    assert (games.seats[which] != seats[which]).any()
    assert (games.final_seats[which] == seats[which]).all()
    assert (games.seats[~which] == seats[~which]).all()
    assert games.final_observation(0).tobytes() == shown[0].tobytes()


def test_a_snapshot_of_other_environments_changes_nothing() -> None:
    games, others = SingleSeatBatch(SMALL.rules, 2, 1, "random"), SingleSeatBatch(SMALL.rules, 3, 1, "random")
    for _ in range(5):
        others.step(others.batch.random_actions())
    before = pickle.dumps(games.snapshot())
    good = games.snapshot()
    for bad in (others.snapshot(), {}, good | {"seats": np.full(2, 9)}, good | {"seeds_drawn": np.full(2, -1)}):
        with pytest.raises(ValueError, match="the snapshot is"):
            games.restore(bad)
        assert pickle.dumps(games.snapshot()) == before
