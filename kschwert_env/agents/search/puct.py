"""`puct`: information-set Monte Carlo tree search that thinks with a trained network.

The tree is that of `ismcts`, the rule of descent PUCT (Silver et al., "Mastering the game of Go without human
knowledge", Nature 550, 2017) by availability. No playouts: a simulation ends where the tree does, at what the network
expects.
"""

import math
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from kschwert_env.agents.code_folder import ensure
from kschwert_env.agents.policy import chosen
from kschwert_env.agents.search import puct_simulation
from kschwert_env.agents.search.tree_search import OTHERS, Search, TreeSearch
from kschwert_env.engine.options import check
from kschwert_env.engine.rules import GameRules
from kschwert_env.importing import needing
from kschwert_env.nn import inference


class Puct(TreeSearch):
    """Searches with a network's policy as the prior and its values at the leaves."""

    def __init__(
        self,
        rules: GameRules,
        path: str | None = None,
        sims: int | None = None,
        seconds: float | None = None,
        c: float = 0.3,
        temperature: float = 1.0,
        others: str = "search",
        version: int | None = None,
        network: str | None = None,
    ) -> None:
        """`path`, `version` and `network` (its class) as of `policy`; `sims`, `seconds` as of `TreeSearch`.

        `c`: the weight of exploration by the prior (`tree.prefer`). `temperature`: the network's logits are divided by
        it before they become the prior. `others`: what the other seats do in the tree, "search" for their own good, or
        draw by the network's probabilities, "model": then the search approximates a best response to the network.

        Raises ValueError, naming the option, for any other value, and where there is no such file, or it does not fit
        the rules; ImportError without the extra `train`.
        """
        super().__init__(rules, sims, seconds, 0.0, branching=rules.num_actions)
        check("c", c, c >= 0, "at least 0")
        check("temperature", temperature, 0 < temperature < math.inf, "more than 0, and finite")
        check("others", others, others in OTHERS, " or ".join(OTHERS))
        with needing("train", "trained networks"):
            # torch takes seconds to import: only who plays by a network waits for it
            from kschwert_env.nn.serialization import load
        self._network = load(chosen(rules, path, version), rules, network)[0]  # a callback needs it alive
        kind = inference.module_name(self._network.shape.kind)
        module = inference.module_for(kind)
        self._weights = module.weights_of(self._network)
        self._room_of = module.room_of
        self._shape = float(c), float(temperature), others == "model"
        self._compiled = _bind(rules.package, kind)
        ensure(rules, f"puct-{kind}", lambda decisions: self.search(decisions.worlds(1)[0], 0))

    def search(self, roots: np.ndarray, seed: int) -> Search:
        """As of `TreeSearch`. Raises ValueError where the network's values are not finite."""
        found = super().search(roots, seed)
        if not np.isfinite(found.values).all():
            raise ValueError("the network judges positions by numbers that are not finite; train it anew")
        return found

    def _new_room(self) -> tuple[Any, ...]:
        rules = self._rules
        return self._room_of(self._weights), np.zeros(1, rules.state_dtype), puct_simulation.room_for(rules)

    def _simulate(
        self,
        roots: np.ndarray,
        streams: np.ndarray,
        count: int,
        nodes: np.ndarray,
        used: np.ndarray,
        room: tuple[Any, ...],
    ) -> int:
        board, weights = self._rules.board, self._weights
        found: int = self._compiled(roots, streams, board, weights, count, *self._shape, nodes, used, *room)
        inference.raise_error()
        return found


@cache
def _bind(game: str, kind: str) -> Callable[..., Any]:
    return puct_simulation.bind(game, import_module(f"kschwert_env.{game}.kernel"), inference.module_for(kind))
