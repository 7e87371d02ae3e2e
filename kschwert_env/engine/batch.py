"""Many games at once: one call steps them all, in place, and finished games start afresh by themselves."""

import itertools
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.actions import IllegalAction
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import Game, ensure_compiled, why_illegal
from kschwert_env.engine.loops import RANDOM
from kschwert_env.engine.streams import seeded

R = TypeVar("R", bound=GameRules)

SERIAL_BELOW = 1024
"""Games per thread: with fewer, waking a thread costs more than it saves (benchmarks/engine.py)."""


class Batch(Generic[R]):
    """`size` games under the same rules. Game i depends on the seed and on i alone, whatever the size or threads.

    All arrays are views of the batch's own memory, overwritten by the next step; copy what you want to keep.

    Attributes:
        rules: of all the games.
        size: how many there are.
        threads: as many as were asked for, or else as pay; the caller's is one of them.
        states: structured (size,), the positions; everything hidden is in them.
        player: int64 (size,), the deciding seats.
        masks: int8 (size, num_actions), the legal actions of the deciding seats.
        observations: int8 (size, observation.size), what the deciding seats may know; (size, 0) when switched off.
        rewards: float32 (size, num_players), what `step` returned last, as the next two.
        terminated: bool (size,).
        truncated: bool (size,).
        final_states: structured (size,), the last position of the latest game that ended in each place.
    """

    def __init__(
        self, rules: R, size: int, seed: int = 0, threads: int | None = None, observations: bool = True
    ) -> None:
        """Fresh games.

        `threads`: None takes all cores, but no more than pay. Raises ValueError for a size or number of threads
        below 1 and for a seed outside 0 to 2**63 - 1.
        """
        self.rules = rules
        self.size = _at_least_one("size", size)
        worth_it = min(available_cores(), max(1, size // SERIAL_BELOW))
        self.threads = worth_it if threads is None else _at_least_one("threads", threads)
        self._streams = seeded(seed, size)
        ensure_compiled(rules)
        self.states = np.zeros(size, rules.state_dtype)
        self.final_states = np.zeros(size, rules.state_dtype)
        self.masks = np.zeros((size, rules.num_actions), np.int8)
        self.observations = np.zeros((size, rules.observation.size if observations else 0), np.int8)
        self.rewards = np.zeros((size, rules.num_players), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self._actions = np.zeros(size, np.int64)
        self._nobody = np.full(size, -1, np.int64)
        self._final_observations: np.ndarray | None = None
        bounds = np.linspace(0, size, min(self.threads, size) + 1).astype(int)
        self._chunks = [slice(a, b) for a, b in itertools.pairwise(bounds)]
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0
        self.reset()

    @property
    def player(self) -> np.ndarray:
        """The deciding seat of every game, int64 (size,): a view of `states`."""
        return self.states["player"]

    def reset(self, mask: npt.ArrayLike | None = None, seed: int | None = None) -> None:
        """Start all games afresh, or those where `mask`; with a seed their random streams too.

        Raises ValueError for a mask of another shape than (size,) or a wrong seed, and then changes nothing.
        """
        which = np.array(np.ones(self.size, np.bool_) if mask is None else mask, order="C")
        if which.shape != (self.size,) or which.dtype != np.bool_:
            raise ValueError(f"mask must be bools of shape ({self.size},), not {which.dtype} {which.shape}")
        if seed is not None:
            self._streams[which] = seeded(seed, self.size)[which]
        self.rewards[which] = 0
        self.terminated[which] = False
        self.truncated[which] = False
        self._run(
            self.rules.loops.restart,
            self.states,
            self._streams,
            self.rules.board,
            which,
            self.masks,
            self.observations,
        )

    def step(
        self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One decision in every game; a finished game starts afresh at once.

        Takes integers of shape (size,). Returns `rewards` float32 (size, num_players), zeros except in games that
        ended, `terminated` and `truncated`, bool (size,). Raises IllegalAction, naming the first game and action
        that is wrong, and then changes nothing.

        With `seats`, integers of shape (size,), every game goes on with uniformly random decisions until that seat
        is asked; what is returned tells of the game that ended on the way.
        """
        self._advance(self._checked(actions), self._until(seats), 1)
        return self.rewards, self.terminated, self.truncated

    def play(
        self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None, decisions: Literal[0, 1] = 1
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`step` for games with players of several kinds: an action may also be RANDOM or WAIT (engine/loops.py).

        A game that waits stays as it is, with all that was returned for it. With `decisions` 0 the other games go
        on to `seats` at once.
        """
        self._advance(self._checked(actions, special=True), self._until(seats), decisions)
        return self.rewards, self.terminated, self.truncated

    def _until(self, seats: npt.ArrayLike | None) -> np.ndarray:
        if seats is None:
            return self._nobody
        given = np.asarray(seats)
        if given.shape != (self.size,) or ((given < 0) | (given >= self.rules.num_players)).any():
            raise ValueError(f"seats must be 0 to {self.rules.num_players - 1}, of shape ({self.size},), not {seats!r}")
        return np.array(given, np.int64, order="C")  # what is read-only or strided would be compiled for anew

    def _checked(self, actions: npt.ArrayLike, special: bool = False) -> np.ndarray:
        given = np.asarray(actions)
        if given.shape != (self.size,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalAction(f"actions must be integers of shape ({self.size},), not {given.dtype} {given.shape}")
        self._actions[:] = given
        game = self.rules.loops.first_illegal(self.masks, self._actions, special)
        if game >= 0:
            raise IllegalAction(f"game {game}: {why_illegal(self.rules, self.states[game], int(given[game]))}")
        return self._actions

    def snapshot(self) -> dict[str, np.ndarray]:
        """Copies of all that decides how the games go on, for `restore`: positions and random streams among it."""
        return {name: array.copy() for name, array in self._lasting().items()}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go on exactly as the batch did that made the snapshot.

        Raises ValueError, and changes nothing, unless the batch has as many games under rules of the same kind.
        """
        lasting = self._lasting()
        for name, array in lasting.items():
            given = snapshot.get(name)
            if given is None or (given.shape, given.dtype) != (array.shape, array.dtype):
                raise ValueError(f"the snapshot is of another batch: its {name} do not fit {self.size} of these games")
        for name, array in lasting.items():
            array[...] = snapshot[name]

    def _lasting(self) -> dict[str, np.ndarray]:
        names = ("states", "masks", "observations", "rewards", "terminated", "truncated", "final_states")
        return {"streams": self._streams, **{name: getattr(self, name) for name in names}}

    def game(self, i: int, final: bool = False) -> Game[R]:
        """A copy of game `i`, which goes on as it does here; or with `final` the latest that ended in its place.

        Raises IndexError if there is no such game.
        """
        if not 0 <= i < self.size:
            raise IndexError(f"game must be from 0 to {self.size - 1}, not {i!r}")
        states = self.final_states if final else self.states
        return Game._holding(self.rules, states[i : i + 1].copy(), self._streams[i : i + 1].copy())

    def random_actions(self) -> np.ndarray:
        """A uniformly random legal action for every game, int64 (size,), from the games' own streams."""
        actions = np.empty(self.size, np.int64)
        self._run(self.rules.loops.pick, self.masks, self._streams, actions)
        return actions

    def rollout(self, decisions: int) -> int:
        """So many uniformly random legal decisions in every game, in compiled code; returns how many games ended.

        The same as that many times `step(random_actions())`.
        """
        anything = np.full(self.size, RANDOM, np.int64)
        return self._advance(anything, self._nobody, _at_least_one("decisions", decisions))

    def _advance(self, actions: np.ndarray, seats: np.ndarray, decisions: int) -> int:
        return self._run(
            self.rules.loops.advance,
            self.states,
            self._streams,
            self.rules.board,
            actions,
            seats,
            decisions,
            self.masks,
            self.observations,
            self.rewards,
            self.terminated,
            self.truncated,
            self.final_states,
        )

    def _run(self, loop: Callable[..., Any], *arguments: Any) -> int:
        """Call a loop with the rows of each chunk, side by side; compiled code holds no lock."""
        if len(self._chunks) == 1:
            return loop(*arguments) or 0
        pool = self._threads()
        calls = [[self._rows(argument, rows) for argument in arguments] for rows in self._chunks]
        others = [pool.submit(loop, *call) for call in calls[1:]]
        return (loop(*calls[0]) or 0) + sum(other.result() or 0 for other in others)

    def _threads(self) -> ThreadPoolExecutor:
        """The threads beside the caller's, of this process: a fork does not take them along."""
        if self._pool is None or self._pool_process != os.getpid():
            self._pool, self._pool_process = ThreadPoolExecutor(len(self._chunks) - 1), os.getpid()
        return self._pool

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: everything but the threads."""
        return {**self.__dict__, "_pool": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Positions of the dtype of all others: for an equal one Numba would compare them at each call."""
        self.__dict__.update(state)
        self.states = self.states.view(self.rules.state_dtype)
        self.final_states = self.final_states.view(self.rules.state_dtype)

    def _rows(self, argument: Any, rows: slice) -> Any:
        per_game = isinstance(argument, np.ndarray) and argument is not self.rules.board
        return argument[rows] if per_game else argument

    @property
    def final_scores(self) -> np.ndarray:
        """Points by seat of the latest game that ended in each place, int32 (size, num_players)."""
        return self.final_states["scores"]

    @property
    def final_observations(self) -> np.ndarray:
        """The last view of every seat in the games that ended by the latest step, zeros elsewhere.

        Int8 (size, num_players, observation.size), worked out when asked for.
        """
        shape = (self.size, self.rules.num_players, self.rules.observation.size)
        if self._final_observations is None:
            self._final_observations = np.zeros(shape, np.int8)
        ended = self.terminated | self.truncated
        self._final_observations[~ended] = 0
        games = np.flatnonzero(ended)
        views = np.zeros((len(games), self.rules.observation.size), np.int8)
        for seat in range(self.rules.num_players):
            self.rules.loops.observe(self.final_states[games], self.rules.board, seat, views)
            self._final_observations[games, seat] = views
        return self._final_observations


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _at_least_one(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name} must be an integer of at least 1, not {value!r}")
    return int(value)
