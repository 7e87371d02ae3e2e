"""`SelfPlayVec`: a batch with a seat number, in arrays that stay where they are."""

import numpy as np
import pytest

from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.engine.actions import IllegalAction
from kschwert_env.engine.batch import Batch
from tests.games import SMALL, Case


def test_it_plays_what_a_batch_plays(case: Case) -> None:
    vec, batch, ended = SelfPlayVec(case.rules, 5, seed=2), Batch(case.rules, 5, seed=2), 0
    asked = vec.decisions
    for _ in range(400):
        assert asked.seats.tolist() == batch.player.tolist()
        assert asked.observations.tobytes() == batch.observations.tobytes()
        assert asked.masks.tobytes() == batch.masks.tobytes()
        actions = batch.random_actions()
        rewards, terminated, truncated = batch.step(actions)
        asked = vec.step(actions)
        assert asked.rewards.tobytes() == rewards.tobytes()
        assert asked.terminated.tobytes() == terminated.tobytes()
        assert asked.truncated.tobytes() == truncated.tobytes()
        ended += int((terminated | truncated).sum())
    assert ended > 0


def test_the_arrays_stay_where_they_are() -> None:
    """So that tensors made of them once see every later step."""
    vec = SelfPlayVec(SMALL.rules, 4)
    places = [array.ctypes.data for array in vec.decisions]
    for asked in (vec.step(vec.decisions.masks.argmax(axis=1)), vec.reset(seed=3)):
        assert [array.ctypes.data for array in asked] == places
    assert all(array.flags.c_contiguous and array.flags.writeable for array in vec.decisions)


def test_reset_shows_the_fresh_games() -> None:
    vec, other = SelfPlayVec(SMALL.rules, 4, seed=9), SelfPlayVec(SMALL.rules, 4, seed=9)
    for _ in range(30):
        vec.step(vec.decisions.masks.argmax(axis=1))
    mask = np.array([True, False, True, False])
    before = vec.decisions.observations[~mask].tobytes(), vec.decisions.seats[~mask].tolist()
    vec.reset(mask, seed=9)
    assert vec.decisions.observations[mask].tobytes() == other.decisions.observations[mask].tobytes()
    assert vec.decisions.seats[mask].tolist() == other.decisions.seats[mask].tolist()
    assert (vec.decisions.observations[~mask].tobytes(), vec.decisions.seats[~mask].tolist()) == before


def test_a_reset_tells_of_no_end() -> None:
    vec, chance = SelfPlayVec(SMALL.rules, 4, seed=9), np.random.default_rng(0)
    while not vec.decisions.terminated.any():
        vec.step(np.array([chance.choice(np.flatnonzero(mask)) for mask in vec.decisions.masks]))
    asked = vec.reset(np.zeros(4, np.bool_))
    assert not asked.rewards.any()
    assert not (asked.terminated | asked.truncated).any()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    vec = SelfPlayVec(SMALL.rules, 2)
    before = [array.tobytes() for array in vec.decisions]
    with pytest.raises(IllegalAction, match="game 0"):
        vec.step(vec.decisions.masks.argmin(axis=1))
    assert [array.tobytes() for array in vec.decisions] == before
