"""Gymnasium: one learning seat in one game and in many games."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from kschwert_env.adapters import gymnasium as adapter
from kschwert_env.adapters import gymnasium_vector
from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.engine.contract.actions import IllegalAction
from tests.adapters.camera import Camera
from tests.adapters.conftest import Table
from tests.adapters.gymnasium.opponents import first_legal
from tests.helpers.cases import SMALL, Case


def random_legal(mask: np.ndarray, chance: np.random.Generator) -> Any:
    return chance.choice(np.flatnonzero(mask))


# -- one game -------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*not normalised:UserWarning", "ignore:.*No render:UserWarning")
def test_gymnasium_has_nothing_to_object_to(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make(table.name, num_players=table.players, render_mode="rgb_array").unwrapped
    check_env(env)


def test_an_episode_is_a_game_of_the_learning_seat(case: Case) -> None:
    """Compare with `SingleSeatBatch`, which is tested against single games."""
    seat, chance, ended = case.rules.num_players - 1, np.random.default_rng(3), 0
    env, games = SeatEnv(case.rules, seat), SingleSeatBatch(case.rules, 1, seat=seat)
    shown, info = env.reset(seed=12)
    games.reset(seed=12)
    for _ in range(300):
        assert info == {}
        assert env.observation_space.contains(shown)
        assert shown["observation"].tobytes() == games.batch.observations[0].tobytes()
        assert shown["action_mask"].tobytes() == games.batch.masks[0].tobytes()
        assert env.action_masks().tolist() == shown["action_mask"].astype(bool).tolist()
        action = random_legal(shown["action_mask"], chance)
        shown, reward, terminated, truncated, info = env.step(action)
        games.step([action])
        assert (reward, terminated, truncated) == (games.rewards[0], games.terminated[0], games.truncated[0])
        assert [type(told) for told in (reward, terminated, truncated)] == [float, bool, bool]
        if terminated or truncated:
            ended += 1
            assert shown["observation"].tobytes() == games.final_observation(0).tobytes()
            assert not shown["action_mask"].any()
            assert not env.action_masks().any()
            shown, info = env.reset()
    assert ended > 0


def test_an_illegal_action_ends_the_episode() -> None:
    env = SeatEnv(SMALL.rules)
    shown, _ = env.reset(seed=1)
    illegal = int(shown["action_mask"].argmin())
    after, reward, terminated, truncated, info = env.step(np.int64(illegal))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert SMALL.rules.actions.describe(illegal) in info["illegal_action"]
    assert after["observation"].tobytes() == shown["observation"].tobytes()
    assert not after["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))
    again, _ = env.reset(seed=1)
    assert again["action_mask"].tobytes() == shown["action_mask"].tobytes()


def test_step_needs_a_reset_first() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv(SMALL.rules).step(np.int64(0))


NO_ACTIONS: tuple[Any, ...] = (
    -1,
    SMALL.rules.num_actions,
    3.0,
    None,
    True,
    np.True_,
    "5",
    [3],
    np.array([3]),
    np.array(3.0),
)


def test_what_is_no_action_is_refused_and_nothing_changes() -> None:
    """Values outside the action space are bugs, not illegal moves: only integers in the space are actions."""
    env = SeatEnv(SMALL.rules)
    shown, _ = env.reset(seed=1)
    before = pickle.dumps(env)
    for action in (*NO_ACTIONS, (i for i in [3])):
        with pytest.raises(IllegalAction, match=r"action must be an integer from 0 to \d+, not "):
            env.step(action)
    assert pickle.dumps(env) == before
    legal = int(shown["action_mask"].argmax())
    told = []
    same: tuple[Any, ...] = (legal, np.int64(legal), np.uint8(legal), np.array(legal), np.array(legal, np.int16))
    for action in same:
        twin = copy.deepcopy(env)
        told.append(pickle.dumps(twin.step(action)))
    assert len(set(told)) == 1
    with pytest.raises(IllegalAction, match=r"not float 3\.0$"):
        env.step(3.0)  # type: ignore[arg-type]


def test_opponents_play_and_can_be_exchanged() -> None:
    """Opponents are random by default; a policy can replace them."""
    shown = [SeatEnv(SMALL.rules, 2, opponents).reset(seed=4)[0] for opponents in (None, first_legal)]
    assert shown[0]["observation"].tobytes() != shown[1]["observation"].tobytes()
    env = SeatEnv(SMALL.rules, 2)
    env.opponents = first_legal
    assert env.reset(seed=4)[0]["observation"].tobytes() == shown[1]["observation"].tobytes()


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_game_goes_on_identically(way: Any) -> None:
    env, chance = SeatEnv(SMALL.rules), np.random.default_rng(0)
    shown, _ = env.reset(seed=2)
    for _ in range(5):
        shown = env.step(random_legal(shown["action_mask"], chance))[0]
    twin = way(env)
    for _ in range(200):
        action = random_legal(shown["action_mask"], chance)
        mine, theirs = env.step(action), twin.step(action)
        assert pickle.dumps(mine) == pickle.dumps(theirs)
        shown = mine[0]
        if mine[2] or mine[3]:
            shown, other = env.reset()[0], twin.reset()[0]
            assert shown["observation"].tobytes() == other["observation"].tobytes()


def test_wrong_arguments_are_named(table: Table) -> None:
    with pytest.raises(ValueError, match="num_players must be"):
        gymnasium.make(table.name, num_players=9)
    with pytest.raises(ValueError, match="seat must be"):
        gymnasium.make(table.name, num_players=table.players, seat=table.players)
    with pytest.raises(ValueError, match="render_mode must be"):
        SeatEnv(SMALL.rules, render_mode="ascii")
    with pytest.raises(ValueError, match="seed must be"):
        SeatVectorEnv(SMALL.rules, 2).reset(seed=-1)
    for mask in ([True], np.array([1, 0]), np.array([False, False]), True):
        with pytest.raises(ValueError, match=r"reset_mask must be bools of shape \(2,\), at least one of them True"):
            SeatVectorEnv(SMALL.rules, 2).reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match=r"autoreset_mode must be one of NEXT_STEP, SAME_STEP, DISABLED, not 'next'"):
        SeatVectorEnv(SMALL.rules, 2, autoreset_mode="next")
    with pytest.raises(ValueError, match=r'illegal must be "raise" or "end", not True'):
        SeatVectorEnv(SMALL.rules, 2, illegal=True)  # type: ignore[arg-type]
    for seeds in ([1], [1, 2, 3], [1, -1], [1, "2"]):
        with pytest.raises(ValueError, match="seed must be an integer"):
            SeatVectorEnv(SMALL.rules, 2).reset(seed=seeds)  # type: ignore[arg-type]


class Asked:
    """A policy that counts its decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        self.decisions += len(masks)
        return first_legal(observations, masks)


