"""Threads that advance parts of a batch together. Between two steps they wait in compiled code for a while before they
sleep, since waking a thread takes 50 us, as long as hundreds of decisions.

Each worker has two rows in an int64 array, on cache lines of their own: the caller writes the number of the ordered
round and its decisions into the first row, the worker the number of the finished round and its result into the second.
"""

import os
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, intrinsic
from kschwert_env.engine.jit.packed import LINE, cache_aligned_zeros

ORDER = 0
"""Row of a worker that the caller writes."""

REPORT = 1
"""Row that the worker writes."""

ROUND = 0
"""Column with the number of the round."""

NUMBER = 1
"""Column with the number of decisions, or of games that ended."""

NOBODY = np.zeros((0, 2, LINE // 8), np.int64)
"""Array of a team without workers."""

CALLER = -1
"""Number of the caller's thread, which is no worker."""

_LOOKS = 10_000
"""Number of looks at a row before a thread stops waiting for a change, some 100 to 500 us."""

_NAP = 20e-6
"""Time in seconds that the caller sleeps between looks at workers that take much longer than itself."""

NO_ORDER = -1
"""Order instead of a number of decisions: there is none, or the worker shall end."""

SAMPLE = -2
"""Order instead of a number of decisions: sample random actions."""


@intrinsic("kschwert_env.engine.jit.intrinsics.pause")
def _pause() -> None:
    """Wait for some cycles. Writes before it become visible to other threads before those after it."""


@compiled
def give_orders(team: np.ndarray, decisions: int) -> None:
    """Start a round of all workers."""
    for worker in range(team.shape[0]):
        team[worker, ORDER, NUMBER] = decisions
        _pause()
        team[worker, ORDER, ROUND] += 1


@compiled
def wait_for_orders(team: np.ndarray, worker: int) -> int:
    """Return the number of decisions of the next round; NO_ORDER after a while without one, or at the end."""
    for _ in range(_LOOKS):
        _pause()
        if team[worker, ORDER, ROUND] != team[worker, REPORT, ROUND]:
            return team[worker, ORDER, NUMBER]
    return NO_ORDER


@compiled
def report(team: np.ndarray, worker: int, ended: int) -> None:
    """Finish a worker's round."""
    team[worker, REPORT, NUMBER] = ended
    _pause()
    team[worker, REPORT, ROUND] = team[worker, ORDER, ROUND]


@compiled
def wait_for_reports(team: np.ndarray) -> None:
    """Wait until all workers have finished the round, or for a while."""
    for worker in range(team.shape[0]):
        for _ in range(_LOOKS):
            _pause()
            if team[worker, REPORT, ROUND] == team[worker, ORDER, ROUND]:
                break


class Team:
    """Worker threads of a batch.

    Attributes:
        process: number of the process that has them.
        was_late: whether the caller had to wait for the workers more than half as long as it advanced its own games.
    """

    def __init__(self, serve: list[Callable[..., object]]) -> None:
        """Start a thread for each of these functions, which run entry point `advance` with the arrays of a worker. They
        take the array of the team and the worker's number.
        """
        self.process = os.getpid()
        self.was_late = False
        self._state = _State(len(serve))
        for worker, function in enumerate(serve):
            work = threading.Thread(target=_work, args=(function, self._state, worker), daemon=True)
            work.start()
        self.stop = weakref.finalize(self, _State.stop, self._state)
        """Ends all threads, also when the team is deleted."""

    def run(self, advance: Callable[[np.ndarray], int]) -> int:
        """Have all workers and the caller advance their games; return how many games ended.

        `advance` takes the array of the team and runs the entry point with the caller's arrays. On any exception the
        workers have finished, too.
        """
        self._state.begin()
        begin = middle = time.perf_counter()
        try:
            ended = advance(self._state.team)
            middle = time.perf_counter()
        finally:
            self._state.wait()
        self.was_late = time.perf_counter() - middle > (middle - begin) / 2
        return ended + int(self._state.team[:, REPORT, NUMBER].sum())


class _State:
    """State shared by workers and the caller. Only a thread with the interpreter's lock changes its attributes.

    Attributes:
        team: array of the module's description.
        rounds: number of rounds that were ordered, or will be by compiled code that the caller is about to enter.
    """

    def __init__(self, workers: int) -> None:
        self.team = cache_aligned_zeros(workers * 2, LINE).view(np.int64).reshape(workers, 2, -1)
        self.rounds = 0
        self._process = os.getpid()
        self._beds = [threading.Lock() for _ in range(workers)]
        self._sleeping = [False] * workers
        for bed in self._beds:
            bed.acquire()

    def begin(self) -> None:
        """Announce a round, and wake all workers."""
        self.rounds += 1
        for worker, sleeping in enumerate(self._sleeping):
            if sleeping:
                self._sleeping[worker] = False
                self._beds[worker].release()

    def sleep(self, worker: int) -> None:
        """Sleep until the next round, unless it was announced meanwhile."""
        if self.team[worker, REPORT, ROUND] == self.rounds:
            self._sleeping[worker] = True
            self._beds[worker].acquire()

    def wait(self) -> None:
        """Wait until all workers have finished the round, also through Ctrl-C, which is raised afterwards."""
        self.rounds = int(self.team[0, ORDER, ROUND])  # after Ctrl-C it may be announced, but not ordered
        interrupt: KeyboardInterrupt | None = None
        is_finished = False
        while not is_finished:
            try:
                is_finished = bool((self.team[:, REPORT, ROUND] == self.rounds).all())
                if not is_finished:
                    time.sleep(_NAP)
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt

    def stop(self) -> None:
        """End all workers of this process."""
        if self._process == os.getpid():
            self.begin()
            self.team[:, ORDER, NUMBER] = NO_ORDER
            self.team[:, ORDER, ROUND] = self.rounds

    def has_ended(self, worker: int) -> bool:
        """Return whether a worker shall end."""
        return bool(self.team[worker, ORDER, NUMBER] == NO_ORDER)


def _work(serve: Callable[..., Any], state: _State, worker: int) -> None:
    while not state.has_ended(worker):
        serve(state.team, worker)
        state.sleep(worker)
