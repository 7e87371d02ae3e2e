"""Batches: identical games for any batch size, number of threads and way of stepping."""

import copy
import hashlib
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numba
import numpy as np
import pytest
import torch

from kschwert_env.adapters.one_seat import SingleSeatBatch
from kschwert_env.agents.base import make_decision_batch
from kschwert_env.engine.compiled.loops import RANDOM, WAIT
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.simulation.batch import SERIAL_BELOW, Batch
from kschwert_env.krone_schwert import Rules
from tests.helpers.cases import SMALL, Case


def trajectory(batch: Batch[Any], steps: int, games: int) -> str:
    """Return a digest of all outputs of the first `games` games over `steps` random decisions."""
    digest = hashlib.sha256()
    for _ in range(steps):
        actions = batch.random_actions()
        rewards, terminated, truncated = batch.step(actions)
        for array in (actions, rewards, terminated, truncated, batch.states, batch.masks, batch.observations):
            digest.update(np.ascontiguousarray(array[:games]).tobytes())
    return digest.hexdigest()


def test_games_do_not_depend_on_size_or_threads(case: Case) -> None:
    digests = {
        trajectory(Batch(case.rules, size, seed=11, threads=threads), steps=300, games=7)
        for size, threads in ((7, 1), (7, 2), (7, 7), (64, 3), (33, None))
    }
    assert len(digests) == 1


def test_serial_and_parallel_agree_at_the_size_where_threads_start() -> None:
    size = 2 * SERIAL_BELOW
    digests = {trajectory(Batch(SMALL.rules, size, seed=1, threads=threads), 40, size) for threads in (1, 2, None)}
    assert len(digests) == 1


def test_a_rollout_is_so_many_random_steps(case: Case) -> None:
    stepped, rolled = Batch(case.rules, 9, seed=4, threads=1), Batch(case.rules, 9, seed=4, threads=2)
    ended = 0
    for _ in range(400):
        _, terminated, truncated = stepped.step(stepped.random_actions())
        ended += int((terminated | truncated).sum())
    assert rolled.rollout(400) == ended > 0
    for name in ("states", "masks", "observations", "final_states", "final_observations"):
        assert getattr(stepped, name).tobytes() == getattr(rolled, name).tobytes()


def test_a_batch_plays_what_a_game_plays(case: Case) -> None:
    """Compare every step: observation and mask of the deciding seat, returns and final observations."""
    batch, game = Batch(case.rules, 3, seed=21), case.game(case.rules, 21)
    while True:
        assert batch.player[0] == game.player
        shown = game.observe(int(batch.player[0]))
        assert batch.masks[0].tobytes() == shown["action_mask"].tobytes()
        assert batch.observations[0].tobytes() == shown["observation"].tobytes()
        assert batch.states[0].tobytes() == game.state.tobytes()
        actions = batch.random_actions()
        rewards, terminated, truncated = batch.step(actions)
        game.step(int(actions[0]))
        if game.is_over:
            break
        assert not rewards[0].any()
        assert not terminated[0]
        assert not truncated[0]
    assert truncated[0] == game.is_truncated != terminated[0]
    assert np.allclose(rewards[0], game.returns)
    assert batch.final_states[0].tobytes() == game.state.tobytes()
    assert batch.final_scores[0].tolist() == game.scores.tolist()
    for seat in range(case.rules.num_players):
        assert batch.final_observations[0, seat].tobytes() == game.observe(seat)["observation"].tobytes()
    assert batch.player[0] >= 0  # the next game has begun


def test_final_observations_are_those_of_games_that_just_ended() -> None:
    batch = Batch(SMALL.rules, 40, seed=2)
    seen = 0
    while seen < 30:
        _, terminated, truncated = batch.step(batch.random_actions())
        ended = terminated | truncated
        assert batch.final_observations.any(axis=(1, 2)).tolist() == ended.tolist()
        seen += int(ended.sum())


def test_arrays_are_views_that_the_next_step_overwrites() -> None:
    batch = Batch(SMALL.rules, 5, seed=0)
    masks, observations, player = batch.masks, batch.observations, batch.player
    before = masks.copy(), observations.copy()
    results = batch.step(batch.random_actions())
    assert batch.masks is masks
    assert batch.observations is observations
    assert batch.player is player
    assert (masks != before[0]).any()
    assert (observations != before[1]).any()
    assert all(new is old for new, old in zip(batch.step(batch.random_actions()), results, strict=True))


