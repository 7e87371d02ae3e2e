"""`greedy`: one-step lookahead on expected points."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.compilation import agent_code_folder, ensure_agent_compiled
from kschwert_env.agents.random import sample_legal_actions
from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import CHANCE, SEARCH, seeded_streams_each
from kschwert_env.engine.rules import GameRules

_EQUAL = 1e-9  # smaller differences of expected points are ties


class GreedyAgent(Agent):
    """Maximizes the expected lead in points after the action; ties are broken at random.

    All actions are evaluated in the same determinizations, with the same chance events.
    """

    games_at_once = 64

    public_options: ClassVar[Mapping[str, float]] = {"worlds": 64}
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

    def __init__(self, rules: GameRules, worlds: int = 8) -> None:
        """`worlds`: number of determinizations per decision. Raises ValueError for fewer than 1."""
        check("worlds", worlds, worlds >= 1, "at least 1")
        self._worlds = worlds
        ensure_agent_compiled(rules, "greedy", self.act)

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the actions with the greatest expected lead; ties are broken at random."""
        leads = self.leads(decisions)
        return sample_legal_actions(leads >= leads.max(axis=1, keepdims=True) - _EQUAL, decisions.seeds)

    def leads(self, decisions: DecisionBatch) -> np.ndarray:
        """Return the expected lead over the mean of the other seats after each action, float64 (n, A); -inf if
        illegal.
        """
        rules, leads = decisions.rules, np.full(decisions.masks.shape, -np.inf)
        streams = seeded_streams_each(decisions.seeds, self._worlds, SEARCH)
        scratch = np.zeros(1, rules.state_dtype), np.zeros_like(streams[0, 0])
        look_ahead = _bind(rules.package)
        look_ahead(decisions.worlds(self._worlds), streams, rules.board, decisions.masks, leads, *scratch)
        return leads


@cache
def _bind(game: str) -> Callable[..., Any]:
    rules = import_module(f"kschwert_env.{game}.kernel")

    @entry_point(agent_code_folder(game))
    def look_ahead(worlds, streams, board, masks, leads, world, stream):
        """Step every legal action in all worlds; `world` and `stream` are buffers."""
        for i in range(worlds.shape[0]):
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    total = 0.0
                    for k in range(worlds.shape[1]):
                        world[0] = worlds[i, k]
                        for word in range(stream.shape[1]):
                            stream[CHANCE, word] = streams[i, k, CHANCE, word]
                        rules.step(world[0], stream[CHANCE], board[0], action)
                        total += lead(world[0].scores, worlds[i, k].player)
                    leads[i, action] = total / worlds.shape[1]

    return look_ahead


@compiled
def lead(scores, seat):
    """Return the points of a seat minus the mean of the other seats."""
    seats = scores.shape[0]
    return (scores[seat] * seats - scores.sum()) / (seats - 1)
