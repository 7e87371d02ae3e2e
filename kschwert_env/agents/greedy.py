"""`greedy`: one-step lookahead on the value function of the game's heuristic."""

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.heuristics.base import has_value_function, heuristic_module
from kschwert_env.agents.heuristics.value_network import HIDDEN, read_weights
from kschwert_env.agents.opponents import compile_opponents, draw_worlds
from kschwert_env.agents.random import sample_legal_actions
from kschwert_env.engine.compiled.rng import CHANCE, SEARCH, STREAMS_SHAPE, seed_streams, seeded_streams_each
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.importing import find_game

_EQUAL = 1e-9  # smaller differences of values are ties


class GreedyAgent(Agent):
    """Maximizes the expected return of the position after the action, by the value function of the game's heuristic.

    All actions are evaluated in the same determinizations, with the same chance events. Ties are broken at random.
    """

    games_at_once = 64

    public_options: ClassVar[Mapping[str, float]] = {"worlds": 64}
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

    plain_options = "worlds=1"
    """Options for a decision in plain Python (`agents.base.plain_options`)."""

    def __init__(self, rules: GameRules, worlds: int = 8) -> None:
        """Set the option.

        Args:
            rules: rules of the game.
            worlds: number of determinizations per decision.

        Raises:
            ValueError: `worlds` is less than 1, or the game has no value function.
        """
        check("worlds", worlds, worlds >= 1, "at least 1")
        if not has_value_function(rules.package):
            raise ValueError(f"greedy needs a value function, and the heuristic of {rules.package} has none")
        self._worlds = worlds
        ensure_agent_compiled(rules, "greedy", self.act)

    def compile_opponent(self, rules: GameRules) -> tuple[Callable[..., Any], Any] | None:
        """Return a loop as `agents.opponents` does, and its last argument; None for subclasses."""
        if type(self) is not GreedyAgent:
            return None
        workspace = _new_workspace(rules, self._worlds)
        part = heuristic_module(rules.package).__name__
        return compile_opponents(rules, "greedy", __name__, part, workspace), workspace

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the actions with the greatest value; ties are broken at random."""
        values = self.values(decisions)
        return sample_legal_actions(values >= values.max(axis=1, keepdims=True) - _EQUAL, decisions.seeds)

    def values(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the mean value to the deciding seat after each action, float64 (n, A); -inf if illegal."""
        rules, values = decisions.rules, np.empty(decisions.masks.shape)
        streams = seeded_streams_each(decisions.seeds, self._worlds, SEARCH)
        look_ahead, workspace = _bind(rules.package), _new_workspace(rules, self._worlds)
        look_ahead(decisions.worlds(self._worlds), streams, rules.board, decisions.masks, values, workspace)
        return values


class _Workspace(NamedTuple):
    """Weights of the value function, and buffers."""

    weights: np.ndarray  # of `heuristics.value_network`, like the next
    features: np.ndarray
    worlds: np.ndarray  # structured (k,), determinizations
    streams: np.ndarray  # uint32 (k, 2, 4)
    values: np.ndarray  # float64 (A,), mean value after each action
    world: np.ndarray  # structured (1,)
    stream: np.ndarray  # uint32 (2, 4)
    returns: np.ndarray  # float64 (P,)


def _new_workspace(rules: GameRules, worlds: int) -> _Workspace:
    module, players = heuristic_module(rules.package), rules.num_players
    return _Workspace(
        read_weights(module.VALUE_PATH, players),
        np.zeros((players, module.NUM_FEATURES + HIDDEN)),
        np.zeros(worlds, rules.state_dtype),
        np.zeros((worlds, *STREAMS_SHAPE[1:]), np.uint32),
        np.zeros(rules.num_actions),
        np.zeros(1, rules.state_dtype),
        np.zeros(STREAMS_SHAPE[1:], np.uint32),
        np.zeros(players),
    )


@cache
def _bind(game: str) -> Callable[..., Any]:
    rules = find_game(game).kernel
    value_module: ModuleType = heuristic_module(game)

    @entry_point(agent_code_folder(game))
    def look_ahead(worlds, streams, board, masks, values, workspace):
        """Evaluate all actions of every decision."""
        for i in range(worlds.shape[0]):
            evaluate_actions(rules, value_module, worlds[i], streams[i], board[0], masks[i], values[i], workspace)

    return look_ahead


@compiled
def evaluate_actions(rules, value_module, worlds, streams, board, mask, values, workspace):
    """Write the mean value to the deciding seat after each action in all worlds; -inf if it is illegal."""
    world, stream, returns = workspace.world, workspace.stream, workspace.returns
    for action in range(mask.shape[0]):
        values[action] = -math.inf
        if mask[action]:
            total = 0.0
            for k in range(worlds.shape[0]):
                world[0] = worlds[k]
                for word in range(stream.shape[1]):
                    stream[CHANCE, word] = streams[k, CHANCE, word]
                rules.step(world[0], stream[CHANCE], board, action)
                value_module.evaluate(world[0], board, workspace.weights, workspace.features, returns)
                total += returns[worlds[k].player]
            values[action] = total / worlds.shape[0]


@compiled
def decide(rules, value_module, state, board, mask, world_seed, seed, workspace):
    """Return an action with the greatest value (`agents.opponents`), among several by its rank, as `act` does."""
    worlds, streams, values = workspace.worlds, workspace.streams, workspace.values
    draw_worlds(rules, state, board, world_seed, worlds, streams)
    for k in range(worlds.shape[0]):
        seed_streams(streams[k], seed, k, SEARCH)
    evaluate_actions(rules, value_module, worlds, streams, board, mask, values, workspace)
    best, count = -math.inf, 0
    for action in range(values.shape[0]):
        best = max(best, values[action])
    for action in range(values.shape[0]):
        count += values[action] >= best - _EQUAL
    rank = seed % count
    for action in range(values.shape[0]):
        if values[action] >= best - _EQUAL:
            if rank == 0:
                return action
            rank -= 1
    return -1
