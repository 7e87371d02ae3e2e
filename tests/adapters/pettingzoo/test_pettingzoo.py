"""PettingZoo environments of every game: PettingZoo's own tests, and further tests."""

import copy
import importlib
import itertools
import logging
import pickle
import random
import warnings
from collections import defaultdict
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.simulation.game import Game
from tests.adapters.pettingzoo.zoo import MAKERS, Maker, bare, choice, dressed, ended, layered, play, story
from tests.helpers.cases import CAPPED, ONE_EACH, SMALL, Case

with warnings.catch_warnings():  # they load a game of PettingZoo's in a deprecated way
    warnings.simplefilter("ignore", DeprecationWarning)
    zoo_tests = importlib.import_module("pettingzoo.test")
    state_tests = importlib.import_module("pettingzoo.test.state_test")

# -- PettingZoo's own tests -----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # but a dict of them: that is how masks are told
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of agents whose game has ended
@MAKERS
def test_pettingzoo_has_nothing_to_object_to(make: Maker, case: Case) -> None:
    env = make(case)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    zoo_tests.api_test(env, num_cycles=1000)


@MAKERS
def test_seeds_make_pettingzoo_play_the_same(make: Maker, case: Case) -> None:
    zoo_tests.seed_test(partial(make, case), num_cycles=500)


def test_pettingzoo_finds_states_in_their_space(case: Case) -> None:
    env = dressed(case)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    state_tests.test_state_space(env)
    state_tests.test_state(env, num_cycles=10)  # which plays illegal actions


@pytest.mark.parametrize("case", ONE_EACH, ids=str)  # the pictures of every case have tests of their own
@MAKERS
def test_pettingzoo_may_render(make: Maker, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a window where there is no display
    zoo_tests.render_test(lambda render_mode: make(case, render_mode))


# -- every step -----------------------------------------------------------------------------------------------


def test_every_step_agrees_with_the_game(case: Case) -> None:
    env, in_a_row = bare(case), 0
    for seed in range(3):
        env.reset(seed=seed)
        game, chance = case.game(case.rules, seed), random.Random(seed)
        while not game.is_over:
            assert_agrees(env, game)
            player, action = game.player, choice(env, chance)
            assert action is not None
            env.step(action)
            game.step(action)
            in_a_row += player == game.player
        assert env.game == game
        np.testing.assert_array_equal(env.state(), seen_by_all(game))
    assert in_a_row > 0


def assert_agrees(env: Any, game: Game[Any]) -> None:
    """Check the state during a game: only the deciding seat has a mask; no rewards and no ends."""
    agents = [f"player_{seat}" for seat in range(game.rules.num_players)]
    assert env.possible_agents == env.agents == agents
    assert env.agent_selection == f"player_{game.player}"
    assert env.rewards == dict.fromkeys(agents, 0.0)
    assert env.terminations == env.truncations == dict.fromkeys(agents, False)
    assert env.infos == {agent: {} for agent in agents}, "no secret can hide in nothing"
    for seat, agent in enumerate(agents):
        view = env.observe(agent)
        assert env.observation_space(agent).contains(view)
        assert view["observation"].dtype == view["action_mask"].dtype == np.int8
        np.testing.assert_array_equal(view["observation"], game.observe(seat)["observation"])
        assert np.flatnonzero(view["action_mask"]).tolist() == (game.legal_actions() if seat == game.player else [])
    seen, *rest = env.last()
    np.testing.assert_equal(seen, env.observe(env.agent_selection))
    assert rest == [0.0, False, False, {}]
    assert env.state_space.contains(env.state())
    np.testing.assert_array_equal(env.state(), seen_by_all(game))


def seen_by_all(game: Game[Any]) -> np.ndarray:
    return np.concatenate([game.observe(seat)["observation"] for seat in range(game.rules.num_players)])


def test_arrays_are_handed_out_as_copies(case: Case) -> None:
    env = bare(case)
    env.reset(seed=1)
    before = pickle.dumps(env)
    for array in (*env.observe("player_0").values(), env.state()):
        array[:] = 1
    assert pickle.dumps(env) == before


def test_spaces(case: Case) -> None:
    env, rules = bare(case), case.rules
    for agent in env.possible_agents:
        space = env.observation_space(agent)
        assert space is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent) == gymnasium.spaces.Discrete(rules.num_actions)
        assert set(space) == {"observation", "action_mask"}
        assert space["action_mask"] == gymnasium.spaces.Box(0, 1, (rules.num_actions,), np.int8)
        assert space["observation"].dtype == env.state_space.dtype == np.int8
        for bound in ("low", "high"):
            for name, piece in rules.observation.split(getattr(space["observation"], bound)).items():
                assert (piece == getattr(rules.observation.pieces[name], bound)).all()
    assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == rules.num_players, "seeded apart"


