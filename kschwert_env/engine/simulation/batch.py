"""Vectorized games: one call steps all of them in place, and finished games restart automatically."""

import itertools
import operator
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, Self, TypeVar

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.compiled.loops import RANDOM
from kschwert_env.engine.compiled.rng import GAME, check_seed, seeded_streams, seeded_streams_each
from kschwert_env.engine.compiled.team import CALLER, NOBODY, SAMPLE, Team
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.simulation.batch_arrays import BatchArrays
from kschwert_env.engine.simulation.cores import available_cores as available_cores
from kschwert_env.engine.simulation.game import Game, game_type, why_illegal
from kschwert_env.engine.simulation.snapshots import validated
from kschwert_env.engine.simulation.thread_guard import single_threaded
from kschwert_env.engine.simulation.warmup import BATCH_STAGE, look_up, look_up_now
from kschwert_env.engine.text.phrases import brief

R = TypeVar("R", bound=GameRules)

Seeds = Sequence[int | None] | np.ndarray
"""One seed per game, or None."""

SERIAL_BELOW = 512
"""Minimum number of games per thread: with fewer games, a second thread saves little (docs/benchmarks.md)."""

ROUNDS_ALONE = 50
"""Number of steps without the other threads after they were late, because other processes use the cores."""

BLOCK = 1 << 18
"""Number of decisions of a rollout between two checks for Ctrl-C, which compiled code cannot receive."""