def test_new_opponents_play_the_next_game_from_its_start() -> None:
    env, newcomer = SeatEnv(SMALL.rules, 2, first_legal), Asked()
    shown, _ = env.reset(seed=1)
    ended = False
    while not ended:
        shown, _, terminated, truncated, _ = env.step(np.int64(shown["action_mask"].argmax()))
        ended = terminated or truncated
    env.opponents = newcomer
    env.reset()
    assert newcomer.decisions >= 2, "both seats before the learning one have decided"


def test_after_a_policy_failed_there_is_no_playing_on() -> None:
    """Otherwise the learner would play, and observe, the opponent's seat."""
    env = SeatEnv(SMALL.rules)
    shown, _ = env.reset(seed=1)
    env.opponents = lambda observations, masks: masks.argmin(axis=1)
    with pytest.raises(IllegalAction):
        env.step(np.int64(shown["action_mask"].argmax()))
    with pytest.raises(RuntimeError, match="call reset before the next step"):
        env.step(np.int64(env.action_masks().argmax()))
    env.opponents = None
    again, _ = env.reset(seed=1)
    assert again["observation"].tobytes() == shown["observation"].tobytes()


# -- pictures -------------------------------------------------------------------------------------------------


def test_pictures_are_those_of_the_learning_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at the end, when the next game has started already; the window shows every decision."""
    monkeypatch.setattr(adapter, "Renderer", Camera)
    env = SeatEnv(SMALL.rules, 1, render_mode="human")
    camera: Any = env._renderer
    shown, _ = env.reset(seed=3)
    ended, steps = False, 0
    while not ended:
        shown, reward, terminated, truncated, _ = env.step(np.int64(shown["action_mask"].argmax()))
        ended, steps = terminated or truncated, steps + 1
    assert camera.pictures == [(1, 1, None)] * steps + [(None, 1, None)]
    assert camera.games[-1].returns[1] == pytest.approx(reward)
    env.close()
    assert not camera.is_open


def test_pictures_of_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gymnasium_vector, "Renderer", Camera)
    envs = SeatVectorEnv(SMALL.rules, 2, seat=[2, 1], render_mode="rgb_array")
    envs.reset(seed=3)
    envs.render()
    camera: Any = envs._renderer
    assert camera.pictures == [(2, 2, None), (1, 1, None)]
    with pytest.raises(ValueError, match="'human'"):
        SeatVectorEnv(SMALL.rules, 2, render_mode="human")


def test_rendering_without_a_mode_warns() -> None:
    env = SeatEnv(SMALL.rules)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# -- many games -----------------------------------------------------------------------------------------------


def test_the_registry_makes_a_real_vector_environment(table: Table) -> None:
    envs = gymnasium.make_vec(table.name, num_envs=3, num_players=table.players, seat=1)
    assert isinstance(envs.unwrapped, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    shown, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(shown)
    assert infos == {}
    assert envs.single_action_space.n == shown["action_mask"].shape[1]  # type: ignore[attr-defined]


def test_a_vector_environment_is_so_many_single_ones(case: Case) -> None:
    """Game 0 of a vector environment equals the single environment with that seed, including ends and new games."""
    envs, env, chance = SeatVectorEnv(case.rules, 4, seat=1), SeatEnv(case.rules, 1), np.random.default_rng(0)
    (many, _), (one, _), ended = envs.reset(seed=7), env.reset(seed=7), 0
    for _ in range(300):
        assert many["observation"][0].tobytes() == one["observation"].tobytes()
        assert many["action_mask"][0].tobytes() == one["action_mask"].tobytes()
        assert envs.action_masks()[0].tolist() == env.action_masks().tolist()
        actions = np.array([random_legal(mask, chance) for mask in many["action_mask"]])
        after, rewards, terminated, truncated, infos = envs.step(actions)
        one, *told, _ = env.step(actions[0])
        assert told == [rewards[0], terminated[0], truncated[0]]
        many, over = after, terminated | truncated
        assert ("final_obs" in infos) == over.any()
        if over[0]:
            ended += 1
            assert infos["_final_obs"].tolist() == over.tolist()
            final = infos["final_obs"][0]
            assert final["observation"].tobytes() == one["observation"].tobytes()
            assert not final["action_mask"].any()
            one, _ = env.reset()
    assert ended > 0


@pytest.mark.parametrize("env", [SeatEnv(SMALL.rules), SeatVectorEnv(SMALL.rules, 3)], ids=["one", "many"])
def test_what_is_told_is_the_caller_s_to_keep(env: Any) -> None:
    """Arrays returned by a step or reset never change later."""
    told: list[Any] = [env.reset(seed=1)]
    copies, ended = [pickle.dumps(told[0])], False
    while not ended or len(told) < 100:
        told.append(env.step(told[-1][0]["action_mask"].argmax(axis=-1)) if not ended else env.reset())
        copies.append(pickle.dumps(told[-1]))
        ended = len(told[-1]) == 5 and bool(np.any(told[-1][2] | told[-1][3]))
    assert [pickle.dumps(thing) for thing in told] == copies


def test_the_registry_hands_on_every_option(table: Table) -> None:
    policy = Asked()
    options: dict[str, Any] = {"num_players": table.players, "seat": 1, "opponents": policy}
    shown: dict[str, Any] = {"render_mode": "ansi", "render_width": 90}
    env: Any = gymnasium.make(table.name, **shown, reward="score", **options).unwrapped
    envs: Any = gymnasium.make_vec(table.name, 2, threads=2, **shown, reward="score", **options)
    for games in (env, envs):
        assert games._games.batch.rules == table.package.Rules(table.players, reward="score")
        assert games._games.seats.tolist() == [1] * games._games.batch.size
        assert games.opponents is policy
        assert games.render_mode == "ansi"
        assert (games._renderer.mode, games._renderer.width) == ("ansi", 90)
    assert envs._games.batch.threads == 2


def test_part_of_the_games_can_be_reset() -> None:
    envs = SeatVectorEnv(SMALL.rules, 3)
    fresh = envs.reset(seed=5)[0]
    shown = fresh
    for _ in range(10):
        shown = envs.step(shown["action_mask"].argmax(axis=1))[0]
    after, _ = envs.reset(seed=5, options={"reset_mask": np.array([False, True, False])})
    assert after["observation"][1].tobytes() == fresh["observation"][1].tobytes()
    assert after["observation"][[0, 2]].tobytes() == shown["observation"][[0, 2]].tobytes()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    envs = SeatVectorEnv(SMALL.rules, 3)
    shown, _ = envs.reset(seed=5)
    actions = shown["action_mask"].argmax(axis=1)
    actions[2] = shown["action_mask"][2].argmin()
    with pytest.raises(IllegalAction, match="game 2: action"):
        envs.step(actions)
    actions[2] = shown["action_mask"][2].argmax()
    twin = SeatVectorEnv(SMALL.rules, 3)
    twin.reset(seed=5)
    assert pickle.dumps(envs.step(actions)) == pickle.dumps(twin.step(actions))


def test_the_usual_wrappers_fit() -> None:
    envs: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(SeatVectorEnv(SMALL.rules, 6))
    shown, _ = envs.reset(seed=0)
    returns: list[float] = []
    chance = np.random.default_rng(0)
    while not returns:
        actions = np.array([random_legal(mask, chance) for mask in shown["action_mask"]])
        shown, rewards, terminated, _, infos = envs.step(actions)
        if terminated.any():
            returns = infos["episode"]["r"][terminated].tolist()
            assert returns == rewards[terminated].tolist()


def test_options_of_a_reset_that_are_none_are_named() -> None:
    with pytest.raises(ValueError, match="options must be a dict or None, not 5"):
        SeatVectorEnv(SMALL.rules, 2).reset(options=5)  # type: ignore[arg-type]
