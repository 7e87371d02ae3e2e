"""Agent protocol, and the decisions that agents receive. An agent sees only what its seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from kschwert_env.adapters.one_seat import Policy
from kschwert_env.engine.actions import request_actions
from kschwert_env.engine.game import why_illegal
from kschwert_env.engine.rng import MAX_SEED, RESAMPLE, check_seed, seeded_streams_each
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import OBSERVATION_STAGE, RESAMPLE_STAGE, ensure_compiled

WorldSampler = Callable[[int], np.ndarray]
"""Function from a number k to structured worlds (n, k). Worlds are determinizations: for each decision, positions in
which everything hidden from its seat is resampled.
"""


@dataclass(frozen=True)
class DecisionBatch:
    """Decisions of n seats, each in a game of its own, as these seats may see them.

    Attributes:
        rules: rules of all games.
        observations: int8 (n, rules.observation.size), observations of the deciding seats.
        masks: int8 (n, rules.num_actions), action masks; at least one action is legal.
        seeds: int64 (n,), the only source of randomness for the agent. They are unrelated to the random streams of the
            games.
        worlds: sampler of determinizations, deterministic; `player` of a world is the deciding seat.
    """

    rules: GameRules
    observations: np.ndarray
    masks: np.ndarray
    seeds: np.ndarray
    worlds: WorldSampler

    def __len__(self) -> int:
        return len(self.masks)


class Agent(Protocol):
    """Player of one game under one set of rules. It keeps no state between decisions."""

    games_at_once: ClassVar[int]
    """Number of games to play in parallel: high if a batch costs hardly more than one decision."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return a legal action for each decision, int64 (n,). Equal decisions with equal seeds get equal actions."""


def choose_actions(
    agent: Agent, decisions: DecisionBatch, states: np.ndarray | None = None, name: str | None = None
) -> np.ndarray:
    """Return the actions of an agent, int64 (n,), after validation.

    Errors call it by `name`, by default its class name, and explain illegal actions if the true positions `states`,
    structured (n,), are given.

    Raises:
        IllegalAction: the agent returns anything but legal actions. Its own exceptions are passed on.
    """

    def why(row: int, action: int) -> str:
        return f"action {action} is illegal" if states is None else why_illegal(decisions.rules, states[row], action)

    who = f"agent {name or type(agent).__qualname__}"
    return request_actions(who, lambda: agent.act(decisions), decisions.masks.copy(), why)


def make_world_sampler(rules: GameRules, states: np.ndarray, seeds: np.ndarray) -> WorldSampler:
    """Return a sampler of determinizations (worlds) for the deciding seats of true positions, structured (n,).

    An agent learns nothing else about the positions. `seeds`, int64 (n,), determine the worlds; those of a decision
    depend on its seed only.
    """
    states = states.copy()  # the games continue

    def worlds(count: int) -> np.ndarray:
        ensure_compiled(rules, RESAMPLE_STAGE)
        seats = np.repeat(states["player"], count)
        resampled, streams = np.repeat(states, count), seeded_streams_each(seeds, count, RESAMPLE).reshape(-1, 2, 4)
        for seat in np.unique(seats):
            of_seat = np.flatnonzero(seats == seat)
            part, its_streams = resampled[of_seat], streams[of_seat]
            rules.loops.resample(part, its_streams, rules.board, int(seat))
            resampled[of_seat] = part
        return resampled.reshape(len(states), count)

    return worlds


def make_decision_batch(rules: GameRules, states: np.ndarray, seeds: np.ndarray) -> DecisionBatch:
    """Return the current decisions in true positions, structured (n,), of unfinished games."""
    ensure_compiled(rules, OBSERVATION_STAGE)
    masks = np.zeros((len(states), rules.num_actions), np.int8)
    observations = np.zeros((len(states), rules.observation.size), np.int8)
    rules.loops.refresh(
        states.copy(), rules.board, masks, observations
    )  # Numba would compile again for a read-only array
    return DecisionBatch(rules, observations, masks, seeds, make_world_sampler(rules, states, seeds))


def as_policy(agent: Agent, rules: GameRules, seed: int) -> Policy:
    """Return an agent as an opponent for the adapters, which pass observations and masks, but no worlds.

    Raises ValueError for an invalid seed. An agent that needs worlds raises RuntimeError at its first decision.
    """
    generator = np.random.default_rng(check_seed(seed))

    def no_worlds(count: int) -> np.ndarray:
        raise RuntimeError(
            f"{type(agent).__name__} needs determinizations (worlds); adapters pass observations and masks only"
        )

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seeds = generator.integers(0, MAX_SEED, len(masks), endpoint=True)
        return choose_actions(agent, DecisionBatch(rules, observations, masks, seeds, no_worlds))

    policy.__qualname__ = type(agent).__qualname__
    return policy
