"""`SelfPlayVec`: a batch with the deciding seats, in arrays that keep their memory."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from kschwert_env.adapters.self_play import SelfPlayVec, aligned
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import ONE_EACH, SMALL, Case

ACTIONS, OBSERVATION = ONE_EACH[-1].rules.num_actions, ONE_EACH[-1].rules.observation.size
PLAYERS = ONE_EACH[-1].rules.num_players


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
    """Tensors that share their memory see every later step."""
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


def test_it_tells_all_that_a_learner_asks(case: Case) -> None:
    vec, chance = SelfPlayVec(case.rules, 4, seed=2), np.random.default_rng(0)
    rules = case.rules
    assert (vec.num_games, vec.num_envs, vec.num_players) == (4, 4, rules.num_players)
    assert vec.rules is rules
    assert vec.num_actions == vec.single_action_space.n == rules.num_actions
    assert vec.single_observation_space.shape == (rules.observation.size,)
    told = 0
    while told < 2:
        asked = vec.decisions
        assert vec.observation_space.contains(asked.observations)
        assert vec.bool_masks.tolist() == (asked.masks == 1).tolist()
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in asked.masks])
        assert vec.action_space.contains(actions)
        vec.step(actions)
        ended = asked.terminated | asked.truncated
        told += int(ended.sum())
        assert vec.final_scores.flags.c_contiguous
        assert vec.final_scores.tolist() == vec.batch.final_scores.tolist()
        assert vec.final_observations[ended].any(axis=(1, 2)).all()
        assert not vec.final_observations[~ended].any()
    vec.close()


@pytest.mark.parametrize("size", [1, 3, 64])
def test_arrays_begin_at_multiples_of_64_bytes(size: int) -> None:
    vec = SelfPlayVec(ONE_EACH[-1].rules, size)
    assert [array.ctypes.data % 64 for array in vec.decisions] == [0] * 6
    assert np.shares_memory(vec.bool_masks, vec.decisions.masks)
    for _ in range(20):
        assert not aligned((size,), np.int8).any()


def test_the_caller_s_arrays_are_used() -> None:
    twin = SelfPlayVec(ONE_EACH[-1].rules, 3, seed=5)
    own = {name: np.full_like(array, 1) for name, array in twin.decisions._asdict().items()}
    vec = SelfPlayVec(ONE_EACH[-1].rules, 3, seed=5, out=own)
    for _ in range(150):
        for name, array in own.items():
            assert getattr(vec.decisions, name) is array
            assert array.tobytes() == getattr(twin.decisions, name).tobytes(), name
        actions = twin.batch.random_actions()
        vec.step(actions)
        twin.step(actions)
    some = SelfPlayVec(ONE_EACH[-1].rules, 3, seed=5, out={"masks": own["masks"]})
    assert some.decisions.masks is own["masks"]
    assert some.decisions.observations is not own["observations"]


def one_row_each(rules: GameRules, games: int, align: bool) -> np.ndarray:
    """Return a structured array that has all arrays of a game in one row, in which every free byte is 77."""
    shapes = {name: (array.dtype, array.shape[1:]) for name, array in SelfPlayVec(rules, 1).decisions._asdict().items()}
    kind = [("before", np.int8, (3,)), *((name, *shape) for name, shape in shapes.items()), ("after", np.int8, (5,))]
    memory = np.zeros(games, np.dtype(kind, align=align))
    memory.view(np.uint8)[...] = 77
    return memory


def test_one_row_holds_all_that_belongs_to_a_game(case: Case) -> None:
    """Strides are arbitrary; what else is in the rows stays as it is, also after the last row."""
    twin, memory = SelfPlayVec(case.rules, 5, seed=3), one_row_each(case.rules, 6, align=True)
    vec = SelfPlayVec(case.rules, 5, seed=3, out={name: memory[name][:5] for name in twin.decisions._fields})
    ends = 0
    for _ in range(300):
        for name in twin.decisions._fields:
            assert memory[name][:5].tobytes() == getattr(twin.decisions, name).tobytes(), name
            assert getattr(vec.decisions, name).tobytes() == memory[name][:5].tobytes(), name
        assert (memory["before"] == 77).all()
        assert (memory["after"] == 77).all()
        assert (memory[5:].view(np.uint8) == 77).all()
        actions = twin.batch.random_actions()
        vec.step(actions)
        ends += int((twin.step(actions).terminated | twin.decisions.truncated).sum())
    assert ends
    for each in (vec, twin):
        each.reset(np.arange(5) < 2, seed=8)
    assert all(memory[name][:5].tobytes() == getattr(twin.decisions, name).tobytes() for name in twin.decisions._fields)


@pytest.mark.parametrize("threads", [1, 2])
def test_observations_and_masks_are_columns_of_a_matrix(case: Case, threads: int) -> None:
    """Copies continue in arrays of their own; contiguous arrays can take the place of strided ones."""
    size, actions = case.rules.observation.size, case.rules.num_actions
    matrix = np.zeros((4, size + actions), np.int8)
    out = {"observations": matrix[:, :size], "masks": matrix[:, size:]}
    vec, twin = SelfPlayVec(case.rules, 4, 6, threads, out=out), SelfPlayVec(case.rules, 4, 6)
    for _ in range(20):
        vec.step(vec.batch.random_actions())
        twin.step(twin.batch.random_actions())
    other, before = copy.deepcopy(vec.batch), matrix.copy()
    other.rollout(10)
    assert matrix.tobytes() == before.tobytes()
    vec.batch.set_output_buffers(masks=np.zeros((4, actions), np.int8))
    vec.batch.rollout(10)
    twin.batch.rollout(10)
    assert matrix[:, size:].tobytes() == before[:, size:].tobytes()
    assert other.observations.tobytes() == matrix[:, :size].tobytes() == twin.batch.observations.tobytes()
    assert other.masks.tobytes() == vec.batch.masks.tobytes() == twin.batch.masks.tobytes()


@pytest.mark.parametrize("written", [True, False])
def test_masks_that_a_learner_wrote_on_make_nothing_legal(written: bool) -> None:
    vec = SelfPlayVec(ONE_EACH[-1].rules, 3, seed=5)
    legal, illegal = vec.decisions.masks.argmax(axis=1), vec.decisions.masks.argmin(axis=1)
    told = vec.decisions.masks.copy()
    vec.bool_masks[:] = written
    with pytest.raises(IllegalAction, match=r"game 0: action .* is illegal: \w"):
        vec.step(illegal)
    vec.step(legal)
    vec.bool_masks[:] = written
    assert vec.reset(seed=5).masks.tolist() == told.tolist()


def read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def overlapping(*names: str) -> dict[str, np.ndarray]:
    """Return arrays that fit, of which each shares its first bytes with the others."""
    arrays = {name: getattr(SelfPlayVec(ONE_EACH[-1].rules, 3).decisions, name) for name in names}
    memory = np.zeros(max(array.nbytes for array in arrays.values()), np.uint8)
    return {name: memory[: array.nbytes].view(array.dtype).reshape(array.shape) for name, array in arrays.items()}


def rows(width: int) -> np.ndarray:
    """Return int8 rows for three games."""
    return np.zeros((3, width), np.int8)


def interleaved(first: int) -> dict[str, np.ndarray]:
    """Return masks, and observations from this column, in the same rows."""
    both = rows(ACTIONS + OBSERVATION)
    return {"masks": both[:, :ACTIONS], "observations": both[:, first : first + OBSERVATION]}


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ({"mask": np.zeros(3)}, "unknown array 'mask'; expected one of: masks, observations, "),
        ({"seats": np.zeros(3, np.int32)}, r"seats must be an aligned, writable array int64 \(3,\) of contiguous rows"),
        ({"seats": [0, 0, 0]}, "seats must be an aligned"),
        ({"seats": np.zeros(3, np.int64)[::-1]}, "seats must be an aligned"),
        ({"seats": np.zeros(7, np.int32)[1:].view(np.int64)}, "seats must be an aligned"),
        ({"seats": np.broadcast_to(np.int64(0), 3)}, "seats must be an aligned"),
        ({"seats": read_only(np.zeros(3, np.int64))}, "seats must be an aligned"),
        ({"terminated": np.zeros(4, np.bool_)}, r"terminated must be an aligned, writable array bool \(3,\)"),
        ({"terminated": np.zeros(6, np.bool_)[::-2]}, "terminated must be an aligned"),
        ({"terminated": read_only(np.zeros(3, np.bool_))}, "terminated must be an aligned"),
        ({"masks": rows(2 * ACTIONS)[:, ::2]}, "masks must be an aligned"),
        ({"masks": rows(ACTIONS)[:, ::-1]}, "masks must be an aligned"),
        ({"masks": rows(ACTIONS)[::-1]}, "masks must be an aligned"),
        ({"masks": np.zeros((ACTIONS, 3), np.int8).T}, "masks must be an aligned"),
        ({"masks": as_strided(rows(ACTIONS), strides=(ACTIONS - 1, 1))}, "masks must be an aligned"),
        ({"rewards": np.zeros(3, [("a", np.int8), ("b", np.float32, (PLAYERS,))])["b"]}, "rewards must be an aligned"),
        (interleaved(ACTIONS - 1), "observations and masks must not share memory"),
        (overlapping("terminated", "truncated"), "terminated and truncated must not share memory"),
        (overlapping("seats", "rewards"), "seats and rewards must not share memory"),
        (overlapping("masks", "observations"), "observations and masks must not share memory"),
    ],
)
def test_arrays_that_do_not_fit_are_named(out: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SelfPlayVec(ONE_EACH[-1].rules, 3, out=out)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda vec: pickle.loads(pickle.dumps(vec))])
def test_a_copy_goes_on_identically(way: Any) -> None:
    vec = SelfPlayVec(ONE_EACH[-1].rules, 3, seed=4)
    vec.step(vec.batch.random_actions())
    twin = way(vec)
    for _ in range(30):
        actions = vec.batch.random_actions()
        assert twin.batch.random_actions().tolist() == actions.tolist()
        vec.step(actions)
        twin.step(actions)
        assert [array.tobytes() for array in twin.decisions] == [array.tobytes() for array in vec.decisions]
        assert twin.bool_masks.tolist() == vec.bool_masks.tolist()
