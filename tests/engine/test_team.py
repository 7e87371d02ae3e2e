"""Threads that advance a batch together."""

import gc
import signal
import threading
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.compiled.team import NUMBER, ORDER, REPORT, ROUND, Team
from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import SMALL

pytestmark = pytest.mark.needs_jit


def serve(team: np.ndarray, worker: int) -> None:
    """Carry out an order if there is one: the result is twice the number of decisions."""
    if team[worker, ORDER, ROUND] != team[worker, REPORT, ROUND]:
        team[worker, REPORT, NUMBER] = 2 * team[worker, ORDER, NUMBER]
        team[worker, REPORT, ROUND] = team[worker, ORDER, ROUND]


def order(team: np.ndarray, decisions: int = 5) -> int:
    """Give orders, as compiled code does; the caller's own result is 1."""
    team[:, ORDER, NUMBER] = decisions
    team[:, ORDER, ROUND] += 1
    return 1


def workers() -> set[threading.Thread]:
    """Return all threads of teams."""
    gc.collect()
    return {thread for thread in threading.enumerate() if "_work" in thread.name}


def test_results_of_all_workers_are_added() -> None:
    team = Team([serve] * 3)
    assert [team.run(partial(order, decisions=count)) for count in (5, 0, 7)] == [31, 1, 43]
    team.stop()


def test_threads_end_with_their_batch() -> None:
    before = workers()
    batch = Batch(SMALL.rules, 8, threads=3)
    batch.rollout(2)
    started = workers() - before
    assert len(started) == 2
    del batch
    gc.collect()
    for thread in started:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.parametrize("ordered", [True, False])
def test_after_an_exception_all_workers_have_finished(ordered: bool) -> None:
    team = Team([serve] * 2)

    def fail(array: np.ndarray) -> int:
        if ordered:
            order(array)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        team.run(fail)
    array = team._state.team
    assert (array[:, REPORT, ROUND] == array[:, ORDER, ROUND]).all()
    assert team.run(order) == 21
    team.stop()


def test_ctrl_c_while_waiting_is_raised_when_all_have_finished() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process ignores it
    interrupted = threading.Event()

    def wait_and_serve(team: np.ndarray, worker: int) -> None:
        if team[worker, ORDER, ROUND] != team[worker, REPORT, ROUND]:
            signal.raise_signal(signal.SIGINT) if not interrupted.is_set() else None
            interrupted.set()
            serve(team, worker)

    team = Team([wait_and_serve])
    try:
        with pytest.raises(KeyboardInterrupt):
            team.run(order)
    finally:
        signal.signal(signal.SIGINT, before)
    assert team.run(order) == 11
    team.stop()


def test_new_output_arrays_are_used_by_all_threads() -> None:
    one, two = (Batch(SMALL.rules, 7, seed=2, threads=threads) for threads in (1, 3))
    for batch in (one, two):
        batch.rollout(3)
        buffers: dict[str, Any] = {"observations": np.zeros_like(batch.observations)}
        batch.set_output_buffers(**buffers)
        batch.step(batch.random_actions())
        batch.masks.any()  # makes the public copy
        batch.step(batch.random_actions())
    for name in ("observations", "masks", "states", "rewards"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


def test_a_batch_goes_on_alone_for_a_while_after_its_threads_were_late(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def serve_late(team: np.ndarray, worker: int) -> None:
        if team[worker, ORDER, ROUND] != team[worker, REPORT, ROUND] and released.wait():
            serve(team, worker)

    team = Team([serve_late])
    wait = team._state.wait

    def release_and_wait() -> None:
        time.sleep(0.1)
        released.set()
        wait()

    monkeypatch.setattr(team._state, "wait", release_and_wait)
    team.run(order)
    assert team.was_late
    team.stop()

    alone, batch = Batch(SMALL.rules, 7, seed=2, threads=1), Batch(SMALL.rules, 7, seed=2, threads=3)
    batch.rollout(1)
    batch._rounds_alone = 2
    for expected in (1, 0):
        batch.rollout(1)
        assert batch._rounds_alone == expected
    batch.rollout(1)
    alone.rollout(4)
    np.testing.assert_array_equal(alone.states, batch.states)
