"""Self-play: every decision of every seat, for learners that play all of them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules


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
    once, and the tensors show every later step without a copy. Copy what is to be kept.

    At the end of a game all seats get their return at once, also those who did not decide last: give it to each
    seat's own last decision.

    Attributes:
        batch: the games themselves.
        decisions: what is asked now.
    """

    def __init__(self, rules: GameRules, num_games: int, seed: int = 0, threads: int | None = None) -> None:
        """Fresh games; arguments and errors as in `Batch`."""
        batch = self.batch = Batch(rules, num_games, seed, threads)
        ends = batch.rewards, batch.terminated, batch.truncated
        self.decisions = Decisions(batch.observations, batch.masks, batch.player.copy(), *ends)

    def reset(self, mask: npt.ArrayLike | None = None, seed: int | None = None) -> Decisions:
        """Start all games afresh, or those where `mask`, as `Batch.reset` does. No end is told of any game."""
        self.batch.reset(mask, seed)
        for told in (self.decisions.rewards, self.decisions.terminated, self.decisions.truncated):
            told[:] = 0
        return self._updated()

    def step(self, actions: npt.ArrayLike) -> Decisions:
        """One decision in every game, integers (B,). Raises IllegalAction as `Batch.step` does."""
        self.batch.step(actions)
        return self._updated()

    def _updated(self) -> Decisions:
        np.copyto(self.decisions.seats, self.batch.player)  # inside the positions they do not lie side by side
        return self.decisions
