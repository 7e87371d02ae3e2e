"""Batches of games with one learning seat each; opponents play the other seats. Used for Gymnasium and SB3."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.actions import IllegalAction, request_actions
from kschwert_env.engine.batch import Batch, Seeds
from kschwert_env.engine.game import Game, why_illegal
from kschwert_env.engine.loops import RANDOM, WAIT
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief

Policy = Callable[[np.ndarray, np.ndarray], npt.ArrayLike]
"""Maps observations int8 (n, N) and masks int8 (n, A) of n deciding seats to n legal actions. May keep the arrays."""

Opponents = Policy | Sequence[Policy | None] | None
"""Players of the other seats: uniformly random (None), one policy for all, or one per seat, in the order of play."""


class SingleSeatBatch:
    """`size` games, each waiting for its learning seat; a finished game restarts in the same step.

    Attributes:
        batch: the games.
        seats: int64 (size,), the learning seats.
        rewards: float32 (size,), return of the learning seat in games that ended in the latest step, else zero.
        terminated: bool (size,), games that ended by the rules in the latest step.
        truncated: bool (size,), games that a cap stopped in the latest step.
    """

    def __init__(
        self,
        rules: GameRules,
        size: int,
        seed: int = 0,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        threads: int | None = None,
    ) -> None:
        """Start new games. `seat` is one seat for all games or one per game.

        Raises ValueError for an invalid seat, number of opponents, size or seed.
        """
        self.batch = Batch(rules, size, seed, threads)
        self.seats = _seats(seat, size, rules.num_players)
        self.opponents = opponents
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self._aborted: dict[int, Game[Any]] = {}  # games aborted in the latest step, by index
        self._advance_to_seats(np.ones(size, np.bool_))

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
        for policy in listed:
            if policy is not None and not callable(policy):
                raise ValueError(f"an opponent must be None (random) or a callable policy, not {brief(policy)}")
        self._opponents = opponents
        self._policies = listed

    def reset(self, mask: np.ndarray | None = None, seed: int | Seeds | None = None) -> None:
        """Restart all games, or those where `mask`, as `Batch.reset` does, and play up to the learning seats."""
        which = np.ones(self.batch.size, np.bool_) if mask is None else np.asarray(mask)
        self.batch.reset(which, seed)
        self._clear_results(which)
        self._advance_to_seats(which)

    def step(self, actions: npt.ArrayLike, waits: np.ndarray | None = None) -> None:
        """Play the decisions of the learning seats, then those of the opponents up to the learning seats' next.

        Games where `waits`, bool (size,), is True stay unchanged; their actions are ignored and their results zero.

        Raises IllegalAction, naming the first illegal action and its game, and then changes nothing. An illegal action
        of an opponent's policy is found only after the learning seats have played. Then, and after any other error in
        a policy, further steps raise RuntimeError until a reset.
        """
        if (self.batch.player != self.seats).any():
            raise RuntimeError("an opponent's policy failed during a step; call reset before the next step")
        seats = self.seats if self._all_random else None
        if waits is None or not waits.any():
            outcome = self.batch.step(actions, seats)
        else:
            outcome = self.batch.play(self._insert_waits(actions, waits), seats)
        self._clear_results(np.ones(self.batch.size, np.bool_))
        self._store_results(*outcome)
        self._play_policies()
        if waits is not None:
            self._clear_results(waits)  # the batch still holds the results of their last step

    def abort(self, which: np.ndarray, value: float) -> None:
        """End the games where `which`, with return `value` for their learning seats, and start the next ones."""
        aborted = {game: self.batch.game(game) for game in np.flatnonzero(which).tolist()}
        self.reset(which)
        self._aborted |= aborted
        self.rewards[which] = value
        self.terminated[which] = True

    def final_observation(self, game: int) -> np.ndarray:
        """Return the learning seat's last observation of the latest finished game with index `game`, int8 (N,)."""
        if game in self._aborted:
            return self._aborted[game].observe(int(self.seats[game]))["observation"]
        view = np.zeros((1, self.batch.rules.observation.size), np.int8)
        last = self.batch.final_states[game : game + 1].copy()
        self.batch.rules.loops.observe(last, self.batch.rules.board, int(self.seats[game]), view)
        return view[0]

    def final_game(self, game: int) -> Game[Any]:
        """Return the latest finished game with index `game`, in its final position."""
        return self._aborted.get(game) or self.batch.game(game, final=True)

    @property
    def _all_random(self) -> bool:
        return all(policy is None for policy in self._policies)

    def _advance_to_seats(self, which: np.ndarray) -> None:
        """Play up to the learning seats' first decisions in the games where `which`."""
        if self._all_random:
            self.batch.play(np.where(which, RANDOM, WAIT), self.seats, decisions=0)
        self._play_policies()

    def _play_policies(self) -> None:
        """Play the decisions of policies until a learning seat decides in every game."""
        batch, players = self.batch, self.batch.rules.num_players
        while (batch.player != self.seats).any():
            actions = np.full(batch.size, WAIT, np.int64)
            distance = (batch.player - self.seats) % players
            for i, policy in enumerate(self._policies, start=1):
                games = np.flatnonzero(distance == i)
                if policy is None:
                    actions[games] = RANDOM
                elif games.size:
                    actions[games] = self._answers(policy, games)
            self._store_results(*batch.play(actions))

    def _answers(self, policy: Policy, games: np.ndarray) -> np.ndarray:
        """Return the actions of a policy in these games."""
        batch, name = self.batch, getattr(policy, "__qualname__", type(policy).__qualname__)
        seen, masks = batch.observations[games], batch.masks[games]

        def why(row: int, action: int) -> str:
            return f"game {games[row]}: {why_illegal(batch.rules, batch.states[games[row]], action)}"

        return request_actions(f"the opponent {name}", lambda: policy(seen, masks.copy()), masks, why)

    def _insert_waits(self, actions: npt.ArrayLike, waits: np.ndarray) -> np.ndarray:
        """Return the actions with WAIT where `waits`. Other negative ids, special codes in `Batch.play`, are errors."""
        given = np.asarray(actions)
        if given.shape != waits.shape or not np.issubdtype(given.dtype, np.integer):
            raise IllegalAction(f"actions must be integers of shape {waits.shape}, not {given.dtype} {given.shape}")
        numbers = given.astype(np.int64)
        for game in np.flatnonzero((numbers < 0) & ~waits)[:1].tolist():
            wanted = f"an integer from 0 to {self.batch.rules.num_actions - 1}"
            raise IllegalAction(f"game {game}: action must be {wanted}, not {given[game]}")
        return np.where(waits, WAIT, numbers)

    def _clear_results(self, which: np.ndarray) -> None:
        for results in (self.rewards, self.terminated, self.truncated):
            results[which] = 0
        self._aborted = {game: aborted for game, aborted in self._aborted.items() if not which[game]}

    def _store_results(self, rewards: np.ndarray, terminated: np.ndarray, truncated: np.ndarray) -> None:
        """Store the results of games that ended in a step."""
        ended = np.flatnonzero(terminated | truncated)
        self.rewards[ended] = rewards[ended, self.seats[ended]]
        self.terminated[ended] = terminated[ended]
        self.truncated[ended] = truncated[ended]


class OpponentsMixin:
    """Mixin for environments whose opponents may be replaced."""

    _games: SingleSeatBatch

    @property
    def opponents(self) -> Opponents:
        """Players of the other seats. May be replaced at any time."""
        return self._games.opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self._games.opponents = opponents


def _seats(seat: int | Sequence[int], size: int, num_players: int) -> np.ndarray:
    seats = np.asarray(seat)
    right = seats.shape in ((), (size,)) and np.issubdtype(seats.dtype, np.integer)
    if not right or ((seats < 0) | (seats >= num_players)).any():
        raise ValueError(f"seat must be an integer from 0 to {num_players - 1}, or {size} of them, not {brief(seat)}")
    return np.array(np.broadcast_to(seats, size), np.int64)
