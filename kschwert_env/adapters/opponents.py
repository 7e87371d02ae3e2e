"""Opponents of a learning seat: the policies that environments call, with randomness that belongs to the games."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.compiled.rng import (
    ENVIRONMENT,
    STREAMS_SHAPE,
    check_seed,
    derived_seeds,
    seeded_streams,
    seeded_streams_each,
)
from kschwert_env.engine.contract.actions import request_actions
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch, Seeds
from kschwert_env.engine.simulation.game import why_illegal
from kschwert_env.engine.simulation.worlds import make_world_sampler
from kschwert_env.engine.text.phrases import brief

Policy = Callable[..., npt.ArrayLike]
"""Maps observations int8 (n, N) and masks int8 (n, A) of n deciding seats to n legal actions. May keep the arrays.

A policy with a parameter `seeds` also receives int64 (n,) by that name. Drawing from nothing else makes its games
reproducible. One with a parameter `worlds` receives a sampler of determinizations (`engine.worlds.WorldSampler`).
"""

Opponents = Policy | Sequence[Policy | None] | None
"""Players of the other seats: uniformly random (None), one policy for all, or one per seat, in the order of play."""


class SeedSequences:
    """One sequence of seeds per game. Those of game i depend on the seed and on i alone.

    Attributes:
        roots: int64 (size,), the seeds of the sequences.
        drawn: int64 (size,), number of seeds drawn from each sequence.
    """

    def __init__(self, size: int) -> None:
        """Create sequences for `size` games, all of seed 0."""
        self.roots = np.zeros(size, np.int64)
        self.drawn = np.zeros(size, np.int64)

    def reseed(self, seed: int | Seeds, which: np.ndarray) -> np.ndarray:
        """Start the sequences of the games where `which` anew, and return the indices of these games.

        `seed` is one seed, or one per game, where None continues the sequence.
        """
        if isinstance(seed, (list, tuple, np.ndarray)):
            which = which & [each is not None for each in seed]
            seeds = np.array([0 if each is None else check_seed(each) for each in seed])
            streams = seeded_streams_each(seeds, 1, ENVIRONMENT)[:, 0]
        else:
            streams = seeded_streams(seed, len(self.roots), ENVIRONMENT)  # type: ignore[arg-type]
        roots = np.ascontiguousarray(streams[:, 0, :2]).view(np.uint64)[:, 0] >> np.uint64(1)
        self.roots[which] = roots[which].astype(np.int64)
        self.drawn[which] = 0
        return np.flatnonzero(which)

    def draw(self, games: np.ndarray) -> np.ndarray:
        """Return the next seed of each of these games, int64 (n,); `games` are distinct indices."""
        seeds = derived_seeds(self.roots[games], self.drawn[games])
        self.drawn[games] += 1
        return seeds


class CompiledOpponents:
    """Opponents whose decisions a compiled loop plays, without Python in between (`Batch.play_by`).

    Policies that can be part of it have a method `compiled_opponent(rules)`, which returns a function that returns the
    loop, equal for policies of one kind, and a seed; or None.
    """

    def __init__(self, rules: GameRules, find_loop: Callable[[], Callable[..., Any]], seeds: Sequence[int]) -> None:
        """`seeds` has one seed for each opponent, in the order of play; -1 for those that play at random."""
        self._find_loop = find_loop
        self._seeds = np.array([-1, *seeds])
        self._buffers = np.zeros(1, rules.state_dtype), np.zeros(STREAMS_SHAPE[1:], np.uint32)

    @classmethod
    def find(cls, rules: GameRules, policies: Sequence["PolicyCaller | None"]) -> "CompiledOpponents | None":
        """Return the opponents for these policies, None where one plays at random, if one loop plays them all."""
        found = [(None, -1) if policy is None else policy.compiled(rules) for policy in policies]
        loops = {finder() for finder, _ in found if finder is not None}
        if len(loops) != 1 or any(finder is None and seed >= 0 for finder, seed in found):
            return None
        return cls(rules, next(finder for finder, _ in found if finder is not None), [seed for _, seed in found])

    def play(
        self,
        batch: Batch[GameRules],
        sequences: "SeedSequences",
        seats: np.ndarray,
        draws_seats: bool,
        *results: np.ndarray,
    ) -> None:
        """Play until the learning seats decide. `seats`, int64 (size, 2), and the rest are as in the loop."""
        seeds = sequences.roots, sequences.drawn, self._seeds
        buffers = batch.rules.num_actions, *self._buffers
        batch.play_by(self._find_loop(), seats, draws_seats, *seeds, *results, *buffers)


class PolicyCaller:
    """An opponent's policy, and which keyword arguments it accepts."""

    def __init__(self, policy: Policy) -> None:
        """Raise ValueError unless `policy` is callable."""
        if not callable(policy):
            raise ValueError(f"an opponent must be None (random) or a callable policy, not {brief(policy)}")
        self._policy = policy
        self._name = getattr(policy, "__qualname__", type(policy).__qualname__)
        self._accepted = _parameters(policy) & {"seeds", "worlds"}

    def compiled(self, rules: GameRules) -> tuple[Callable[[], Callable[..., Any]] | None, int]:
        """Return how to find the compiled loop that plays as the policy does, or None, and the policy's seed."""
        compiled_opponent = getattr(self._policy, "compiled_opponent", None)
        found = compiled_opponent(rules) if compiled_opponent else None
        return found or (None, 0)

    def actions(self, batch: Batch[GameRules], games: np.ndarray, sequences: SeedSequences) -> np.ndarray:
        """Return the policy's actions in these games, int64 (n,), after validation.

        Raises IllegalAction, naming the policy and the first game, for anything but legal actions.
        """
        seen, masks = batch.observations[games], batch.masks[games]
        extra: dict[str, object] = {}
        if self._accepted:
            extra["seeds"] = seeds = sequences.draw(games)
            extra["worlds"] = make_world_sampler(batch.rules, batch.states[games], seeds)
        accepted = {name: extra[name] for name in self._accepted}

        def why(row: int, action: int) -> str:
            return f"game {games[row]}: {why_illegal(batch.rules, batch.states[games[row]], action)}"

        return request_actions(
            f"the opponent {self._name}", lambda: self._policy(seen, masks.copy(), **accepted), masks, why
        )


def _parameters(policy: Policy) -> set[str]:
    """Return the names of a callable's parameters; none where Python doesn't know them."""
    try:
        return set(inspect.signature(policy).parameters)
    except (TypeError, ValueError):  # some callables of extension modules
        return set()
