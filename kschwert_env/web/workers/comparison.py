"""Comparison of actions: win chances of the deciding seat after each of them, in the same worlds.

Chances and losses in hints and exercises come from here alone, so they agree. The search only says which actions to
compare: its values have another source, and it hardly visits most actions.
"""

from typing import Any

import numpy as np

from kschwert_env.engine.compiled.rng import derived_seeds, seeded_streams_each
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.engine.simulation.worlds import make_world_sampler
from kschwert_env.web.workers import analysis

WORLDS = 32
"""Number of determinizations in which actions are compared."""

_MAX_ACTIONS = 12  # actions that are compared: each takes up to 0.3 s
_MAX_WITHOUT_NETWORK = 6  # likewise by playouts, which take longer


def compare(rules: GameRules, state: np.ndarray, actions: list[int], seed: int) -> list[dict[str, Any]]:
    """Return the win chances after actions, and what they lose against the first one, in JSON types.

    Only the first actions are compared, fewer without a network. Keys: `number` (action id), `chance` (share of the win
    of the deciding seat), `lost` (the first chance minus this one; negative for a better action), `error` (standard
    error of `lost`). `state` is structured (1,), `rules` have `reward="win"`.
    """
    ensure_compiled(rules, *STAGES)
    compared = actions[: _MAX_ACTIONS if analysis.has_network(rules) else _MAX_WITHOUT_NETWORK]
    chances = [_chances(rules, state, action, seed) for action in compared]
    return [
        {
            "number": action,
            "chance": float(chance.mean()),
            "lost": float(chances[0].mean() - chance.mean()),
            "error": float((chances[0] - chance).std(ddof=1) / np.sqrt(WORLDS)),
        }
        for action, chance in zip(compared, chances, strict=True)
    ]


def _chances(rules: GameRules, state: np.ndarray, action: int, seed: int) -> np.ndarray:
    """Return the deciding seat's win chances after an action, float64 (WORLDS,), by determinization."""
    worlds = make_world_sampler(rules, state, np.array([seed]))(WORLDS)[0]
    _step(rules, worlds, action, seed)
    return np.asarray(analysis.expected_shares(rules, worlds, seed)[:, int(state["player"][0])])


def _step(rules: GameRules, worlds: np.ndarray, action: int, seed: int) -> None:
    """Take an action in all worlds, in place."""
    count = len(worlds)
    streams = seeded_streams_each(derived_seeds(np.full(count, seed), np.arange(count)), 1, 0)[:, 0].copy()
    masks = np.zeros((count, rules.num_actions), np.int8)
    rules.loops.refresh(worlds, rules.board, masks, None)
    for i in range(count):
        rules.loops.step(worlds[i : i + 1], streams[i : i + 1], rules.board, masks[i : i + 1], action)