# -- the end --------------------------------------------------------------------------------------------------


@MAKERS
def test_all_end_at_once_and_leave_in_order(make: Maker, case: Case) -> None:
    env = make(case)
    env.reset(seed=3)
    assert_all_leave_in_order(ended(env), env.unwrapped.game)


@MAKERS
@pytest.mark.parametrize("capped", CAPPED, ids=str)
def test_a_game_at_its_cap_is_truncated(make: Maker, capped: Case) -> None:
    env = make(capped)
    env.reset(seed=3)
    assert ended(env).unwrapped.game.is_truncated
    assert_all_leave_in_order(env, env.unwrapped.game)


def assert_all_leave_in_order(env: Any, game: Game[Any]) -> None:
    truncated = game.is_truncated
    left, returns = list(env.possible_agents), dict(zip(env.possible_agents, game.returns.tolist(), strict=True))
    assert env.rewards == returns
    for agent in env.possible_agents:
        assert env.agents == left
        assert env.agent_selection == agent
        assert env.terminations == dict.fromkeys(left, not truncated)
        assert env.truncations == dict.fromkeys(left, truncated)
        seen, reward, *rest = env.last()
        assert (reward, rest) == (returns[agent], [not truncated, truncated, {}])
        assert not seen["action_mask"].any()
        flags, numbers = [env.terminations, env.truncations], [env.rewards, {agent: reward}]
        assert {type(flag) for told in flags for flag in told.values()} == {bool}
        assert {type(number) for told in numbers for number in told.values()} == {float}
        env.step(None)
        left.remove(agent)
        assert env.rewards == dict.fromkeys(left, 0.0)
        assert set(env.infos) == set(env.terminations) == set(env.truncations) == set(left)
    assert env.agents == []


@MAKERS
def test_each_agent_is_paid_its_return_once(make: Maker, case: Case) -> None:
    """Agents that did not decide last get it, too."""
    env, anything = make(case), False
    for seed in range(8):
        env.reset(seed=seed)
        paid: dict[str, list[float]] = defaultdict(list)
        for agent, _, _, reward, *_ in story(env, seed):
            if reward:
                paid[agent].append(reward)
        returns = env.unwrapped.game.returns.tolist()
        anything |= any(returns)
        assert [paid[agent] for agent in env.possible_agents] == [[value] if value else [] for value in returns]
    assert anything


def test_agents_whose_game_has_ended_only_leave() -> None:
    env = bare(SMALL)
    env.reset(seed=1)
    before = pickle.dumps(ended(env))
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    assert pickle.dumps(env) == before
    for _ in env.possible_agents:
        env.step(None)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no agent is left to act"):
        env.step(None)


def test_nobody_acts_before_a_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="no agent is left to act"):
        bare(SMALL).step(0)
    with pytest.raises(AssertionError, match="reset"):
        dressed(SMALL).step(0)


