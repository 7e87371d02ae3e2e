"""Sources of points: kinds of actions in each phase, and the end of the game."""

import numpy as np

from kschwert_env.engine.contract.rules import GameRules

END = "end of the game"
"""Source of the points that come with a game's last action and final scoring."""


class PointSources:
    """Classifies decisions by where their points come from.

    Attributes:
        kinds: kinds of actions, in the order of their first ids.
        kind_of: int64 (num_actions,), index into `kinds` of each action.
        names: names of the sources, such as "revolt lay: done"; the last is `END`.
    """

    def __init__(self, rules: GameRules) -> None:
        """Number the sources of a game."""
        kinds = [rules.actions.decode(i).kind for i in range(rules.num_actions)]
        self.kinds: list[str] = list(dict.fromkeys(kinds))
        self.kind_of = np.array([self.kinds.index(kind) for kind in kinds])
        pairs = [f"{phase}: {kind}" for phase in rules.phase_names for kind in self.kinds]
        self.names = [*(pair.replace("_", " ") for pair in pairs), END]

    def classify(self, phases: np.ndarray, actions: np.ndarray, over: np.ndarray) -> np.ndarray:
        """Return the sources of n decisions as indices into `names`, int64 (n,).

        `phases` are those before the decisions, `over` tells which decisions ended their games.
        """
        sources = phases.astype(np.int64) * len(self.kinds) + self.kind_of[actions]
        sources[over] = len(self.names) - 1
        return sources
