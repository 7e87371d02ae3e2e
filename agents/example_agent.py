"""Example of a user's agent, for arena, evaluation and training.

Copy this file into a folder of yours, and run there:

    kschwert arena example_agent.PreferKind:kind=attack random heuristic --game two_crowns --out results
"""

from typing import ClassVar

import numpy as np

from kschwert_env.agents import DecisionBatch
from kschwert_env.engine.contract.rules import GameRules


class PreferKind:
    """Takes an action of one kind if one is legal, otherwise a random legal action."""

    games_at_once: ClassVar[int] = 256
    """Number of games in parallel in the arena: many, because a batch costs little more than one decision."""

    def __init__(self, rules: GameRules, kind: str = "attack") -> None:
        """Prefer actions of a `kind`. Options of an agent are arguments annotated as int, float or str.

        Raises ValueError, which the command line shows, if the game has no such action.
        """
        actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
        self._preferred = np.array([action.kind == kind for action in actions])
        if not self._preferred.any():
            kinds = ", ".join(dict.fromkeys(action.kind for action in actions))
            raise ValueError(f"kind must be one of {kinds}, not {kind!r}")

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return a legal action for each decision, int64 (n,).

        `decisions` has observations, action masks, and seeds for random choices. `decisions.worlds(k)` returns k
        determinizations of each decision: positions in which everything hidden from its seat is resampled.
        """
        actions = np.empty(len(decisions), np.int64)
        for i, (mask, seed) in enumerate(zip(decisions.masks, decisions.seeds, strict=True)):
            preferred = np.flatnonzero((mask != 0) & self._preferred)
            choices = preferred if len(preferred) else np.flatnonzero(mask)
            actions[i] = np.random.default_rng(seed).choice(choices)
        return actions
