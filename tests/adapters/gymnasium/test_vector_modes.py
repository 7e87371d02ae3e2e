"""`SeatVectorEnv` equals Gymnasium's vector of single environments in every autoreset mode."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers import vector as wrappers

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.engine.contract.actions import IllegalAction
from tests.adapters.gymnasium.opponents import first_legal
from tests.helpers.cases import SMALL, Case

SHORT = [
    Case(two_crowns.Game, two_crowns.Rules(max_turns=9)),
    Case(krone_schwert.Game, krone_schwert.Rules(3, max_rounds=2)),
]
short = pytest.mark.parametrize("case", SHORT, ids=str)
modes = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
GAMES = 5


def both(case: Case, mode: AutoresetMode, opponents: Any = None, **options: Any) -> tuple[SeatVectorEnv, SyncVectorEnv]:
    ours = SeatVectorEnv(case.rules, GAMES, 1, opponents, autoreset_mode=mode, **{"illegal": "end", **options})
    return ours, SyncVectorEnv([lambda: SeatEnv(case.rules, 1, opponents)] * GAMES, autoreset_mode=mode)


def assert_equal(ours: Any, theirs: Any) -> None:
    """Check equality, including keys, dtypes and shapes."""
    assert type(ours) is type(theirs)
    if isinstance(ours, dict):
        assert set(ours) == set(theirs)
        for name in ours:
            assert_equal(ours[name], theirs[name])
    elif isinstance(ours, tuple) or (isinstance(ours, np.ndarray) and ours.dtype.hasobject):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_equal(one, other)
    elif isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        np.testing.assert_array_equal(ours, theirs)
    else:
        assert ours == theirs


def chosen(shown: dict[str, np.ndarray], chance: np.random.Generator, illegal: float = 0) -> np.ndarray:
    """Return legal actions, sometimes illegal ones; 0 where a game is over."""
    actions = []
    for mask in shown["action_mask"]:
        wanted = mask == (chance.random() >= illegal)
        actions.append(chance.choice(np.flatnonzero(wanted)) if mask.any() else 0)
    return np.array(actions)


@modes
@short
@pytest.mark.parametrize("opponents", [None, first_legal], ids=["random", "policy"])
def test_it_is_gymnasium_s_vector_of_single_environments(case: Case, mode: AutoresetMode, opponents: Any) -> None:
    ours, theirs = both(case, mode, opponents)
    chance, ends, reasons = np.random.default_rng(0), 0, 0
    assert_equal(ours.reset(seed=[3, 1, 4, 1, 5]), theirs.reset(seed=[3, 1, 4, 1, 5]))
    shown = ours._observations()
    for _ in range(150):
        actions = chosen(shown, chance, illegal=0.02)
        told, expected = ours.step(actions), theirs.step(actions)
        assert told[1].dtype == np.float32
        assert_equal((told[0], told[1].astype(np.float64), *told[2:]), expected)
        assert ours.action_masks().tolist() == (told[0]["action_mask"] == 1).tolist()
        shown, over = told[0], told[2] | told[3]
        ends += int(over.sum())
        reasons += "illegal_action" in told[4] or "illegal_action" in told[4].get("final_info", {})
        if mode is AutoresetMode.DISABLED and over.any():
            seeds = [7, None, 8, None, None] if ends % 2 else None
            shown, infos = ours.reset(seed=seeds, options={"reset_mask": over})
            assert_equal((shown, infos), theirs.reset(seed=seeds, options={"reset_mask": over.copy()}))
    assert ends > 10
    assert 0 < reasons < ends


@short
def test_a_finished_game_waits_for_its_reset(case: Case) -> None:
    envs, chance = SeatVectorEnv(case.rules, GAMES, autoreset_mode="Disabled"), np.random.default_rng(0)
    shown, _ = envs.reset(seed=1)
    over = np.zeros(GAMES, np.bool_)
    while not over.any():
        shown, _, terminated, truncated, _ = envs.step(chosen(shown, chance))
        over = terminated | truncated
    before = pickle.dumps(envs)
    with pytest.raises(gymnasium.error.ResetNeeded, match=rf"games \[{np.flatnonzero(over)[0]}.*are over; reset them"):
        envs.step(np.zeros(GAMES, np.int64))
    if not over.all():
        envs.reset(options={"reset_mask": ~over})
        with pytest.raises(gymnasium.error.ResetNeeded):
            envs.step(np.zeros(GAMES, np.int64))
    assert len(before) > 0
    shown, _ = envs.reset(options={"reset_mask": over})
    assert shown["action_mask"].any(axis=1).all()
    envs.step(chosen(shown, chance))


@modes
@short
def test_what_is_no_action_is_refused_in_every_mode(case: Case, mode: AutoresetMode) -> None:
    envs, chance = both(case, mode)[0], np.random.default_rng(0)
    shown, _ = envs.reset(seed=1)
    for _ in range(60):
        actions = chosen(shown, chance)
        game = int(shown["action_mask"].any(axis=1).argmax())
        before = pickle.dumps((envs._games.batch.states, envs._over, envs.action_masks()))
        for wrong in (-1, -2, case.rules.num_actions):
            worse = actions.copy()
            worse[game] = wrong
            with pytest.raises(
                IllegalAction, match=f"game {game}: action must be an integer from 0 to .*, not {wrong}"
            ):
                envs.step(worse)
        with pytest.raises(IllegalAction, match="integers of shape"):
            envs.step(actions.astype(float))
        assert pickle.dumps((envs._games.batch.states, envs._over, envs.action_masks())) == before
        shown, _, terminated, truncated, _ = envs.step(actions.astype(np.uint16))
        if mode is AutoresetMode.DISABLED and (terminated | truncated).any():
            shown, _ = envs.reset(options={"reset_mask": terminated | truncated})


@short
def test_usually_an_illegal_action_raises_in_every_mode(case: Case) -> None:
    for mode in AutoresetMode:
        envs = SeatVectorEnv(case.rules, 2, autoreset_mode=mode)
        shown, _ = envs.reset(seed=1)
        with pytest.raises(IllegalAction, match=r"game 0: action .* is illegal: "):
            envs.step(shown["action_mask"].argmin(axis=1))


def test_modes_have_names_and_values() -> None:
    for mode in AutoresetMode:
        for name in (mode, mode.name, mode.value):
            envs: Any = gymnasium.make_vec("kschwert_env/TwoCrowns-v0", 2, autoreset_mode=name)
            assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is mode
    assert SeatVectorEnv(SHORT[0].rules, 1).autoreset_mode is AutoresetMode.SAME_STEP


@modes
def test_new_opponents_play_the_next_games_from_the_start(mode: AutoresetMode) -> None:
    """This includes games that have started unseen; a game that an illegal action ended is shown until its reset."""
    ours, theirs = both(SHORT[1], mode)
    shown, _ = ours.reset(seed=[1, 2, 3, 4, 5])
    theirs.reset(seed=[1, 2, 3, 4, 5])
    chance, over, rounds = np.random.default_rng(0), np.zeros(GAMES, np.bool_), 0
    while rounds < 4:
        actions = chosen(shown, chance, illegal=0.6)
        (shown, _, terminated, truncated, _), expected = ours.step(actions), theirs.step(actions)
        over = terminated | truncated
        assert_equal(shown, expected[0])
        if over.sum() >= 2:
            rounds += 1
            ours.opponents = first_legal if rounds % 2 else None
            theirs.set_attr("opponents", ours.opponents)
        for game in np.flatnonzero(over) if mode is AutoresetMode.DISABLED else ():
            options = [{"reset_mask": np.arange(GAMES) == game} for _ in range(2)]
            shown, _ = ours.reset(options=options[0])
            assert_equal(shown, theirs.reset(options=options[1])[0])


@pytest.mark.parametrize("mode", ["NEXT_STEP", "DISABLED"])
def test_gymnasium_s_vector_wrappers_take_it(mode: str) -> None:
    """Wrappers of observations reject SAME_STEP, whose infos contain observations, too."""
    options: dict[str, Any] = {"max_turns": 9, "autoreset_mode": mode, "scaled": True}
    envs: Any = gymnasium.make_vec("kschwert_env/TwoCrowns-v0", 3, **options)
    envs = wrappers.FlattenObservation(wrappers.RecordEpisodeStatistics(envs))
    shown, _ = envs.reset(seed=1)
    size, chance, games = envs.unwrapped.single_observation_space["observation"].shape[0], np.random.default_rng(0), 0
    assert shown.shape == (3, size + envs.single_action_space.n)
    for _ in range(60):
        assert envs.observation_space.contains(shown)
        actions = chosen({"action_mask": envs.unwrapped.action_masks()}, chance)
        shown, _, terminated, truncated, infos = envs.step(actions)
        over = terminated | truncated
        if over.any():
            games += 1
            assert (infos["episode"]["l"][over] > 0).all()
            if mode == "DISABLED":
                shown, _ = envs.reset(options={"reset_mask": over})
    assert games > 0
    wrappers.FilterObservation(envs.unwrapped, ["observation"]).reset()


# -- Gymnasium's other members ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_time_limit_truncates_as_gymnasium_s_wrapper(mode: AutoresetMode) -> None:
    """Compare with single environments in `TimeLimit`, some of which end before it."""
    rules, limit = two_crowns.Rules(), 30
    ours = SeatVectorEnv(rules, GAMES, seat=1, opponents=first_legal, autoreset_mode=mode, max_episode_steps=limit)
    singles = [lambda: TimeLimit(SeatEnv(rules, 1, first_legal), limit)] * GAMES
    theirs: Any = SyncVectorEnv(singles, autoreset_mode=mode)
    seeds, ends = list(range(GAMES)), np.zeros(2, np.int64)
    shown = [ours.reset(seed=seeds)[0], theirs.reset(seed=seeds)[0]]
    for step in range(150):
        assert shown[0]["observation"].tobytes() == shown[1]["observation"].tobytes()
        masks = shown[0]["action_mask"]
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] if mask.any() else 0 for mask in masks])
        results = [ours.step(actions), theirs.step(actions)]
        shown = [result[0] for result in results]
        for mine, other in zip(results[0][1:4], results[1][1:4], strict=True):
            assert mine.tolist() == other.tolist()
        ends += [results[0][2].sum(), results[0][3].sum()]
        if mode is AutoresetMode.DISABLED and (over := results[0][2] | results[0][3]).any():
            shown = [envs.reset(options={"reset_mask": over})[0] for envs in (ours, theirs)]
    assert ends.all(), "some games end by the rules, some by the limit"


def test_make_vec_knows_the_time_limit() -> None:
    envs = gymnasium.make_vec("kschwert_env/TwoCrowns-v0", num_envs=2, max_episode_steps=3)
    observations, _ = envs.reset(seed=0)
    for _ in range(3):
        observations, _, terminated, truncated, _ = envs.step(observations["action_mask"].argmax(axis=1))
    assert truncated.all()
    assert not terminated.any()
    for limit in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match="max_episode_steps must be"):
            SeatVectorEnv(two_crowns.Rules(), 2, max_episode_steps=limit)  # type: ignore[arg-type]


def test_attributes_and_methods_of_each_game() -> None:
    envs: Any = SeatVectorEnv(SMALL.rules, 3, seat=[2, 0, 1])
    envs.reset(seed=1)
    assert envs.get_attr("seats") == (2, 0, 1)
    assert [mask.tobytes() for mask in envs.call("action_masks")] == [row.tobytes() for row in envs.action_masks()]
    assert envs.get_attr("render_mode") == (None, None, None)
    envs.set_attr("opponents", first_legal)
    assert envs.opponents is first_legal
    envs.set_attr("opponents", [None, None, None])
    assert envs.get_attr("opponents") == (None, None, None)
    with pytest.raises(ValueError, match="opponents can only be set to one value"):
        envs.set_attr("opponents", [None, first_legal, None])
    with pytest.raises(AttributeError, match="nonsense"):
        envs.set_attr("nonsense", 1)


@pytest.mark.parametrize("dtype", [np.int8, np.bool_])
def test_actions_are_sampled_by_the_masks_of_the_batch(dtype: Any) -> None:
    envs = SeatVectorEnv(SMALL.rules, 5)
    envs.action_space.seed(3)
    observations, _ = envs.reset(seed=1)
    for _ in range(50):
        actions = envs.action_space.sample(observations["action_mask"].astype(dtype))
        assert observations["action_mask"][np.arange(5), actions].all()
        observations = envs.step(actions)[0]
    assert envs.action_space == batch_space(envs.single_action_space, 5)
    assert copy.deepcopy(envs.action_space).contains(envs.action_space.sample())
