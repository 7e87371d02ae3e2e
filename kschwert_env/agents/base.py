"""What an agent is, and what it is given: decisions of seats, as far as those seats may see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from kschwert_env.adapters.one_seat import Policy
from kschwert_env.engine.actions import request_actions
from kschwert_env.engine.game import why_illegal
from kschwert_env.engine.rng import MAX_SEED, RESAMPLE, check_seed, seeded_streams_each
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import GAME_STAGE, RESAMPLE_STAGE, ensure_compiled

WorldSampler = Callable[[int], np.ndarray]
"""A number k of worlds to structured (n, k): for each decision positions that its seat can't tell from the true one."""


@dataclass(frozen=True)
class DecisionBatch:
    """Decisions of n seats, each in a game of its own, as these seats may see them.

    Attributes:
        rules: of all the games.
        observations: int8 (n, rules.observation.size), what the deciding seats may know.
        masks: int8 (n, rules.num_actions), their legal actions; at least one each.
        seeds: int64 (n,), all the chance that an agent may use. They are unrelated to the games' own streams.
        worlds: deals anew all that is hidden, each time the same; `player` of a world is the deciding seat.
    """

    rules: GameRules
    observations: np.ndarray
    masks: np.ndarray
    seeds: np.ndarray
    worlds: WorldSampler

    def __len__(self) -> int:
        return len(self.masks)


class Agent(Protocol):
    """A player of one game under one set of rules. It keeps nothing between decisions."""

    games_at_once: ClassVar[int]
    """So many games played side by side keep it busy: many where a batch costs hardly more than one decision."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """A legal action for each decision, int64 (n,). Equal decisions with equal seeds get equal actions."""


def choose_actions(
    agent: Agent, decisions: DecisionBatch, states: np.ndarray | None = None, name: str | None = None
) -> np.ndarray:
    """The agent's actions, int64 (n,).

    Raises IllegalAction where it answers anything else than legal actions, and whatever it raises itself. Errors call
    it by `name`, or else by its class, and tell the reason where they have the true positions, structured (n,).
    """

    def why(row: int, action: int) -> str:
        return f"action {action} is illegal" if states is None else why_illegal(decisions.rules, states[row], action)

    who = f"agent {name or type(agent).__qualname__}"
    return request_actions(who, lambda: agent.act(decisions), decisions.masks.copy(), why)


def make_world_sampler(rules: GameRules, states: np.ndarray, seeds: np.ndarray) -> WorldSampler:
    """Worlds for the deciding seats of true positions, structured (n,). What is returned is all an agent gets of them.

    `seeds`, int64 (n,), decide the deals: those of a decision depend on nothing else.
    """
    states = states.copy()  # the games go on

    def worlds(count: int) -> np.ndarray:
        ensure_compiled(rules, RESAMPLE_STAGE)
        seats = np.repeat(states["player"], count)
        dealt, streams = np.repeat(states, count), seeded_streams_each(seeds, count, RESAMPLE).reshape(-1, 2, 4)
        for seat in np.unique(seats):
            of_seat = np.flatnonzero(seats == seat)
            part, its_streams = dealt[of_seat], streams[of_seat]
            rules.loops.resample(part, its_streams, rules.board, int(seat))
            dealt[of_seat] = part
        if not getattr(rules, "visible_scores", True):
            hide_scores(dealt, seats)
        return dealt.reshape(len(states), count)

    return worlds


def hide_scores(worlds: np.ndarray, seats: np.ndarray) -> None:
    """Where scores are hidden those of others become what they announced last: `resample` leaves them as they are."""
    others = np.arange(worlds["scores"].shape[1]) != seats[:, None]
    worlds["scores"] = np.where(others, np.maximum(worlds["announced"], 0), worlds["scores"])


def make_decision_batch(rules: GameRules, states: np.ndarray, seeds: np.ndarray) -> DecisionBatch:
    """The decisions that are due in true positions, structured (n,), none of them over."""
    ensure_compiled(rules, GAME_STAGE)
    masks = np.zeros((len(states), rules.num_actions), np.int8)
    observations = np.zeros((len(states), rules.observation.size), np.int8)
    rules.loops.refresh(states.copy(), rules.board, masks, observations)  # a read-only array would be compiled for anew
    return DecisionBatch(rules, observations, masks, seeds, make_world_sampler(rules, states, seeds))


def as_policy(agent: Agent, rules: GameRules, seed: int) -> Policy:
    """An agent as an opponent for the adapters, which hand over observations and masks, and no worlds.

    Raises ValueError for a wrong seed. An agent that asks for worlds raises RuntimeError when it is to play.
    """
    generator = np.random.default_rng(check_seed(seed))

    def no_worlds(count: int) -> np.ndarray:
        raise RuntimeError(
            f"{type(agent).__name__} needs worlds to think about; adapters show observation and mask only"
        )

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seeds = generator.integers(0, MAX_SEED, len(masks), endpoint=True)
        return choose_actions(agent, DecisionBatch(rules, observations, masks, seeds, no_worlds))

    policy.__qualname__ = type(agent).__qualname__
    return policy
