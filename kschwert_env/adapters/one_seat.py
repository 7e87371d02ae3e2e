"""Batches of games with one learning seat each; opponents play the other seats. Used for Gymnasium and SB3."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kschwert_env.adapters.opponents import CompiledOpponents, Opponents, PolicyCaller, SeedSequences
from kschwert_env.engine.compiled.loops import RANDOM, WAIT
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch, Seeds
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.simulation.warmup import OBSERVATION_STAGE, look_up_now
from kschwert_env.engine.text.phrases import brief

_NOBODY = np.array([-1, -1])  # seats to wait for: none
LearnerSeat = int | Sequence[int] | Literal["random"]
"""Seat of the learner: one for all games, one per game, or "random": drawn uniformly when a game starts."""


class SingleSeatBatch:
    """`size` games, each waiting for its learning seat; a finished game restarts in the same step.

    Attributes:
        batch: the games.
        final_seats: int64 (size,), the learning seats of the latest finished games.
        rewards: float32 (size,), return of the learning seat in games that ended in the latest step, else zero.
        terminated: bool (size,), games that ended by the rules in the latest step.
        truncated: bool (size,), games that a cap stopped in the latest step.
    """

    def __init__(
        self,
        rules: GameRules,
        size: int,
        seed: int = 0,
        seat: LearnerSeat = 0,
        opponents: Opponents = None,
        threads: int | None = None,
    ) -> None:
        """Start new games. `seat` is one seat for all games, one per game, or "random".

        Randomness of seats and opponents belongs to the games: game i depends on `seed` and i alone.

        Raises ValueError for an invalid seat, number of opponents, size or seed.
        """
        self.batch = Batch(rules, size, seed, threads)
        self._seat_is_random = isinstance(seat, str) and seat == "random"
        first = _seats(0 if self._seat_is_random else seat, size, rules.num_players)
        self._both_seats = np.stack([first, first], axis=1)  # of this game and the next, as `Batch.step` takes them
        self.final_seats = first.copy()
        self._sequences = SeedSequences(size)
        self.opponents = opponents
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self._aborted: dict[int, Game[Any]] = {}  # games aborted in the latest step, by index
        self._is_stuck = False  # a policy has failed during a step
        every = np.ones(size, np.bool_)
        self._reseed(seed, every)
        self._start(every)

    @property
    def seats(self) -> np.ndarray:
        """The learning seats, int64 (size,)."""
        return self._both_seats[:, 0]

    @property
    def _next_seats(self) -> np.ndarray:
        return self._both_seats[:, 1]

    @property
    def opponents(self) -> Opponents:
        """Players of the other seats. May be replaced at any time."""
        return self._opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        others = self.batch.rules.num_players - 1
        listed = [opponents] * others if opponents is None or callable(opponents) else list(opponents)
        if len(listed) != others:
            raise ValueError(f"opponents must be one policy, or {others} (one per other seat), not {len(listed)}")
        self._policies = [None if policy is None else PolicyCaller(policy) for policy in listed]
        self._all_random = all(policy is None for policy in self._policies)
        self._compiled = CompiledOpponents.find(self.batch.rules, self._policies)
        self._opponents = opponents

    def reset(self, mask: np.ndarray | None = None, seed: int | Seeds | None = None) -> None:
        """Restart all games, or those where `mask`, as `Batch.reset` does, and play up to the learning seats."""
        which = np.ones(self.batch.size, np.bool_) if mask is None else np.asarray(mask)
        self.batch.reset(which, seed)
        self._is_stuck = False
        self._reseed(seed, which)
        self._clear_results(which)
        self._start(which)

    def step(self, actions: npt.ArrayLike, waits: np.ndarray | None = None) -> None:
        """Play the decisions of the learning seats, then those of the opponents up to the learning seats' next.

        Games where `waits`, bool (size,), is True stay unchanged; their actions are ignored and their results zero.

        Raises IllegalAction, naming the first illegal action and its game, and then changes nothing. An illegal action
        of an opponent's policy is found only after the learning seats have played. Then, and after any other error in
        a policy, further steps raise RuntimeError until a reset.
        """
        self._check_not_stuck()
        seats = self._both_seats if self._all_random else None
        if waits is None or not waits.any():
            self.batch.step(actions, seats)
        else:
            self.batch.play(self._insert_waits(actions, waits), seats)
        self._clear_results()
        self._store_results(None if waits is None else ~waits)
        self._play_policies()
        if waits is not None:
            self._clear_results(waits)  # the batch still holds the results of their last step

    def step_one(self, action: int) -> bool:
        """Play a decision of the learning seat of the only game, as `step` does; return False if it is illegal.

        `action` is from 0 to num_actions - 1.
        """
        self._check_not_stuck()
        if not self.batch.step_one(action, self._both_seats[0] if self._all_random else _NOBODY):
            return False
        if self.terminated[0] or self.truncated[0]:
            self._clear_results()
        self._store_results()
        self._play_policies()
        return True

    def abort(self, which: np.ndarray, value: float, truncate: bool = False) -> None:
        """End the games where `which`, with return `value` for their learning seats, and start the next ones.

        They count as terminated, or as truncated.
        """
        aborted = {game: self.batch.game(game) for game in np.flatnonzero(which).tolist()}
        seats = self.seats.copy()
        self.reset(which)
        self._aborted |= aborted
        self.final_seats[which] = seats[which]
        self.rewards[which] = value
        (self.truncated if truncate else self.terminated)[which] = True

    def final_observation(self, game: int) -> np.ndarray:
        """Return the learning seat's last observation of the latest finished game with index `game`, int8 (N,)."""
        if game in self._aborted:
            return self._aborted[game].observe(int(self.final_seats[game]))["observation"]
        view = np.zeros((1, self.batch.rules.observation.size), np.int8)
        last = self.batch.final_states[game : game + 1].copy()
        rules = self.batch.rules
        look_up_now(rules, OBSERVATION_STAGE)(last, rules.board, int(self.final_seats[game]), view)
        return view[0]

    def final_game(self, game: int) -> Game[Any]:
        """Return the latest finished game with index `game`, in its final position."""
        return self._aborted.get(game) or self.batch.game(game, final=True)

    def snapshot(self) -> dict[str, np.ndarray]:
        """Return copies of all arrays that determine how the games continue, for `restore`."""
        return self.batch.snapshot() | {name: array.copy() for name, array in self._lasting_arrays().items()}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Restore a snapshot, so that the games continue exactly as where it was made, with the same opponents.

        Raises ValueError, and changes nothing, for a snapshot of other rules or another number of games, or a damaged
        one.
        """
        lasting, players = self._lasting_arrays(), self.batch.rules.num_players
        for name, array in lasting.items():
            saved = snapshot.get(name) if isinstance(snapshot, Mapping) else None
            if not isinstance(saved, np.ndarray) or (saved.shape, saved.dtype) != (array.shape, array.dtype):
                raise ValueError(f"the snapshot is from other environments: {name} does not match")
            if (saved < 0).any() or (name.endswith("seats") and (saved >= players).any()):
                raise ValueError(f"the snapshot is damaged: invalid {name}")
        self.batch.restore(snapshot)
        self._is_stuck = True  # perhaps: the next step compares
        for name, array in lasting.items():
            array[...] = snapshot[name]

    def _lasting_arrays(self) -> dict[str, np.ndarray]:
        seats = {"seats": self.seats, "next_seats": self._next_seats, "final_seats": self.final_seats}
        return {**seats, "seed_roots": self._sequences.roots, "seeds_drawn": self._sequences.drawn}

    def _reseed(self, seed: int | Seeds | None, which: np.ndarray) -> None:
        """Seed the randomness of seats and opponents in the games where `which`; None continues it."""
        if seed is not None:
            games = self._sequences.reseed(seed, which)
            self._draw_next_seats(games)

    def _start(self, which: np.ndarray) -> None:
        """Play up to the learning seats in the games where `which`, which have just started."""
        self._seat_learners(np.flatnonzero(which))
        if self._all_random:
            self.batch.play(np.where(which, RANDOM, WAIT), self.seats, decisions=0)
        self._play_policies()

    def _seat_learners(self, games: np.ndarray) -> None:
        """Seat the learners in games that have just started."""
        self.seats[games] = self._next_seats[games]
        self._draw_next_seats(games)

    def _draw_next_seats(self, games: np.ndarray) -> None:
        """Draw the learning seats of the games after the current ones, if they are random."""
        if self._seat_is_random:
            self._next_seats[games] = self._sequences.draw(games) % self.batch.rules.num_players

    def _check_not_stuck(self) -> None:
        """Raise RuntimeError if a policy has failed, and opponents still have to decide."""
        if self._is_stuck and (self.batch.states["player"] != self.seats).any():
            raise RuntimeError("an opponent's policy failed during a step; call reset before the next step")
        self._is_stuck = False

    def _play_policies(self) -> None:
        """Play the decisions of policies until a learning seat decides in every game."""
        if self._all_random:  # the batch has played them
            return
        self._is_stuck = True
        while self._play_compiled():
            self._call_policies()
        self._is_stuck = False

    def _play_compiled(self) -> bool:
        """Let each compiled loop play its opponents; return whether others decide in any game."""
        if not self._compiled:
            return bool((self.batch.states["player"] != self.seats).any())
        for opponents in self._compiled:
            results = self.rewards, self.terminated, self.truncated, self.final_seats
            waiting = opponents.play(self.batch, self._sequences, self._both_seats, self._seat_is_random, *results)
            if waiting < 0:  # the policy itself raises the error
                self._call_policies(np.arange(self.batch.size) == -1 - waiting)
        return waiting != 0

    def _call_policies(self, which: np.ndarray | None = None) -> None:
        """Play one decision of opponents in the games where `which`, by default where their policy is not compiled."""
        batch, players = self.batch, self.batch.rules.num_players
        actions = np.full(batch.size, WAIT, np.int64)
        distance = (batch.states["player"] - self.seats) % players
        if which is None:
            which = ~np.any([np.zeros(players, np.bool_), *(each.plays for each in self._compiled)], axis=0)[distance]
        for i, policy in enumerate(self._policies, start=1):
            games = np.flatnonzero(which & (distance == i))
            if policy is None:
                actions[games] = RANDOM
            elif games.size:
                actions[games] = policy.actions(batch, games, self._sequences)
        batch.play(actions)
        self._store_results(actions != WAIT)

    def _insert_waits(self, actions: npt.ArrayLike, waits: np.ndarray) -> np.ndarray:
        """Return the actions with WAIT where `waits`. Other negative ids, special codes in `Batch.play`, are errors."""
        array = np.asarray(actions)
        if array.shape != waits.shape or not np.issubdtype(array.dtype, np.integer):
            raise IllegalAction(f"actions must be integers of shape {waits.shape}, not {array.dtype} {array.shape}")
        numbers = array.astype(np.int64)
        for game in np.flatnonzero((numbers < 0) & ~waits)[:1].tolist():
            wanted = f"an integer from 0 to {self.batch.rules.num_actions - 1}"
            raise IllegalAction(f"game {game}: action must be {wanted}, not {array[game]}")
        return np.where(waits, WAIT, numbers)

    def _clear_results(self, which: np.ndarray | None = None) -> None:
        """Clear the results of the games where `which`, by default of all."""
        for results in (self.rewards, self.terminated, self.truncated):
            if which is None:
                results.fill(0)
            else:
                results[which] = 0
        if which is None or not self._aborted:
            self._aborted = {}
            return
        self._aborted = {game: aborted for game, aborted in self._aborted.items() if not which[game]}

    def _store_results(self, played: np.ndarray | None = None) -> None:
        """Store the results of the games that `played` in the latest step of the batch and ended in it."""
        batch = self.batch
        over = batch.terminated | batch.truncated
        if not over.any():
            return
        ended = np.flatnonzero(over if played is None else over & played)
        self.rewards[ended] = batch.rewards[ended, self.seats[ended]]
        self.terminated[ended] = batch.terminated[ended]
        self.truncated[ended] = batch.truncated[ended]
        self.final_seats[ended] = self.seats[ended]
        self._seat_learners(ended)


class SingleSeatMixin:
    """Mixin for environments with one learning seat per game, whose opponents may be replaced."""

    _games: SingleSeatBatch

    @property
    def seats(self) -> np.ndarray:
        """Learning seat of each current game, int64 (number of games,)."""
        return self._games.seats.copy()

    @property
    def final_seats(self) -> np.ndarray:
        """Learning seat of the latest finished game in each slot, int64 (number of games,)."""
        return self._games.final_seats.copy()

    @property
    def opponents(self) -> Opponents:
        """Players of the other seats. May be replaced at any time."""
        return self._games.opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self._games.opponents = opponents


def _seats(seat: LearnerSeat, size: int, num_players: int) -> np.ndarray:
    seats = np.asarray(seat)
    right = seats.shape in ((), (size,)) and np.issubdtype(seats.dtype, np.integer)
    if not right or ((seats < 0) | (seats >= num_players)).any():
        wanted = f'an integer from 0 to {num_players - 1}, {size} of them, or "random"'
        raise ValueError(f"seat must be {wanted}, not {brief(seat)}")
    return np.array(np.broadcast_to(seats, size), np.int64)
