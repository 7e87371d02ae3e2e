"""Opponents of a learning seat: the policies that environments call, with randomness that belongs to the games."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.compiled.rng import ENVIRONMENT, check_seed, derived_seeds, seeded_streams, seeded_streams_each
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


ANOTHER_PLAYER = -1
"""Instead of a policy's seed in a compiled loop: the learner, or an opponent that this loop does not play."""

RANDOM_PLAYER = -2
"""Instead of a policy's seed in a compiled loop: an opponent that plays at random."""


class CompiledOpponents:
    """Opponents of one agent, whose decisions a compiled loop plays, without Python in between (`Batch.play_by`).

    A policy that can be one has a method `compiled_opponent(rules)`, which returns its agent and its seed, or None. The
    method `compile_opponent(rules)` of the agent returns the loop and its last argument.

    Attributes:
        plays: bool (P,), by distance from the learning seat: whether the loop plays the agent there.
    """

    def __init__(self, rules: GameRules, agent: Any, seeds: Sequence[int]) -> None:
        """`seeds` has one seed for each opponent, in the order of play, or one of the constants above."""
        self._arguments = rules, agent, seeds
        self._loop, self._workspace = agent.compile_opponent(rules)
        self._seeds = np.array([ANOTHER_PLAYER, *seeds])
        self.plays = self._seeds >= 0

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledOpponents, self._arguments

    @classmethod
    def find(cls, rules: GameRules, policies: Sequence["PolicyCaller | None"]) -> "list[CompiledOpponents]":
        """Return the compiled opponents, one for each agent, among these policies; None plays at random."""
        found = [None if policy is None else policy.compiled(rules) for policy in policies]
        agents = {id(each[0]): each[0] for each in found if each is not None}

        def seed_for(agent: Any, i: int) -> int:
            each = found[i]
            if each is None:
                return RANDOM_PLAYER if policies[i] is None else ANOTHER_PLAYER
            return each[1] if each[0] is agent else ANOTHER_PLAYER

        return [cls(rules, agent, [seed_for(agent, i) for i in range(len(found))]) for agent in agents.values()]

    def play(
        self,
        batch: Batch[GameRules],
        sequences: "SeedSequences",
        seats: np.ndarray,
        draws_seats: bool,
        *results: np.ndarray,
    ) -> int:
        """Play until other players decide. Arguments, and what is returned, are as in the loop (`agents.opponents`)."""
        games = seats, draws_seats, sequences.roots, sequences.drawn, *results
        number: int = batch.play_by(self._loop, *games, self._seeds, batch.rules.num_actions, self._workspace)
        return number


class PolicyCaller:
    """An opponent's policy, and which keyword arguments it accepts."""

    def __init__(self, policy: Policy) -> None:
        """Raise ValueError unless `policy` is callable."""
        if not callable(policy):
            raise ValueError(f"an opponent must be None (random) or a callable policy, not {brief(policy)}")
        self._policy = policy
        self._name = getattr(policy, "__qualname__", type(policy).__qualname__)
        self._accepted = _parameters(policy) & {"seeds", "worlds"}

    def compiled(self, rules: GameRules) -> tuple[Any, int] | None:
        """Return the agent that a compiled loop plays, and the policy's seed; None if the policy has to be called."""
        compiled_opponent = getattr(self._policy, "compiled_opponent", None)
        return compiled_opponent(rules) if compiled_opponent else None

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
