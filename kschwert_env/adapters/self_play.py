"""Self-play: a vector environment in which the learner plays all seats."""

import copy
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from kschwert_env.adapters.spaces import BatchActionSpace, action_space, observation_box
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch, Seeds
from kschwert_env.engine.simulation.buffers import check_buffers


class TimeStep(NamedTuple):
    """Observations of the deciding seats, and results of the last decisions. The arrays are reused by each step.

    Attributes:
        observations: int8 (B, N), observations of the deciding seats, own seat first.
        masks: int8 (B, A), legal actions.
        seats: int64 (B,), deciding seats.
        rewards: float32 (B, P), returns of all seats in games that have just ended, else zeros.
        terminated: bool (B,), games that have just ended; the first three arrays belong to the next game already.
        truncated: bool (B,), games that a cap has just stopped.
    """

    observations: np.ndarray
    masks: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray


class SelfPlayVec:
    """Many games in which the caller decides for every seat.

    The arrays of `decisions` keep their memory and are overwritten by each step: call `torch.from_numpy` once, and the
    tensors show every later step without a copy. Copy what you keep. The arrays are aligned to 64 bytes, so JAX can
    use them without a copy, too.

    At the end of a game all seats get their return at once, including those that did not decide last. Credit it to
    each seat's own last decision, as `kschwert_env.training.rollout.collector` does.

    Attributes:
        rules: rules of all the games.
        num_games: number of games, B.
        num_envs: number of games, too, under Gymnasium's name.
        num_players: number of seats, P.
        num_actions: number of actions, A.
        single_observation_space: space of one game's `observations`, int8 (N,).
        single_action_space: action space of one game: all actions, legal or not.
        batch: the games.
        decisions: the current time step.
    """

    def __init__(
        self,
        rules: GameRules,
        num_games: int,
        seed: int = 0,
        threads: int | None = None,
        out: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """Start new games; arguments and errors as in `Batch`.

        `out` maps names of `TimeStep` to arrays of the caller, such as pinned memory, to be used instead of new ones.
        Rows of different games may be apart, as in columns of a matrix or in a field of a structured array.

        Raises ValueError for an unknown name, a wrong shape or dtype, an array that is not aligned and writable or
        whose rows are not contiguous, and for arrays that share memory.
        """
        self.rules = rules
        self.batch = Batch(rules, num_games, seed, threads)
        self.num_games = self.num_envs = num_games
        self.num_players, self.num_actions = rules.num_players, rules.num_actions
        self.single_observation_space, self.single_action_space = observation_box(rules), action_space(rules)
        self.decisions = self._allocate(out or {})

    def _allocate(self, out: Mapping[str, np.ndarray]) -> TimeStep:
        """Let the batch write into the arrays of `out`, or into new ones. Seats are copied at each step."""
        batch = self.batch
        source = TimeStep(*(getattr(batch, "player" if name == "seats" else name) for name in TimeStep._fields))
        check_buffers(out, source._asdict())
        arrays = {name: aligned(array.shape, array.dtype) for name, array in source._asdict().items()} | dict(out)
        seats = arrays.pop("seats")
        batch.set_output_buffers(**arrays)
        seats[...] = source.seats
        return TimeStep(**arrays, seats=seats)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """Return the space of `observations`, int8 (B, N)."""
        return batch_space(self.single_observation_space, self.num_games)

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Return the space of the actions that `step` takes, integers (B,)."""
        return BatchActionSpace(self.rules, self.num_games)

    @property
    def bool_masks(self) -> np.ndarray:
        """Return `masks` as bool (B, A), in the same memory, for `masked_fill` and similar functions."""
        return self.decisions.masks.view(np.bool_)

    @property
    def final_scores(self) -> np.ndarray:
        """Return the scores of the latest finished game in each slot, integers (B, P), reused by each step."""
        return self.batch.final_scores

    @property
    def final_observations(self) -> np.ndarray:
        """Return all seats' last observations in games that ended in the latest step, else zeros: int8 (B, P, N)."""
        return self.batch.final_observations

    def reset(self, mask: npt.ArrayLike | None = None, seed: int | Seeds | None = None) -> TimeStep:
        """Restart all games, or those where `mask`, as `Batch.reset` does. Rewards and ends are set to zero."""
        self.batch.reset(mask, seed)
        for source in (self.decisions.rewards, self.decisions.terminated, self.decisions.truncated):
            source[:] = 0
        return self._updated()

    def step(self, actions: npt.ArrayLike) -> TimeStep:
        """Play one decision in every game, integers (B,). Raises IllegalAction as `Batch.step` does."""
        self.batch.step(actions)
        return self._updated()

    def close(self) -> None:
        """Do nothing: no resources are open."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "decisions"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy, which continues independently, with arrays of its own."""
        self.__dict__.update(state, batch=copy.copy(state["batch"]))
        self.decisions = self._allocate({})

    def _updated(self) -> TimeStep:
        np.copyto(self.decisions.seats, self.batch.player)  # a strided view into the states
        return self.decisions


_ALIGNMENT = 64  # bytes


def aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> np.ndarray:
    """Return an array of zeros that is aligned to 64 bytes."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)