# -- what is wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score_shaping", [0.0, 0.5])
def test_an_illegal_action_is_refused_and_changes_nothing(case: Case, score_shaping: float) -> None:
    env = bare(case, score_shaping=score_shaping)
    env.reset(seed=5)
    illegal = int(np.flatnonzero(play(env, 20).last()[0]["action_mask"] == 0)[0])
    before = pickle.dumps(env)
    with pytest.raises(IllegalAction, match=f"action {illegal}, ") as refusal:
        env.step(illegal)
    assert env.rules.actions.describe(illegal) in str(refusal.value)
    for action in (-1, env.rules.num_actions, None, 1.5, "draw", True):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert pickle.dumps(env) == before


def test_wrapped_an_illegal_action_ends_the_game(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    env = dressed(case)
    env.reset(seed=5)
    offender = play(env, 20).agent_selection
    with caplog.at_level(logging.WARNING):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert "Illegal move" in caplog.text
    told = {agent: (reward, terminated) for agent, _, _, reward, terminated, *_ in story(env)}
    assert told == {agent: (-1.0 if agent == offender else 0.0, True) for agent in env.possible_agents}
    env.reset(seed=2)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(-1)
    fresh = dressed(case)
    fresh.reset(seed=2)
    assert story(env) == story(fresh), "nothing is left of the game that was broken off"


def test_the_reason_of_an_illegal_action_is_told() -> None:
    env = dressed(SMALL)
    env.reset(seed=5)
    mask = env.last()[0]["action_mask"]
    offender, illegal = env.agent_selection, int(mask.argmin())
    mask[:] = 0  # the caller's own
    env.step(illegal)
    reason = env.infos[offender]["illegal_action"]
    assert reason.startswith(f"action {illegal}, {SMALL.rules.actions.describe(illegal)}, is illegal: ")
    assert [env.infos[agent] for agent in env.agents if agent != offender] == [{}, {}]
    env.reset(seed=5)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.infos == {agent: {} for agent in env.agents}


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_checks_are_those_of_pettingzoo_s_wrappers(case: Case) -> None:
    """Compare with all three wrappers, with illegal actions and wrong uses among the decisions."""
    env, layers, chance = dressed(case), layered(case), random.Random(0)
    for use in USES.values():
        assert outcome(use, env) == outcome(use, layers), "before reset"
    for last_legal in (0, 12, 1000):  # decisions
        env.reset(seed=last_legal)
        layers.reset(seed=last_legal)
        for decision in itertools.count():
            agent = env.agent_selection
            mask = env.observe(agent)["action_mask"] == (decision < last_legal)
            over = env.terminations[agent] or env.truncations[agent]
            if not over and decision % 10 == 0:
                for wrong in (-1, case.rules.num_actions, 0.5, np.array([3]), None):
                    step = partial(step_by, wrong)
                    assert {outcome(step, env), outcome(step, layers)} == {AssertionError}
            action = None if over else chance.choice(np.flatnonzero(mask).tolist())
            env.step(action)
            layers.step(action)
            if not env.agents:
                break
            for use in USES.values():
                assert outcome(use, env) == outcome(use, layers)
        assert layers.agents == []


@pytest.mark.parametrize("make", [dressed, layered])
def test_a_loop_over_agents_without_a_step_is_told(make: Any) -> None:
    env = make(SMALL)
    env.reset(seed=1)
    turns = iter(env.agent_iter())
    for _ in range(3):
        next(turns)
        play(env, 1)
    next(turns)
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\) in a loop"):
        next(turns)


def step_by(action: Any, env: Any) -> None:
    env.step(action)


USES: dict[str, Any] = {
    "observe": lambda env: [(each, part.tolist()) for each, part in env.observe("player_1").items()],
    "state": lambda env: env.state().tobytes(),
    "agents": lambda env: (list(env.agents), env.num_agents, env.max_num_agents, env.possible_agents),
    "selected": lambda env: env.agent_selection,
    "told": lambda env: (env.rewards, env.terminations, env.truncations),
    "paid": lambda env: env._cumulative_rewards,
    "last": lambda env: env.last()[1:4],
    "turns": lambda env: list(env.agent_iter(1)),
    "names": lambda env: str(env),
}


