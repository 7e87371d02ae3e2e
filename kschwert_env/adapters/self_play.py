"""Self-play: every decision of every seat, for learners that play all of them."""

import copy
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from kschwert_env.adapters.spaces import action_space, observation_box
from kschwert_env.engine.batch import Batch, Seeds
from kschwert_env.engine.rules import GameRules


class Decisions(NamedTuple):
    """What is asked in every game, and what the last decision led to. Always the same arrays.

    Attributes:
        observations: int8 (B, N), what the deciding seat may know, from its own point of view.
        masks: int8 (B, A), what is legal.
        seats: int64 (B,), who decides.
        rewards: float32 (B, P), the return of every seat in games that have just ended, else zeros.
        terminated: bool (B,), games that have just ended; the other arrays already tell of the next game.
        truncated: bool (B,), games that were just stopped by a cap.
    """

    observations: np.ndarray
    masks: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray


class SelfPlayVec:
    """Many games whose every seat is played from outside.

    The arrays of `decisions` keep their place in memory and are overwritten by each step: `torch.from_numpy` of them
    once, and the tensors show every later step without a copy. Copy what is to be kept. They begin at multiples of
    64 bytes, so that JAX takes them as they are, too.

    At the end of a game all seats get their return at once, also those who did not decide last: give it to each
    seat's own last decision. `kschwert_env.training.rollout.collector` does it.

    Attributes:
        rules: of all the games.
        num_games: B, how many there are.
        num_envs: the same, as Gymnasium calls it.
        num_players: P.
        num_actions: A.
        single_observation_space: of one game's `observations`, int8 (N,).
        single_action_space: of one game: all actions, legal or not.
        batch: the games themselves.
        decisions: what is asked now.
    """

    def __init__(
        self,
        rules: GameRules,
        num_games: int,
        seed: int = 0,
        threads: int | None = None,
        out: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """Fresh games; arguments and errors as in `Batch`.

        `out` has arrays of the caller's by names of `Decisions`, such as pinned memory, to be used instead of own ones.
        Raises ValueError for one of another shape or dtype, that is not contiguous, or by another name.
        """
        self.rules = rules
        self.batch = Batch(rules, num_games, seed, threads)
        self.num_games = self.num_envs = num_games
        self.num_players, self.num_actions = rules.num_players, rules.num_actions
        self.single_observation_space, self.single_action_space = observation_box(rules), action_space(rules)
        self.decisions = self._moved(out or {})

    def _moved(self, out: Mapping[str, np.ndarray]) -> Decisions:
        """All that is told, where it is wanted: seats lie apart in a batch, and are copied at each step."""
        if unknown := set(out) - set(Decisions._fields):
            raise ValueError(f"out must have names among {', '.join(Decisions._fields)}, not {min(unknown)!r}")
        batch = self.batch
        told = Decisions(*(getattr(batch, "player" if name == "seats" else name) for name in Decisions._fields))
        arrays = {name: aligned(array.shape, array.dtype) for name, array in told._asdict().items()} | dict(out)
        seats = arrays.pop("seats")
        if not isinstance(seats, np.ndarray) or (seats.shape, seats.dtype) != (told.seats.shape, np.dtype(np.int64)):
            raise ValueError(f"seats must be int64 {told.seats.shape}, not {seats!r}")
        batch.set_output_buffers(**arrays)
        seats[...] = told.seats
        return Decisions(**arrays, seats=seats)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """Of `observations`, int8 (B, N)."""
        return batch_space(self.single_observation_space, self.num_games)

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Of what `step` takes, integers (B,)."""
        return batch_space(self.single_action_space, self.num_games)

    @property
    def bool_masks(self) -> np.ndarray:
        """Bool (B, A): `masks` in the same memory, for `masked_fill` and the like."""
        return self.decisions.masks.view(np.bool_)

    @property
    def final_scores(self) -> np.ndarray:
        """Points by seat of the latest game that ended in each place, int32 (B, P), in an array of its own."""
        return np.ascontiguousarray(self.batch.final_scores)

    @property
    def final_observations(self) -> np.ndarray:
        """The last view of every seat in games that ended by the latest step, else zeros: int8 (B, P, N)."""
        return self.batch.final_observations

    def reset(self, mask: npt.ArrayLike | None = None, seed: int | Seeds | None = None) -> Decisions:
        """Start all games afresh, or those where `mask`, as `Batch.reset` does. No end is told of any game."""
        self.batch.reset(mask, seed)
        for told in (self.decisions.rewards, self.decisions.terminated, self.decisions.truncated):
            told[:] = 0
        return self._updated()

    def step(self, actions: npt.ArrayLike) -> Decisions:
        """One decision in every game, integers (B,). Raises IllegalAction as `Batch.step` does."""
        self.batch.step(actions)
        return self._updated()

    def close(self) -> None:
        """Nothing is open."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "decisions"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy of any kind goes on by itself, and tells it in arrays of its own."""
        self.__dict__.update(state, batch=copy.copy(state["batch"]))
        self.decisions = self._moved({})

    def _updated(self) -> Decisions:
        np.copyto(self.decisions.seats, self.batch.player)  # inside the positions they do not lie side by side
        return self.decisions


_ALIGNMENT = 64  # bytes


def aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> np.ndarray:
    """Zeros that begin at a multiple of 64 bytes."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)