class Batch(BatchArrays[R]):
    """`size` games under the same rules. Game i depends on the seed and on i alone, not on the size or the threads.

    Arrays stay at the same address and are overwritten by the next step; copy what you want to keep. Writing into them
    does not affect the games. One thread at a time may use a batch; a concurrent call raises RuntimeError and changes
    nothing. A batch of one game does not wait for the compiler: until its code is there, it runs as plain Python.

    Attributes:
        rules: rules of all games.
        size: number of games.
        threads: number of threads, including that of the caller.
    """

    def __init__(
        self, rules: R, size: int, seed: int = 0, threads: int | None = None, observations: bool = True
    ) -> None:
        """Start new games.

        `threads`: number of threads; None uses all cores, as far as the batch is large enough. `observations`: whether
        to compute observations. Raises ValueError for a size or number of threads below 1, and for a seed outside 0 to
        2**63 - 1.
        """
        streams = seeded_streams(seed, _at_least_one("size", size))
        self._allocate(rules, streams, threads, observations)
        self.reset()

    @classmethod
    def from_states(
        cls, rules: R, states: np.ndarray, streams: np.ndarray, threads: int | None = None, observations: bool = True
    ) -> Self:
        """Return a batch that continues from copies of positions and random streams. For search.

        `states`, structured (size,), and `streams`, uint32 (size, 2, 4), must come from the attributes of batches
        under the same rules: their contents are trusted, because validation (`restore`) would take a thousand times as
        long. Other contents can crash the process. `threads` and `observations` as in the constructor.

        Raises ValueError for another dtype or shape.
        """
        size = len(states)
        for name, array, dtype, shape in (
            ("states", states, rules.state_dtype, (size,)),
            ("streams", streams, np.dtype(np.uint32), (size, 2, 4)),
        ):
            if (array.dtype, array.shape) != (dtype, shape) or not size:
                raise ValueError(f"{name} must be an array {dtype} {shape}, not {array.dtype} {array.shape}")
        batch = cls.__new__(cls)
        batch._allocate(rules, np.array(streams, order="C"), threads, observations)
        batch._states[...] = states
        batch._refresh()
        return batch

    def _allocate(self, rules: R, streams: np.ndarray, threads: int | None, observations: bool) -> None:
        """Create all arrays of a batch with these random streams; the positions are still blank."""
        size = len(streams)
        useful = min(available_cores(), max(1, size // SERIAL_BELOW))
        self.threads = useful if threads is None else _at_least_one("threads", threads)
        self._entry_points = look_up_now(rules, BATCH_STAGE) if size == 1 else look_up(rules, BATCH_STAGE)
        self._allocate_arrays(rules, streams, observations)
        bounds = np.linspace(0, size, min(self.threads, size) + 1).astype(int)
        self._chunks = [slice(a, b) for a, b in itertools.pairwise(bounds)]
        self._team: _TeamOfBatch | None = None
        self._rounds_alone = 0

    # -- play -------------------------------------------------------------------------------------------------

    @single_threaded
    def reset(self, mask: npt.ArrayLike | None = None, seed: int | Seeds | None = None) -> None:
        """Restart all games, or those where `mask` is true; with a seed, reseed their random streams too.

        With a list of seeds, one per game, each game equals the first game of a batch with its seed; for None the
        random stream continues. Raises ValueError for a mask of a shape other than (size,) or an invalid seed, and then
        changes nothing.
        """
        which = np.array(np.ones(self.size, np.bool_) if mask is None else mask, order="C")
        if which.shape != (self.size,) or which.dtype != np.bool_:
            raise ValueError(f"mask must be bools of shape ({self.size},), not {which.dtype} {which.shape}")
        self._seed_streams(seed.tolist() if isinstance(seed, np.ndarray) else seed, which)
        self._rewards[which] = 0
        self._terminated[which] = False
        self._truncated[which] = False
        games = self._states, self._streams, self.rules.board
        self._entry_points.reset(*games, which, self._padded_masks, self._observation_rows)
        self._copy_public_masks()
        self._update_copies()

    def _refresh(self) -> None:
        self._entry_points.refresh(self._states, self.rules.board, self._padded_masks, self._observation_rows)

    def _seed_streams(self, seed: int | Sequence[int | None] | None, which: np.ndarray) -> None:
        """Seed the random streams of the games where `which`, with one seed or one per game."""
        if isinstance(seed, (list, tuple)):
            if len(seed) != self.size:
                raise ValueError(f"seed must be an integer, or a list of {self.size}, not of {len(seed)}")
            seeds = np.array([0 if each is None else check_seed(each) for each in seed])
            which = which & [each is not None for each in seed]
            self._streams[which] = seeded_streams_each(seeds[which], 1, GAME)[:, 0]
        elif seed is not None:
            self._streams[which] = seeded_streams(seed, self.size)[which]  # type: ignore[arg-type]  # raises for other types

    @single_threaded
    def step(
        self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Carry out one decision in every game; a finished game restarts at once.

        With `seats`, integers of shape (size,), every game then continues with uniformly random decisions until that
        seat decides. With shape (size, 2), the second column is the seat to wait for in a game that starts in between.
        The outputs then describe the game that ended in between, if any.

        Returns:
            rewards: float32 (size, num_players), zeros except in games that ended.
            terminated: bool (size,).
            truncated: bool (size,).

        Raises:
            IllegalAction: `actions` are not integers of shape (size,), or one is illegal; the message names the first
                game and action. Nothing has changed.
        """
        self._set_seats(seats)
        self._set_actions(actions)
        self._advance(1)
        return self.rewards, self.terminated, self.truncated

    @single_threaded
    def step_one(self, action: int, seats: np.ndarray) -> bool:
        """Carry out an action in a batch of one game, then random ones, as `step` does, without its checks of arrays.

        `seats` are int64 (2,): seats to wait for, in this game and in the next. Return False, and change nothing, if
        the action, from 0 to num_actions - 1, is illegal.
        """
        if not self._padded_masks[0, action]:
            return False
        self._seats[0], self._actions[0] = seats, action
        self._advance(1)
        return True

    @single_threaded
    def play(
        self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None, decisions: Literal[0, 1] = 1
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Carry out `step` for games with several kinds of players: an action may be RANDOM or WAIT (`engine.loops`).

        A waiting game and its outputs stay unchanged. With `decisions` 0, the other games advance to `seats` at once.
        """
        if decisions not in (0, 1):
            raise ValueError(f"decisions must be 0 or 1, not {brief(decisions)}")
        self._set_seats(seats)
        self._set_actions(actions, special=True)
        self._advance(int(decisions))
        return self.rewards, self.terminated, self.truncated

    @single_threaded
    def play_by(self, loop: Callable[..., Any], *arguments: Any) -> Any:
        """Let a compiled loop play all games, and return its result.

        It gets the arrays of the batch, in the order below, and `arguments`.
        """
        result = loop(
            self._states,
            self._streams,
            self.rules.board,
            self._padded_masks,
            self._public_masks,
            self._observation_rows,
            self._rewards,
            self._terminated,
            self._truncated,
            self._final_states,
            *arguments,
        )
        self._update_copies()
        return result

    def _set_seats(self, seats: npt.ArrayLike | None) -> None:
        if seats is None:
            self._seats.fill(-1)
            return
        numbers, last = np.asarray(seats), self.rules.num_players - 1
        fits = numbers.shape in ((self.size,), (self.size, 2)) and np.issubdtype(numbers.dtype, np.integer)
        if not fits or ((numbers < 0) | (numbers > last)).any():
            shapes = f"of shape ({self.size},) or ({self.size}, 2)"
            raise ValueError(f"seats must be integers from 0 to {last}, {shapes}, not {brief(seats)}")
        self._seats[:] = numbers if numbers.ndim == 2 else numbers[:, None]

    def _set_actions(self, actions: npt.ArrayLike, special: bool = False) -> None:
        try:
            ids = np.asarray(actions)
        except ValueError:  # lists of different lengths
            ids = np.empty(0, object)
        if not _are_integers(ids, self.size):
            raise IllegalAction(f"actions must be integers of shape ({self.size},), not {ids.dtype} {ids.shape}")
        too_large = ids.dtype == np.uint64  # the largest would become RANDOM and WAIT as int64
        self._actions[:] = np.minimum(ids, self.rules.num_actions) if too_large else ids
        game = self._entry_points.first_illegal(self._padded_masks, self._actions, special)
        if game >= 0:
            raise IllegalAction(f"game {game}: {why_illegal(self.rules, self._states[game], int(ids[game]))}")

    # -- snapshots and rollouts -------------------------------------------------------------------------------

    @single_threaded
    def snapshot(self) -> dict[str, np.ndarray]:
        """Return copies of all arrays that determine how the games continue, including positions and random streams,
        for `restore`.
        """
        return {name: array.copy() for name, array in self._lasting_arrays().items()}

    @single_threaded
    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Restore a snapshot, so that the games continue exactly as in the batch that made it.

        Raises ValueError, and changes nothing, if the number of games or the kind of rules differs, or if no game can
        reach a position. Validation takes one or two milliseconds per game.
        """
        lasting = self._lasting_arrays()
        taken = validated(snapshot, lasting, self.rules)
        for name, array in lasting.items():
            array[...] = taken[name]
        self._refresh()
        self._copy_public_masks()
        self._update_copies()

    def game(self, i: int, final: bool = False) -> Game[R]:
        """Return a copy of game `i`, which continues as it does here; with `final`, the latest finished game of slot
        `i`.

        Raises IndexError for an unknown game, and where no game has finished yet.
        """
        self.check_free()
        if isinstance(i, bool) or not isinstance(i, (int, np.integer)) or not 0 <= i < self.size:
            raise IndexError(f"game must be from 0 to {self.size - 1}, not {brief(i)}")
        states = self._final_states if final else self._states
        if final and states["player"][i] >= 0:
            raise IndexError(f"no game has ended in slot {i} yet")
        return game_type(self.rules)._holding(self.rules, states[i : i + 1].copy(), self._streams[i : i + 1].copy())

    @single_threaded
    def random_actions(self) -> np.ndarray:
        """Return a uniformly random legal action for every game, int64 (size,), from the games' random streams."""
        if len(self._chunks) > 1 and JIT:
            self._advance(SAMPLE)
        else:
            self._entry_points.sample_actions(self._padded_masks, self._streams, self._actions)
        return self._actions.copy()

    @single_threaded
    def rollout(self, decisions: int) -> int:
        """Carry out `decisions` uniformly random legal decisions in every game, in compiled code.

        The result equals that of calling `step(random_actions())` as often. Return the number of games that ended.
        Raises ValueError for `decisions` below 1.
        """
        left, block = _at_least_one("decisions", decisions), max(1, BLOCK // self.size)
        self._seats.fill(-1)
        self._actions.fill(RANDOM)
        ended = 0
        while left > 0:
            ended += self._advance(min(block, left))
            left -= block
        return ended

    def _advance(self, decisions: int) -> int:
        games = self._states, self._streams, self._actions, self._seats
        outputs = (
            self._padded_masks,
            self._public_masks,
            self._observation_rows,
            self._rewards,
            self._terminated,
            self._truncated,
            self._final_states,
        )
        if len(self._chunks) == 1 or not JIT or self._rounds_alone:
            self._rounds_alone = max(0, self._rounds_alone - 1)
            states, streams, actions, seats = games
            advance, board = self._entry_points.advance, self.rules.board
            ended: int = advance(states, streams, board, actions, seats, decisions, *outputs, NOBODY, CALLER)
        else:
            if self._team is None or not self._team.fits(games + outputs):
                calls = [self._advance_rows(rows, games, outputs) for rows in self._chunks]
                self._team = _TeamOfBatch(Team([partial(call, 0) for call in calls[1:]]), calls[0], games + outputs)
            ended = self._team.run(decisions)
            self._rounds_alone = ROUNDS_ALONE if self._team.team.was_late else 0
        self._update_copies()
        return ended

    def _advance_rows(
        self, rows: slice, games: Sequence[np.ndarray], outputs: Sequence[np.ndarray]
    ) -> Callable[[int, np.ndarray, int], int]:
        """Return a function from decisions, team and worker, which advances the games of some rows."""
        advance, board = self._entry_points.advance, self.rules.board
        states, streams, actions, seats = (array[rows] for array in games)
        results = [array[rows] for array in outputs]
        return lambda decisions, team, worker: advance(
            states, streams, board, actions, seats, decisions, *results, team, worker
        )

    @single_threaded
    def __copy__(self) -> Self:
        """Return an independent copy, which continues exactly as this batch, with its own memory and threads."""
        other = type(self).__new__(type(self))
        parts = {name: part for name, part in self.__dict__.items() if name != "_observation_rows"}
        own = {name: part.copy() if isinstance(part, np.ndarray) else part for name, part in parts.items()}
        copies = {name: array.copy() for name, array in self._copies.items()}
        other.__dict__.update(own, _observation_rows=own["_observations"], _copies=copies, _team=None, _in_use=False)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        shape = self.rules, self.size, 0, self.threads, bool(self._observations.shape[1])
        return _unpickle, (type(self), shape, self.snapshot())


class _TeamOfBatch(NamedTuple):
    """Threads that advance the rows of a batch.

    Attributes:
        team: its workers.
        advance_own: advances the rows of the caller.
        arrays: all arrays, whose rows the workers know.
    """

    team: Team
    advance_own: Callable[[int, np.ndarray, int], int]
    arrays: tuple[np.ndarray, ...]

    def fits(self, arrays: tuple[np.ndarray, ...]) -> bool:
        """Return whether the workers know these arrays, and have survived: threads do not survive a fork."""
        return self.team.process == os.getpid() and all(map(operator.is_, arrays, self.arrays))

    def run(self, decisions: int) -> int:
        """Advance all games; return how many ended."""
        return self.team.run(lambda team: self.advance_own(decisions, team, CALLER))


def _unpickle(batch_type: type[Batch[R]], shape: tuple[Any, ...], snapshot: dict[str, np.ndarray]) -> Batch[R]:
    batch = batch_type(*shape)
    batch.restore(snapshot)  # the bytes may be damaged
    return batch


def _are_integers(array: np.ndarray, size: int) -> bool:
    return array.shape == (size,) and array.dtype.kind in "iu"


def _at_least_one(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name} must be an integer of at least 1, not {brief(value)}")
    return int(value)