@pytest.mark.parametrize("wrong", [-1, 10**6, None])
def test_an_illegal_action_is_named_and_changes_nothing(wrong: int | None) -> None:
    batch = Batch(SMALL.rules, 6, seed=0, threads=2)
    batch.rollout(50)
    actions = batch.random_actions()
    illegal = int(np.flatnonzero(batch.masks[4] == 0)[0]) if wrong is None else wrong
    actions[4] = illegal
    before = batch.states.tobytes(), batch.masks.tobytes(), batch._streams.tobytes()
    with pytest.raises(IllegalAction, match=f"game 4: action .*{illegal}"):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.masks.tobytes(), batch._streams.tobytes()) == before


def test_reset_starts_chosen_games_afresh() -> None:
    batch = Batch(SMALL.rules, 4, seed=8)
    fresh = batch.states.copy()
    batch.rollout(30)
    before = batch.states.copy()
    batch.reset(mask=[True, False, True, False], seed=8)
    assert batch.states[[0, 2]].tobytes() == fresh[[0, 2]].tobytes()
    assert batch.states[[1, 3]].tobytes() == before[[1, 3]].tobytes()
    twin = Batch(SMALL.rules, 4, seed=8)
    twin.rollout(30)
    for other in (batch, twin):
        other.rollout(60)
    assert batch.states[[1, 3]].tobytes() == twin.states[[1, 3]].tobytes()
    fresh_games = Batch(SMALL.rules, 4, seed=8)
    fresh_games.rollout(60)
    assert batch.states[[0, 2]].tobytes() == fresh_games.states[[0, 2]].tobytes()


def test_reset_clears_what_the_last_step_said() -> None:
    batch = Batch(SMALL.rules, 30, seed=2)
    while not (results := batch.step(batch.random_actions()))[1].any():
        pass
    assert results[0].any()
    batch.reset()
    assert not any(array.any() for array in results)
    assert not batch.final_observations.any()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_of_a_batch_go_on_alike(threads: int, twin: Any) -> None:
    batch = Batch(SMALL.rules, 9, seed=5, threads=threads)
    batch.rollout(20)
    other = twin(batch)
    assert not np.shares_memory(other.states, batch.states)
    for side in (batch, other):
        side.rollout(50)
        side.step(side.random_actions())
    assert other.states.tobytes() == batch.states.tobytes()
    assert not np.shares_memory(other.player, batch.player)


