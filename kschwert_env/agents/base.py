"""Agent protocol, and the decisions that agents receive. An agent sees only what its seat may know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from kschwert_env.adapters.text.events import Events
from kschwert_env.engine.compiled.rng import check_seed, derived_seeds
from kschwert_env.engine.contract.actions import request_actions
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import why_illegal
from kschwert_env.engine.simulation.warmup import OBSERVATION_STAGE, ensure_compiled
from kschwert_env.engine.simulation.worlds import WorldSampler, make_world_sampler

FORFEIT = -1
"""What an agent returns instead of an action to lose its game at once. Only arenas accept it."""


class AgentError(RuntimeError):
    """Raised by an agent that can't decide at present, such as without its server. The message has the reason."""


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
        events: events of each game as its seats see them, for agents with `reads_events`; None where none are known.
    """

    rules: GameRules
    observations: np.ndarray
    masks: np.ndarray
    seeds: np.ndarray
    worlds: WorldSampler
    events: Sequence[Events] | None = None

    def __len__(self) -> int:
        return len(self.masks)


class Agent(Protocol):
    """Player of one game under one set of rules. It keeps no state between decisions.

    A class may also declare what `public_options`, `is_light`, `plain_options`, `reads_events`, `requests_at_once` and
    `keep_log` read.
    """

    games_at_once: ClassVar[int]
    """Number of games to play in parallel: high if a batch costs hardly more than one decision."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return a legal action for each decision, int64 (n,). Equal decisions with equal seeds get equal actions."""


def public_options(kind: object) -> Mapping[str, float | tuple[str, ...]]:
    """Return the options that anyone may set, such as a visitor of the browser table, from a class attribute.

    The values are the largest valid numbers, or the choices of a text. They bound the cost of a decision: the time to
    some 20 seconds, and the memory to some 100 MB. Options of classes without this attribute, and all others, such as
    files, are for the owner of the machine.
    """
    return getattr(kind, "public_options", {})


def is_light(kind: object) -> bool:
    """Return whether a decision costs no more than a network's forward pass, whatever the options, and needs no torch.

    It is the class attribute of that name, by default False.
    """
    return bool(getattr(kind, "is_light", False))


def plain_options(kind: object) -> str | None:
    """Return the options, as in a spec, with which a decision in plain Python takes about a second.

    The agent plays with them until its code is compiled. It is the class attribute of that name, by default None: the
    agent has to wait for its code.
    """
    options: str | None = getattr(kind, "plain_options", None)
    return options


def reads_events(agent: object) -> bool:
    """Return whether an agent needs `DecisionBatch.events`: an attribute of that name, by default False."""
    return bool(getattr(agent, "reads_events", False))


def requests_at_once(agent: object) -> int:
    """Return how many decisions an agent can take at once in different threads, because it waits for a server.

    It is the attribute of that name, by default 0: threads beyond the cores of the machine do not help.
    """
    return int(getattr(agent, "requests_at_once", 0))


def keep_log(agent: object, path: Path, name: str) -> None:
    """Let an agent with a method `log_to(path, name)` write what is costly to get again to a file, and read it first.

    Raises FileError if the file can't be used.
    """
    log_to = getattr(agent, "log_to", None)
    if log_to is not None:
        log_to(path, name)


def choose_actions(
    agent: Agent,
    decisions: DecisionBatch,
    states: np.ndarray | None = None,
    name: str | None = None,
    may_forfeit: bool = False,
) -> np.ndarray:
    """Return the actions of an agent, int64 (n,), after validation.

    Errors call it by `name`, by default its class name, and explain illegal actions if the true positions `states`,
    structured (n,), are given. With `may_forfeit` an action of an agent that `reads_events` may be `FORFEIT`.

    Raises:
        IllegalAction: the agent returns anything but legal actions. Its own exceptions are passed on.
        AgentError: the agent forfeits without `may_forfeit`.
    """

    def why(row: int, action: int) -> str:
        return f"action {action} is illegal" if states is None else why_illegal(decisions.rules, states[row], action)

    who = f"agent {name or type(agent).__qualname__}"
    masks = decisions.masks.copy()
    forfeits = np.zeros(len(masks), np.bool_)

    def ask() -> object:
        answer = agent.act(decisions)
        if reads_events(agent) and isinstance(answer, np.ndarray) and answer.shape == forfeits.shape:
            forfeits[:] = answer == FORFEIT
        return np.where(forfeits, masks.argmax(axis=1), answer) if forfeits.any() else answer

    actions = request_actions(who, ask, masks, why)
    if forfeits.any() and not may_forfeit:
        raise AgentError(f"{who} forfeits the game, which is possible in arenas and evaluations only")
    actions[forfeits] = FORFEIT
    return actions


