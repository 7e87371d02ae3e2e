"""Stable-Baselines3: `MaskablePPO` learns on a batch."""

import io
import pickle
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from kschwert_env import two_crowns
from kschwert_env.adapters import sb3 as adapter
from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.engine.contract.actions import IllegalAction
from tests.adapters.camera import Camera
from tests.adapters.gymnasium.opponents import first_legal
from tests.helpers.cases import OFTEN, SMALL, Case

LEARNED = [two_crowns.Rules(), *(pytest.param(case.rules, marks=pytest.mark.long) for case in OFTEN[:4])]
"""Rules that Stable-Baselines3 learns with."""


def test_it_plays_what_one_seat_plays(case: Case) -> None:
    seats, chance, ends = [0, 1, 1, 0], np.random.default_rng(0), [0, 0]
    envs, games = SeatVecEnv(case.rules, 4, seats, seed=5), SingleSeatBatch(case.rules, 4, 5, seats)
    shown: Any = envs.reset()
    for _ in range(300):
        assert shown.tobytes() == games.batch.observations.tobytes()
        assert get_action_masks(envs).tolist() == games.batch.masks.astype(bool).tolist()
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in games.batch.masks])
        shown, rewards, ended, infos = envs.step(actions)
        games.step(actions)
        assert rewards.tolist() == games.rewards.tolist()
        assert ended.tolist() == (games.terminated | games.truncated).tolist()
        for i, info in enumerate(infos):
            if ended[i]:
                assert info["terminal_observation"].tobytes() == games.final_observation(i).tobytes()
                assert info["TimeLimit.truncated"] == games.truncated[i]
                ends[int(rewards[i] < 0)] += 1
            else:
                assert info == {}
    assert min(ends) > 0, "wins and losses must be told to the learner"


@pytest.mark.parametrize("rules", LEARNED, ids=lambda rules: f"{rules.package}-{rules.num_players}")
def test_maskable_ppo_learns_evaluates_and_loads(rules: Any) -> None:
    envs = VecMonitor(SeatVecEnv(rules, 4, opponents=first_legal))
    assert is_masking_supported(envs)
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(256)
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    envs.set_attr("opponents", None)
    returns: Any = evaluate_policy(model, envs, n_eval_episodes=4, return_episode_rewards=True)[0]
    assert len(returns) >= 4
    assert np.isclose(np.asarray(returns)[:, None], _possible_returns(rules)).any(axis=1).all()
    file = io.BytesIO()
    model.save(file)
    file.seek(0)
    again = MaskablePPO.load(file, env=SeatVecEnv(rules, 4))
    observation: Any = envs.reset()
    masks = get_action_masks(envs)
    actions, _ = model.predict(observation, action_masks=masks, deterministic=True)
    assert actions.tolist() == again.predict(observation, action_masks=masks, deterministic=True)[0].tolist()
    assert masks[np.arange(4), actions].all()


def _possible_returns(rules: Any) -> list[float]:
    """Return the possible returns: a loss, and wins shared by 1 to all seats; or places, which seats can share."""
    players = rules.num_players
    if rules.reward == "placement":
        return [place / (players - 1) for place in range(1 - players, players)]
    return [(1 / w - 1 / players) * players / (players - 1) for w in range(1, players + 1)] + [-1 / (players - 1)]


def test_a_seed_makes_training_repeatable() -> None:
    weights = []
    for _ in range(2):
        model = MaskablePPO("MlpPolicy", SeatVecEnv(SMALL.rules, 4), n_steps=16, batch_size=32, seed=3, device="cpu")
        model.learn(64)
        weights.append([value.tolist() for value in model.policy.parameters()])
    assert weights[0] == weights[1]


def test_reset_takes_the_seed_once() -> None:
    envs = SeatVecEnv(SMALL.rules, 3, seed=1)
    envs.seed(9)
    first, second = envs.reset(), envs.reset()
    envs.seed(9)
    assert envs.reset().tobytes() == first.tobytes() != second.tobytes()


def test_the_seed_is_that_of_the_first_games() -> None:
    envs, games = SeatVecEnv(SMALL.rules, 3, seed=5), SingleSeatBatch(SMALL.rules, 3, seed=5)
    assert envs.reset().tobytes() == games.batch.observations.tobytes()


def test_what_is_told_is_the_caller_s_to_keep() -> None:
    envs = SeatVecEnv(SMALL.rules, 3)
    told: list[Any] = [(envs.reset(), envs.action_masks())]
    copies = [pickle.dumps(told[0])]
    for _ in range(150):
        told.append((*envs.step(envs.action_masks().argmax(axis=1)), envs.action_masks()))
        copies.append(pickle.dumps(told[-1]))
    assert [pickle.dumps(thing) for thing in told] == copies


def test_pictures_are_those_of_the_learning_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "Renderer", Camera)
    envs = SeatVecEnv(SMALL.rules, 2, seat=[2, 1], render_mode="rgb_array", render_width=90)
    envs.reset()
    envs.get_images()
    camera: Any = envs._renderer
    assert camera.pictures == [(2, 2, None), (1, 1, None)]
    assert camera.width == 90
    with pytest.raises(ValueError, match="'human'"):
        SeatVecEnv(SMALL.rules, 2, render_mode="human")


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    envs = SeatVecEnv(SMALL.rules, 3)
    shown, masks = envs.reset(), envs.action_masks().copy()
    actions = masks.argmax(axis=1)
    actions[1] = masks[1].argmin()
    with pytest.raises(IllegalAction, match="game 1: action"):
        envs.step(actions)
    assert envs.action_masks().tolist() == masks.tolist()
    assert envs._games.batch.observations.tobytes() == shown.tobytes()


def test_opponents_are_exchanged_for_all_games_at_once() -> None:
    envs = SeatVecEnv(SMALL.rules, 3)
    envs.set_attr("opponents", first_legal)
    assert envs.get_attr("opponents", indices=[0, 2]) == [first_legal, first_legal]
    with pytest.raises(ValueError, match="for all games at once"):
        envs.set_attr("opponents", None, indices=1)
    assert envs.opponents is first_legal


def test_masks_of_some_games() -> None:
    envs = SeatVecEnv(SMALL.rules, 3)
    masks = envs.env_method("action_masks", indices=[2, 0])
    assert masks.tolist() == envs.action_masks()[[2, 0]].tolist()
    assert envs.env_method("action_masks", indices=1).tolist() == envs.action_masks()[[1]].tolist()
    assert envs.env_is_wrapped(object, indices=[0, 1]) == [False, False]  # type: ignore[arg-type]
