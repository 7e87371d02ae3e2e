"""`greedy`: one-step lookahead on the value function of the game's heuristic."""

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.heuristics.base import has_value_function, heuristic_module
from kschwert_env.agents.heuristics.value_network import HIDDEN, read_weights
from kschwert_env.agents.random import sample_legal_actions
from kschwert_env.engine.compiled.rng import CHANCE, SEARCH, seeded_streams_each
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import entry_point
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

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the actions with the greatest value; ties are broken at random."""
        values = self.values(decisions)
        return sample_legal_actions(values >= values.max(axis=1, keepdims=True) - _EQUAL, decisions.seeds)

    def values(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the mean value to the deciding seat after each action, float64 (n, A); -inf if illegal."""
        rules, values = decisions.rules, np.full(decisions.masks.shape, -np.inf)
        streams = seeded_streams_each(decisions.seeds, self._worlds, SEARCH)
        buffers = np.zeros(1, rules.state_dtype), np.zeros_like(streams[0, 0]), np.zeros(rules.num_players)
        module = heuristic_module(rules.package)
        weights = read_weights(module.VALUE_PATH, rules.num_players)
        workspace = np.zeros((rules.num_players, module.NUM_FEATURES + HIDDEN))
        worlds = decisions.worlds(self._worlds)
        _bind(rules.package)(worlds, streams, rules.board, decisions.masks, values, weights, workspace, *buffers)
        return values


@cache
def _bind(game: str) -> Callable[..., Any]:
    rules = find_game(game).kernel
    value_module: ModuleType = heuristic_module(game)

    @entry_point(agent_code_folder(game))
    def look_ahead(worlds, streams, board, masks, values, weights, workspace, world, stream, returns):
        """Step every legal action in all worlds; `workspace` and the last three are buffers."""
        for i in range(worlds.shape[0]):
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    total = 0.0
                    for k in range(worlds.shape[1]):
                        world[0] = worlds[i, k]
                        for word in range(stream.shape[1]):
                            stream[CHANCE, word] = streams[i, k, CHANCE, word]
                        rules.step(world[0], stream[CHANCE], board[0], action)
                        value_module.evaluate(world[0], board[0], weights, workspace, returns)
                        total += returns[worlds[i, k].player]
                    values[i, action] = total / worlds.shape[1]

    return look_ahead