def outcome(use: Any, env: Any) -> Any:
    """Return the result, or the type of the error; for AttributeErrors before a reset also the message."""
    try:
        return use(env)
    except AttributeError as error:
        told = str(error)
        return told if "before reset" in told else AttributeError
    except AssertionError:
        return AssertionError


def test_turns_need_steps() -> None:
    env = dressed(SMALL)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\) in a loop"):
        list(env.agent_iter(2))
    env.reset(seed=1)
    for _ in zip(range(5), env.agent_iter(), strict=False):
        env.step(int(env.last()[0]["action_mask"].argmax()))


def test_a_step_after_the_end_only_warns(caplog: pytest.LogCaptureFixture) -> None:
    env = dressed(SMALL)
    env.reset(seed=1)
    for _ in ended(env).possible_agents:
        env.step(None)
    with caplog.at_level(logging.WARNING):
        env.step(0)
    assert "Should reset() first" in caplog.text


@pytest.mark.parametrize("use", ["step", "observe", "state", "render", "agent_iter", "last"])
def test_checked_calls_need_a_reset(use: str) -> None:
    arguments = {"step": (0,), "observe": ("player_0",)}.get(use, ())
    with pytest.raises((AssertionError, AttributeError), match=r"before"):
        getattr(dressed(SMALL, "ansi"), use)(*arguments)


def test_an_unknown_agent_is_named() -> None:
    env = bare(SMALL)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="agent must be one of player_0, player_1, player_2, not 'player_3'"):
        env.observe("player_3")


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_wrong_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    env = bare(SMALL)
    env.reset(seed=2)
    before = pickle.dumps(play(env, 20))
    with pytest.raises(ValueError, match="seed must be an integer from 0"):
        env.reset(seed=seed)
    assert pickle.dumps(env) == before


# -- seeds and copies -----------------------------------------------------------------------------------------


def deals(env: Any, *seeds: Any) -> list[bytes]:
    """Return the games after these resets, including their random streams."""
    games = []
    for seed in seeds:
        env.reset(seed=seed)
        games.append(env.unwrapped.game.to_bytes())
    return games


@MAKERS
def test_resets_go_on_from_the_last_seed(make: Maker, case: Case) -> None:
    first = deals(make(case), 7, None, None, 7, None, 8, None)
    assert first == deals(make(case), 7, None, None, 7, None, 8, None)
    assert first[:2] == first[3:5] == deals(make(case), np.int64(7), None)
    assert first[0] == case.game(case.rules, 7).to_bytes()
    assert len(set(first)) == 5


def test_the_next_game_does_not_depend_on_how_this_one_is_played() -> None:
    env = bare(SMALL)
    _, following = deals(env, 3, None)
    env.reset(seed=3)
    assert deals(play(env, 25), None) == [following]


def test_without_any_seed_games_differ() -> None:
    assert len({game for _ in range(3) for game in deals(bare(SMALL), None, None)}) == 6


@MAKERS
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("decisions", [0, 20])
def test_copies_go_on_identically(make: Maker, case: Case, twin: Any, decisions: int) -> None:
    env = make(case, score_shaping=0.1)
    env.reset(seed=5)
    before = pickle.dumps(play(env, decisions))
    other = twin(env)
    told = story(other, 1)
    assert pickle.dumps(env) == before, "the copy shares nothing"
    assert story(env, 1) == told
    assert deals(other, None, None) == deals(env, None, None)
    assert story(other, 2) == story(env, 2)


def test_copies_among_last_steps_go_on_identically(case: Case) -> None:
    env = bare(case)
    env.reset(seed=5)
    ended(env).step(None)
    other = copy.deepcopy(env)
    assert story(other) == story(env)
    assert deals(other, None) == deals(env, None)