def choose_action(
    agent: Agent, rules: GameRules, state: np.ndarray | np.void, seed: int, name: str | None = None
) -> int:
    """Return the action of an agent in one true position, a structured scalar or (1,). It is determined by the seed.

    `name`, and what is raised, as in `choose_actions`.
    """
    states = state.reshape(1)
    decisions = make_decision_batch(rules, states, np.array([seed]))
    return int(choose_actions(agent, decisions, states, name)[0])


def choose_batch_actions(
    agent: Agent, batch: Batch[Any], games: np.ndarray, seeds: np.ndarray, name: str | None = None
) -> np.ndarray:
    """Return the actions of an agent in some games of a batch, int64 (n,).

    `games` are indices, or bool (B,) with n entries that are true. The seeds, int64 (n,), determine the actions.
    `name`, and what is raised, as in `choose_actions`.
    """
    states = batch.states[games]
    worlds = make_world_sampler(batch.rules, states, seeds)
    decisions = DecisionBatch(batch.rules, batch.observations[games], batch.masks[games], seeds, worlds)
    return choose_actions(agent, decisions, states, name)


def decision_seed(seed: int, number: int) -> int:
    """Return the seed for the agent that decides in a game with that seed; `number` counts its decisions, from 0."""
    return int(derived_seeds(np.array([seed]), np.array([number]))[0])


def make_decision_batch(
    rules: GameRules, states: np.ndarray, seeds: np.ndarray, events: Sequence[Events] | None = None
) -> DecisionBatch:
    """Return the current decisions in true positions, structured (n,), of unfinished games."""
    ensure_compiled(rules, OBSERVATION_STAGE)
    masks = np.zeros((len(states), rules.num_actions), np.int8)
    observations = np.zeros((len(states), rules.observation.size), np.int8)
    # a copy, since Numba would compile again for a read-only array
    rules.loops.refresh(states.copy(), rules.board, masks, observations)
    return DecisionBatch(rules, observations, masks, seeds, make_world_sampler(rules, states, seeds), events)


@dataclass(frozen=True, eq=False)
class AgentPolicy:
    """An agent as an opponent for the adapters, which pass seeds and worlds that belong to their games.

    Attributes:
        agent: the agent.
        rules: rules of the games.
        seed: distinguishes policies of the same agent: other seeds choose otherwise in equal decisions.
    """

    agent: Agent
    rules: GameRules
    seed: int

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray, *, seeds: np.ndarray, worlds: WorldSampler | None = None
    ) -> np.ndarray:
        """Return the agent's actions, int64 (n,).

        Arrays as in `DecisionBatch`. Equal decisions with equal seeds get equal actions. Without `worlds`, an agent
        that needs them raises RuntimeError.
        """
        own_seeds = derived_seeds(seeds, np.full(len(seeds), self.seed))
        decisions = DecisionBatch(self.rules, observations, masks, own_seeds, worlds or self._no_worlds)
        return choose_actions(self.agent, decisions)

    def compiled_opponent(self, rules: GameRules) -> tuple[Agent, int] | None:
        """Return the agent and the seed if environments can play the agent in compiled code (`agents.opponents`)."""
        compile_opponent = getattr(self.agent, "compile_opponent", None)
        is_possible = compile_opponent and rules == self.rules and compile_opponent(rules) is not None
        return (self.agent, self.seed) if is_possible else None

    def _no_worlds(self, count: int) -> np.ndarray:
        raise RuntimeError(f"{type(self.agent).__name__} needs determinizations (worlds), and the caller passed none")


def as_policy(agent: Agent, rules: GameRules, seed: int = 0) -> AgentPolicy:
    """Return an agent as an opponent for the adapters. It keeps no state: the games provide its seeds and worlds.

    Raises ValueError for an invalid seed.
    """
    return AgentPolicy(agent, rules, check_seed(seed))
