"""`puct`: information-set search that thinks with a trained network."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.agents import forward, guided
from kschwert_env.agents.cache import ensure
from kschwert_env.agents.policy import shipped
from kschwert_env.agents.searching import OTHERS, TreeSearch
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.extras import needing
from kschwert_env.engine.options import check


class Puct(TreeSearch):
    """Searches with the policy of a network as the prior, and its values at the leaves."""

    def __init__(
        self,
        rules: GameRules,
        path: str | None = None,
        sims: int | None = None,
        seconds: float | None = None,
        c: float = 1.0,
        temperature: float = 1.0,
        others: str = "search",
        play_on: int = 0,
        final: str = "visits",
        eta: float = 0.1,
        draws: int = 0,
    ) -> None:
        super().__init__(rules, sims, seconds, 0.0, branching=rules.num_actions)
        with needing("train", "trained networks"):
            from kschwert_env.agents.saved import load
        network = load(shipped(rules) if path is None else Path(path), rules)[0]
        self._final, self._eta, self._draws = final, eta, draws
        module = forward.module_for(network.shape.kind)
        self._weights = module.weights_of(network)
        self._memory = module.room_of(self._weights)
        self._room = guided.room_for(rules)
        self._shape = float(c), float(temperature), others == "model", int(play_on)
        self._compiled = _bind(rules.package, network.shape.kind)
        ensure(rules, f"puct-{network.shape.kind}", lambda decisions: self.search(decisions.worlds(1)[0], 0))

    def _simulate(
        self, roots: np.ndarray, streams: np.ndarray, count: int, nodes: np.ndarray, used: np.ndarray
    ) -> int:
        found: int = self._compiled(
            roots, streams, self._rules.board, self._weights, self._memory, count, *self._shape, nodes, used, self._room
        )
        return found

    def act(self, decisions):
        if self._final == "visits":
            return super().act(decisions)
        forced = np.count_nonzero(decisions.masks, axis=1) == 1
        actions = np.argmax(decisions.masks, axis=1)
        roots = decisions.worlds(1)
        for i in np.flatnonzero(~forced):
            actions[i] = self.choose(self.search(roots[i], int(decisions.seeds[i])), int(decisions.seeds[i]))
        return actions

    def choose(self, found, seed):
        nodes = found.nodes
        prior = np.array([nodes["prior"][(nodes["parent"] == 0) & (nodes["action"] == a) & (np.arange(len(nodes)) > 0)][0] for a in found.actions])
        if self._final == "mirror":  # prior * exp(q / eta)
            w = np.log(np.maximum(prior, 1e-9)) + found.values / self._eta
            w = np.exp(w - w.max())
        elif self._final == "lower":
            w = found.values - self._eta * found.errors
            return int(found.actions[np.argmax(w)])
        else:
            w = found.visits ** self._eta
        w = w / w.sum()
        if self._draws:
            return int(np.random.default_rng(seed).choice(found.actions, p=w))
        return int(found.actions[np.argmax(w)])


@cache
def _bind(game: str, kind: str) -> Callable[..., Any]:
    return guided.bind(game, import_module(f"kschwert_env.{game}.kernel"), forward.module_for(kind))
