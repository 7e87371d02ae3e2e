"""An agent of your own, for arena, evaluation and training.

Copy this file into a folder of yours, and play there:

    kschwert arena example_agent.PreferKind:kind=attack random heuristic --game two_crowns --out results
"""

from typing import ClassVar

import numpy as np

from kschwert_env.agents import Decisions
from kschwert_env.engine.rules import GameRules


class PreferKind:
    """Take an action of one kind wherever that is legal, and otherwise any legal action at random."""

    games_at_once: ClassVar[int] = 256
    """Games side by side in the arena: many, as a batch of decisions costs little more than one."""

    def __init__(self, rules: GameRules, kind: str = "attack") -> None:
        """Prefer actions of a `kind`. The options of an agent are arguments annotated as int, float or str.

        Raises ValueError, which the command line shows, where the game has no such action.
        """
        actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
        self._preferred = np.array([action.kind == kind for action in actions])
        if not self._preferred.any():
            kinds = ", ".join(dict.fromkeys(action.kind for action in actions))
            raise ValueError(f"kind must be one of {kinds}, not {kind!r}")

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return a legal action for each decision, int64 (n,).

        `decisions` has observations, masks, and seeds for whatever is drawn; `decisions.worlds(k)` are k positions for
        each decision in which all that its seat cannot know has been dealt anew.
        """
        actions = np.empty(len(decisions), np.int64)
        for i, (mask, seed) in enumerate(zip(decisions.masks, decisions.seeds, strict=True)):
            preferred = np.flatnonzero((mask != 0) & self._preferred)
            choices = preferred if len(preferred) else np.flatnonzero(mask)
            actions[i] = np.random.default_rng(seed).choice(choices)
        return actions
