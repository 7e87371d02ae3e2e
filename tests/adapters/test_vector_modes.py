"""`SeatVectorEnv` equals Gymnasium's vector of single environments in every autoreset mode."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.gymnasium import SeatEnv
from kschwert_env.adapters.gymnasium_vector import SeatVectorEnv
from kschwert_env.engine.actions import IllegalAction
from tests.adapters.opponents import first_legal
from tests.games.cases import Case

SHORT = [
    Case(two_crowns.Game, two_crowns.Rules(max_turns=9)),
    Case(krone_schwert.Game, krone_schwert.Rules(3, max_rounds=2)),
]
short = pytest.mark.parametrize("case", SHORT, ids=str)
modes = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
GAMES = 5


def both(case: Case, mode: AutoresetMode, opponents: Any = None, **options: Any) -> tuple[SeatVectorEnv, SyncVectorEnv]:
    ours = SeatVectorEnv(
        case.rules,
        GAMES,
        1,
        opponents,
        autoreset_mode=mode,
        **{"illegal": "end", **options},
    )
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