def test_a_batch_with_threads_survives_a_fork() -> None:
    """Runs in a process of its own, because threads of this one may not survive a fork."""
    program = (
        "import os, warnings; warnings.simplefilter('ignore')\n"
        "from kschwert_env.engine.simulation.batch import Batch; from tests.helpers.cases import SMALL\n"
        "batch = Batch(SMALL.rules, 9, threads=3); batch.rollout(5); child = os.fork()\n"
        "batch.rollout(5)\n"
        "os._exit(0) if child == 0 else print(os.waitpid(child, 0)[1])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "0"


def test_reset_without_a_seed_goes_on_with_the_streams() -> None:
    batch = Batch(SMALL.rules, 2, seed=8)
    first = batch.states.copy()
    batch.reset()
    assert batch.states.tobytes() != first.tobytes()
    batch.reset(seed=8)
    assert batch.states.tobytes() == first.tobytes()


@pytest.mark.parametrize("form", [list, tuple, np.array])
def test_every_game_may_have_a_seed_of_its_own(form: Any) -> None:
    """It then starts as the first game of that seed; without a seed its random stream continues."""
    batch, twin = (Batch(SMALL.rules, 4, seed=8) for _ in range(2))
    batch.reset(mask=[True, False, True, True], seed=form([5, 6, None, 2**63 - 1]))
    twin.reset(mask=[True, False, True, True])
    for other in (batch, twin):
        other.rollout(20)
    for game, seed in ((0, 5), (3, 2**63 - 1)):
        alone = Batch(SMALL.rules, 1, seed)
        alone.rollout(20)
        assert batch.states[game].tobytes() == alone.states[0].tobytes()
    assert batch.states[1:3].tobytes() == twin.states[1:3].tobytes()


def test_a_refused_reset_changes_nothing() -> None:
    batch = Batch(SMALL.rules, 3, seed=8)
    batch.rollout(10)
    before = batch.states.tobytes(), batch._streams.tobytes()
    with pytest.raises(ValueError, match=r"mask must be bools of shape \(3,\)"):
        batch.reset(mask=[True])
    for seed in (-1, [1, 2, -1], [1.0, 2, 3], np.ones(3), np.ones((3, 1), int)):
        with pytest.raises(ValueError, match="seed must be an integer from 0 to"):
            batch.reset(seed=seed)  # type: ignore[arg-type]  # mypy knows it too
    with pytest.raises(ValueError, match="seed must be an integer, or a list of 3, not of 2"):
        batch.reset(seed=[1, 2])
    assert (batch.states.tobytes(), batch._streams.tobytes()) == before


def test_observations_can_be_switched_off() -> None:
    with_views, without = Batch(SMALL.rules, 5, seed=1), Batch(SMALL.rules, 5, seed=1, observations=False)
    with_views.rollout(100)
    without.rollout(100)
    assert without.observations.shape == (5, 0)
    assert without.states.tobytes() == with_views.states.tobytes()


@pytest.mark.parametrize("name", ["size", "threads"])
@pytest.mark.parametrize("value", [0, -3, 1.5, "4", True])
def test_sizes_below_one_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1"):
        Batch(SMALL.rules, **{"size": 2, name: value})


def test_rewards_are_told_once() -> None:
    batch, ended = Batch(SMALL.rules, 8, seed=3), 0
    for _ in range(400):
        rewards, terminated, truncated = batch.step(batch.random_actions())
        assert rewards.any(axis=1).tolist() == (terminated | truncated).tolist()
        ended += int(terminated.sum())
    assert ended > 0


def test_a_game_of_a_batch_is_a_copy() -> None:
    """It continues as in the batch, and playing it does not affect the batch."""
    batch, twin = Batch(SMALL.rules, 3, seed=5), Batch(SMALL.rules, 3, seed=5)
    for _ in range(20):
        batch.step(batch.masks.argmax(axis=1))
        twin.step(twin.masks.argmax(axis=1))
    game = batch.game(1)
    for _ in range(30):
        game.step(int(batch.masks[1].argmax()))
        twin.step(twin.masks.argmax(axis=1))
        batch.step(batch.masks.argmax(axis=1))
        assert game == batch.game(1)
    assert batch.states.tobytes() == twin.states.tobytes()
    for wrong in (-1, 3):
        with pytest.raises(IndexError, match=f"from 0 to 2, not {wrong}"):
            batch.game(wrong)


def test_games_wait_or_play_at_random_where_they_are_told_to() -> None:
    batch, twin = Batch(SMALL.rules, 3, seed=5), Batch(SMALL.rules, 3, seed=5)
    expected = twin.random_actions()
    before = batch.states[2].tobytes()
    batch.play([int(expected[0]), RANDOM, WAIT])
    twin.step(expected)
    assert batch.states[:2].tobytes() == twin.states[:2].tobytes()
    assert batch.states[2].tobytes() == before
    with pytest.raises(IllegalAction, match="game 2"):
        batch.step([int(batch.masks[0].argmax()), int(batch.masks[1].argmax()), WAIT])
    with pytest.raises(ValueError, match="seats must be integers from 0 to 2"):
        batch.step(batch.masks.argmax(axis=1), seats=[0, 1, 3])


def test_restored_it_goes_on_as_it_did(case: Case) -> None:
    """Also in another batch, whatever that has played."""
    batch, other = Batch(case.rules, 6, seed=1), Batch(case.rules, 6, seed=2, threads=2)
    batch.rollout(150)
    snapshot, before = batch.snapshot(), trajectory(batch, 200, 6)
    other.rollout(77)
    for again in (batch, other):
        again.restore(snapshot)
        assert trajectory(again, 200, 6) == before


def test_a_batch_from_states_goes_on_identically(case: Case) -> None:
    batch = Batch(case.rules, 6, seed=1)
    batch.rollout(150)
    which = np.array([4, 0, 4])  # in any order, and more than once
    others = [Batch.from_states(case.rules, batch.states[which], batch.streams[which]) for _ in range(2)]
    assert others[0].masks.tobytes() == batch.masks[which].tobytes()
    assert others[0].observations.tobytes() == batch.observations[which].tobytes()
    assert not others[0].rewards.any()
    for _ in range(100):
        batch.step(batch.random_actions())
        for other in others:  # copies are independent
            other.step(other.random_actions())
            assert other.states.tobytes() == batch.states[which].tobytes()
            assert other.streams.tobytes() == batch.streams[which].tobytes()
            assert other.rewards.tobytes() == batch.rewards[which].tobytes()


@pytest.mark.parametrize("name", ["player", "final_scores"])
def test_parts_of_positions_are_shared_with_torch(case: Case, name: str) -> None:
    """They are contiguous, follow the games at the same address, and writing into them changes nothing."""
    batch, twin = Batch(case.rules, 5, seed=3), Batch(case.rules, 5, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shared = torch.from_numpy(getattr(batch, name))

    def agrees() -> bool:
        live = batch.states["player"] if name == "player" else batch.final_states["scores"]
        return bool(np.array_equal(shared.numpy(), live))

    snapshot = batch.snapshot()
    for _ in range(400):
        batch.step(batch.random_actions())
        twin.step(twin.random_actions())
        assert agrees()
        shared.fill_(7)
    assert batch.states.tobytes() == twin.states.tobytes()
    for change in (batch.reset, lambda: batch.rollout(30), lambda: batch.restore(snapshot)):
        change()
        assert agrees()
    other = copy.deepcopy(batch)
    other.rollout(60)
    assert agrees()


def test_states_of_other_shapes_are_refused() -> None:
    batch, other = Batch(SMALL.rules, 2), Batch(Rules(2), 2)
    for states, streams, name in (
        (other.states, batch.streams, "states"),
        (batch.states[:0], batch.streams[:0], "states"),
        (batch.states, batch.streams[:1], "streams"),
        (batch.states, batch.streams.view(np.int32), "streams"),
    ):
        with pytest.raises(ValueError, match=f"{name} must be an array"):
            Batch.from_states(SMALL.rules, states, streams)


def test_a_snapshot_of_another_batch_is_refused() -> None:
    batch = Batch(SMALL.rules, 4, seed=1)
    before = batch.states.tobytes()
    for snapshot in (
        Batch(SMALL.rules, 5).snapshot(),
        {**Batch(SMALL.rules, 4).snapshot(), "rewards": np.zeros(3)},
        {},
    ):
        with pytest.raises(ValueError, match=r"the snapshot is from another batch: (streams|rewards) does not match 4"):
            batch.restore(snapshot)
    assert batch.states.tobytes() == before


def test_an_unpickled_batch_has_the_dtype_of_all_others() -> None:
    """For an equal but different dtype Numba compares field by field, at every call."""
    batch = pickle.loads(pickle.dumps(Batch(SMALL.rules, 2)))
    assert batch.states.dtype is batch.final_states.dtype is SMALL.rules.state_dtype


@pytest.mark.needs_jit
def test_nothing_is_compiled_anew_for_other_kinds_of_arrays() -> None:
    """Numba has different types for single games, read-only and strided arrays."""
    loops, size = SMALL.rules.loops, 3
    batch = Batch(SMALL.rules, size, seed=0, threads=1)
    seats, mask = np.broadcast_to(1, size), np.ones(2 * size, np.bool_)[::2]
    batch.step(batch.random_actions(), seats)
    batch.reset(mask)
    SingleSeatBatch(SMALL.rules, 1, seat=0).final_observation(0)
    batch.restore(batch.snapshot())
    make_decision_batch(SMALL.rules, batch.states, np.zeros(size, np.int64)).worlds(2)
    batch.final_observations.any()
    typeof: Any = numba.typeof  # it has no types of its own
    states = typeof(batch._states)
    for loop in (loops.advance, loops.reset, loops.refresh, loops.observe, loops.resample):
        assert all(types[0].mutable for types in loop.signatures)
        compiled = [types for types in loop.signatures if types[0] == states and numba.types.none not in types]
        assert len(compiled) == (not libraries.is_usable())


def test_one_game_steps_as_a_batch_does(case: Case) -> None:
    """Without the checks of arrays; an illegal action changes nothing."""
    usual, one = (Batch(case.rules, 1, seed=3) for _ in range(2))
    seats = np.array([0, 1])
    for batch in (usual, one):
        batch.play([RANDOM], [0], decisions=0)
    for _ in range(60):
        action = int(usual.masks[0].argmax())
        before = one.states.tobytes()
        assert not one.step_one(int(one.masks[0].argmin()), seats)
        assert one.states.tobytes() == before
        usual.step([action], seats[None])
        assert one.step_one(action, seats)
        for name in ("states", "masks", "observations", "rewards", "terminated", "truncated"):
            assert np.array_equal(getattr(one, name), getattr(usual, name)), name
        if usual.terminated[0] or usual.truncated[0]:
            seats = seats[::-1].copy()
