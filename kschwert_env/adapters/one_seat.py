"""Games in which one seat learns and the others are played for it: what Gymnasium and Stable-Baselines3 stand on."""

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
"""Observations int8 (n, N) and masks int8 (n, A) of n deciding seats, to n legal actions. Both are its own to keep."""

Opponents = Policy | Sequence[Policy | None] | None
"""Who plays the other seats: uniformly random (None), one policy for all, or one for each, in the order of play."""


class OneSeatBatch:
    """`size` games, each waiting for the decision of its learning seat, or just ended and begun anew.

    Attributes:
        batch: the games themselves.
        seats: int64 (size,), the learning seats.
        rewards: float32 (size,), the return of the learning seat in games that have just ended, else zero.
        terminated: bool (size,).
        truncated: bool (size,).
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
        """Fresh games. `seat` is one for all games or one for each.

        Raises ValueError for a seat, number of opponents, size or seed that does not exist.
        """
        self.batch = Batch(rules, size, seed, threads)
        self.seats = _seats(seat, size, rules.num_players)
        self.opponents = opponents
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self._broken_off: dict[int, Game[Any]] = {}  # games that ended as no rules have it, until more is told
        self._play_up_to_the_seats(np.ones(size, np.bool_))

    @property
    def opponents(self) -> Opponents:
        """Who plays the other seats. Others can be put in their place at any time."""
        return self._opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        others = self.batch.rules.num_players - 1
        listed = [opponents] * others if opponents is None or callable(opponents) else list(opponents)
        if len(listed) != others:
            raise ValueError(f"opponents must be one policy or {others}, one for each other seat, not {len(listed)}")
        for policy in listed:
            if policy is not None and not callable(policy):
                raise ValueError(f"an opponent must be None, for random, or a policy to call, not {brief(policy)}")
        self._opponents = opponents
        self._policies = listed

    def reset(self, mask: np.ndarray | None = None, seed: int | Seeds | None = None) -> None:
        """Start all games afresh, or those where `mask`, as `Batch.reset` does, and play up to the learning seats."""
        which = np.ones(self.batch.size, np.bool_) if mask is None else np.asarray(mask)
        self.batch.reset(which, seed)
        self._forget(which)
        self._play_up_to_the_seats(which)

    def step(self, actions: npt.ArrayLike, waits: np.ndarray | None = None) -> None:
        """The decisions of the learning seats, and those of the others up to the learning seats' next.

        Games where `waits`, bool (size,), are left as they are, whatever their action, and nothing is told of them.

        Raises IllegalAction, naming the first game and action that is wrong, and then changes nothing; unless it is
        a policy's action, which can only be told when the learning seats have played. Then, and after any other error
        in a policy, further steps raise RuntimeError until a reset.
        """
        if (self.batch.player != self.seats).any():
            raise RuntimeError("an opponent failed in the midst of a step: reset before going on")
        seats = self.seats if self._all_random else None
        if waits is None or not waits.any():
            outcome = self.batch.step(actions, seats)
        else:
            outcome = self.batch.play(self._with_waits(actions, waits), seats)
        self._forget(np.ones(self.batch.size, np.bool_))
        self._keep(*outcome)
        self._let_policies_play()
        if waits is not None:
            self._forget(waits)  # the batch goes on telling of their last step

    def break_off(self, which: np.ndarray, value: float) -> None:
        """End these games as they stand, with that return for their learning seats, and begin the next ones."""
        broken_off = {game: self.batch.game(game) for game in np.flatnonzero(which).tolist()}
        self.reset(which)
        self._broken_off |= broken_off
        self.rewards[which] = value
        self.terminated[which] = True

    def final_observation(self, game: int) -> np.ndarray:
        """What the learning seat saw last in the latest game that ended in place `game`, int8 (N,)."""
        if game in self._broken_off:
            return self._broken_off[game].observe(int(self.seats[game]))["observation"]
        view = np.zeros((1, self.batch.rules.observation.size), np.int8)
        last = self.batch.final_states[game : game + 1].copy()
        self.batch.rules.loops.observe(last, self.batch.rules.board, int(self.seats[game]), view)
        return view[0]

    def final_game(self, game: int) -> Game[Any]:
        """The latest game that ended in place `game`, as it was then."""
        return self._broken_off.get(game) or self.batch.game(game, final=True)

    @property
    def _all_random(self) -> bool:
        return all(policy is None for policy in self._policies)

    def _play_up_to_the_seats(self, which: np.ndarray) -> None:
        """The opponents' first decisions in the games where `which`."""
        if self._all_random:
            self.batch.play(np.where(which, RANDOM, WAIT), self.seats, decisions=0)
        self._let_policies_play()

    def _let_policies_play(self) -> None:
        """One decision of each waiting opponent after another, until the learning seats are asked everywhere."""
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
            self._keep(*batch.play(actions))

    def _answers(self, policy: Policy, games: np.ndarray) -> np.ndarray:
        """What a policy answers in these games."""
        batch, name = self.batch, getattr(policy, "__qualname__", type(policy).__qualname__)
        seen, masks = batch.observations[games], batch.masks[games]

        def why(row: int, action: int) -> str:
            return f"game {games[row]}: {why_illegal(batch.rules, batch.states[games[row]], action)}"

        return request_actions(f"the opponent {name}", lambda: policy(seen, masks.copy()), masks, why)

    def _with_waits(self, actions: npt.ArrayLike, waits: np.ndarray) -> np.ndarray:
        """The actions with WAIT in them. Those that stand for other things in a batch are refused."""
        given = np.asarray(actions)
        if given.shape != waits.shape or not np.issubdtype(given.dtype, np.integer):
            raise IllegalAction(f"actions must be integers of shape {waits.shape}, not {given.dtype} {given.shape}")
        numbers = given.astype(np.int64)
        for game in np.flatnonzero((numbers < 0) & ~waits)[:1].tolist():
            wanted = f"an integer from 0 to {self.batch.rules.num_actions - 1}"
            raise IllegalAction(f"game {game}: action must be {wanted}, not {given[game]}")
        return np.where(waits, WAIT, numbers)

    def _forget(self, which: np.ndarray) -> None:
        for told in (self.rewards, self.terminated, self.truncated):
            told[which] = 0
        self._broken_off = {game: broken_off for game, broken_off in self._broken_off.items() if not which[game]}

    def _keep(self, rewards: np.ndarray, terminated: np.ndarray, truncated: np.ndarray) -> None:
        """Take over what a step told of games that ended."""
        ended = np.flatnonzero(terminated | truncated)
        self.rewards[ended] = rewards[ended, self.seats[ended]]
        self.terminated[ended] = terminated[ended]
        self.truncated[ended] = truncated[ended]


class WithOpponents:
    """The part of an environment that lets its opponents be exchanged."""

    _games: OneSeatBatch

    @property
    def opponents(self) -> Opponents:
        """Who plays the other seats. Others can be put in their place at any time."""
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
